/** The repository as the edits of one reply leave it: what stands where after files were made, changed, moved and deleted. */
import { beforeEach, describe, expect, test } from 'vitest';
import { memoryTree } from '../../src/edits/index.ts';
import { Overlay } from '../../src/edits/overlay.ts';

const files = {
  'a.txt': 'a\n',
  'src/b.txt': 'b\n',
  'run.sh': { type: 'file', bytes: Buffer.from('run\n'), mode: '100755' },
  link: { type: 'symlink' },
} as const;

let overlay = new Overlay(memoryTree(files));
beforeEach(() => {
  overlay = new Overlay(memoryTree(files));
});

/** The changes as one line each: what, from where, with which mode, bytes before and after. */
function changes(): string[] {
  const text = (bytes: Uint8Array | undefined) =>
    bytes === undefined ? 'nothing' : JSON.stringify(Buffer.from(bytes).toString());
  return overlay.changes().map(({ action, path, fromPath, mode, before, after }) => {
    const name = fromPath === undefined ? path : `${fromPath} -> ${path}`;
    return `${action} ${name} ${mode}: ${text(before)} -> ${text(after)}`;
  });
}

function write(path: string, text: string): void {
  const access = overlay.text(path);
  if (!access.ok) throw new Error(access.reason);
  access.file.add([{ start: 0, end: access.file.text.length, text }]);
}

describe('text', () => {
  test('that was only read is no change, and neither is one written as it was', () => {
    expect(overlay.text('a.txt')).toMatchObject({ ok: true });
    write('src/b.txt', 'b\n');
    expect(changes()).toEqual([]);
  });
  test('that was changed is an update, read once', () => {
    write('run.sh', 'run faster\n');
    write('run.sh', 'run');
    expect(changes()).toHaveLength(1);
    expect(changes()[0]).toMatch(/^update run\.sh 100755: "run\\n" ->/);
  });
  test('is not there for a missing, a deleted and a linked file', () => {
    overlay.delete('a.txt');
    for (const path of ['missing.txt', 'a.txt', 'link']) {
      expect(overlay.text(path)).toMatchObject({ ok: false, code: 'MISSING' });
    }
  });
});

describe('a deleted file', () => {
  test('is absent and gone', () => {
    overlay.delete('a.txt');
    expect([overlay.kind('a.txt'), overlay.isGone('a.txt')]).toEqual(['absent', true]);
    expect(changes()).toEqual(['delete a.txt 100644: "a\\n" -> nothing']);
  });
  test('that this reply made leaves nothing behind', () => {
    overlay.create('new/n.txt', 'n\n');
    expect([overlay.kind('new'), overlay.kind('new/n.txt')]).toEqual(['directory', 'file']);
    overlay.delete('new/n.txt');
    expect([overlay.kind('new'), overlay.kind('new/n.txt')]).toEqual(['absent', 'absent']);
    expect(overlay.isGone('new/n.txt')).toBe(false);
    expect(changes()).toEqual([]);
  });
  test('that this reply moved is a deletion where it came from', () => {
    overlay.rename('a.txt', 'b.txt');
    overlay.delete('b.txt');
    expect(changes()).toEqual(['delete a.txt 100644: "a\\n" -> nothing']);
  });
  test('that was never there is nothing', () => {
    overlay.delete('missing.txt');
    expect(overlay.isGone('missing.txt')).toBe(false);
    expect(changes()).toEqual([]);
  });
  test('made again is an update that keeps its mode', () => {
    overlay.delete('run.sh');
    overlay.create('run.sh', 'again\n');
    expect(changes()).toEqual(['update run.sh 100755: "run\\n" -> "again\\n"']);
  });
});

describe('a moved file', () => {
  test('keeps its mode, its text and the edits made before', () => {
    write('run.sh', 'walk\n');
    overlay.rename('run.sh', 'bin/walk.sh');
    expect([overlay.kind('run.sh'), overlay.kind('bin')]).toEqual(['absent', 'directory']);
    expect(changes()).toEqual(['rename run.sh -> bin/walk.sh 100755: "run\\n" -> "walk\\n"']);
  });
  test('moved on is one rename', () => {
    overlay.rename('a.txt', 'b.txt');
    overlay.rename('b.txt', 'c.txt');
    expect(overlay.kind('b.txt')).toBe('absent');
    expect(changes()).toEqual(['rename a.txt -> c.txt 100644: "a\\n" -> "a\\n"']);
  });
  test('moved back is where it was', () => {
    overlay.rename('a.txt', 'b.txt');
    overlay.rename('b.txt', 'a.txt');
    expect(changes()).toEqual([]);
    write('a.txt', 'A\n');
    expect(changes()).toEqual(['update a.txt 100644: "a\\n" -> "A\\n"']);
  });
  test('that this reply made is a new file under its last name', () => {
    overlay.create('n.txt', 'n\n');
    overlay.rename('n.txt', 'm.txt');
    expect([overlay.kind('n.txt'), overlay.isGone('n.txt')]).toEqual(['absent', false]);
    expect(changes()).toEqual(['create m.txt 100644: nothing -> "n\\n"']);
  });
  test('whose old name is used again was copied', () => {
    overlay.rename('a.txt', 'b.txt');
    overlay.create('a.txt', 'other\n');
    expect(changes()).toEqual([
      'update a.txt 100644: "a\\n" -> "other\\n"',
      'create b.txt 100644: nothing -> "a\\n"',
    ]);
  });
  test('that swaps its name with another is an update of both', () => {
    overlay.rename('a.txt', 'c.txt');
    overlay.rename('run.sh', 'a.txt');
    overlay.rename('c.txt', 'run.sh');
    expect(changes().map((change) => change.split(' ').slice(0, 2).join(' '))).toEqual([
      'update a.txt',
      'update run.sh',
    ]);
  });
  test('that is missing or deleted stays so', () => {
    overlay.delete('a.txt');
    overlay.rename('a.txt', 'b.txt');
    overlay.rename('missing.txt', 'c.txt');
    expect(['b.txt', 'c.txt'].map((path) => overlay.kind(path))).toEqual(['absent', 'absent']);
    expect(changes()).toEqual(['delete a.txt 100644: "a\\n" -> nothing']);
  });
});

describe('a new name that differs from another only by letter case', () => {
  test('clashes with a file and with a folder that this reply made', () => {
    overlay.create('New/Name.txt', 'n\n');
    expect(overlay.caseClash('New/name.txt')).toBe('New/Name.txt');
    expect(overlay.caseClash('new/other.txt')).toBe('New');
    expect(overlay.caseClash('New/Name.txt')).toBeUndefined();
    expect(overlay.caseClash('elsewhere.txt')).toBeUndefined();
  });
  test('clashes no more when the other is gone again', () => {
    overlay.create('Name.txt', 'n\n');
    overlay.delete('Name.txt');
    expect(overlay.caseClash('name.txt')).toBeUndefined();
  });
  test('clashes with each of several spellings', () => {
    overlay.create('Name.txt', 'n\n');
    overlay.create('NAME.txt', 'n\n');
    overlay.delete('Name.txt');
    expect(overlay.caseClash('name.txt')).toBe('NAME.txt');
  });
});
