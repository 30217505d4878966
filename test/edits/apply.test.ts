/** Writing to a real folder: all or nothing, whatever fails, and never outside. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApplyError, applyChangeSet, type Disk, RestoreError } from '../../src/edits/apply.ts';
import { workspaceTree } from '../../src/edits/index.ts';
import type { ChangeSet, FileChange } from '../../src/edits/types.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'apply-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const file = (name: string) => path.join(root, name);
const write = (name: string, text: string) => {
  fs.mkdirSync(path.dirname(file(name)), { recursive: true });
  fs.writeFileSync(file(name), text);
};
const set = (...files: FileChange[]): ChangeSet => ({ files, notes: [], warnings: [] });
const update = (name: string, before: string, after: string): FileChange => ({
  path: name,
  action: 'update',
  before: bytes(before),
  after: bytes(after),
  mode: '100644',
});
const create = (name: string, after: string): FileChange => ({
  path: name,
  action: 'create',
  after: bytes(after),
  mode: '100644',
});
const remove = (name: string, before: string): FileChange => ({
  path: name,
  action: 'delete',
  before: bytes(before),
  mode: '100644',
});
const rename = (from: string, to: string, before: string, after = before): FileChange => ({
  path: to,
  action: 'rename',
  fromPath: from,
  before: bytes(before),
  after: bytes(after),
  mode: '100644',
});

/** Every file below the folder, with its content: what a half-written reply would show in. */
function snapshot(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of fs.readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const stat = fs.lstatSync(file(name));
    if (stat.isFile()) found[name] = fs.readFileSync(file(name), 'utf8');
    else if (stat.isDirectory() && fs.readdirSync(file(name)).length === 0) found[`${name}/`] = '';
  }
  return found;
}

function everything(): ChangeSet {
  write('a.txt', 'a\n');
  write('b.txt', 'b\n');
  write('old.txt', 'old\n');
  write('gone.txt', 'gone\n');
  return set(
    update('a.txt', 'a\n', 'A\n'),
    create('new/deep/c.txt', 'c\n'),
    rename('old.txt', 'moved/to.txt', 'old\n', 'new\n'),
    remove('gone.txt', 'gone\n'),
    update('b.txt', 'b\n', 'B\n'),
  );
}

describe('a change set', () => {
  test('is written whole', () => {
    applyChangeSet(everything(), root);
    expect(snapshot()).toEqual({
      'a.txt': 'A\n',
      'b.txt': 'B\n',
      'new/deep/c.txt': 'c\n',
      'moved/to.txt': 'new\n',
    });
  });

  test('keeps and sets the executable bit', () => {
    write('run.sh', 'a\n');
    fs.chmodSync(file('run.sh'), 0o755);
    const entry = workspaceTree(root).read('run.sh');
    expect(entry).toMatchObject({ type: 'file', mode: '100755' });
    applyChangeSet(set({ ...update('run.sh', 'a\n', 'b\n'), mode: '100755' }), root);
    expect(fs.statSync(file('run.sh')).mode & 0o777).toBe(0o755);
  });

  test('a private file stays private, and one that others may read stays so', () => {
    for (const [name, mode] of [
      ['secret.txt', 0o600],
      ['shared.txt', 0o664],
      ['tool.sh', 0o750],
    ] as const) {
      write(name, 'a\n');
      fs.chmodSync(file(name), mode);
      const inGit = (mode & 0o100) === 0 ? '100644' : '100755';
      applyChangeSet(set({ ...update(name, 'a\n', 'b\n'), mode: inGit }), root);
      expect([name, fs.statSync(file(name)).mode & 0o777]).toEqual([name, mode]);
    }
  });

  test('a file that becomes executable runs for whoever may read it, and the other way round', () => {
    for (const [before, mode, after] of [
      [0o640, '100755', 0o750],
      [0o755, '100644', 0o644],
    ] as const) {
      write('tool.sh', 'a\n');
      fs.chmodSync(file('tool.sh'), before);
      applyChangeSet(set({ ...update('tool.sh', 'a\n', 'b\n'), mode }), root);
      expect(fs.statSync(file('tool.sh')).mode & 0o777).toBe(after);
    }
  });

  test('may move a file and use its name again', () => {
    write('a.txt', 'a\n');
    applyChangeSet(set(rename('a.txt', 'b.txt', 'a\n'), create('c.txt', 'c\n')), root);
    expect(snapshot()).toEqual({ 'b.txt': 'a\n', 'c.txt': 'c\n' });
  });
});

