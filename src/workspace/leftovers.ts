/** What lies in a work tree beside the files of the repository. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RepoPath } from '../lib/types.ts';
import { createGit } from './git.ts';
import { removeTree } from './remove.ts';
import { head, stage, type Workspace } from './workspace.ts';

const git = ({ home, dir, gitDir }: Workspace) => createGit({ home, cwd: dir, gitDir, workTree: dir });

/** Files and folders that are not tracked, ignored ones included, the highest of each; folders end with a slash. */
export async function leftovers(workspace: Workspace): Promise<string[]> {
  const listed = await git(workspace).raw('ls-files', '-z', '--others', '--directory');
  return listed.split('\0').filter((name) => name !== '');
}

/** git sees no `.git`; that of the workspace lies elsewhere, so one in here was made by a command. */
const foreignGit = ({ dir }: Workspace) => path.join(dir, '.git');

/** Whether the workspace is as the checkout of its base commit left it. */
export async function isAsCheckedOut(workspace: Workspace): Promise<boolean> {
  if ((await head(workspace)) !== workspace.base || existsSync(foreignGit(workspace))) return false;
  const base = (await git(workspace).raw('rev-parse', `${workspace.base}^{tree}`)).trim();
  return (await stage(workspace, [])) === base && (await leftovers(workspace)).length === 0;
}

/** Brings the files to what is staged, without anything that set-up or checks left, ignored or not. */
export async function clear(workspace: Workspace): Promise<void> {
  // First the tracked files: no folder on the way to a leftover is a link then.
  await git(workspace).raw('checkout-index', '--quiet', '--force', '--all');
  for (const name of await leftovers(workspace))
    await removeTree(path.join(workspace.dir, name.replace(/\/$/, '')));
  await removeTree(foreignGit(workspace));
}

export interface StagedFile {
  path: RepoPath;
  /** As git writes it, e.g. `100644`. */
  mode: string;
  /** Of its content. */
  id: string;
}

/** The files of the index. */
export async function stagedFiles(workspace: Workspace): Promise<StagedFile[]> {
  const listed = await git(workspace).raw('ls-files', '-z', '--stage');
  return listed.split('\0').flatMap((row): StagedFile[] => {
    const [, mode, id, name] = /^(\d+) ([0-9a-f]+) \d\t(.+)$/s.exec(row) ?? [];
    return mode && id && name ? [{ mode, id, path: name }] : [];
  });
}
