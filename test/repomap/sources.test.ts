import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginning, git as gitOf } from '../../src/repomap/git.ts';
import { commitSource, folderSource, openSource } from '../../src/repomap/source.ts';
import type { RepoSource } from '../../src/repomap/types.ts';

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'sources-')));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function folder(name: string): string {
  const made = path.join(root, name);
  mkdirSync(made, { recursive: true });
  return made;
}

function git(cwd: string, ...args: string[]): string {
  const identity = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  const env = { ...process.env, ...identity, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', args, { cwd, env, encoding: 'utf8' });
}

function put(base: string, name: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(path.join(base, name)), { recursive: true });
  writeFileSync(path.join(base, name), content);
}

function repository(name: string, files: Record<string, string>): string {
  const made = folder(name);
  git(made, 'init', '-q');
  for (const [file, content] of Object.entries(files)) put(made, file, content);
  git(made, 'add', '-A');
  git(made, 'commit', '-qm', 'first: all files');
  return made;
}

async function contents(source: RepoSource): Promise<Record<string, string>> {
  const entries = await Promise.all(
    (await source.files()).map(
      async (file) => [file.path, Buffer.from(await source.read(file)).toString()] as const,
    ),
  );
  await source.close();
  return Object.fromEntries(entries);
}

const odd = {
  'a b.py': 'x = 1\n',
  'ünï/ç.js': 'f()\n',
  'tab\there.c': 'int x;\n',
  '-rf': '\n',
  'empty.txt': '',
};

describe('a commit', () => {
  it('has its files with any name, read from a bare repository in one go', async () => {
    const work = repository('commit', odd);
    git(root, 'clone', '-q', '--bare', work, 'commit.git');
    expect(await contents(await openSource(path.join(root, 'commit.git')))).toEqual(odd);
  });

  it('is the commit asked for, not what is on the disk', async () => {
    const work = repository('older', { 'a.py': 'one\n' });
    put(work, 'a.py', 'two\n');
    git(work, 'commit', '-qam', 'second');
    expect(await contents(commitSource(work, 'HEAD~1'))).toEqual({ 'a.py': 'one\n' });
  });

  it('tells its history, newest first, with odd names and subjects', async () => {
    const work = repository('history', { 'a.py': '1\n', 'ü b.py': '1\n' });
    put(work, 'ü b.py', '2\n');
    git(work, 'commit', '-qam', 'fix: "quotes" and ünïcode');
    const commits = await commitSource(work, 'HEAD').history(10);
    expect(commits.map(({ subject, paths }) => [subject, paths])).toEqual([
      ['fix: "quotes" and ünïcode', ['ü b.py']],
      ['first: all files', ['a.py', 'ü b.py']],
    ]);
  });

  it('is asked for the beginning of a log where that is very long', async () => {
    const work = repository('long', { 'a.py': '1\n' });
    const whole = await gitOf(work, ['log', '--format=%H']);
    expect(await beginning(work, ['log', '--format=%H'], 7)).toEqual({
      out: whole.subarray(0, 7),
      isCut: true,
    });
    expect(await beginning(work, ['log', '--format=%H'], whole.length)).toEqual({ out: whole, isCut: false });
  });

  it('answers a missing object with an error, and goes on', async () => {
    const work = repository('missing', { 'a.py': 'here\n' });
    const source = commitSource(work, 'HEAD');
    const [file] = await source.files();
    await expect(source.read({ path: 'x', blob: '1'.repeat(40), size: 1 })).rejects.toThrow(
      'not in the repository',
    );
    expect(Buffer.from(await source.read(file ?? { path: '', blob: '', size: 0 })).toString()).toBe('here\n');
    await source.close();
  });

  it('refuses what is no commit, an option among them', async () => {
    const work = repository('options', { a: '' });
    await expect(commitSource(work, '--output=/tmp/x').files()).rejects.toThrow();
  });
});

