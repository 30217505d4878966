/** What is staged in a workspace. Asked for before every answer of a model and after every check, so it is remembered. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RepoPath } from '../lib/types.ts';
import { createGit } from './git.ts';
import { indexedPaths, markOf } from './index-file.ts';
import type { Workspace } from './workspace.ts';

interface Known {
  /** Of the index that all else was read from: see `markOf`. */
  mark: string;
  paths?: readonly RepoPath[];
  tree?: string;
}

/** The last known state of each index, by git directory, until the workspace closes. */
const known = new Map<string, Known>();

export function forgetStaged({ gitDir }: Workspace): void {
  known.delete(gitDir);
}

const open = ({ home, dir, gitDir }: Workspace) => createGit({ home, cwd: dir, gitDir, workTree: dir });

async function indexOf({ gitDir }: Workspace): Promise<{ bytes: Buffer; now: Known }> {
  const bytes = await readFile(path.join(gitDir, 'index')).catch(() => Buffer.alloc(0));
  const mark = markOf(bytes);
  const last = known.get(gitDir);
  if (mark === undefined) return { bytes, now: { mark: '' } };
  if (last?.mark === mark) return { bytes, now: last };
  const now: Known = { mark };
  known.set(gitDir, now);
  return { bytes, now };
}

/** Paths of the index, in git's order: what is committed and staged, without what set-up or checks left in the folder. */
export async function trackedPaths(workspace: Workspace): Promise<readonly RepoPath[]> {
  const { bytes, now } = await indexOf(workspace);
  now.paths ??= indexedPaths(bytes) ?? (await listed(workspace));
  return now.paths;
}

async function listed(workspace: Workspace): Promise<RepoPath[]> {
  const out = await open(workspace).raw('ls-files', '-z', '--cached');
  return out.split('\0').filter((name) => name !== '');
}

/** The id of the tree that committing the index now would give. */
export async function stagedTree(workspace: Workspace): Promise<string> {
  const { now } = await indexOf(workspace);
  if (now.tree !== undefined) return now.tree;
  const tree = (await open(workspace).raw('write-tree')).trim();
  // git notes in the index which trees it wrote, so it is another one now.
  (await indexOf(workspace)).now.tree = tree;
  return tree;
}