/** A disk on which the n-th call of one kind fails. */
function failing(name: keyof Disk, nth: number): Disk {
  let calls = 0;
  const disk: Disk = { ...fs };
  const fail = () => {
    calls += 1;
    if (calls === nth) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  };
  return new Proxy(disk, {
    get(target, key, receiver) {
      const real: unknown = Reflect.get(target, key, receiver);
      if (key !== name || typeof real !== 'function') return real;
      return (...given: unknown[]) => {
        fail();
        return Reflect.apply(real, fs, given);
      };
    },
  });
}

describe('a failing disk', () => {
  const kinds = [
    'openSync',
    'writeSync',
    'fsyncSync',
    'fchmodSync',
    'mkdirSync',
    'renameSync',
    'linkSync',
    'lstatSync',
    'readFileSync',
  ] as const;
  test.each(kinds)('%s, at any point, leaves the folder as it was', (kind) => {
    let failures = 0;
    for (let nth = 1; nth < 60; nth++) {
      const changes = everything();
      const before = snapshot();
      const disk = failing(kind, nth);
      try {
        applyChangeSet(changes, root, disk);
        break;
      } catch (error) {
        failures += 1;
        expect(error).toBeInstanceOf(ApplyError);
        expect(String(error)).toMatch(/ENOSPC.*No file was changed/);
        expect(snapshot()).toEqual(before);
      }
    }
    expect(failures).toBeGreaterThan(0);
  });

  test('without second names for a file sets the old one aside instead', () => {
    const changes = everything();
    const noLinks: Disk = {
      ...fs,
      linkSync: () => {
        throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
      },
    };
    applyChangeSet(changes, root, noLinks);
    const written = changes.files.filter((change) => change.after !== undefined);
    for (const change of written)
      expect(fs.readFileSync(file(change.path))).toEqual(Buffer.from(change.after ?? []));
    expect(Object.keys(snapshot()).filter((name) => name.includes('.aiderbot-'))).toEqual([]);
  });

  test('that also fails to restore says which files', () => {
    const changes = everything();
    let renames = 0;
    const disk: Disk = {
      ...fs,
      renameSync: (from, to) => {
        renames += 1;
        if (renames >= 3) throw new Error('gone');
        fs.renameSync(from, to);
      },
    };
    expect(() => applyChangeSet(changes, root, disk)).toThrow(RestoreError);
  });
});