describe('a work tree', () => {
  it('shows what is on the disk: changed, new and deleted files, without the ignored', async () => {
    const work = repository('tree', { 'a.py': '1\n', 'b.py': '1\n', 'c.py': '1\n', '.gitignore': 'out/\n' });
    const before = await (await openSource(work)).files();
    put(work, 'b.py', '2\n');
    rmSync(path.join(work, 'c.py'));
    put(work, 'new/d.py', '3\n');
    put(work, 'out/e.py', '4\n');
    const source = await openSource(work);
    const after = await source.files();
    const blob = (files: typeof after, name: string) => files.find((file) => file.path === name)?.blob;
    expect(after.map((file) => file.path)).toEqual(['.gitignore', 'a.py', 'b.py', 'new/d.py']);
    expect(blob(after, 'a.py')).toBe(blob(before, 'a.py'));
    expect(blob(after, 'b.py')).toBe(git(work, 'hash-object', 'b.py').trim());
    expect(await contents(source)).toMatchObject({ 'b.py': '2\n', 'new/d.py': '3\n' });
  });

  it('may be a folder inside of one: its files, its history', async () => {
    const work = repository('inner', { 'top.py': '1\n', 'pkg/a.py': '1\n' });
    const source = await openSource(path.join(work, 'pkg'));
    expect((await source.files()).map((file) => file.path)).toEqual(['a.py']);
    expect((await source.history(5)).map((commit) => commit.paths)).toEqual([['a.py']]);
  });

  it('never runs what the repository configures', async () => {
    const work = repository('hostile', { 'a.py': '1\n', '.gitattributes': '*.py filter=own diff=own\n' });
    const trap = path.join(work, 'trap.sh');
    put(work, 'trap.sh', `#!/bin/sh\ntouch ${work}/sprung\ncat\n`);
    chmodSync(trap, 0o755);
    for (const key of [
      'core.fsmonitor',
      'core.sshCommand',
      'core.pager',
      'filter.own.clean',
      'filter.own.smudge',
    ])
      git(work, 'config', key, trap);
    for (const key of [
      'diff.external',
      'diff.own.textconv',
      'gpg.program',
      'credential.helper',
      'filter.own.process',
    ])
      git(work, 'config', key, trap);
    git(work, 'config', 'log.showSignature', 'true');
    put(work, '.git/hooks/post-index-change', `#!/bin/sh\ntouch ${work}/sprung\n`);
    chmodSync(path.join(work, '.git/hooks/post-index-change'), 0o755);
    rmSync(path.join(work, 'sprung'), { force: true });
    put(work, 'a.py', '2\n');
    const source = await openSource(work);
    await source.history(5);
    expect(Object.keys(await contents(source))).not.toContain('sprung');
  });

  it('does not follow a folder that became a link out of the tree', async () => {
    const work = repository('swapped', { 'pkg/a.py': 'inside\n' });
    put(root, 'elsewhere/a.py', 'secret\n');
    renameSync(path.join(work, 'pkg'), path.join(work, 'old'));
    symlinkSync(path.join(root, 'elsewhere'), path.join(work, 'pkg'));
    expect(Object.values(await contents(await openSource(work)))).not.toContain('secret\n');
  });

  it('without any commit has no history, and still its files', async () => {
    const work = folder('unborn');
    git(work, 'init', '-q');
    put(work, 'a.py', '1\n');
    const source = await openSource(work);
    expect([await source.head(), await source.history(5)]).toEqual([undefined, []]);
    expect(await contents(source)).toEqual({ 'a.py': '1\n' });
  });
});

describe('a plain folder', () => {
  it('survives link loops, pipes, unreadable and thousands of files', async () => {
    const plain = folder('plain');
    put(plain, 'a/b.py', 'x\n');
    symlinkSync('..', path.join(plain, 'a/loop'));
    symlinkSync('/etc/passwd', path.join(plain, 'a/link.txt'));
    execFileSync('mkfifo', [path.join(plain, 'pipe.py')]);
    for (let index = 0; index < 3000; index++) put(plain, `many/f${index}.txt`, '');
    const files = await folderSource(plain).files();
    expect(files).toHaveLength(3001);
    expect(files[0]?.path).toBe('a/b.py');
  });

  it('goes as deep as folders go', async () => {
    const deep = `${'d/'.repeat(500)}x.py`;
    const plain = folder('deep');
    put(plain, deep, '1\n');
    expect((await folderSource(plain).files()).map((file) => file.path)).toEqual([deep]);
  });

  it('that is none says so', async () => {
    await expect(openSource(path.join(root, 'nowhere'))).rejects.toThrow('is not a folder');
    await expect(openSource(folder('nogit'), 'HEAD')).rejects.toThrow('is not a git repository');
  });
});
