import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fetchBranch } from '../../src/workspace/cache.ts';
import { createGitHome } from '../../src/workspace/git.ts';
import { push } from '../../src/workspace/push.ts';
import { trackedPaths } from '../../src/workspace/staged.ts';
import {
  changedPaths,
  commit,
  diff,
  fileAt,
  openWorkspace,
  restore,
  searchStaged,
  stage,
  tidy,
} from '../../src/workspace/workspace.ts';
import { scratch } from '../support/folders.ts';
import { git, repository } from '../support/repositories.ts';

const author = { name: 'aiderbot[bot]', email: '1+aiderbot[bot]@users.noreply.example.com' };

async function opened(files: Record<string, string> = { 'a.txt': 'one\n', 'dir/[id].ts': 'export {};\n' }) {
  const dir = await scratch();
  const origin = path.join(dir, 'origin');
  const base = repository(origin, files);
  git(origin, 'config', 'uploadpack.allowFilter', 'true');
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const home = await createGitHome(path.join(dir, 'home'), { localRemotes: true });
  const remote = { url: `file://${origin}`, cacheKey: '42', token: async () => undefined };
  const store = await fetchBranch(remote, 'main', { root: path.join(dir, 'cache'), home });
  expect(store.commit).toBe(base);
  const workspace = await openWorkspace(store, base, { root: path.join(dir, 'run'), home, remote });
  return { dir, origin, base, home, remote, store, workspace };
}

test('the checkout holds the files and no git directory', async () => {
  const { workspace } = await opened();
  expect(readdirSync(workspace.dir).sort()).toEqual(['a.txt', 'dir']);
  expect(readFileSync(path.join(workspace.dir, 'a.txt'), 'utf8')).toBe('one\n');
});

test('missing contents are fetched into the cache, where the next run finds them', async () => {
  const { store, workspace, origin, base } = await opened();
  const blob = git(origin, 'rev-parse', `${base}:a.txt`);
  expect(git(store.gitDir, 'cat-file', '-t', blob)).toBe('blob');
  expect(existsSync(path.join(workspace.gitDir, 'objects', blob.slice(0, 2)))).toBe(false);
});

test('the same edit at the same time gives the same commit, and only the named paths', async () => {
  const first = await opened();
  const second = await opened();
  const ids = [];
  for (const { workspace } of [first, second]) {
    writeFileSync(path.join(workspace.dir, 'dir/[id].ts'), 'export const id = 1;\n');
    writeFileSync(path.join(workspace.dir, 'left-behind.log'), 'noise');
    await stage(workspace, ['dir/[id].ts']);
    ids.push(
      await commit(workspace, { message: 'feat: id\n\nAider-Edit: 1/1', author, time: 1_800_000_000 }),
    );
    expect(await changedPaths(workspace, workspace.base, 'HEAD')).toEqual(['dir/[id].ts']);
    expect(await diff(workspace, workspace.base, 'HEAD')).toContain('+export const id = 1;');
  }
  expect(ids[0]).toBe(ids[1]);
});

test('restore drops uncommitted edits and what checks left behind', async () => {
  const { workspace } = await opened();
  writeFileSync(path.join(workspace.dir, 'a.txt'), 'two\n');
  writeFileSync(path.join(workspace.dir, 'junk'), '');
  await stage(workspace, ['a.txt']);
  await restore(workspace);
  expect(readFileSync(path.join(workspace.dir, 'a.txt'), 'utf8')).toBe('one\n');
  expect(existsSync(path.join(workspace.dir, 'junk'))).toBe(false);
});

test('tidy keeps staged edits and undoes what a check did to the files', async () => {
  const { workspace } = await opened({ 'a.txt': 'one\n', 'b.txt': 'b\n', '.gitignore': 'cache/\n' });
  writeFileSync(path.join(workspace.dir, 'a.txt'), 'edited\n');
  await stage(workspace, ['a.txt']);
  writeFileSync(path.join(workspace.dir, 'a.txt'), 'rewritten by a test\n');
  rmSync(path.join(workspace.dir, 'b.txt'));
  writeFileSync(path.join(workspace.dir, 'report.xml'), '');
  mkdirSync(path.join(workspace.dir, 'cache'));
  await tidy(workspace);
  expect(readFileSync(path.join(workspace.dir, 'a.txt'), 'utf8')).toBe('edited\n');
  expect(readdirSync(workspace.dir).sort()).toEqual(['.gitignore', 'a.txt', 'b.txt', 'cache']);
});

test('a pushed branch is not overwritten when somebody else moved it', async () => {
  const { workspace, remote, origin, base } = await opened();
  writeFileSync(path.join(workspace.dir, 'a.txt'), 'two\n');
  await stage(workspace, ['a.txt']);
  const ours = await commit(workspace, { message: 'fix: two', author, time: 1_800_000_000 });
  expect(await push(workspace, remote, { branch: 'aider/1-x', expected: undefined })).toEqual({
    state: 'pushed',
  });
  expect(git(origin, 'rev-parse', 'aider/1-x')).toBe(ours);
  // A second push of the same commit, as after a crash, is a no-op.
  expect(await push(workspace, remote, { branch: 'aider/1-x', expected: undefined })).toEqual({
    state: 'pushed',
  });
  git(origin, 'update-ref', 'refs/heads/aider/1-x', base);
  expect(await push(workspace, remote, { branch: 'aider/1-x', expected: undefined })).toMatchObject({
    state: 'moved',
    there: base,
  });
});

