/** Whether the files of a workspace may wait for the next run after commands of the repository ran in it. */
import type { CheckResult } from '../../checks/types.ts';
import type { Workspace } from '../../workspace/workspace.ts';

type Ran = Pick<CheckResult, 'environment' | 'survivors'>;

/**
 * Runs commands and takes the right to be kept from the workspace, unless all of them ran in a sandbox and have ended: only
 * then nothing that they started can still write, and nothing could reach what was noted about the files.
 */
export async function contained<Results extends Ran | Ran[]>(
  workspace: Workspace,
  run: () => Promise<Results>,
): Promise<Results> {
  const { keepAt } = workspace;
  workspace.keepAt = undefined;
  const results = await run();
  const left = [results]
    .flat()
    .filter(({ environment, survivors }) => environment !== 'sandbox' || survivors !== undefined);
  if (left.length === 0) workspace.keepAt = keepAt;
  return results;
}
