/** The end of a workspace. Its files wait for the next run where they may, without anything that this one left in them. */
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { keepTree, sweepTree } from './kept-tree.ts';
import { removeTree } from './remove.ts';
import { forgetStaged } from './staged.ts';
import type { Workspace } from './workspace.ts';

/** Trees that are being swept, by git directory; whether they may be kept. */
const sweeping = new Map<string, Promise<boolean>>();

/**
 * Nothing will look at the files any more, nor change them: they are swept beside a push, which waits for others most of the
 * time. Resolves when that is done; until then git must not run in their folder.
 */
export async function retireFiles({ gitDir, keepAt }: Workspace): Promise<void> {
  if (keepAt === undefined) return;
  const swept =
    sweeping.get(gitDir) ??
    setImmediate()
      .then(() => sweepTree(path.dirname(gitDir)))
      // Keeping saves time and nothing else: whatever stands in its way, the workspace goes.
      .catch(() => false);
  sweeping.set(gitDir, swept);
  await swept;
}

/** Removes the workspace, but for what the next run may have of it. */
export async function closeWorkspace(workspace: Workspace): Promise<void> {
  const { gitDir, keepAt } = workspace;
  const root = path.dirname(gitDir);
  forgetStaged(workspace);
  await retireFiles(workspace);
  const mayStay = (await sweeping.get(gitDir)) === true && keepAt !== undefined;
  sweeping.delete(gitDir);
  const kept = mayStay && (await keepTree(keepAt, root).catch(() => false));
  if (!kept) await removeTree(root);
}
