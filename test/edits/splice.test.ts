/** The bytes that an edit writes: line ends, blanks and quotes of what it changes, and of what it leaves. */
import { describe, expect, test } from 'vitest';
import { applySplices, sortSplices } from '../../src/edits/splice.ts';
import { edit, hunk, leaves, outcome, replace } from './support.ts';

const udiff = { source: { format: 'udiff', index: 0 } } as const;
const at = (afterLine: number) =>
  replace('f.txt', '', 'new\n', { afterLine, source: { format: 'text_editor', index: 0 } });
const notes = (before: string, one: ReturnType<typeof replace>) => {
  const left = outcome({ 'f.txt': before }, [one]);
  return left.ok ? left.notes : left.codes;
};

describe('splices', () => {
  test('are sorted by place, an insertion before what is replaced there, else as sent', () => {
    const sorted = sortSplices([
      { start: 4, end: 6, text: 'C' },
      { start: 0, end: 2, text: 'A' },
      { start: 4, end: 4, text: 'first' },
      { start: 4, end: 4, text: 'second' },
      { start: 2, end: 2, text: 'B' },
    ]);
    expect(sorted.map(({ text }) => text)).toEqual(['A', 'B', 'first', 'second', 'C']);
    expect(applySplices('aabbccdd', sorted)).toBe('ABbbfirstsecondCdd');
  });
  test('lines that are inserted in front of replaced ones stand there, whichever comes first', () => {
    const change = hunk('f.txt', ['-b', '+B']);
    const insertion = hunk('f.txt', ['+new'], { anchors: ['a'] });
    expect(leaves('a\nb\nc\n', [change, insertion])).toBe('a\nnew\nB\nc\n');
    expect(leaves('a\nb\nc\n', [insertion, change])).toBe('a\nnew\nB\nc\n');
  });
});

describe('line ends of replaced lines', () => {
  test.each([
    [
      'one by one, the last one’s for all that are more',
      'a\r\nb\nc\r\nd\n',
      'a\nb\nc\n',
      'A\nB\nC\nD\nE\n',
      'A\r\nB\nC\r\nD\r\nE\r\nd\n',
    ],
    ['fewer: the last keeps the last one’s', 'a\nb\nc\r\nd\n', 'a\nb\nc\n', 'A\nB\n', 'A\nB\r\nd\n'],
    ['an unterminated last line stays so', 'a\nb', 'b\n', 'B\n', 'a\nB'],
    [
      'what comes behind it is parted as the lines before are',
      'a\nb\r\nc',
      'c\n',
      'C\nD\n',
      'a\nb\r\nC\r\nD',
    ],
    ['the only line, unterminated', 'a', 'a\n', 'A\nB\n', 'A\nB'],
  ])('%s', (_name, before, old, fresh, left) => {
    expect(leaves(before, [replace('f.txt', old, fresh)])).toBe(left);
  });
  test.each([
    ['the last line goes', 'a\r\nb', 'b\n', '', 'a'],
    ['the only line goes', 'a', 'a\n', '', ''],
    ['a terminated last line goes', 'a\nb\n', 'b\n', '', 'a\n'],
    ['a line in the middle goes', 'a\nb\nc', 'b\n', '', 'a\nc'],
  ])('%s', (_name, before, old, fresh, left) => {
    expect(leaves(before, [replace('f.txt', old, fresh)])).toBe(left);
  });
});

describe('line ends of new lines', () => {
  test.each([
    ['at the top: the first line’s', 0, 'a\r\nb\n', 'new\r\na\r\nb\n'],
    ['behind a line: that line’s', 1, 'a\r\nb\n', 'a\r\nnew\r\nb\n'],
    ['behind another: that one’s', 2, 'a\r\nb\n', 'a\r\nb\nnew\n'],
    ['behind an unterminated line: the most frequent', 3, 'a\r\nb\r\nc', 'a\r\nb\r\nc\r\nnew'],
    ['of an empty file', 0, '', 'new\n'],
  ])('%s', (_name, line, before, left) => {
    expect(leaves(before, [at(line)])).toBe(left);
  });
  test('above the first line of a block, and between two', () => {
    expect(leaves('x\na\r\nb\n', [replace('f.txt', 'a\nb\n', 'new\na\nb\n')])).toBe('x\nnew\na\r\nb\n');
    expect(leaves('x\na\r\nb\n', [replace('f.txt', 'a\nb\n', 'a\nnew\nb\n')])).toBe('x\na\r\nnew\r\nb\n');
  });
  test('behind the unterminated last line: only a patch ends what it writes', () => {
    expect(leaves('a\nb', [replace('f.txt', 'b\n', 'b\nc\n')])).toBe('a\nb\nc');
    expect(leaves('a\nb', [hunk('f.txt', [' b', '+c'], udiff)])).toBe('a\nb\nc');
    expect(leaves('a\nb', [hunk('f.txt', ['-b', '+c'], udiff)])).toBe('a\nc');
    expect(leaves('a\nb', [hunk('f.txt', [' b', '+c'])])).toBe('a\nb\nc\n');
  });
});

