/** Several edits of one file: which text each is located in, in which order they are taken, and when they meet. */
import { describe, expect, test } from 'vitest';
import type { FormatName } from '../../src/edits/types.ts';
import { edit, hunk, leaves, outcome, replace } from './support.ts';

const notes = (before: string, ...operations: ReturnType<typeof replace>[]) => {
  const left = outcome({ 'f.txt': before }, operations);
  return left.ok ? left.notes : left.codes;
};
const messages = (before: string, ...operations: ReturnType<typeof replace>[]) => {
  const left = outcome({ 'f.txt': before }, operations);
  return left.ok ? [] : left.problems.map((problem) => problem.message);
};

describe('hunks of one call', () => {
  test('are all located in the text before the call, insertions included', () => {
    const hunks = [
      hunk('f.txt', ['-a', '+A', '+A2']),
      hunk('f.txt', ['+new'], { anchors: ['b'] }),
      hunk('f.txt', ['-c', '+C']),
    ];
    expect(leaves('a\nb\nc\n', hunks)).toBe('A\nA2\nb\nnew\nC\n');
  });
  test('of several files do not mix', () => {
    const left = outcome({ 'a.txt': 'x\n', 'b.txt': 'x\n' }, [
      hunk('a.txt', ['-x', '+a']),
      hunk('b.txt', ['-x', '+b']),
      hunk('a.txt', ['-a', '+A']),
    ]);
    expect(left).toMatchObject({ files: { 'a.txt': 'A\n', 'b.txt': 'b\n' } });
  });
  test('of two calls see one another', () => {
    const call = (callId: string) => ({ source: { format: 'apply_patch' as const, index: 0, callId } });
    const hunks = [hunk('f.txt', ['-a', '+b'], call('1')), hunk('f.txt', ['-b', '+c'], call('2'))];
    expect(leaves('a\n', hunks)).toBe('c\n');
  });
  test('a hunk that stands several times goes between its neighbours', () => {
    const file = 'x\nfirst\nx\nlast\nx\n';
    const change = hunk('f.txt', ['-x', '+y']);
    expect(leaves(file, [hunk('f.txt', ['-first', '+1']), change, hunk('f.txt', ['-last', '+2'])])).toBe(
      'x\n1\ny\n2\nx\n',
    );
    expect(leaves(file, [change, hunk('f.txt', ['-first', '+1'])])).toBe('y\n1\nx\nlast\nx\n');
    expect(leaves(file, [hunk('f.txt', ['-last', '+2']), change])).toBe('x\nfirst\nx\n2\ny\n');
  });
  test('a neighbour that itself stands several times tells nothing', () => {
    const file = 'x\nz\nx\nz\nlast\n';
    const hunks = [
      hunk('f.txt', ['-x', '+y']),
      hunk('f.txt', ['-z', '+w']),
      hunk('f.txt', ['-last', '+end']),
    ];
    expect(leaves(file, hunks)).toBe('AMBIGUOUS,AMBIGUOUS');
  });
  test('several hunks of a new file: the first makes it, the others find its text', () => {
    const made = [hunk('n.txt', ['+one', '+two']), hunk('n.txt', ['-two', '+2'])];
    expect(outcome({}, made)).toMatchObject({ files: { 'n.txt': 'one\n2\n' } });
    const missing = [hunk('n.txt', ['-one', '+1']), hunk('n.txt', ['-two', '+2'])];
    expect(outcome({}, missing)).toMatchObject({ codes: ['MISSING', 'MISSING'] });
  });
});

describe('edits that meet', () => {
  const call = (format: FormatName) => ({ source: { format, index: 0 } });
  test('two pieces of one line, side by side or one inside the other', () => {
    expect(leaves('one two\n', [edit('f.txt', 'one', '1'), edit('f.txt', ' two', ' 2')])).toBe('1 2\n');
    expect(leaves('one two\n', [edit('f.txt', 'one two', '1 2'), edit('f.txt', 'two', '2')])).toBe('OVERLAP');
  });
  test('a piece whose unchanged line another edit changes', () => {
    // Both name the line `b`; only one changes it.
    const first = edit('f.txt', 'a\nb', 'A\nb');
    const second = edit('f.txt', 'b\nc', 'B\nc');
    expect(leaves('a\nb\nc\n', [second, first])).toBe('OVERLAP');
    expect(messages('a\nb\nc\n', second, first)[0]).toMatch(/Two edits of f\.txt overlap/);
  });
  test('one of all the places', () => {
    const all = edit('f.txt', 'x', 'y', { replaceAll: true });
    expect(leaves('x\nx\n', [edit('f.txt', 'x\nx', 'x\nz'), all])).toBe('OVERLAP');
  });
  test('hunks may touch', () => {
    expect(leaves('a\nb\n', [hunk('f.txt', ['-a', '+A']), hunk('f.txt', ['-b', '+B'])])).toBe('A\nB\n');
  });
  test('an overlap names what was sought', () => {
    const left = outcome({ 'f.txt': 'one two\n' }, [
      edit('f.txt', 'one two', '1 2', call('edit')),
      edit('f.txt', 'two', '2', call('edit')),
    ]);
    expect(left.ok ? {} : left.problems[0]?.facts).toEqual({ sought: 'two' });
  });
});

