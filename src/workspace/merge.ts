/** Merging another commit into the checked-out one, without committing. */
import type { RepoPath } from '../lib/types.ts';

import { createGit, GitError } from './git.ts';
import { storeGit } from './history.ts';
import { storeOf } from './rebase.ts';
import type { Remote } from './remote.ts';
import { fill, head, type Identity, type Workspace } from './workspace.ts';

export interface MergedTree {
  tree: string;
  /** Text files that hold conflict markers now. */
  conflicts: RepoPath[];
  /** Conflicts that no edit of a text can resolve, in git's words: `CONFLICT (modify/delete)`. */
  others: { paths: RepoPath[]; kind: string }[];
}

/**
 * The tree of a three-way merge of `theirs` into HEAD (`git merge-tree`, git 2.38 or newer), with markers that show the
 * common ancestor where sides differ. Made in the store, since contents of the other side may have to be fetched.
 */
export async function mergeTrees(workspace: Workspace, theirs: string, remote: Remote): Promise<MergedTree> {
  const git = await storeGit(workspace, remote);
  const ours = await head(workspace);
  const args = ['-c', 'merge.conflictStyle=zdiff3', 'merge-tree', '--write-tree', '-z', ours, theirs];
  try {
    return readMerge(await git.raw(...args));
  } catch (error) {
    // 1: merged, with conflicts.
    if (error instanceof GitError && error.exitCode === 1 && error.stdout !== '')
      return readMerge(error.stdout);
    throw error;
  }
}

/** Reads the output of `git merge-tree -z`: the tree, entries of conflicted files, an empty field, and messages. */
export function readMerge(output: string): MergedTree {
  const fields = output.split('\0');
  const tree = (fields[0] ?? '').trim();
  const merged: MergedTree = { tree, conflicts: [], others: [] };
  let at = fields.indexOf('', 1) + 1;
  if (at === 0) return merged;
  while (at < fields.length) {
    const size = Number(fields[at]);
    if (!Number.isInteger(size) || size < 1) break;
    const paths = fields.slice(at + 1, at + 1 + size);
    const kind = fields[at + 1 + size] ?? '';
    if (kind === 'CONFLICT (contents)') merged.conflicts.push(...paths);
    else if (kind.startsWith('CONFLICT')) merged.others.push({ paths, kind });
    at += size + 3;
  }
  merged.conflicts = [...new Set(merged.conflicts)];
  return merged;
}

/** Puts files and index to `tree`; HEAD stays. */
export async function layOutTree(workspace: Workspace, tree: string, remote: Remote): Promise<void> {
  await fill(workspace, await storeOf(workspace), tree, remote);
}

/** Commits `tree` on top of HEAD, with `theirs` as the second parent. Dates are given: the same merge gives the same id. */
export async function commitMerge(
  workspace: Workspace,
  merge: { tree: string; ours: string; theirs: string; message: string; author: Identity; time: number },
): Promise<string> {
  const { home, dir, gitDir } = workspace;
  const { tree, ours, theirs, message, author, time } = merge;
  const git = createGit({
    home,
    cwd: dir,
    gitDir,
    workTree: dir,
    author: { ...author, date: `${time} +0000` },
  });
  const id = (await git.raw('commit-tree', tree, '-p', ours, '-p', theirs, '-m', message)).trim();
  await git.raw('update-ref', 'HEAD', id);
  return id;
}
