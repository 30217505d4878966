/** A text that stands several times: what tells the places apart, in which order it is asked, and what tells nothing. */
import { describe, expect, test } from 'vitest';
import { edit, hunk, leaves, outcome, replace } from './support.ts';

/** A file of numbered lines in which `x` stands on the given ones. */
const xAt = (count: number, ...lines: number[]) =>
  Array.from({ length: count }, (_, index) =>
    lines.includes(index + 1) ? 'x\n' : `line ${index + 1}\n`,
  ).join('');
/** The lines on which an edit of `x` to `y` took place; else the codes of the refusal. */
function changed(file: string, one: ReturnType<typeof replace>): number[] | string {
  const left = leaves(file, [one]);
  const lines = left.split('\n').flatMap((line, index) => (line === 'y' ? [index + 1] : []));
  return lines.length > 0 ? lines : left;
}

describe('as many as meant', () => {
  const declared = (expected: number) => replace('f.txt', 'x\n', 'y\n', { expected });
  test('one that is declared is one that has to be unique', () => {
    expect(changed(xAt(3, 2), declared(1))).toEqual([2]);
    expect(changed(xAt(3, 1, 3), declared(1))).toBe('AMBIGUOUS');
  });
  test('a wrong count does not stand in the way of a unique text, nor of a line hint', () => {
    expect(changed(xAt(3, 2), declared(2))).toEqual([2]);
    const hinted = replace('f.txt', 'x\n', 'y\n', { expected: 3, lineHint: { start: 3, end: 3 } });
    expect(changed(xAt(3, 1, 3), hinted)).toEqual([3]);
  });
  test('places side by side are all replaced, places inside of others are not', () => {
    expect(leaves('abab\n', [edit('f.txt', 'ab', 'c', { replaceAll: true })])).toBe('cc\n');
    expect(leaves('aaaaa\n', [edit('f.txt', 'aa', 'b', { replaceAll: true })])).toBe('bba\n');
    expect(leaves('x\nx\nx\n', [replace('f.txt', 'x\nx\n', 'y\n', { replaceAll: true })])).toBe('y\nx\n');
  });
  test('an edit sent once has to be unique, one sent as often as it stands means all', () => {
    const block = () => replace('f.txt', 'x\n', 'y\n');
    expect(leaves('x\na\nx\n', [block()])).toBe('AMBIGUOUS');
    expect(leaves('x\na\nx\nb\nx\n', [block(), block()])).toBe('AMBIGUOUS,AMBIGUOUS');
    expect(leaves('x\na\nx\nb\nx\n', [block(), block(), block()])).toBe('y\na\ny\nb\ny\n');
  });
});

describe('anchors', () => {
  const under = (anchors: string[], more = {}) => hunk('f.txt', ['-x', '+y'], { anchors, ...more });
  test('the first place below the last anchor, up to where its text comes again', () => {
    expect(changed('mark\nx\nx\n', under(['mark']))).toEqual([2]);
    expect(changed('x\nmark\na\nx\n', under(['mark']))).toEqual([4]);
    expect(changed('x\nmark\na\nmark\nx\n', under(['mark']))).toEqual([5]);
    expect(changed('mark\nx\nmark\nx\n', under(['mark']))).toBe('AMBIGUOUS');
  });
  test('may be the first line of the hunk itself', () => {
    const own = hunk('f.txt', [' mark', '-x', '+y'], { anchors: ['mark'] });
    expect(changed('mark\nx\nend\n', own)).toEqual([2]);
    expect(leaves('mark\nx\na\nmark\nx\n', [own])).toBe('AMBIGUOUS');
    const chosen = hunk('f.txt', [' mark', '-x', '+y'], { anchors: ['head', 'mark'] });
    expect(changed('mark\nx\nhead\nmark\nx\n', chosen)).toEqual([5]);
  });
  test('a chain is followed downwards', () => {
    expect(changed('b\nx\na\nb\nx\n', under(['a', 'b']))).toEqual([5]);
    expect(changed('b\nx\na\nx\n', under(['a', 'b']))).toBe('AMBIGUOUS');
  });
  test('equal text wins over a mere beginning; a blank anchor is none', () => {
    expect(changed('go(1)\nx\ngo\nx\n', under(['go']))).toEqual([4]);
    expect(changed('went\nx\ngo(1)\nx\n', under(['go']))).toEqual([4]);
    expect(changed('a\nx\nb\nx\n', under([' ']))).toBe('AMBIGUOUS');
    expect(changed('a\nx\n\nx\n', under([' ']))).toEqual([4]);
  });
  test('with nothing below them refuse what stands above, whatever else speaks for it', () => {
    expect(changed('x\na\nx\nmark\n', under(['mark'], { eof: true }))).toBe('NOT_FOUND');
    expect(changed('x\na\nx\nmark\n', under(['mark'], { lineHint: { start: 3, end: 3 } }))).toBe('NOT_FOUND');
  });
  test('that are lost are noted, and only then', () => {
    const notes = (file: string, anchors: string[]) => {
      const left = outcome({ 'f.txt': file }, [under(anchors)]);
      return left.ok ? left.notes.length : left.codes;
    };
    expect(notes('mark\nx\n', ['mark'])).toBe(0);
    expect(notes('x\n', [])).toBe(0);
    expect(notes('x\n', ['mark'])).toBe(1);
  });
});

