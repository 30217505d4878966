/** Commands in a review: all of its fixes together are one run, and each thread gets its answer. */
import { z } from 'zod';
import { parseCommands } from '../commands/parse.ts';
import type { Command } from '../commands/types.ts';
import { cleanUserText } from '../lib/clean-text.ts';
import { needsAnswer } from '../runs/store.ts';
import type { Task } from '../runs/task.ts';
import { type Asker, answer, refusalOf, repositoryOf } from './asker.ts';
import { type Octokit, statusOf } from './client.ts';
import type { AppContext } from './context.ts';
import { openingOf, type ReviewDelivery } from './delivery.ts';
import {
  carryOutInThread,
  lineOf,
  type ReviewComment,
  reviewCommentSchema,
  reviewPoint,
  type ThreadReader,
  threadReader,
} from './in-thread.ts';
import { carryOut } from './intake-comment.ts';
import { mayCommand, rulesOf } from './permit.ts';
import { startRun, taskFor } from './start-run.ts';
import { wantedBy } from './wanted.ts';

const userSchema = z.object({ login: z.string(), id: z.number().int(), type: z.string() }).nullable();
const reviewSchema = z.object({
  id: z.number().int(),
  body: z.string().nullish(),
  submitted_at: z.string().nullish(),
  user: userSchema,
});
interface Point {
  command: Command;
  /** Absent for a command in the body of the review. */
  comment?: ReviewComment;
}

export async function takeInReview(
  delivery: ReviewDelivery,
  octokit: Octokit,
  context: AppContext,
): Promise<void> {
  const { repository, pull_request, review: reviewed } = delivery;
  const place = { owner: repository.owner.login, name: repository.name, issue: pull_request.number };
  const { review, comments } = await readReview(octokit, place, reviewed.id);
  if (!review?.user) return;
  const { user } = review;
  if (user.type !== 'User' && !mayCommand(user.login, await rulesOf(octokit, place))) return;
  const last =
    [review.submitted_at ?? '', ...comments.map((comment) => comment.updated_at)].sort().at(-1) ?? '';
  const asker: Asker = {
    context,
    octokit,
    place,
    thread: 'pull-request',
    requester: { login: user.login, id: user.id },
    repository: repositoryOf(delivery),
    installation: delivery.installation.id,
    opening: openingOf(pull_request),
    origin: { kind: 'review', id: review.id, at: last },
  };
  const { points, rejected } = readPoints(review.body ?? '', comments, context);
  if (rejected) {
    await react(asker, comments, 'confused');
    return answer(asker, 0, { kind: 'own-text', markdown: rejected });
  }
  if (points.length === 0) return takeInReply(asker, comments);
  const asked = points.flatMap((point) => point.comment ?? []);
  const refusal = await refusalOf(
    asker,
    points.map(({ command }) => command.verb),
  );
  if (refusal) {
    await react(asker, asked, 'confused');
    return answer(asker, 0, refusal);
  }
  await react(asker, asked, 'eyes');
  const inThreads = await threadReader(asker, asked);
  const fixes = points.filter((point) => point.command.verb === 'fix');
  const [first] = fixes;
  if (first) {
    const wanted = { ...wantedBy('fix', first.command), ...(await togetherAs(fixes, inThreads)) };
    await startRun(asker, 0, taskFor(asker, wanted));
  }
  for (const [index, point] of points.entries()) {
    if (point.command.verb === 'fix') continue;
    if (point.comment)
      await carryOutInThread(asker, FIRST_OTHER + index, point.command, point.comment, inThreads);
    // What stands in the body of a review is said to all.
    else await carryOut(asker, FIRST_OTHER + index, point.command);
  }
}

/** Numbers of commands beside the fixes, which are one run. */
const FIRST_OTHER = 10;

/**
 * Comments without a command. One in a thread that the last run asked its question in is the answer, when whoever asked for
 * that run wrote it.
 */
async function takeInReply(asker: Asker, comments: readonly ReviewComment[]): Promise<void> {
  const { context, repository, place, requester, origin } = asker;
  const { store } = context;
  // A repeated attempt finds the run that the first one started.
  const [own] = (await store.ofOrigin('review', repository.id, Number(origin.id))).values();
  const recent = await store.ofThread(repository.id, place.issue, 2);
  const asked = recent.find(({ id }) => id !== own?.id);
  if (!asked || !needsAnswer(asked) || asked.task.requester.id !== requester.id) return;
  const threads = new Set(asked.task.review.map(({ thread }) => thread));
  const reply = comments.find(({ in_reply_to_id: thread }) => thread && threads.has(thread));
  const text = cleanUserText(reply?.body ?? '').text;
  if (!reply || text === '' || (await refusalOf(asker, ['continue']))) return;
  await react(asker, [reply], 'eyes');
  const notes = ['Taken as the answer.'];
  await startRun(asker, 0, taskFor(asker, { ...asked.task, verb: 'continue', instruction: text, notes }));
}

/** One instruction from all points, numbered, so that the plan can give each a step and each thread its commit. */
async function togetherAs(
  points: readonly Point[],
  inThreads: ThreadReader,
): Promise<Pick<Task, 'instruction' | 'review' | 'notes' | 'files'>> {
  const words = points.map(({ command, comment }, index) => {
    const where = comment
      ? ` (${comment.path}${lineOf(comment) === undefined ? '' : `, line ${lineOf(comment)}`})`
      : '';
    return `${points.length > 1 ? `${index + 1}. ` : ''}${command.text || 'Do what the comment above this one says.'}${where}`;
  });
  return {
    instruction: words.join('\n'),
    notes: points.flatMap((point) => point.command.notes),
    files: [
      ...new Set(
        points.flatMap((point) => [
          ...(point.command.flags.files ?? []),
          ...(point.comment ? [point.comment.path] : []),
        ]),
      ),
    ],
    review: await Promise.all(
      points.flatMap(({ comment }, index) => (comment ? [reviewPoint(comment, index + 1, inThreads)] : [])),
    ),
  };
}

function readPoints(
  body: string,
  comments: readonly ReviewComment[],
  context: AppContext,
): { points: Point[]; rejected?: string } {
  const points: Point[] = [];
  const texts = [
    { text: body, comment: undefined },
    ...comments.map((comment) => ({ text: comment.body, comment })),
  ];
  for (const { text, comment } of texts) {
    const parsed = parseCommands(text, context.commands);
    if (parsed.kind === 'rejected') return { points: [], rejected: parsed.message };
    if (parsed.kind === 'commands') {
      points.push(...parsed.commands.map((command) => ({ command, ...(comment ? { comment } : {}) })));
    }
  }
  return { points };
}

async function readReview(octokit: Octokit, { owner, name, issue }: Asker['place'], id: number) {
  const where = { owner, repo: name, pull_number: issue, review_id: id };
  try {
    const { data } = await octokit.request(
      'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}',
      where,
    );
    const listed = await octokit.paginate(
      'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/comments',
      {
        ...where,
        per_page: 100,
      },
    );
    return { review: reviewSchema.parse(data), comments: z.array(reviewCommentSchema).parse(listed) };
  } catch (error) {
    // Deleted meanwhile: then nobody waits for anything.
    if (statusOf(error) === 404) return { review: undefined, comments: [] };
    throw error;
  }
}

async function react(
  { octokit, place }: Asker,
  comments: readonly ReviewComment[],
  content: 'eyes' | 'confused',
): Promise<void> {
  for (const comment of comments) {
    await octokit.request('POST /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions', {
      owner: place.owner,
      repo: place.name,
      comment_id: comment.id,
      content,
    });
  }
}
