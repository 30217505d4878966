/** Bare repositories on disk, set up as GitHub serves them. */
import path from 'node:path';
import { git } from './git.ts';

export async function createBare(dataDir: string, id: number, defaultBranch: string): Promise<string> {
  const dir = path.join(dataDir, 'repositories', `${id}.git`);
  await git(dir, ['init', '--quiet', '--bare', `--initial-branch=${defaultBranch}`, dir]);
  const settings: Record<string, string> = {
    'core.hooksPath': path.join(dataDir, 'hooks'),
    'http.receivepack': 'true',
    'uploadpack.allowFilter': 'true',
    'uploadpack.allowAnySHA1InWant': 'true',
    'gc.auto': '0',
    // refs/pull/* can be fetched by name but are no business of a push.
    'receive.hideRefs': 'refs/pull',
  };
  for (const [key, value] of Object.entries(settings)) await git(dir, ['config', key, value]);
  return dir;
}

/** A second repository with all branches of the first. */
export async function cloneBare(dataDir: string, id: number, from: string, branch: string): Promise<string> {
  const dir = await createBare(dataDir, id, branch);
  await git(dir, ['fetch', '--quiet', from, 'refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*']);
  return dir;
}