describe('what changed since planning', () => {
  test('other bytes, a missing file, a new file', () => {
    write('a.txt', 'x\n');
    const before = snapshot();
    expect(() => applyChangeSet(set(update('a.txt', 'a\n', 'A\n')), root)).toThrow(/has changed/);
    expect(() => applyChangeSet(set(update('b.txt', 'a\n', 'A\n')), root)).toThrow(/no longer there/);
    expect(() => applyChangeSet(set(create('a.txt', 'A\n')), root)).toThrow(/exists already/);
    expect(snapshot()).toEqual(before);
  });

  test('a folder that became a link is not followed', () => {
    const outside = mkdtempSync(path.join(tmpdir(), 'outside-'));
    try {
      fs.symlinkSync(outside, file('dir'));
      expect(() => applyChangeSet(set(create('dir/x.txt', 'x')), root)).toThrow(/not a folder/);
      fs.writeFileSync(path.join(outside, 'y.txt'), 'y\n');
      fs.symlinkSync(path.join(outside, 'y.txt'), file('y.txt'));
      expect(() => applyChangeSet(set(update('y.txt', 'y\n', 'Y\n')), root)).toThrow(/not a regular file/);
      expect(() => applyChangeSet(set(remove('y.txt', 'y\n')), root)).toThrow(/not a regular file/);
      expect(fs.readdirSync(outside)).toEqual(['y.txt']);
      expect(fs.readFileSync(path.join(outside, 'y.txt'), 'utf8')).toBe('y\n');
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });

  test('a link that appears between planning and moving into place is seen', () => {
    write('dir/a.txt', 'a\n');
    const outside = mkdtempSync(path.join(tmpdir(), 'outside-'));
    try {
      const swap: Disk = {
        ...fs,
        closeSync: (descriptor) => {
          fs.closeSync(descriptor);
          fs.renameSync(file('dir'), file('was'));
          fs.symlinkSync(outside, file('dir'));
        },
      };
      expect(() => applyChangeSet(set(update('dir/a.txt', 'a\n', 'A\n')), root, swap)).toThrow(
        /not a folder/,
      );
      expect(fs.readdirSync(outside)).toEqual([]);
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });

  test.each(['../x', '/etc/x', 'a/../../x', '.git/config', 'a/.GIT/x', 'a\\b', 'a//b', ''])(
    'the path %j is refused',
    (name) => {
      expect(() => applyChangeSet(set(create(name, 'x')), root)).toThrow(ApplyError);
      expect(snapshot()).toEqual({});
    },
  );
});

describe('a workspace as a tree', () => {
  test('reads files, kinds and nothing behind links', () => {
    write('src/a.txt', 'a\n');
    write('.git/config', 'secret\n');
    write('vendor/lib/.git', 'gitdir: elsewhere\n');
    write('vendor/lib/x.txt', 'x\n');
    fs.symlinkSync('src', file('link'));
    fs.symlinkSync('/etc/passwd', file('passwd'));
    const tree = workspaceTree(root);
    expect(tree.read('src/a.txt')).toMatchObject({ type: 'file', mode: '100644' });
    expect(tree.read('src')).toEqual({ type: 'directory' });
    expect(tree.read('link')).toEqual({ type: 'symlink' });
    expect(tree.read('link/a.txt')).toEqual({ type: 'symlink' });
    expect(tree.read('passwd')).toEqual({ type: 'symlink' });
    expect(tree.read('vendor/lib')).toEqual({ type: 'submodule' });
    expect(tree.read('vendor/lib/x.txt')).toEqual({ type: 'submodule' });
    expect(tree.read('src/a.txt/b')).toBeUndefined();
    for (const name of [
      '',
      '.git/config',
      '../x',
      '/etc/passwd',
      'src/../src/a.txt',
      'a\\b',
      'nope',
      'a\0b',
    ]) {
      expect(tree.read(name)).toBeUndefined();
    }
    expect(tree.list()).toEqual(['src/a.txt']);
    expect(tree.list()).toBe(tree.list());
  });

  test('what cannot be read is no file, and does not keep others from being read', () => {
    write('a.txt', 'a\n');
    spawnSync('mkfifo', [file('pipe')]);
    const tree = workspaceTree(root);
    expect(tree.read('pipe')).toEqual({ type: 'unreadable' });
    for (const name of ['x'.repeat(300), `\u00f6${'\u00f6'.repeat(150)}/a.txt`])
      expect(tree.read(name)).toBeUndefined();
    expect(tree.list()).toEqual(['a.txt']);
  });

  test('is one state: a file read once does not change', () => {
    write('a.txt', 'a\n');
    const tree = workspaceTree(root);
    const first = tree.read('a.txt');
    write('a.txt', 'b\n');
    expect(tree.read('a.txt')).toBe(first);
  });
});
