/** A branch that nobody has yet. */
import { z } from 'zod';
import { branchName } from '../../report/branch-name.ts';
import { type PushResult, push, pushResultSchema, remoteBranches } from '../../workspace/push.ts';
import { head } from '../../workspace/workspace.ts';
import type { Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';

/** How often another name is tried when somebody takes the chosen one in the same moment. */
const MOST_NAMES = 5;

/**
 * Pushes HEAD to a new branch `aider/12-slug`, or with -2, -3 … when somebody has that already. `moved` when other hands
 * took every name that was tried.
 */
export async function pushNewBranch(
  { task, request, workspace, record }: Run,
  { forge, journal }: RunTools,
): Promise<{ branch: string; result: PushResult }> {
  const commit = await head(workspace);
  for (let attempt = 1; ; attempt++) {
    const branch = await journal.step('branch', attempt === 1 ? '' : String(attempt), z.string(), async () =>
      branchName({
        prefix: request.settings.branches.prefix,
        issue: record.facts.thread.kind === 'task' ? undefined : task.issue,
        title: request.thread.title,
        taken: await remoteBranches(workspace, forge.remote),
      }),
    );
    const result = await journal.step('push', `${branch} ${commit}`, pushResultSchema, () =>
      push(workspace, forge.remote, { branch, expected: undefined }),
    );
    if (result.state !== 'moved' || attempt === MOST_NAMES) return { branch, result };
  }
}
