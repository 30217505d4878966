/** Reading commits and writing new ones without a work tree. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { git, tryGit } from './git.ts';

export interface Signature {
  name: string;
  email: string;
  date: string;
}

export interface GitCommit {
  sha: string;
  tree: string;
  parents: string[];
  author: Signature;
  committer: Signature;
  message: string;
}

const format = ['%H', '%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x00');
const fields = 10;

/** Commits as `git log` lists them for the given revision arguments. Dates become UTC. */
export async function readCommits(
  dir: string,
  revisions: readonly string[],
  paths: readonly string[] = [],
): Promise<GitCommit[]> {
  const out = await git(dir, ['log', '-z', `--format=${format}`, ...revisions, '--', ...paths]);
  const parts = out.split('\0');
  const commits: GitCommit[] = [];
  for (let at = 0; at + fields <= parts.length; at += fields) {
    const [
      sha = '',
      tree = '',
      parents = '',
      an = '',
      ae = '',
      ad = '',
      cn = '',
      ce = '',
      cd = '',
      message = '',
    ] = parts.slice(at, at + fields);
    commits.push({
      sha,
      tree,
      parents: parents.split(' ').filter(Boolean),
      author: { name: an, email: ae, date: utc(ad) },
      committer: { name: cn, email: ce, date: utc(cd) },
      message: message.replace(/\n+$/, ''),
    });
  }
  return commits;
}

export async function readCommit(dir: string, sha: string): Promise<GitCommit | undefined> {
  if ((await tryGit(dir, ['rev-parse', '--verify', '--quiet', `${sha}^{commit}`])) === undefined)
    return undefined;
  return (await readCommits(dir, ['-1', sha]))[0];
}

const utc = (date: string) => `${new Date(date).toISOString().slice(0, 19)}Z`;

export interface Person {
  name: string;
  email: string;
}

export interface NewCommit {
  tree: string;
  parents: string[];
  message: string;
  author: Person & { date?: string | undefined };
  committer?: (Person & { date?: string | undefined }) | undefined;
}

/** Writes a commit object and returns its SHA. No ref moves. */
export function writeCommit(dir: string, commit: NewCommit): Promise<string> {
  const committer = commit.committer ?? commit.author;
  return git(dir, ['commit-tree', commit.tree, ...commit.parents.flatMap((sha) => ['-p', sha]), '-F', '-'], {
    input: commit.message.endsWith('\n') ? commit.message : `${commit.message}\n`,
    env: {
      GIT_AUTHOR_NAME: commit.author.name,
      GIT_AUTHOR_EMAIL: commit.author.email,
      ...(commit.author.date && { GIT_AUTHOR_DATE: commit.author.date }),
      GIT_COMMITTER_NAME: committer.name,
      GIT_COMMITTER_EMAIL: committer.email,
      ...(committer.date && { GIT_COMMITTER_DATE: committer.date }),
    },
  });
}

/** Runs `work` with a scratch index file, for building trees without a checkout. */
export async function withIndex<T>(work: (env: Record<string, string>) => Promise<T>): Promise<T> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'standin-index-'));
  try {
    return await work({ GIT_INDEX_FILE: path.join(scratch, 'index') });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A line for `update-index -z --index-info` that removes a path. */
export const removed = (path: string) => `0 ${'0'.repeat(40)}\t${path}\0`;

/** The tree of a folder on disk, ignoring what its .gitignore ignores. */
export function folderTree(dir: string, folder: string): Promise<string> {
  return withIndex(async (env) => {
    const inFolder = { ...env, GIT_WORK_TREE: path.resolve(folder) };
    await git(dir, ['-C', path.resolve(folder), 'add', '--all', '.'], { env: inFolder });
    return git(dir, ['write-tree'], { env });
  });
}
