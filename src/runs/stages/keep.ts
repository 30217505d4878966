/** What a run had committed when it was stopped. */
import type { Workspace } from '../../workspace/workspace.ts';
import { RunEnded } from '../outcome.ts';
import type { RunRecord } from '../record.ts';
import type { RunTools } from '../tools.ts';
import { pushNew } from './publish.ts';
import type { RunRequest } from './read.ts';

/**
 * Does `work`; when it is stopped in the middle, pushes the commits made so far to a branch of their own, without a pull
 * request: they were verified and paid for, and whoever stopped the run decides what becomes of them.
 */
export async function keepingCommits<T>(
  work: () => Promise<T>,
  request: RunRequest,
  workspace: Workspace,
  tools: RunTools,
  record: RunRecord,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const stopped = error instanceof RunEnded && error.outcome.kind === 'stopped';
    if (stopped && record.facts.commits.length > 0) await keep(request, workspace, tools, record);
    throw error;
  }
}

async function keep(
  request: RunRequest,
  workspace: Workspace,
  tools: RunTools,
  record: RunRecord,
): Promise<void> {
  if (!(await tools.forge.mayPush())) return void record.set({ commits: [] });
  // Not the branch of a pull request: its reviewers should not meet half of a change.
  record.set({ pullRequest: undefined, branch: undefined });
  try {
    await pushNew(request, workspace, tools, record);
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error;
    record.set({ branch: undefined });
    record.note('GitHub refused the push of what was committed, so none of it is kept.');
  }
}
