/** Our own commits, put on top of what somebody else pushed meanwhile. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RepoPath } from '../lib/types.ts';
import type { ObjectStore } from './cache.ts';
import { createGit, type Git, GitError } from './git.ts';
import { placeOfCommits, restore, type Workspace } from './workspace.ts';

export interface OwnCommit {
  id: string;
  message: string;
  /** Seconds since 1970. */
  time: number;
}

const open = ({ home, dir, gitDir }: Workspace): Git => createGit({ home, cwd: dir, gitDir, workTree: dir });

/** The commits after `base` up to HEAD, oldest first. */
export async function ownCommits(workspace: Workspace, base: string): Promise<OwnCommit[]> {
  const out = await createGit(placeOfCommits(workspace)).raw(
    'log',
    '-z',
    '--reverse',
    '--format=%H%n%ct%n%B',
    `${base}..HEAD`,
    '--',
  );
  return out
    .split('\0')
    .filter((record) => record !== '')
    .map((record) => {
      const [id = '', time = '', ...message] = record.split('\n');
      return { id, time: Number(time), message: `${message.join('\n').trimEnd()}\n` };
    });
}

/** The git directory whose objects the workspace borrows. */
export async function storeOf({ gitDir }: Workspace): Promise<ObjectStore> {
  const borrowed = await readFile(path.join(gitDir, 'objects', 'info', 'alternates'), 'utf8');
  return { gitDir: path.dirname(borrowed.trim()) };
}

export type Pick = { ok: true } | { ok: false; paths: RepoPath[] };

/**
 * Repeats the change of `commit` on what the workspace stands on, in files and index, by git's three-way merge. Commits
 * nothing. Where both changed the same place, names the files and leaves everything as it was.
 */
export async function pick(workspace: Workspace, commit: string): Promise<Pick> {
  const git = open(workspace);
  try {
    await git.raw('cherry-pick', '--no-commit', '--strategy=ort', commit);
    return { ok: true };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const unmerged = await git.raw('diff', '--name-only', '--diff-filter=U', '-z');
    const paths = unmerged.split('\0').filter((name) => name !== '');
    if (paths.length === 0) throw error;
    await restore(workspace);
    return { ok: false, paths };
  }
}

/** How many commits `to` has and `from` has not, and who made them. */
export async function newcomers(
  workspace: Workspace,
  from: string,
  to: string,
): Promise<{ count: number; authors: string[] }> {
  const out = await open(workspace).raw('log', '--format=%an', '--max-count=500', `${from}..${to}`, '--');
  const names = out.split('\n').filter((name) => name !== '');
  return { count: names.length, authors: [...new Set(names)] };
}

/** A commit as a mail that `git am` takes, without what it does to the files of `without`; empty when nothing is left. */
export async function patchOf(
  workspace: Workspace,
  commit: string,
  without: readonly RepoPath[] = [],
): Promise<string> {
  return open(workspace).raw(
    'format-patch',
    '--stdout',
    '--no-signature',
    '--no-ext-diff',
    // Not -1: a commit of which nothing is left would give the one before it.
    `${commit}^..${commit}`,
    '--',
    '.',
    ...without.map((name) => `:(exclude,literal)${name}`),
  );
}