test('what a hostile test run plants in the workspace never runs in the bot', async () => {
  const { workspace, dir } = await opened();
  const marker = path.join(dir, 'pwned');
  const fake = path.join(workspace.dir, '.git');
  for (const sub of ['hooks', 'objects', 'refs', 'info'])
    mkdirSync(path.join(fake, sub), { recursive: true });
  writeFileSync(path.join(fake, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(
    path.join(fake, 'config'),
    `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "touch ${marker}; false"\n\thooksPath = ${fake}/hooks\n[filter "x"]\n\tclean = touch ${marker}; cat\n`,
  );
  writeFileSync(path.join(fake, 'hooks', 'pre-commit'), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  writeFileSync(path.join(workspace.dir, '.gitattributes'), '* filter=x\n');
  writeFileSync(path.join(workspace.dir, 'a.txt'), 'three\n');
  await stage(workspace, ['a.txt', '.gitattributes']);
  await commit(workspace, { message: 'fix: three', author, time: 1_800_000_000 });
  await restore(workspace);
  expect(existsSync(marker)).toBe(false);
  expect(await fileAt(workspace, 'HEAD', 'a.txt')).toBe('three\n');
});

test('an empty repository has no commit to start from', async () => {
  const dir = await scratch();
  const origin = path.join(dir, 'empty');
  mkdirSync(origin);
  git(origin, 'init', '-q', '-b', 'main');
  const home = await createGitHome(path.join(dir, 'home'), { localRemotes: true });
  const remote = { url: `file://${origin}`, cacheKey: '1', token: async () => undefined };
  const store = await fetchBranch(remote, 'main', { root: path.join(dir, 'cache'), home });
  expect(store.commit).toBeUndefined();
});

test('an address that would make git run a program is refused before git sees it', async () => {
  const { workspace, dir } = await opened();
  const marker = path.join(dir, 'ran');
  const hostile = { url: `--upload-pack=touch ${marker}`, cacheKey: 'x', token: async () => undefined };
  await expect(push(workspace, hostile, { branch: 'x', expected: undefined })).rejects.toThrow();
  await expect(
    push(workspace, { ...hostile, url: `ext::sh -c touch% ${marker}` }, { branch: 'x', expected: undefined }),
  ).rejects.toThrow();
  expect(existsSync(marker)).toBe(false);
});

test('programs that the config of a local repository names are not started by the checkout', async () => {
  const dir = await scratch();
  const own = path.join(dir, 'own');
  const base = repository(own, { '.gitattributes': '*.txt filter=evil\n', 'a.txt': 'one\n' });
  const trace = path.join(dir, 'trace');
  git(own, 'config', 'filter.evil.smudge', `touch ${trace}; cat`);
  git(own, 'config', 'core.fsmonitor', `touch ${trace}; false`);
  const home = await createGitHome(path.join(dir, 'home'), { localRemotes: true });
  const remote = { url: `file://${own}`, cacheKey: '42', token: async () => undefined };
  const store = { gitDir: path.join(own, '.git') };
  const workspace = await openWorkspace(store, base, { root: path.join(dir, 'run'), home, remote });
  expect(readFileSync(path.join(workspace.dir, 'a.txt'), 'utf8')).toBe('one\n');
  expect(existsSync(trace)).toBe(false);
});

test('tracked paths are those of the index, as git lists them, whatever bytes they have', async () => {
  const names = ['ä/ö.txt', 'a b', 'z', 'Z', 'quo"te', 'deep/er/than/this'];
  const { workspace } = await opened(Object.fromEntries(names.map((name) => [name, `${name}\n`])));
  writeFileSync(path.join(workspace.dir, 'untracked'), 'x');
  writeFileSync(path.join(workspace.dir, 'new.txt'), 'x');
  await stage(workspace, ['new.txt']);
  const listed = git(workspace.dir, '--git-dir', workspace.gitDir, 'ls-files', '-z')
    .split('\0')
    .filter(Boolean);
  expect(await trackedPaths(workspace)).toEqual(listed);
  expect(listed).toHaveLength(names.length + 1);
});

test('a search gives whole lines, and of megabytes of them the first', async () => {
  const line = `${'x'.repeat(2 ** 20)} needle`;
  const { workspace } = await opened({ 'a.txt': 'a needle\n', 'min.js': `${line}\n`.repeat(20) });
  const found = await searchStaged(workspace, 'needle', { extended: false, folder: '' });
  expect(found[0]).toEqual({ path: 'a.txt', line: 1, text: 'a needle' });
  const long = found.slice(1);
  expect(long.map((one) => one.line)).toEqual(long.map((_, index) => index + 1));
  expect(long.every(({ path: file, text }) => file === 'min.js' && text === line)).toBe(true);
  expect(long.length).toBeGreaterThan(10);
  expect(long.length).toBeLessThan(20);
});

test('files whose merge is not resolved are tracked as well', async () => {
  const { workspace } = await opened();
  const own = (...args: string[]) => git(workspace.dir, '--git-dir', workspace.gitDir, ...args);
  const blob = own('rev-parse', 'HEAD:a.txt');
  const stages = [1, 2, 3].map((at) => `100644 ${blob} ${at}\ta.txt\n`).join('');
  writeFileSync(path.join(workspace.gitDir, 'stages'), stages);
  execFileSync('sh', ['-c', 'git --git-dir "$0" update-index --index-info < "$0/stages"', workspace.gitDir]);
  expect(new Set(await trackedPaths(workspace))).toEqual(new Set(['a.txt', 'dir/[id].ts']));
});
