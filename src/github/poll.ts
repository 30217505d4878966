/**
 * Comments without webhooks: what was written or changed in a repository since the last look. For small set-ups that GitHub
 * cannot reach. What webhooks tell and no list shows (a closed thread, a deleted comment) is asked for the runs at hand.
 */
import type { Logger } from 'pino';
import { z } from 'zod';
import type { StoredRun } from '../runs/store.ts';
import { changesCode } from '../runs/task.ts';
import { type Octokit, statusOf } from './client.ts';
import type { AppContext } from './context.ts';
import type { CommentDelivery, Delivery } from './delivery.ts';
import { holdsCommand, type Inbox, lookedFor, mayAnswer, mayAnswerInThread, saveDelivery } from './inbox.ts';
import { stopRun } from './stop-run.ts';

export interface Polling {
  /** `owner/name` */
  repositories: readonly string[];
  octokit: Octokit;
  inbox: Inbox;
  context: AppContext;
  log: Logger;
  now(): number;
}

/** After a long time away, what is older waits for nobody any more. */
const LONGEST_AGE_MS = 24 * 3_600_000;

const repositorySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  owner: z.object({ login: z.string() }),
  default_branch: z.string(),
});
type Repository = z.infer<typeof repositorySchema>;

const userSchema = z.object({ login: z.string(), id: z.number().int(), type: z.string() });
const commentSchema = z.object({
  id: z.number().int(),
  body: z.string().nullish(),
  user: userSchema.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  html_url: z.string(),
  issue_url: z.string(),
});
const reviewCommentSchema = z.object({
  body: z.string(),
  user: userSchema.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  pull_request_url: z.string(),
  pull_request_review_id: z.number().int().nullish(),
  in_reply_to_id: z.number().int().nullish(),
});

/** A repository that is gone or closed to the token is told in the log; the others are looked at all the same. */
export async function poll(polling: Polling): Promise<void> {
  for (const name of polling.repositories) {
    try {
      const [owner = '', repo = ''] = name.split('/');
      const found = await polling.octokit.request('GET /repos/{owner}/{repo}', { owner, repo });
      const repository = repositorySchema.parse(found.data);
      await lookForComments(repository, polling);
      await lookForReviews(repository, polling);
    } catch (error) {
      polling.log.warn({ err: error, repository: name }, 'could not look for comments');
    }
  }
  await lookAfterRuns(polling);
}

async function lookForComments(repository: Repository, polling: Polling): Promise<void> {
  const { octokit } = polling;
  await fromCursor(`comments ${repository.id}`, polling, async (since) => {
    const listed = await octokit.paginate('GET /repos/{owner}/{repo}/issues/comments', {
      owner: repository.owner.login,
      repo: repository.name,
      since,
      sort: 'updated',
      direction: 'asc',
      per_page: 100,
    });
    const comments = z.array(commentSchema).parse(listed);
    for (const comment of comments) await takeComment(comment, repository, since, polling);
    return comments.at(-1)?.updated_at;
  });
}

async function takeComment(
  comment: z.infer<typeof commentSchema>,
  repository: Repository,
  since: string,
  { inbox, context }: Polling,
): Promise<void> {
  const { user, body } = comment;
  if (!user || !body) return;
  const given: Omit<CommentDelivery, 'kind'> = {
    installation: { id: 0 },
    repository,
    issue: { number: lastNumber(comment.issue_url), ...(isOnPull(comment) ? { pull_request: {} } : {}) },
    comment: { id: comment.id, body, updated_at: comment.updated_at, user },
  };
  const name = lookedFor(comment.id);
  const earlier = await context.store.delivery(name);
  if (!earlier) {
    // An old comment comes up when it is edited; a command that is only added so starts nothing.
    if (comment.created_at < since) return;
    if (!holdsCommand(inbox, user, body) && !(await mayAnswer(inbox, given))) return;
    return saveDelivery(inbox, name, 'issue_comment', { ...given, kind: 'comment' });
  }
  const from = textSchema.parse(earlier.payload).comment.body;
  if (from === body) return;
  // GitHub does not say who edited it. Only its author and people who may write can, and the author answers for it.
  await saveDelivery(inbox, `${name} ${comment.updated_at}`, 'issue_comment', {
    ...given,
    kind: 'edited',
    from,
    sender: user,
  });
}

