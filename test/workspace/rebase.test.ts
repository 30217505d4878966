/** Own commits on top of what somebody else pushed, through a cache that holds no contents before they are asked for. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fetchBranch } from '../../src/workspace/cache.ts';
import { createGitHome } from '../../src/workspace/git.ts';
import { newcomers, ownCommits, patchOf, pick, storeOf } from '../../src/workspace/rebase.ts';
import { commit, head, moveTo, openWorkspace, stage } from '../../src/workspace/workspace.ts';
import { scratch } from '../support/folders.ts';
import { git, repository } from '../support/repositories.ts';

const author = { name: 'aiderbot[bot]', email: '1+aiderbot[bot]@users.noreply.example.com' };
const poem = (first: string, last: string) => `${[first, 'b', 'c', 'd', 'e', 'f', last].join('\n')}\n`;

/** A run with one commit that changed the first line; `theirs` is what somebody pushed since. */
async function run(theirs: Record<string, string>) {
  const dir = await scratch();
  const origin = path.join(dir, 'origin');
  const base = repository(origin, { 'poem.txt': poem('a', 'g'), 'gone.txt': 'x\n' });
  git(origin, 'config', 'uploadpack.allowFilter', 'true');
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const home = await createGitHome(path.join(dir, 'home'), { localRemotes: true });
  const remote = { url: `file://${origin}`, cacheKey: '42', token: async () => undefined };
  const cache = { root: path.join(dir, 'cache'), home };
  const workspace = await openWorkspace(await fetchBranch(remote, 'main', cache), base, {
    root: path.join(dir, 'run'),
    home,
    remote,
  });
  writeFileSync(path.join(workspace.dir, 'poem.txt'), poem('A', 'g'));
  await stage(workspace, ['poem.txt']);
  const own = await commit(workspace, {
    message: 'style: a capital\n\nAider-Edit: 1/1',
    author,
    time: 1_800_000_000,
  });
  for (const [name, text] of Object.entries(theirs)) writeFileSync(path.join(origin, name), text);
  git(origin, 'rm', '-q', 'gone.txt');
  git(origin, 'add', '-A');
  git(origin, 'commit', '-qm', 'theirs');
  const there = git(origin, 'rev-parse', 'HEAD');
  await fetchBranch(remote, 'main', cache);
  const move = async () => moveTo(workspace, await storeOf(workspace), there, remote);
  const read = () => readFileSync(path.join(workspace.dir, 'poem.txt'), 'utf8');
  return { workspace, own, there, move, read, base };
}

test('our change is repeated on theirs, and files that they removed are gone', async () => {
  const { workspace, own, there, move, read, base } = await run({ 'poem.txt': poem('a', 'G') });
  expect(await ownCommits(workspace, base)).toEqual([
    { id: own, message: 'style: a capital\n\nAider-Edit: 1/1\n', time: 1_800_000_000 },
  ]);
  const moved = await move();
  expect(await head(moved)).toBe(there);
  expect(read()).toBe(poem('a', 'G'));
  expect(await newcomers(moved, base, there)).toEqual({ count: 1, authors: ['Ada'] });
  expect(await pick(moved, own)).toEqual({ ok: true });
  expect(read()).toBe(poem('A', 'G'));
  const again = await commit(moved, { message: 'again', author, time: 1_800_000_000 });
  expect(await ownCommits(moved, there)).toMatchObject([{ id: again }]);
});

test('where both changed one line the file is named, and the workspace is as it was', async () => {
  const { own, move, read } = await run({ 'poem.txt': poem('X', 'g') });
  const moved = await move();
  expect(await pick(moved, own)).toEqual({ ok: false, paths: ['poem.txt'] });
  expect(read()).toBe(poem('X', 'g'));
});

test('a commit as a mail, with and without a file', async () => {
  const { workspace, own } = await run({ 'poem.txt': poem('a', 'G') });
  const text = await patchOf(workspace, own);
  expect(text).toContain('Subject: [PATCH] style: a capital');
  expect(text).toContain('-a\n+A\n');
  expect(await patchOf(workspace, own, ['poem.txt'])).toBe('');
});
