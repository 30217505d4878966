/** Work trees that wait for the next run: what is written again, and that nothing which programs left in them survives. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { fetchBranch, forgetCache } from '../../src/workspace/cache.ts';
import { closeWorkspace, retireFiles } from '../../src/workspace/close.ts';
import { changesOf, treeOf } from '../../src/workspace/contents.ts';
import { createGitHome, type GitHome } from '../../src/workspace/git.ts';
import { keptTreeOf } from '../../src/workspace/kept-tree.ts';
import { push, remoteBranches } from '../../src/workspace/push.ts';
import { ownCommits } from '../../src/workspace/rebase.ts';
import { commit, openWorkspace, stage, type Workspace } from '../../src/workspace/workspace.ts';
import { scratch } from '../support/folders.ts';
import { git, repository } from '../support/repositories.ts';

const files = {
  'run.sh': 'echo run\n',
  'a.txt': 'one\n',
  'src/b.txt': 'two\n',
  'src/deep/c.txt': 'three\n',
  '.gitignore': 'node_modules\n*.log\n',
};

let world: { dir: string; origin: string; home: GitHome };
beforeEach(async () => {
  const dir = await scratch();
  const origin = path.join(dir, 'origin');
  repository(origin, files);
  chmodSync(path.join(origin, 'run.sh'), 0o755);
  symlinkSync('a.txt', path.join(origin, 'link'));
  git(origin, 'add', '-A');
  git(origin, 'commit', '-qm', 'a link and a program');
  git(origin, 'config', 'uploadpack.allowFilter', 'true');
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  world = { dir, origin, home: await createGitHome(path.join(dir, 'home'), { localRemotes: true }) };
});

let runs = 0;
async function open(branch = 'main'): Promise<Workspace> {
  const { dir, origin, home } = world;
  const remote = { url: `file://${origin}`, cacheKey: '42', token: async () => undefined };
  const store = await fetchBranch(remote, branch, { root: path.join(dir, 'cache'), home });
  const workspace = await openWorkspace(store, store.commit ?? '', {
    root: path.join(dir, 'runs', String(++runs)),
    home,
    remote,
    keepAt: keptTreeOf(store.gitDir),
  });
  // As if the checkout had taken longer than the clock of files is coarse: what is younger is never trusted.
  await setTimeout(30);
  const now = new Date();
  utimesSync(path.join(path.dirname(workspace.dir), 'noted', 'index'), now, now);
  return workspace;
}

/** Everything in a tree: kind, permissions, number of links, content. */
function stateOf(dir: string): Record<string, string> {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    ['', ...names].map((name) => {
      const file = path.join(dir, name);
      const stats = lstatSync(file);
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isSymbolicLink()) return [name, `link to ${readlinkSync(file)}`];
      if (stats.isDirectory()) return [name, `folder ${mode}`];
      return [name, `file ${mode} ${stats.nlink} ${readFileSync(file, 'latin1')}`];
    }),
  );
}

const inode = (workspace: Workspace, name: string) => lstatSync(path.join(workspace.dir, name)).ino;

test('the next run of the repository gets the files that nothing has touched, without their being written again', async () => {
  const first = await open();
  const clean = stateOf(first.dir);
  const inodes = ['a.txt', 'run.sh', 'link', 'src/b.txt'].map((name) => inode(first, name));
  await closeWorkspace(first);
  expect(existsSync(path.dirname(first.dir))).toBe(false);
  const second = await open();
  expect(stateOf(second.dir)).toEqual(clean);
  expect(['a.txt', 'run.sh', 'link', 'src/b.txt'].map((name) => inode(second, name))).toEqual(inodes);
});

test('files beside a new one are moved to a new folder, and are not written again for that', async () => {
  const first = await open();
  const clean = stateOf(first.dir);
  const inodes = ['a.txt', 'run.sh', 'link', 'src/b.txt'].map((name) => inode(first, name));
  writeFileSync(path.join(first.dir, 'new.txt'), 'new\n');
  writeFileSync(path.join(first.dir, 'src/new.txt'), 'new\n');
  await stage(first, ['new.txt', 'src/new.txt']);
  await closeWorkspace(first);
  const second = await open();
  expect(stateOf(second.dir)).toEqual(clean);
  expect(['a.txt', 'run.sh', 'link', 'src/b.txt'].map((name) => inode(second, name))).toEqual(inodes);
});

