/** How the checked-out commit came from an earlier one. */
import type { RepoPath } from '../lib/types.ts';
import { createGit, type Git, GitError } from './git.ts';
import { storeOf } from './rebase.ts';
import { fillingGit, type Remote } from './remote.ts';
import type { Workspace } from './workspace.ts';

const open = ({ home, dir, gitDir }: Workspace): Git => createGit({ home, cwd: dir, gitDir, workTree: dir });

/** Paths that differ between `from` and HEAD; undefined when `from` is not part of the history of HEAD (any more). */
export async function changedSince(workspace: Workspace, from: string): Promise<RepoPath[] | undefined> {
  if (!(await isAncestor(workspace, from, 'HEAD'))) return undefined;
  const out = await open(workspace).raw('diff-tree', '-r', '-z', '--name-only', '--no-renames', from, 'HEAD');
  return out.split('\0').filter((name) => name !== '');
}

/** False, too, when one of the commits is not here: then nothing is known of its history. */
export async function isAncestor(workspace: Workspace, older: string, newer: string): Promise<boolean> {
  try {
    await open(workspace).raw('merge-base', '--is-ancestor', older, newer);
    return true;
  } catch (error) {
    // 1: it is none. 128: there is no such commit.
    if (error instanceof GitError && (error.exitCode === 1 || error.exitCode === 128)) return false;
    throw error;
  }
}

/**
 * git in the repository that the workspace borrows its objects from. Where that is a cache, contents that nobody asked for
 * yet are fetched as they are needed; nowhere else can they be had.
 */
export async function storeGit(workspace: Workspace, remote: Remote): Promise<Git> {
  const { home } = workspace;
  const { gitDir: store } = await storeOf(workspace);
  return fillingGit(remote, { home, cwd: store, gitDir: store });
}

/** Unified diff between two commits of the store, cut to `most` characters; undefined when one of them is not there. */
export async function diffOfCommits(
  workspace: Workspace,
  range: { from: string; to: string; most: number },
  remote: Remote,
): Promise<string | undefined> {
  try {
    const git = await storeGit(workspace, remote);
    const text = await git.raw(
      'diff',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      '--no-renames',
      range.from,
      range.to,
      '--',
    );
    return text.length > range.most ? `${text.slice(0, range.most)}\n(cut)` : text;
  } catch (error) {
    if (error instanceof GitError && error.exitCode === 128) return undefined;
    throw error;
  }
}
