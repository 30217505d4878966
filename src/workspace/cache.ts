/** One bare, blob-less mirror per repository: history is there for the map, file contents come on demand. */
import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createGit, type GitHome } from './git.ts';
import { keptTreeOf } from './kept-tree.ts';
import { gitTo, type Remote } from './remote.ts';
import { removeTree } from './remove.ts';

/** A git directory that holds the base commit; its objects are borrowed by workspaces. */
export interface ObjectStore {
  gitDir: string;
}

const present = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Fetches of one cache run one after another: git's ref locks would refuse the second. */
const busy = new Map<string, Promise<unknown>>();

async function serially<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = busy.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.catch(() => undefined);
  busy.set(key, settled);
  try {
    return await mine;
  } finally {
    if (busy.get(key) === settled) busy.delete(key);
  }
}

/** As `fetchRef`, for the branch of that name. */
export function fetchBranch(
  remote: Remote,
  branch: string,
  options: { root: string; home: GitHome; signal?: AbortSignal },
): Promise<ObjectStore & { commit: string | undefined }> {
  return fetchRef(remote, `refs/heads/${branch}`, options);
}

/**
 * Creates or refreshes the cache of `remote` below `root` and returns it with the commit that `ref` points at.
 * `undefined` as commit: the remote has no such ref (an empty repository has none at all). `enough`: a commit at which the
 * ref is known to be, or was; a cache that has it there is taken as it is, and nobody is asked.
 */
export async function fetchRef(
  remote: Remote,
  ref: string,
  options: { root: string; home: GitHome; signal?: AbortSignal; enough?: string },
): Promise<ObjectStore & { commit: string | undefined }> {
  const gitDir = gitDirOf(options.root, remote.cacheKey);
  return serially(gitDir, async () => {
    await mkdir(options.root, { recursive: true, mode: 0o700 });
    if (!(await present(path.join(gitDir, 'HEAD')))) await createCache(gitDir, remote, options);
    const git = gitTo(remote, { ...options, cwd: gitDir, gitDir });
    // Files instead of git where they say plainly what it would say: starting it costs more than all else of a warm run.
    const config = await readFile(path.join(gitDir, 'config'), 'utf8');
    if (!config.includes(`\turl = ${remote.url}\n`)) await git.raw('remote', 'set-url', 'origin', remote.url);
    const known = (await readFile(path.join(gitDir, ref), 'utf8').catch(() => '')).trim();
    if (known !== '' && known === options.enough) return { gitDir, commit: known };
    const listed = await git.raw('ls-remote', 'origin', ref);
    const commit = listed
      .split('\n')
      .find((line) => line.endsWith(`\t${ref}`))
      ?.split('\t')[0];
    // Nothing moved since the last run: a fetch would only ask the same again.
    if (commit && known !== commit) {
      await git.raw(
        'fetch',
        '--quiet',
        '--no-tags',
        '--no-write-fetch-head',
        '--filter=blob:none',
        'origin',
        `+${ref}:${ref}`,
      );
    }
    return { gitDir, commit };
  });
}

/** Removes what is kept of the repository `cacheKey`: the mirror, and the work tree that waits beside it. */
export async function forgetCache(root: string, cacheKey: string): Promise<void> {
  const gitDir = gitDirOf(root, cacheKey);
  await serially(gitDir, async () => {
    // In this order: a run that ends just now leaves its tree only beside a mirror.
    await removeTree(gitDir);
    await removeTree(keptTreeOf(gitDir));
  });
}

const gitDirOf = (root: string, cacheKey: string) =>
  path.join(root, `${cacheKey.replaceAll(/[^\w.-]/g, '_')}.git`);

/** Built aside and renamed into place, so that a crash never leaves half a cache under the final name. */
async function createCache(gitDir: string, remote: Remote, options: { home: GitHome; signal?: AbortSignal }) {
  const fresh = `${gitDir}.${randomUUID()}`;
  await rm(gitDir, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  const git = createGit({ ...options, cwd: fresh, gitDir: fresh });
  await git.raw('init', '--quiet', '--bare', fresh);
  await git.raw('remote', 'add', 'origin', remote.url);
  await git.raw('config', 'remote.origin.promisor', 'true');
  await git.raw('config', 'remote.origin.partialclonefilter', 'blob:none');
  await git.raw('config', 'core.repositoryformatversion', '1');
  await git.raw('config', 'extensions.partialClone', 'origin');
  await rename(fresh, gitDir);
}
