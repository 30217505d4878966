import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fetchBranch } from '../../src/workspace/cache.ts';
import { createGitHome } from '../../src/workspace/git.ts';
import { commitsTouching, history, revertCommits } from '../../src/workspace/revert.ts';
import { changedPaths, openWorkspace, stage } from '../../src/workspace/workspace.ts';
import { scratch } from '../support/folders.ts';
import { git, repository } from '../support/repositories.ts';

const author = { name: 'aiderbot[bot]', email: '1+aiderbot[bot]@users.noreply.example.com' };
const ten = Array.from({ length: 10 }, (_, line) => `line ${line + 1}`);
const poem = (...changed: [line: number, text: string][]) =>
  `${ten.map((text, at) => changed.find(([line]) => line === at + 1)?.[1] ?? text).join('\n')}\n`;

/** A branch of three commits: the first line, the last line, the last line again. `[id].txt` comes with the second. */
async function opened() {
  const dir = await scratch();
  const origin = path.join(dir, 'origin');
  const first = repository(origin, { 'poem.txt': poem(), 'other.txt': 'other\n' });
  git(origin, 'config', 'uploadpack.allowFilter', 'true');
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const states: Record<string, string>[] = [
    { 'poem.txt': poem([1, 'LINE 1']) },
    { 'poem.txt': poem([1, 'LINE 1'], [10, 'LINE 10']), '[id].txt': 'new\n' },
    { 'poem.txt': poem([1, 'LINE 1'], [10, 'LINE TEN']) },
  ];
  const ids = states.map((files, index) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(origin, name), text);
    git(origin, 'add', '-A');
    git(origin, 'commit', '-qm', `change ${index + 1}\n\nBody.\n\nAider-Edit: 1/1`);
    return git(origin, 'rev-parse', 'HEAD');
  });
  const home = await createGitHome(path.join(dir, 'home'), { localRemotes: true });
  const remote = { url: `file://${origin}`, cacheKey: '42', token: async () => undefined };
  const store = await fetchBranch(remote, 'main', { root: path.join(dir, 'cache'), home });
  const [one = '', two = '', three = ''] = ids;
  const workspace = await openWorkspace(store, three, { root: path.join(dir, 'run'), home, remote });
  const revert = (...commits: string[]) =>
    revertCommits(workspace, commits, { remote, author, time: 1_800_000_000 });
  const read = () => readFileSync(path.join(workspace.dir, 'poem.txt'), 'utf8');
  return { first, one, two, three, workspace, revert, read };
}

test('an older commit is taken back without touching what came later, contents fetched when needed', async () => {
  const { one, revert, read, workspace } = await opened();
  expect(await revert(one)).toEqual({ ok: true });
  expect(read()).toBe(poem([10, 'LINE TEN']));
  expect(await changedPaths(workspace, 'HEAD', await stage(workspace, []))).toEqual(['poem.txt']);
});

test('several in order give the state before them', async () => {
  const { first, one, two, three, revert, workspace } = await opened();
  expect(await revert(three, two, one)).toEqual({ ok: true });
  expect(await changedPaths(workspace, first, await stage(workspace, []))).toEqual([]);
});

test('a commit that later ones build on is named, with the files, and nothing is left half done', async () => {
  const { one, two, revert, read, workspace } = await opened();
  expect(await revert(one, two)).toEqual({ ok: false, commit: two, paths: ['poem.txt'] });
  expect(read()).toBe(poem([1, 'LINE 1'], [10, 'LINE TEN']));
  expect(existsSync(path.join(workspace.dir, '[id].txt'))).toBe(true);
  expect(await changedPaths(workspace, 'HEAD', await stage(workspace, []))).toEqual([]);
});

test('the history tells commits of the branch alone, newest first, with their messages', async () => {
  const { first, one, two, three, workspace } = await opened();
  const range = { from: three, without: first, most: 10 };
  const commits = await history(workspace, range);
  expect(commits.map((commit) => commit.id)).toEqual([three, two, one]);
  expect(commits[0]).toMatchObject({ parents: [two], authorEmail: 'ada@example.com' });
  expect(commits[0]?.message.trim()).toBe('change 3\n\nBody.\n\nAider-Edit: 1/1');
  expect(await history(workspace, { ...range, most: 1 })).toHaveLength(1);
  expect(await commitsTouching(workspace, one, ['[id].txt'])).toEqual([two]);
});
