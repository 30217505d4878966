/** Refs of a bare repository. */
import { git, tryGit } from './git.ts';

export const zeros = '0'.repeat(40);

export interface Ref {
  name: string;
  sha: string;
  type: string;
}

/** Refs under a prefix such as `refs/heads/`, sorted by name. */
export async function listRefs(dir: string, prefix = 'refs/'): Promise<Ref[]> {
  const out = await git(dir, ['for-each-ref', '--format=%(objectname) %(objecttype) %(refname)', prefix]);
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [sha = '', type = '', ...name] = line.split(' ');
      return { sha, type, name: name.join(' ') };
    });
}

/** The commit at a branch, or undefined. */
export function branchSha(dir: string, branch: string): Promise<string | undefined> {
  return tryGit(dir, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}^{commit}`]);
}

/** The commit that GitHub would find for a branch, tag or SHA (abbreviated or not). */
export async function commitSha(dir: string, ref: string): Promise<string | undefined> {
  const name = ref.replace(/^refs\//, '').replace(/^heads\//, '');
  for (const candidate of [`refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`, ref]) {
    if (candidate.startsWith('-') || candidate.includes(':')) continue;
    const isSha = /^[0-9a-f]{4,40}$/.test(candidate);
    if (candidate === ref && !isSha && ref !== 'HEAD') continue;
    const sha = await tryGit(dir, ['rev-parse', '--verify', '--quiet', `${candidate}^{commit}`]);
    if (sha) return sha;
  }
  return undefined;
}

export async function isAncestor(dir: string, ancestor: string, descendant: string): Promise<boolean> {
  return (await tryGit(dir, ['merge-base', '--is-ancestor', ancestor, descendant])) !== undefined;
}

export async function objectType(dir: string, sha: string): Promise<string | undefined> {
  return /^[0-9a-f]{40}$/.test(sha) ? tryGit(dir, ['cat-file', '-t', sha]) : undefined;
}
