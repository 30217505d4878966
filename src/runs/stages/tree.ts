/** What the loop left behind, by id: the yardstick of a replay. */
import { z } from 'zod';
import { head, stage, type Workspace } from '../../workspace/workspace.ts';
import type { RunTools } from '../tools.ts';

export const treeSchema = z.object({ commit: z.string(), tree: z.string() });
export const TREE_STEP = 'tree';

export async function recordTree(workspace: Workspace, { journal }: RunTools): Promise<void> {
  await journal.step(TREE_STEP, '', treeSchema, async () => ({
    commit: await head(workspace),
    // Nothing is staged but what was committed.
    tree: await stage(workspace, []),
  }));
}
