/** Opens a repository: a commit of a git object store, a git work tree, or a folder without git. */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { git } from './git.ts';
import { folderSource } from './source-folder.ts';
import { commitSource, workTreeSource } from './source-git.ts';
import type { RepoSource } from './types.ts';

export { folderSource } from './source-folder.ts';
export { commitSource } from './source-git.ts';

/**
 * The source for `folder`, which may be a work tree, a folder inside one (then only that folder), a bare git directory or a plain
 * folder. With `commit` the files are those of the commit, not of the disk. Throws an `Error` for people when the folder is missing.
 */
export async function openSource(folder: string, commit?: string): Promise<RepoSource> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new Error(`${folder} is not a folder`);
  const root = await realpath(folder);
  const answer = await git(root, ['rev-parse', '--is-bare-repository', '--git-common-dir']).catch(
    () => undefined,
  );
  if (answer === undefined) {
    if (commit !== undefined)
      throw new Error(`${folder} is not a git repository, so it has no commit ${commit}`);
    return folderSource(root);
  }
  const [bare, common = ''] = answer.toString().split('\n');
  const identity = await realpath(path.resolve(root, common));
  if (bare === 'true' || commit !== undefined) return commitSource(root, commit ?? 'HEAD', identity);
  return workTreeSource(root, `${identity}:${root}`);
}
