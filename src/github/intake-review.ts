/** Commands in a review: all of its comments together are one run, and each thread gets its answer. */
import { z } from 'zod';
import { parseCommands } from '../commands/parse.ts';
import type { Command } from '../commands/types.ts';
import type { Task } from '../runs/task.ts';
import { type Asker, answer, refusalOf, repositoryOf } from './asker.ts';
import { type Octokit, statusOf } from './client.ts';
import type { AppContext } from './context.ts';
import { openingOf, type ReviewDelivery } from './delivery.ts';
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
const commentSchema = z.object({
  id: z.number().int(),
  body: z.string(),
  path: z.string(),
  diff_hunk: z.string(),
  line: z.number().int().nullish(),
  original_line: z.number().int().nullish(),
  in_reply_to_id: z.number().int().nullish(),
  updated_at: z.string(),
});
type ReviewComment = z.infer<typeof commentSchema>;

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
  const fixes = points.filter((point) => point.command.verb === 'fix');
  const other = points.find((point) => point.command.verb !== 'fix')?.command;
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
  if (other) {
    const { trigger } = context.voice;
    await answer(asker, 1, {
      kind: 'own-text',
      markdown: `In a review, \`${trigger} fix\` is understood; please write \`${trigger} ${other.verb}\` in the conversation.`,
    });
  }
  const [first] = fixes;
  if (first)
    await startRun(asker, 0, taskFor(asker, { ...wantedBy('fix', first.command), ...togetherAs(fixes) }));
}

/** One instruction from all points, numbered, so that the plan can give each a step and each thread its commit. */
function togetherAs(points: readonly Point[]): Pick<Task, 'instruction' | 'review' | 'notes' | 'files'> {
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
    review: points.flatMap(({ comment }, index) =>
      comment
        ? [
            {
              point: index + 1,
              thread: comment.in_reply_to_id ?? comment.id,
              path: comment.path,
              line: lineOf(comment) ?? null,
              hunk: comment.diff_hunk.slice(-4_000),
              others: [],
            },
          ]
        : [],
    ),
  };
}

const lineOf = (comment: ReviewComment) => comment.line ?? comment.original_line ?? undefined;

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
    return { review: reviewSchema.parse(data), comments: z.array(commentSchema).parse(listed) };
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
