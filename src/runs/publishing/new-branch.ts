/** A branch that nobody has yet. */
import { z } from 'zod';
import { branchName } from '../../report/branch-name.ts';
import { type PushResult, remoteBranches } from '../../workspace/push.ts';
import type { Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';
import { send } from './send.ts';

/** How often another name is tried when somebody takes the chosen one in the same moment. */
const MOST_NAMES = 5;

/**
 * Pushes HEAD to a new branch `aider/12-slug`, or with -2, -3 … when somebody has that already. `moved` when other hands
 * took every name that was tried.
 */
export async function pushNewBranch(
  run: Run,
  tools: RunTools,
): Promise<{ branch: string; result: PushResult }> {
  const { task, request, workspace } = run;
  const { forge, journal } = tools;
  for (let attempt = 1; ; attempt++) {
    const branch = await journal.step('branch', attempt === 1 ? '' : String(attempt), z.string(), async () =>
      branchName({
        prefix: request.settings.branches.prefix,
        issue: task.thread === 'task' ? undefined : task.issue,
        title: task.thread === 'task' ? `task ${task.maintenance?.id ?? ''}` : request.thread.title,
        taken: await remoteBranches(workspace, forge.remote),
      }),
    );
    const result = await send(run, { branch, expected: undefined }, tools);
    if (result.state !== 'moved' || attempt === MOST_NAMES) return { branch, result };
  }
}
