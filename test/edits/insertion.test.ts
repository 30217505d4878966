/** Text that replaces nothing: where it goes, when it is there already, and what it may not be. */
import { describe, expect, test } from 'vitest';
import { hunk, leaves, outcome, replace } from './support.ts';

const insert = (afterLine: number, newText = 'new line\n', more = {}) =>
  replace('f.txt', '', newText, { afterLine, source: { format: 'text_editor', index: 0 }, ...more });
const under = (anchors: string[], more = {}) => hunk('f.txt', ['+new line'], { anchors, ...more });
const append = (newText: string) => replace('f.txt', '', newText);
const notes = (before: string, one: ReturnType<typeof replace>) => {
  const left = outcome({ 'f.txt': before }, [one]);
  return left.ok ? left.notes : left.codes;
};

describe('after a line', () => {
  test('counts the lines that earlier calls of the reply made', () => {
    const first = replace('f.txt', 'a\n', 'a\nb\n');
    expect(leaves('a\nc\n', [first, insert(2)])).toBe('a\nb\nnew line\nc\n');
  });
  test('the same text may go to two places', () => {
    expect(leaves('a\nb\nc\n', [insert(1), insert(3)])).toBe('a\nnew line\nb\nnew line\nc\n');
  });
  test.each([[-1], [1.5], [4], [Number.NaN]])('%d is no line to insert after', (line) => {
    expect(leaves('a\nb\nc\n', [insert(line)])).toBe('BAD_ARGS');
  });
  test('of a file that is not there: only the top of a new one', () => {
    expect(outcome({}, [insert(0)])).toMatchObject({ files: { 'f.txt': 'new line\n' } });
    expect(outcome({ 'g.txt': '' }, [insert(1)])).toMatchObject({ codes: ['MISSING'] });
  });
  test('what stands there already is not inserted again, and that is said', () => {
    expect(leaves('a\nnew line\nb\n', [insert(1)])).toBe('a\nnew line\nb\n');
    expect(notes('a\nnew line\nb\n', insert(1))).toEqual(['f.txt: the new text stands there already']);
    expect(notes('a\nnew line', insert(1))).toEqual(['f.txt: the new text stands there already']);
    expect(notes('a\nb\n', insert(1))).toEqual([]);
  });
  test('it is there only when all of its lines are, from the first on', () => {
    const two = 'new line\nanother one\n';
    expect(leaves('a\nnew line\nb\n', [insert(1, two)])).toBe(`a\n${two}new line\nb\n`);
    expect(leaves('a\nnew line\nanother one\n', [insert(1, two)])).toBe('a\nnew line\nanother one\n');
    expect(leaves('a\nnew line\n', [insert(1, 'new line\n\n')])).toBe('a\nnew line\n\nnew line\n');
    expect(leaves('another one\nnew line\n', [insert(1, two)])).toBe(`another one\n${two}new line\n`);
  });
  test('lines that say too little are never taken for there', () => {
    expect(leaves('f {\n  }\n}\n', [insert(1, '  }\n')])).toBe('f {\n  }\n  }\n}\n');
    expect(leaves('a\n\n', [insert(1, '\n')])).toBe('a\n\n\n');
  });
});

describe('under an anchor', () => {
  test('the hunk list goes on behind it', () => {
    const hunks = [hunk('f.txt', ['+new line'], { anchors: ['mark'] }), hunk('f.txt', ['-x', '+y'])];
    expect(leaves('x\nmark\nx\n', hunks)).toBe('x\nmark\nnew line\ny\n');
  });
  test('a hint chooses among several when it names one alone', () => {
    const file = 'x\na\nx\nb\nx\n';
    const at = (start: number, end = start) => under(['x'], { lineHint: { start, end } });
    expect(leaves(file, [at(3)])).toBe('x\na\nx\nnew line\nb\nx\n');
    expect(leaves(file, [at(4)])).toBe('x\na\nx\nnew line\nb\nx\n');
    expect(leaves(file, [at(1, 3)])).toBe('AMBIGUOUS');
    expect(leaves(file, [at(30)])).toBe('AMBIGUOUS');
  });
  test('shows the places where it stands, with what is below', () => {
    const left = outcome({ 'f.txt': 'x\na\nx\nb\nc\nd\n' }, [under(['x'])]);
    expect(left.ok ? '' : left.problems[0]?.quoted).toBe(
      '1\tx\n2\ta\n3\tx\n---\n1\tx\n2\ta\n3\tx\n4\tb\n5\tc',
    );
  });
  test('that is not there is quoted, shortened, with the closest real lines', () => {
    const message = (anchors: string[]) => {
      const left = outcome({ 'f.txt': 'function start() {\n}\n' }, [under(anchors)]);
      return left.ok ? '' : (left.problems[0]?.message ?? '');
    };
    expect(message(['function stert() {', 'x'])).toContain('(`@@ function stert() { @@ x`) is not in f.txt');
    expect(message(['function stert() {'])).toContain('1\tfunction start() {');
    expect(message(['y'.repeat(300)])).toContain(`${'y'.repeat(200)}\``);
  });
});

describe('at the end', () => {
  test('is said', () => {
    expect(notes('a\n', append('b\n'))).toEqual(['f.txt: the new text was appended at the end']);
    expect(notes('', append('b\n'))).toEqual([]);
  });
  test('blank lines that are all of a file make way', () => {
    expect(leaves('\n \n', [append('new line\n')])).toBe('new line\n');
    expect(leaves('\n\n', [replace('f.txt', '\n', '\n\nnew line\n')])).toBe('new line\n');
  });
  test('in a file of blank lines a text that is not there is still not there', () => {
    expect(leaves('\n\n', [replace('f.txt', 'gone()\n\n', 'x\n')])).toBe('NOT_FOUND');
  });
  test('blank lines are text to append; nothing is nothing', () => {
    expect(leaves('a\n', [append('\n')])).toBe('a\n\n');
    expect(leaves('a\n', [append('\nb\n')])).toBe('a\n\nb\n');
    expect(notes('a\n', append(''))).toEqual(['f.txt: an edit changes nothing']);
    expect(notes('\n', replace('f.txt', '\n', '\n'))).toEqual(['f.txt: an edit changes nothing']);
  });
  test('an empty list of anchors is none', () => {
    expect(leaves('a\n', [hunk('f.txt', ['+b'], { anchors: [] })])).toBe('a\nb\n');
  });
});

describe('what a replacement may not bring, an insertion may not either', () => {
  const marker = '<<<<<<< HEAD\n';
  test.each([
    ['after a line', insert(1, marker)],
    ['under an anchor', hunk('f.txt', ['+<<<<<<< HEAD'], { anchors: ['a'] })],
    ['at the end', append(marker)],
  ])('%s', (_name, one) => {
    expect(leaves('a\n', [one])).toBe('CONFLICT_MARKER');
  });
  test('in a new file', () => {
    expect(outcome({}, [append(marker)])).toMatchObject({ codes: ['CONFLICT_MARKER'] });
    expect(outcome({}, [append('half a character: \ud83d\n')])).toMatchObject({ codes: ['ENCODING'] });
  });
});
