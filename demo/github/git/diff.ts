/** What changed between two commits, in the terms of the REST API. */
import { git, tryGit } from './git.ts';

export interface FileDiff {
  sha: string | null;
  filename: string;
  previous: string | null;
  status: 'added' | 'removed' | 'modified' | 'renamed' | 'copied' | 'changed';
  additions: number;
  deletions: number;
  /** Hunks only, without file header; undefined for binary and very large files. */
  patch: string | undefined;
}

const statuses: Record<string, FileDiff['status']> = {
  A: 'added',
  D: 'removed',
  M: 'modified',
  R: 'renamed',
  C: 'copied',
  T: 'changed',
};

/** GitHub leaves `patch` out of very large files. */
const largestPatch = 1_000_000;

/** Compares two trees or commits; `from` may be the empty tree. */
export async function diffFiles(dir: string, from: string, to: string): Promise<FileDiff[]> {
  const flags = [
    '--raw',
    '--numstat',
    '--patch',
    '-z',
    '--find-renames',
    '--no-ext-diff',
    '--no-color',
    '--full-index',
  ];
  const out = await git(dir, ['diff', ...flags, from, to, '--']);
  // One process gives all three: raw entries, then counts, each ended by NUL, then after one more NUL the patches.
  const start = out.indexOf('\0\0diff --git ');
  const { entries, rest } = readRaw((start < 0 ? out : out.slice(0, start)).split('\0'));
  const numbers = readNumstat(rest);
  const patches = splitPatch(start < 0 ? '' : out.slice(start + 2));
  return entries.map((entry, index) => {
    const hunks = patches[index];
    return {
      ...entry,
      additions: numbers[index]?.additions ?? 0,
      deletions: numbers[index]?.deletions ?? 0,
      patch: hunks && hunks.length <= largestPatch ? hunks : undefined,
    };
  });
}

type RawEntry = Pick<FileDiff, 'sha' | 'filename' | 'previous' | 'status'>;

/** `:modes shas status NUL name NUL`, with two names for a rename; `rest` is what follows the last entry. */
function readRaw(parts: string[]): { entries: RawEntry[]; rest: string[] } {
  const entries: RawEntry[] = [];
  let at = 0;
  while (parts[at]?.startsWith(':')) {
    const [, , oldSha = '', newSha = '', code = ''] = parts[at]?.split(' ') ?? [];
    const status = statuses[code.slice(0, 1)] ?? 'changed';
    const moved = status === 'renamed' || status === 'copied';
    const first = parts[at + 1] ?? '';
    entries.push({
      sha: status === 'removed' ? oldSha : newSha,
      filename: moved ? (parts[at + 2] ?? '') : first,
      previous: moved ? first : null,
      status,
    });
    at += moved ? 3 : 2;
  }
  return { entries, rest: parts.slice(at) };
}

/** `-z` numstat: `added TAB removed TAB name NUL`, or with two names after an empty one for a rename. */
function readNumstat(parts: string[]): { additions: number; deletions: number }[] {
  const counts: { additions: number; deletions: number }[] = [];
  for (let at = 0; at < parts.length && parts[at]; ) {
    const [added = '0', removed = '0', name = ''] = parts[at]?.split('\t') ?? [];
    counts.push({ additions: Number(added) || 0, deletions: Number(removed) || 0 });
    at += name === '' ? 3 : 1;
  }
  return counts;
}

function splitPatch(patch: string): (string | undefined)[] {
  return patch
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .map((part) => {
      const start = part.search(/^@@ /m);
      return start < 0 ? undefined : part.slice(start).replace(/\n$/, '');
    });
}

export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

export async function mergeBase(dir: string, one: string, other: string): Promise<string | undefined> {
  return tryGit(dir, ['merge-base', one, other]);
}

/** True when git can merge `head` into `base` without conflict. */
export async function mergesCleanly(dir: string, base: string, head: string): Promise<boolean> {
  return (await tryGit(dir, ['merge-tree', '--write-tree', '--no-messages', base, head])) !== undefined;
}
