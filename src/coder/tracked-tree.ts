/** The workspace as the models know it. */
import { workspaceTree } from '../edits/index.ts';
import type { Tree } from '../edits/types.ts';
import { trackedPaths } from '../workspace/staged.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * A snapshot of the workspace whose list holds what is committed or staged only. What set-up installed or checks left is
 * not there after a restart, and a file name of an installed package must not make one of ours ambiguous.
 */
export async function trackedTree(workspace: Workspace): Promise<Tree> {
  const files = workspaceTree(workspace.dir);
  const paths = await trackedPaths(workspace);
  return { read: (path) => files.read(path), list: () => paths };
}