const textSchema = z.object({ comment: z.object({ body: z.string() }) });
const isOnPull = ({ html_url }: { html_url: string }) => /\/pull\/\d+/.test(html_url);
const lastNumber = (url: string) => Number(/(\d+)$/.exec(url)?.[1]);

/** Reviews by their comments: no list has the bodies of all reviews of a repository. */
async function lookForReviews(repository: Repository, polling: Polling): Promise<void> {
  const { octokit, inbox } = polling;
  await fromCursor(`review comments ${repository.id}`, polling, async (since) => {
    const listed = await octokit.paginate('GET /repos/{owner}/{repo}/pulls/comments', {
      owner: repository.owner.login,
      repo: repository.name,
      since,
      sort: 'updated',
      direction: 'asc',
      per_page: 100,
    });
    const comments = z.array(reviewCommentSchema).parse(listed);
    for (const comment of comments) {
      const { user, body, created_at, pull_request_url, pull_request_review_id: review } = comment;
      if (!review || created_at < since) continue;
      const pull_request = { number: lastNumber(pull_request_url) };
      const given = { comment, repository, pull_request };
      if (!holdsCommand(inbox, user, body) && !(await mayAnswerInThread(inbox, given))) continue;
      const delivery: Delivery = {
        kind: 'review',
        installation: { id: 0 },
        repository,
        pull_request,
        review: { id: review },
      };
      await saveDelivery(inbox, `poll review ${review}`, 'pull_request_review', delivery);
    }
    return comments.at(-1)?.updated_at;
  });
}

/**
 * `look` gets the time since when and tells that of the newest it saw. The first look begins now: what was written before
 * nobody expected to be read. Times have whole seconds, so the last second is read again.
 */
async function fromCursor(
  name: string,
  { context, now }: Polling,
  look: (since: string) => Promise<string | undefined>,
): Promise<void> {
  const at = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;
  const last = await context.store.cursor(name);
  if (last === undefined) return context.store.setCursor(name, at(now()));
  const newest = await look(at(Math.max(Date.parse(last), now() - LONGEST_AGE_MS)));
  if (newest !== undefined) await context.store.setCursor(name, newest);
}

async function lookAfterRuns({ octokit, context, now }: Polling): Promise<void> {
  for (const run of await context.store.idle(new Date(now()))) {
    const stop = await reasonToStop(run, octokit);
    if (stop) await stopRun(run, octokit, context, stop);
  }
}

async function reasonToStop(
  { task }: StoredRun,
  octokit: Octokit,
): Promise<Parameters<typeof stopRun>[3] | undefined> {
  // Nobody asked for it anywhere, so nobody can take that back.
  if (task.thread === 'task') return undefined;
  const place = { owner: task.repository.owner, repo: task.repository.name };
  if (changesCode(task.verb)) {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', {
      ...place,
      issue_number: task.issue,
    });
    // One that was closed when it was asked for is no surprise to whoever asked.
    const closed = data.closed_at && data.closed_at > task.comment.updatedAt;
    if (data.state === 'closed' && closed) return { by: data.closed_by?.login ?? 'ghost', because: 'closed' };
  }
  if (task.comment.id === 0) return undefined;
  try {
    await octokit.request('GET /repos/{owner}/{repo}/issues/comments/{comment_id}', {
      ...place,
      comment_id: task.comment.id,
    });
    return undefined;
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    return { by: task.requester.login, because: 'comment-deleted' };
  }
}
