/** The one comment that shows a run: found again after a restart, edited at most every five seconds. */
import { z } from 'zod';
import { asProgress, type Octokit, statusOf } from './client.ts';
import { type SlowWriter, slowWriter } from './slow-writer.ts';

export interface Place {
  owner: string;
  name: string;
  issue: number;
}

const commentSchema = z.object({
  id: z.number().int(),
  body: z.string().nullish(),
  user: z.object({ login: z.string() }).nullable(),
});

/**
 * Creates the comment, or returns the one that an earlier attempt made. `isOurs` recognises it by its signed marker; the
 * author is checked as well, since anybody can copy a marker.
 */
export async function ensureComment(
  octokit: Octokit,
  place: Place,
  body: string,
  options: { botLogin: string; since: string; isOurs(body: string): boolean },
): Promise<number> {
  const listed = await octokit.paginate('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
    owner: place.owner,
    repo: place.name,
    issue_number: place.issue,
    since: options.since,
    per_page: 100,
  });
  const mine = z
    .array(commentSchema)
    .parse(listed)
    .find((comment) => comment.user?.login === options.botLogin && options.isOurs(comment.body ?? ''));
  if (mine) return mine.id;
  return addComment(octokit, place, body);
}

async function addComment(octokit: Octokit, place: Place, body: string): Promise<number> {
  const { data } = await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
    owner: place.owner,
    repo: place.name,
    issue_number: place.issue,
    body,
    // A lost answer must not become a second comment.
    request: { retries: 0 },
  });
  return Number(data.id);
}

/**
 * Writes the end of a run where people look for it. A comment that somebody deleted is written anew: a command that was
 * taken up ends visibly. On a thread that is gone there is nobody to tell.
 */
export async function lastWord(octokit: Octokit, place: Place, id: number, body: string): Promise<void> {
  try {
    await octokit.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
      owner: place.owner,
      repo: place.name,
      comment_id: id,
      body,
    });
  } catch (error) {
    if (!isMissing(error)) throw error;
    await addComment(octokit, place, body).catch((again: unknown) => {
      if (!isMissing(again)) throw again;
    });
  }
}

function isMissing(error: unknown): boolean {
  const status = statusOf(error);
  return status === 404 || status === 410;
}

export type CommentWriter = SlowWriter<string>;

/** Edits one comment without flooding. */
export function commentWriter(
  octokit: Octokit,
  place: Place,
  id: number,
  options: { now(): number; onError(error: unknown): void },
): CommentWriter {
  let written: string | undefined;
  const once = (write: (body: string) => Promise<unknown>) => async (body: string) => {
    if (body === written) return;
    await write(body);
    written = body;
  };
  const edit = once((body) =>
    octokit.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
      owner: place.owner,
      repo: place.name,
      comment_id: id,
      body,
      request: asProgress,
    }),
  );
  return slowWriter(
    edit,
    options,
    once((body) => lastWord(octokit, place, id, body)),
  );
}