describe('a text that a tool names', () => {
  test.each([
    [
      'whole lines that both texts share stay, blanks at their ends included',
      'one  \nold\ntwo\t\nrest\n',
      'one\nold\ntwo',
      'one\nnew\ntwo',
      'one  \nnew\ntwo\t\nrest\n',
    ],
    [
      'also with more lines between',
      'one  \nold\ntwo  \n',
      'one\nold\ntwo',
      'one\na\nb\ntwo',
      'one  \na\nb\ntwo  \n',
    ],
    ['also with none between', 'one  \nold\ntwo  \n', 'one\nold\ntwo', 'one\ntwo', 'one  \ntwo  \n'],
    ['lines between two that stay', 'a\r\nb\nc\n', 'a\nb', 'a\nnew\nb', 'a\r\nnew\r\nb\nc\n'],
    ['a line that repeats its neighbour', 'a\na\nb\n', 'a\na\nb', 'a\nb', 'a\nb\n'],
    ['each line’s own end', 'x\na\r\nb\nc\r\n', 'a\nb\nc', 'A\nB\nC', 'x\nA\r\nB\nC\r\n'],
    ['more lines than there were', 'a\nx\r\ny\n', 'x', 'X\nY\nZ', 'a\nX\r\nY\r\nZ\r\ny\n'],
    ['more behind the unterminated last line', 'z\nx\r\na', 'a', 'a\nb', 'z\nx\r\na\r\nb'],
    ['more in a file of one line', 'a', 'a', 'b\nc', 'b\nc'],
    ['from mid-line to mid-line', '(a\r\nb\nc)\n', 'a\nb\nc', 'A\nB\nC', '(A\r\nB\nC)\n'],
    ['from mid-line, the last line shared', '(a\nb  \nc\n', 'a\nb', 'A\nb', '(A\nb  \nc\n'],
    ['nothing in its place', 'a b c\n', ' b', '', 'a c\n'],
  ])('%s', (_name, before, old, fresh, left) => {
    expect(leaves(before, [edit('f.txt', old, fresh)])).toBe(left);
  });
  test('that is already so changes nothing', () => {
    expect(notes('a b\nc\n', edit('f.txt', 'b\nc', 'b\nc'))).toEqual(['f.txt: an edit changes nothing']);
    expect(notes('a b\n', edit('f.txt', 'b', 'b'))).toEqual(['f.txt: an edit changes nothing']);
  });
});

describe('the file’s own quotes and dashes', () => {
  test.each([
    ['stay where the line stays', 'say “hi” now\n', 'say "hi" now', 'say "hi" then', 'say “hi” then\n'],
    ['also at the end', 'now say “hi”\n', 'now say "hi"', 'then say "hi"', 'then say “hi”\n'],
    ['blanks at the line’s end aside', 'say “hi”  \n', 'say "hi"', 'say "ho"', 'say “ho”\n'],
    ['also when the model repeats one more', '“”\nnext\n', '""\nnext', '"""\nnext', '“”"\nnext\n'],
    [
      'not where lines are not one to one',
      'say “hi”\nbye now\n',
      'say "hi"\nbye now',
      'say "ho"',
      'say "ho"\n',
    ],
    ['not where letters differ as well', 'ﬁnd it\n', 'find it', 'find me', 'find me\n'],
  ])('%s', (_name, before, old, fresh, left) => {
    expect(leaves(before, [replace('f.txt', `${old}\n`, `${fresh}\n`)])).toBe(left);
  });
  test('a line that is sent as it was, in other signs, is no change', () => {
    expect(leaves('say “hi”\n', [hunk('f.txt', ['-say "hi"', '+say "hi"'])])).toBe('say “hi”\n');
    expect(leaves('say “hi” x\n', [edit('f.txt', '"hi"', '"hi"')])).toBe('say “hi” x\n');
  });
  test('in a text that a tool names, line by line', () => {
    expect(leaves('f(“a”,\n  “b”)\n', [edit('f.txt', '"a",\n  "b")', '"a1",\n  "b1")')])).toBe(
      'f(“a1”,\n  “b1”)\n',
    );
  });
});
