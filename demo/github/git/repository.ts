/** Bare repositories on disk, set up as GitHub serves them. */
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { git } from './git.ts';

export async function createBare(dataDir: string, id: number, defaultBranch: string): Promise<string> {
  const dir = path.join(dataDir, 'repositories', `${id}.git`);
  await git(dir, ['init', '--quiet', '--bare', `--initial-branch=${defaultBranch}`, dir]);
  await appendFile(path.join(dir, 'config'), settings(path.join(dataDir, 'hooks')));
  return dir;
}

/** `refs/pull/*` can be fetched by name but are no business of a push. */
const settings = (hooks: string) => `
[core]
\thooksPath = ${JSON.stringify(hooks)}
[http]
\treceivepack = true
[uploadpack]
\tallowFilter = true
\tallowAnySHA1InWant = true
[receive]
\thideRefs = refs/pull
[transfer]
\thideRefs = refs/standin
[gc]
\tauto = 0
`;

/** A second repository with all branches of the first. */
export async function cloneBare(dataDir: string, id: number, from: string, branch: string): Promise<string> {
  const dir = await createBare(dataDir, id, branch);
  await git(dir, ['fetch', '--quiet', from, 'refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*']);
  return dir;
}