test('files that are done with are swept before the workspace closes, for its commits do not need them', async () => {
  const first = await open();
  const clean = stateOf(first.dir);
  const kept = inode(first, 'a.txt');
  writeFileSync(path.join(first.dir, 'new.txt'), 'new\n');
  const tree = await stage(first, ['new.txt']);
  const author = { name: 'A', email: 'a@example.org' };
  const id = await commit(first, { message: 'add', author, time: 1_700_000_000 });
  await retireFiles(first);
  // When: the folder is not there, as while it is made anew.
  const aside = path.join(world.dir, 'aside');
  renameSync(first.dir, aside);
  const remote = { url: `file://${world.origin}`, cacheKey: '42', token: async () => undefined };
  expect(await remoteBranches(first, remote)).toEqual(['main']);
  expect((await ownCommits(first, first.base)).map((one) => one.id)).toEqual([id]);
  expect((await changesOf(first, id)).map((one) => one.path)).toEqual(['new.txt']);
  expect(await treeOf(first, id)).toBe(tree);
  expect(await push(first, remote, { branch: 'topic', expected: undefined })).toEqual({ state: 'pushed' });
  expect(git(world.origin, 'rev-parse', 'topic').trim()).toBe(id);
  renameSync(aside, first.dir);
  await closeWorkspace(first);
  const second = await open();
  expect(stateOf(second.dir)).toEqual(clean);
  expect(inode(second, 'a.txt')).toBe(kept);
});

test('what the default branch changed meanwhile is changed, added and removed', async () => {
  await closeWorkspace(await open());
  const { origin } = world;
  writeFileSync(path.join(origin, 'a.txt'), 'ONE\n');
  writeFileSync(path.join(origin, 'new.txt'), 'four\n');
  rmSync(path.join(origin, 'src/deep'), { recursive: true });
  git(origin, 'add', '-A');
  git(origin, 'commit', '-qm', 'second');
  const next = await open();
  expect(readFileSync(path.join(next.dir, 'a.txt'), 'utf8')).toBe('ONE\n');
  expect(readdirSync(next.dir).sort()).toEqual(['.gitignore', 'a.txt', 'link', 'new.txt', 'run.sh', 'src']);
  expect(readdirSync(path.join(next.dir, 'src'))).toEqual(['b.txt']);
});

/** Puts the times of a file back after a change, as one does who wants to go unseen. */
function unseen(file: string, change: () => void): void {
  const { atime, mtime } = lstatSync(file);
  change();
  utimesSync(file, atime, mtime);
}

