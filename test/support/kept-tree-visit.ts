/** A program of its own, since it runs as another user: a run whose test spoils its work tree, and what the next run gets. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runCheck } from '../../src/checks/run.ts';
import { fetchBranch } from '../../src/workspace/cache.ts';
import { closeWorkspace } from '../../src/workspace/close.ts';
import { createGitHome } from '../../src/workspace/git.ts';
import { keptTreeOf } from '../../src/workspace/kept-tree.ts';
import { openWorkspace } from '../../src/workspace/workspace.ts';
import { git, repository } from './repositories.ts';

const [dir = '', command = ''] = process.argv.slice(2);
const origin = path.join(dir, 'origin');
repository(origin, { 'a.txt': 'one\n', 'src/b.txt': 'two\n', '.gitignore': 'node_modules\n' });
git(origin, 'config', 'uploadpack.allowFilter', 'true');
git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
const home = await createGitHome(path.join(dir, 'home'), { localRemotes: true });
const remote = { url: `file://${origin}`, cacheKey: '42', token: async () => undefined };

async function visit(run: string, test: string) {
  const store = await fetchBranch(remote, 'main', { root: path.join(dir, 'cache'), home });
  const root = path.join(dir, 'runs', run);
  const keepAt = keptTreeOf(store.gitDir);
  const workspace = await openWorkspace(store, store.commit ?? '', { root, home, remote, keepAt });
  const names = readdirSync(workspace.dir, { recursive: true, encoding: 'utf8' }).sort();
  const state = names.map((name) => {
    const stats = lstatSync(path.join(workspace.dir, name));
    const content = stats.isFile() ? readFileSync(path.join(workspace.dir, name), 'utf8') : '';
    return [name, (stats.mode & 0o7777).toString(8), stats.isFile() ? stats.nlink : 0, content];
  });
  const place = { type: 'sandbox' as const, workspace: workspace.dir };
  const { status, log } = await runCheck({ kind: 'lint', command: test, timeoutMs: 30_000 }, place);
  await closeWorkspace(workspace);
  return { state, status, said: log.head };
}

const first = await visit('1', command);
const kept = readdirSync(path.join(dir, 'cache')).includes('42.tree');
const second = await visit('2', 'true');
process.stdout.write(JSON.stringify({ user: process.getuid?.(), first, kept, second }));