describe('blocks, one after another', () => {
  test('a block next to an earlier change sees it', () => {
    const blocks = [replace('f.txt', 'a\n', 'b\n'), replace('f.txt', 'b\nb\n', 'c\n')];
    expect(leaves('a\nb\n', blocks)).toBe('c\n');
  });
  test('a block for the text before an earlier one is noted', () => {
    const blocks = [
      replace('f.txt', 'aaa\nbbb\n', 'AAA\nbbb\n'),
      replace('f.txt', 'aaa\nbbb\nccc\n', 'aaa\nbbb\nCCC\n'),
    ];
    expect(notes('aaa\nbbb\nccc\n', ...blocks)).toEqual([
      'f.txt: an edit was written for the text before an earlier edit of the same reply',
    ]);
  });
  test('and finds its place behind what the earlier ones added and took away', () => {
    const blocks = [
      replace('f.txt', 'aaa\nbbb\n', 'aaa\nnew\nnew\nbbb\n'),
      replace('f.txt', 'ccc\nddd\n', 'ddd\n'),
      replace('f.txt', 'bbb\nccc\nddd\neee\n', 'bbb\nccc\nddd\nEEE\n'),
    ];
    expect(leaves('aaa\nbbb\nccc\nddd\neee\n', blocks)).toBe('aaa\nnew\nnew\nbbb\nddd\nEEE\n');
  });
  test('a text that was never there is only not found', () => {
    const blocks = [
      replace('f.txt', 'one line\n', 'other line\n'),
      replace('f.txt', 'no such line\n', 'x\n'),
    ];
    expect(messages('one line\n', ...blocks)[0]).toMatch(/^The text to replace is not in f\.txt\./);
  });
  test('a text that an earlier block already made so is done', () => {
    const blocks = [
      replace('f.txt', 'first line\nsecond line\n', 'first line\nother line\n'),
      replace('f.txt', 'second line\n', 'other line\n'),
    ];
    expect(notes('first line\nsecond line\n', ...blocks)).toEqual([
      'f.txt: an edit is applied already; its new text stands there',
    ]);
  });
  test('one that stands several times stays unclear, whatever an earlier block did', () => {
    const blocks = [replace('f.txt', 'head\n', 'HEAD\n'), replace('f.txt', 'x\n', 'y\n')];
    expect(leaves('head\nx\na\nx\n', blocks)).toBe('AMBIGUOUS');
  });
  test('a failing block sent twice fails twice', () => {
    const twice = () => replace('f.txt', 'no such line\n', 'x\n');
    expect(outcome({ 'f.txt': 'a\n' }, [twice(), twice()])).toMatchObject({
      codes: ['NOT_FOUND', 'NOT_FOUND'],
    });
  });
  test('the same change under other anchors is another edit', () => {
    const walk = (anchor: string) =>
      hunk('f.txt', ['-run', '+walk'], { anchors: [anchor], sequential: true });
    expect(leaves('a:\nrun\nb:\nrun\n', [walk('a:'), walk('b:')])).toBe('a:\nwalk\nb:\nwalk\n');
  });
});

describe('what is said of an edit', () => {
  test('that changes nothing, once', () => {
    expect(notes('a\nb\n', replace('f.txt', 'a\n', 'a\n'))).toEqual(['f.txt: an edit changes nothing']);
    expect(notes('a\nb\n', replace('f.txt', 'a\n', 'A\n'))).toEqual([]);
  });
  test('whose new text stands there: only that', () => {
    const again = edit('f.txt', 'import a', 'import a\nimport b');
    expect(notes('import a\nimport b\n', again)).toEqual(['f.txt: the new text stands there already']);
  });
  test('that empties the file, and no other', () => {
    expect(notes('a\nb\n', replace('f.txt', 'a\nb\n', ''))).toEqual(['f.txt is empty after the edit']);
    expect(notes('a\nb\n', replace('f.txt', 'a\nb\n', '\n'))).toEqual(['f.txt is empty after the edit']);
    expect(notes('a\nb\n\n', replace('f.txt', 'a\nb\n', ''))).toEqual(['f.txt is empty after the edit']);
    expect(notes('a\nb\n', replace('f.txt', 'b\n', ''))).toEqual([]);
    expect(notes('a\n', replace('f.txt', 'a\n', 'b\n'))).toEqual([]);
  });
  test('whose new lines cannot be indented', () => {
    const odd = replace('f.txt', '    a:\n      one()\n', '  b:\n      two()\n');
    expect(messages('a:\n  one()\n', odd)[0]).toMatch(
      /stands in f\.txt only under another shape \(L4\), and how the new lines would be indented/,
    );
  });
  test('that was sent for another version of the file', () => {
    const stale = replace('f.txt', 'gone\n', 'x\n', { baseSha: 'a'.repeat(40) });
    expect(messages('a\n', stale)[0]).toMatch(/^f\.txt has changed since it was shown/);
    const current = replace('f.txt', 'gone\n', 'x\n', { baseSha: '78981922613B' });
    expect(messages('a\n', current)[0]).toMatch(/^The text to replace is not in f\.txt/);
    const end = replace('f.txt', 'gone\n', 'x\n', { baseSha: '878ac1994e85' });
    expect(messages('a\n', end)[0]).toMatch(/^f\.txt has changed/);
  });
});