const tampering: Record<string, (at: (name: string) => string) => void> = {
  'an edit of the run': (at) => writeFileSync(at('a.txt'), 'edited\n'),
  'other content of the same size at the same time': (at) =>
    unseen(at('a.txt'), () => writeFileSync(at('a.txt'), 'eno\n')),
  'another file of the same size and time in its place': (at) => {
    const { atime, mtime } = lstatSync(at('a.txt'));
    writeFileSync(at('other'), 'eno\n');
    utimesSync(at('other'), atime, mtime);
    renameSync(at('other'), at('a.txt'));
  },
  'a file that is gone': (at) => unlinkSync(at('src/b.txt')),
  'files and folders that git ignores': (at) => {
    mkdirSync(at('node_modules/evil'), { recursive: true });
    writeFileSync(at('node_modules/evil/index.js'), 'process.exit(0)\n');
    writeFileSync(at('src/x.log'), 'noise\n');
  },
  'an empty folder': (at) => mkdirSync(at('src/empty')),
  'a repository in a folder, with hooks': (at) => {
    execFileSync('git', ['init', '-q', at('src/nested')]);
    writeFileSync(at('src/nested/.git/hooks/post-checkout'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  },
  'a git directory of its own': (at) => {
    mkdirSync(at('.git/info'), { recursive: true });
    writeFileSync(at('.git/config'), '[core]\n\tfsmonitor = touch /tmp/x\n');
    writeFileSync(at('.git/info/attributes'), '* filter=evil\n');
  },
  'a pointer to another git directory': (at) => writeFileSync(at('.git'), 'gitdir: /tmp/elsewhere\n'),
  'a link in the place of a file': (at) => {
    unlinkSync(at('a.txt'));
    symlinkSync('/etc/passwd', at('a.txt'));
  },
  'a link that leads elsewhere': (at) => {
    unlinkSync(at('link'));
    symlinkSync('/etc/passwd', at('link'));
  },
  'a link in the place of a folder': (at) => {
    renameSync(at('src'), `${at('..')}/moved`);
    symlinkSync('../moved', at('src'));
  },
  'a folder in the place of a file': (at) => {
    unlinkSync(at('a.txt'));
    mkdirSync(at('a.txt'));
    writeFileSync(at('a.txt/x'), 'x');
  },
  'a second name for a file, so that writing one writes both': (at) => {
    unlinkSync(at('src/b.txt'));
    linkSync(at('a.txt'), at('src/b.txt'));
  },
  'a second name for a file outside of the tree': (at) => linkSync(at('a.txt'), `${at('..')}/second`),
  'a file that everybody may write': (at) => chmodSync(at('a.txt'), 0o777),
  'a program that is none any more': (at) => chmodSync(at('run.sh'), 0o644),
  'a folder that everybody may write': (at) => chmodSync(at('src'), 0o777),
  'a folder that hands its group on': (at) => chmodSync(at('src/deep'), 0o2755),
  'a tree that everybody may write': (at) => chmodSync(at('.'), 0o777),
  'folders that nobody may enter': (at) => {
    mkdirSync(at('closed/inner'), { recursive: true });
    chmodSync(at('closed'), 0);
    chmodSync(at('src/deep'), 0);
  },
  'a pipe, which would hold a reader for ever': (at) => execFileSync('mkfifo', [at('src/pipe')]),
  'a name that is no text': (at) =>
    writeFileSync(Buffer.concat([Buffer.from(`${at('src')}/`), Buffer.from([0xff, 0xfe])]), 'x'),
};

test.each(Object.entries(tampering))('%s does not reach the next run', async (_, tamper) => {
  const first = await open();
  const clean = stateOf(first.dir);
  tamper((name) => path.join(first.dir, name));
  // Also what was changed and staged as a part of the run's work.
  await stage(first, []);
  await closeWorkspace(first);
  const second = await open();
  expect(stateOf(second.dir)).toEqual(clean);
  expect(
    git(
      second.dir,
      '--git-dir',
      second.gitDir,
      '--work-tree',
      second.dir,
      'status',
      '--porcelain',
      '--ignored',
    ),
  ).toBe('');
  // And once more, from what the sweep itself has left.
  await closeWorkspace(second);
  expect(stateOf((await open()).dir)).toEqual(clean);
});

test('a commit of the run is not in the tree of the next one', async () => {
  const first = await open();
  writeFileSync(path.join(first.dir, 'a.txt'), 'committed\n');
  await stage(first, ['a.txt']);
  await closeWorkspace(first);
  expect(readFileSync(path.join((await open()).dir, 'a.txt'), 'utf8')).toBe('one\n');
});

test('notes of the tree lie where no program of the repository can write', async () => {
  const first = await open();
  expect(readdirSync(path.dirname(first.dir)).sort()).toEqual(['git', 'noted', 'work']);
  await closeWorkspace(first);
});

test('what was taken from a workspace is not kept: it may still be written to', async () => {
  const first = await open();
  first.keepAt = undefined;
  await closeWorkspace(first);
  expect(readdirSync(path.join(world.dir, 'cache'))).toEqual(['42.git']);
  expect(existsSync(path.dirname(first.dir))).toBe(false);
});

test('of two runs at a time each has its own files, and one tree stays', async () => {
  const first = await open();
  const second = await open();
  writeFileSync(path.join(first.dir, 'a.txt'), 'first\n');
  expect(readFileSync(path.join(second.dir, 'a.txt'), 'utf8')).toBe('one\n');
  await closeWorkspace(first);
  await closeWorkspace(second);
  expect(readdirSync(path.join(world.dir, 'cache')).sort()).toEqual(['42.git', '42.tree']);
  expect(readdirSync(path.join(world.dir, 'runs'))).toEqual([]);
});

test('what was written just before it was noted is written again: a later change could look the same', async () => {
  const first = await open();
  const { atime } = lstatSync(first.dir);
  utimesSync(
    path.join(path.dirname(first.dir), 'noted', 'index'),
    atime,
    lstatSync(path.join(first.dir, 'a.txt')).mtime,
  );
  const before = inode(first, 'a.txt');
  await closeWorkspace(first);
  writeFileSync(path.join(world.dir, 'takes the inode'), '');
  expect(inode(await open(), 'a.txt')).not.toBe(before);
});

test.each(['DIRC', ''])('notes that are damaged (%j) cost time and nothing else', async (damaged) => {
  const first = await open();
  const clean = stateOf(first.dir);
  writeFileSync(path.join(path.dirname(first.dir), 'noted', 'index'), damaged);
  writeFileSync(path.join(first.dir, 'evil'), 'x');
  await closeWorkspace(first);
  const second = await open();
  expect(stateOf(second.dir)).toEqual(clean);
  await closeWorkspace(second);
  writeFileSync(path.join(world.dir, 'cache', '42.tree', 'noted', 'index'), damaged);
  expect(stateOf((await open()).dir)).toEqual(clean);
});

test('of a repository that is forgotten nothing stays, also when a run of it ends after that', async () => {
  const first = await open();
  const second = await open();
  await closeWorkspace(first);
  const cache = path.join(world.dir, 'cache');
  expect(readdirSync(cache).sort()).toEqual(['42.git', '42.tree']);
  await forgetCache(cache, '42');
  await closeWorkspace(second);
  expect(readdirSync(cache)).toEqual([]);
  expect(readdirSync(path.join(world.dir, 'runs'))).toEqual([]);
});
