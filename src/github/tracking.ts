/** The one comment that shows a run: found again after a restart, edited at most every five seconds. */
import { z } from 'zod';
import { type Octokit, statusOf } from './client.ts';

export interface Place {
  owner: string;
  name: string;
  issue: number;
}

/** GitHub counts edits as writes; more often than this nobody can read them anyway. */
const INTERVAL_MS = 5_000;

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

export interface CommentWriter {
  /** Shows `body` soon; a later one replaces it if it was not written yet. Never throws. */
  show(body: string): void;
  /** Writes `body` and resolves when GitHub has it. Nothing is written afterwards. */
  finish(body: string): Promise<void>;
}

/** Edits one comment without flooding: the newest text wins, writes never overlap. */
export function commentWriter(
  octokit: Octokit,
  place: Place,
  id: number,
  options: { now(): number; onError(error: unknown): void },
): CommentWriter {
  let waiting: string | undefined;
  let written: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  let active: Promise<void> = Promise.resolve();
  let finished = false;

  const write = async (body: string) => {
    if (body === written) return;
    await octokit.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
      owner: place.owner,
      repo: place.name,
      comment_id: id,
      body,
    });
    written = body;
  };
  const flush = () => {
    timer = undefined;
    const body = waiting;
    waiting = undefined;
    if (body === undefined || finished) return;
    last = options.now();
    // A progress edit that fails is made good by the next one.
    active = active.then(() => write(body)).catch(options.onError);
  };
  return {
    show(body) {
      if (finished) return;
      waiting = body;
      timer ??= setTimeout(flush, Math.max(0, last + INTERVAL_MS - options.now()));
    },
    async finish(body) {
      finished = true;
      clearTimeout(timer);
      await active;
      if (body === written) return;
      await lastWord(octokit, place, id, body);
      written = body;
    },
  };
}
