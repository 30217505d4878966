/** What is staged, remembered: never anything but what git itself would say now. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fetchBranch } from '../../src/workspace/cache.ts';
import { createGitHome } from '../../src/workspace/git.ts';
import { stagedTree, trackedPaths } from '../../src/workspace/staged.ts';
import {
  commit,
  moveTo,
  openWorkspace,
  restore,
  stage,
  type Workspace,
} from '../../src/workspace/workspace.ts';
import { scratch } from '../support/folders.ts';
import { git, repository } from '../support/repositories.ts';

const author = { name: 'A', email: 'a@example.org' };

test('after every change of the index, paths and tree are those that git tells', async () => {
  const dir = await scratch();
  const origin = path.join(dir, 'origin');
  const base = repository(origin, { 'a.txt': 'one\n', 'b/c.txt': 'two\n' });
  const home = await createGitHome(path.join(dir, 'home'), { localRemotes: true });
  const remote = { url: `file://${origin}`, cacheKey: '1', token: async () => undefined };
  const store = await fetchBranch(remote, 'main', { root: path.join(dir, 'cache'), home });
  const workspace = await openWorkspace(store, base, { root: path.join(dir, 'run'), home, remote });

  const trees = new Set<string>();
  const compare = async (at: Workspace) => {
    const own = (...args: string[]) => git(at.dir, '--git-dir', at.gitDir, ...args);
    // Twice: the second answer is a remembered one.
    for (const tree of [await stagedTree(at), await stagedTree(at)]) expect(tree).toBe(own('write-tree'));
    const listed = own('ls-files', '-z').split('\0').filter(Boolean);
    for (const paths of [await trackedPaths(at), await trackedPaths(at)]) expect(paths).toEqual(listed);
    trees.add(await stagedTree(at));
  };
  const write = (name: string, text: string) => writeFileSync(path.join(workspace.dir, name), text);

  await compare(workspace);
  write('a.txt', 'ONE\n');
  await stage(workspace, ['a.txt']);
  await compare(workspace);
  await commit(workspace, { message: 'upper', author, time: 1_700_000_000 });
  await compare(workspace);
  write('new.txt', 'new\n');
  await stage(workspace, ['new.txt']);
  await compare(workspace);
  rmSync(path.join(workspace.dir, 'b/c.txt'));
  await stage(workspace, ['b/c.txt']);
  await compare(workspace);
  await restore(workspace);
  await compare(workspace);
  expect(trees.size).toBe(4);
  const moved = await moveTo(workspace, store, base, remote);
  await compare(moved);
  expect(trees.size).toBe(4);
});
