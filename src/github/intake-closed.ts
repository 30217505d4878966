/** A thread was closed, or a comment that asked for something deleted: what it asked for has lost its ground. */
import { changesCode } from '../runs/task.ts';
import { type Octokit, statusOf } from './client.ts';
import type { AppContext } from './context.ts';
import type { ClosedDelivery, DeletedDelivery } from './delivery.ts';
import { stopRun } from './stop-run.ts';

export async function takeInClosed(
  { repository, number, sender }: ClosedDelivery,
  octokit: Octokit,
  context: AppContext,
): Promise<void> {
  const place = { owner: repository.owner.login, repo: repository.name, issue_number: number };
  if (await isOpen(octokit, place)) return;
  for (const run of await context.store.live(repository.id, number)) {
    // Answers are still worth reading on a closed thread; changes are not wanted there.
    if (changesCode(run.task.verb))
      await stopRun(run, octokit, context, { by: sender.login, because: 'closed' });
  }
}

/** Asked anew: it may have been opened again, and events come in any order. */
async function isOpen(
  octokit: Octokit,
  place: { owner: string; repo: string; issue_number: number },
): Promise<boolean> {
  try {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', place);
    return data.state === 'open';
  } catch (error) {
    const status = statusOf(error);
    // Deleted, or moved to another repository.
    if (status === 404 || status === 410 || status === 301) return false;
    throw error;
  }
}

export async function takeInDeleted(
  { repository, comment, sender }: DeletedDelivery,
  octokit: Octokit,
  context: AppContext,
): Promise<void> {
  const runs = await context.store.ofOrigin('comment', repository.id, comment.id);
  for (const run of runs.values()) {
    if (run.state !== 'ended')
      await stopRun(run, octokit, context, { by: sender.login, because: 'comment-deleted' });
  }
}
