/** Reading git's output: changed files of every kind, and lines that move. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diffFiles, emptyTree } from '../../../demo/github/git/diff.ts';
import { git } from '../../../demo/github/git/git.ts';
import { findLine } from '../../../demo/github/git/hunks.ts';
import { importCommit } from '../../../demo/github/git/import.ts';
import { shiftedLine } from '../../../demo/github/git/line-shift.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'standin-diff-'));
  await git(dir, ['init', '--quiet', '--bare', dir]);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** A commit with the files of `base`, some of them replaced or removed. */
function snapshot(base: string | undefined, files: Record<string, string | null>): Promise<string> {
  const author = { name: 'A', email: 'a@example.com' };
  return importCommit(dir, { parents: base === undefined ? [] : [base], files, message: 'x', author });
}

const long = Array.from({ length: 20 }, (_, at) => `line ${at + 1}\n`).join('');

test('added, changed, removed, renamed and binary files, also with strange names', async () => {
  const before = await snapshot(undefined, {
    'old name.txt': long,
    'gone.txt': 'x\n',
    'same.txt': 's\n',
  });
  const after = await snapshot(before, {
    'old name.txt': null,
    'new\tname.txt': `${long}more\n`,
    'gone.txt': null,
    'ü.bin': '\0\0',
    'no-newline': 'end',
  });
  const files = await diffFiles(dir, before, after);
  const shown = files.map((it) => [it.filename, it.status, it.previous, it.additions, it.deletions]);
  expect(shown).toEqual([
    ['gone.txt', 'removed', null, 0, 1],
    ['new\tname.txt', 'renamed', 'old name.txt', 1, 0],
    ['no-newline', 'added', null, 1, 0],
    ['ü.bin', 'added', null, 0, 0],
  ]);
  expect(files[2]?.patch).toBe('@@ -0,0 +1 @@\n+end\n\\ No newline at end of file');
  expect(files[3]?.patch).toBeUndefined();
});

test('nothing changed gives no files', async () => {
  expect(await diffFiles(dir, emptyTree, emptyTree)).toEqual([]);
});

test('a line moves with insertions and deletions above it and ends with its own change', async () => {
  const before = await snapshot(undefined, { 'a.txt': long });
  const changed = long
    .replace('line 3\n', '')
    .replace('line 10\n', 'line 9.5\nline 10\n')
    .replace('line 15', 'LINE 15');
  const after = await snapshot(undefined, { 'a.txt': changed });
  const lineOf = (line: number) => shiftedLine(dir, before, after, 'a.txt', line);
  expect(await Promise.all([1, 3, 4, 9, 10, 15, 20].map(lineOf))).toEqual([1, null, 3, 8, 10, null, 20]);
  const removed = await snapshot(before, { 'a.txt': null });
  expect(await shiftedLine(dir, before, removed, 'a.txt', 5)).toBeNull();
});

test('positions count lines below the first hunk header, on either side', () => {
  const patch = '@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n@@ -10,1 +10,2 @@ f()\n ten\n+eleven';
  expect(findLine(patch, 'RIGHT', 2)?.position).toBe(3);
  expect(findLine(patch, 'LEFT', 2)).toMatchObject({ position: 2, hunk: '@@ -1,3 +1,3 @@\n one\n-two' });
  expect(findLine(patch, 'RIGHT', 11)).toMatchObject({
    position: 7,
    hunk: '@@ -10,1 +10,2 @@ f()\n ten\n+eleven',
  });
  expect(findLine(patch, 'RIGHT', 5)).toBeUndefined();
});