describe('the end of the file', () => {
  test('chooses the one place there, if there is one', () => {
    const last = hunk('f.txt', ['-x', '+y'], { eof: true });
    expect(changed('x\na\nx\n', last)).toEqual([3]);
    expect(changed('x\na\nx\nb\n', last)).toBe('AMBIGUOUS');
  });
});

describe('line hints', () => {
  const hinted = (start: number, end = start) => replace('f.txt', 'x\n', 'y\n', { lineHint: { start, end } });
  test('name a place exactly, or one alone inside a range', () => {
    expect(changed(xAt(9, 2, 5, 8), hinted(5))).toEqual([5]);
    expect(changed(xAt(9, 2, 5, 8), hinted(4, 6))).toEqual([5]);
    expect(changed(xAt(9, 2, 5, 8), hinted(4, 5))).toEqual([5]);
    expect(changed(xAt(9, 2, 5, 8), hinted(8, 20))).toEqual([8]);
  });
  test('of several inside a range, the one that it starts with', () => {
    expect(changed(xAt(9, 2, 5, 8), hinted(5, 9))).toEqual([5]);
    expect(changed(xAt(9, 2, 5, 8), hinted(4, 9))).toBe('AMBIGUOUS');
    expect(changed(xAt(9, 2, 5, 8), hinted(1, 9))).toBe('AMBIGUOUS');
  });
  test('may be off, when the next place is at least twice as far', () => {
    expect(changed(xAt(90, 10, 40), hinted(20))).toEqual([10]);
    expect(changed(xAt(90, 10, 40), hinted(21))).toBe('AMBIGUOUS');
    expect(changed(xAt(90, 40, 10), hinted(30))).toEqual([40]);
    expect(changed(xAt(90, 10, 40), hinted(14, 20))).toEqual([10]);
  });
  test('and not by more than forty lines', () => {
    expect(changed(xAt(300, 10, 250), hinted(50))).toEqual([10]);
    expect(changed(xAt(300, 10, 250), hinted(51))).toBe('AMBIGUOUS');
  });
  test('count for all lines of the old text', () => {
    const two = (start: number) => replace('f.txt', 'x\nz\n', 'y\nz\n', { lineHint: { start, end: start } });
    const file = 'x\nz\na\nb\nx\nz\nc\n';
    expect(changed(file, two(2))).toEqual([1]);
    expect(changed(file, two(6))).toEqual([5]);
  });
});

describe('places that give the same text', () => {
  test('are no choice for a deletion, whatever stands between', () => {
    expect(leaves('x\nx\nx\n', [replace('f.txt', 'x\nx\n', 'x\n')])).toBe('x\nx\n');
    expect(leaves('x\nx\na\nx\n', [replace('f.txt', 'x\n', '')])).toBe('AMBIGUOUS');
  });
  test('are compared up to ten', () => {
    const deletion = replace('f.txt', 'x\n', '');
    expect(leaves('x\n'.repeat(10), [deletion])).toBe('x\n'.repeat(9));
    expect(leaves('x\n'.repeat(11), [deletion])).toBe('AMBIGUOUS');
  });
  test('and never where one cannot be written', () => {
    // At the first place the new line has no indentation that follows from the old ones.
    const odd = replace('f.txt', '    run(1)\n', '    run(1)\n  also()\n');
    expect(leaves('  run(1)\n   run(1)\n', [odd])).toBe('AMBIGUOUS');
  });
});
