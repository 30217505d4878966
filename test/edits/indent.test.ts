/** The file's indentation for new lines, derived from the lines that matched: each pair is what was sent and what the file has. */
import { describe, expect, test } from 'vitest';
import { type IndentPair, shiftLine, tableShift, uniformShift, withUnit } from '../../src/edits/indent.ts';

const pairs = (...rows: [sent: string, file: string][]): IndentPair[] =>
  rows.map(([sent, file]) => ({ sent, file }));
/** What becomes of new lines; `-` where it does not follow. */
function shifted(matched: readonly IndentPair[], ...lines: string[]): string[] | undefined {
  const shift = uniformShift(matched);
  return shift && lines.map((line, index) => shiftLine(shift, line, index) ?? '-');
}

describe('a constant shift', () => {
  test('none: lines stay as they were sent, blank ones too', () => {
    expect(uniformShift([])).toEqual({ kind: 'none' });
    expect(shifted(pairs(['  ', '  '], ['', '']), ' a', '   ')).toEqual([' a', '   ']);
  });
  test('the file has more', () => {
    expect(uniformShift(pairs(['', '    '], ['  ', '      ']))).toEqual({ kind: 'add', prefix: '    ' });
    expect(shifted(pairs(['', '    '], ['  ', '      ']), 'a', '    b', ' ')).toEqual([
      '    a',
      '        b',
      '',
    ]);
    expect(uniformShift(pairs(['  ', '\t  '], ['', '\t']))).toEqual({ kind: 'add', prefix: '\t' });
  });
  test('the model has more; a line with less than that has no place', () => {
    expect(uniformShift(pairs(['    ', ''], ['      ', '  ']))).toEqual({ kind: 'remove', prefix: '    ' });
    expect(shifted(pairs(['    ', ''], ['      ', '  ']), '      a', '        b', '  c')).toEqual([
      '  a',
      '    b',
      '-',
    ]);
    expect(uniformShift(pairs(['\t  ', '  ']))).toEqual({ kind: 'remove', prefix: '\t' });
  });
  test('none that is constant', () => {
    expect(uniformShift(pairs(['', '  '], ['  ', '  '], ['  ', '    ']))).toBeUndefined();
    expect(uniformShift(pairs(['  ', ' '], ['    ', '  ']))).toBeUndefined();
    expect(uniformShift(pairs([' \t', '\t ']))).toBeUndefined();
  });
});

describe('a text copied from its first visible character on', () => {
  test('only its first line gets the indentation, and new lines that have none', () => {
    const matched = pairs(['', '    '], ['        ', '        '], ['    ', '    ']);
    expect(uniformShift(matched)).toEqual({ kind: 'head', prefix: '    ', everywhere: true });
    expect(shifted(matched, 'a', '        b', 'c')).toEqual(['    a', '        b', '    c']);
  });
  test('not further lines, when another matched line has none either', () => {
    const matched = pairs(['', '    '], ['  ', '  '], ['', '']);
    expect(uniformShift(matched)).toEqual({ kind: 'head', prefix: '    ', everywhere: false });
    expect(shifted(matched, 'a', 'b', '  c')).toEqual(['    a', 'b', '  c']);
    expect(shifted(matched, ' a')).toEqual([' a']);
  });
  test('is more than one line, all others as in the file', () => {
    expect(uniformShift(pairs(['', '    '], ['  ', '    '], ['  ', '  ']))).toBeUndefined();
    expect(uniformShift(pairs(['  ', '    '], ['  ', '  ']))).toBeUndefined();
    expect(uniformShift(pairs(['', ''], ['  ', '    ']))).toBeUndefined();
  });
});

describe('tabs in one, blanks in the other', () => {
  test('the width is the one that fits all lines', () => {
    expect(shifted(pairs(['  ', '\t'], ['    ', '\t\t']), '  a', '      b', '   c', 'd')).toEqual([
      '\ta',
      '\t\t\tb',
      '\t c',
      'd',
    ]);
    expect(shifted(pairs(['', ''], ['\t', '        ']), '\ta', '\t\tb')).toEqual([
      '        a',
      `${' '.repeat(16)}b`,
    ]);
    expect(shifted(pairs(['\t', '   '], ['\t\t', '      ']), '\t\t\ta')).toEqual(['         a']);
  });
  test('a tab ends at the next multiple of the width', () => {
    expect(shifted(pairs(['\t', '    '], [' \t', '    '], ['\t\t', '        ']), '\t \tb')).toEqual([
      '        b',
    ]);
  });
  test('may be some columns apart; a line that would begin before the first has no place', () => {
    const matched = pairs(['    ', '\t\t'], ['        ', '\t\t\t']);
    expect(uniformShift(matched)).toEqual({ kind: 'retab', width: 4, delta: 4, tabs: true });
    expect(shifted(matched, 'a', '    b')).toEqual(['\ta', '\t\tb']);
    const less = pairs(['\t\t', '    '], ['\t\t\t', '        ']);
    expect(uniformShift(less)).toEqual({ kind: 'retab', width: 4, delta: -4, tabs: false });
    expect(shifted(less, '\ta', 'b', '\t\t c')).toEqual(['a', '-', '     c']);
  });
  test('one level alone: the plain width, or a guess that is not made', () => {
    expect(uniformShift(pairs(['  ', '\t']))).toEqual({ kind: 'retab', width: 2, delta: 0, tabs: true });
    expect(uniformShift(pairs(['      ', '\t']))).toBeUndefined();
  });
  test('lines without any indentation tell nothing; mixed ones are another shape', () => {
    expect(uniformShift(pairs(['', ''], ['    ', '\t'], ['', '']))).toMatchObject({
      kind: 'retab',
      width: 4,
    });
    expect(uniformShift(pairs(['  ', '\t'], ['\t', '\t\t']))).toBeUndefined();
    expect(uniformShift(pairs(['  ', '\t'], ['    ', '\t']))).toBeUndefined();
  });
});

describe('one matched indentation only', () => {
  test('new lines at others have to come out at the file’s own unit', () => {
    const matched = pairs(['   ', '    '], ['   ', '    ']);
    const shift = withUnit(uniformShift(matched), matched, 4);
    expect(shift).toEqual({ kind: 'add', prefix: ' ', unit: 4 });
    const lines = ['   a', '       b', '  c'].map((line) => shift && shiftLine(shift, line, 0));
    expect(lines).toEqual(['    a', '        b', undefined]);
  });
  test('the same when the model has more; tabs are no matter of units', () => {
    const matched = pairs(['     ', '    ']);
    const shift = withUnit(uniformShift(matched), matched, 4);
    expect(shift).toEqual({ kind: 'remove', prefix: ' ', unit: 4 });
    const lines = ['         a', '   b', ' \tc'].map((line) => shift && shiftLine(shift, line, 0));
    expect(lines).toEqual(['        a', undefined, '\tc']);
  });
  test('two of them are proof enough, and other shifts need none', () => {
    const two = pairs(['', ' '], ['  ', '   ']);
    expect(withUnit(uniformShift(two), two, 4)).toEqual({ kind: 'add', prefix: ' ' });
    const head = pairs(['', '  '], ['    ', '    ']);
    expect(withUnit(uniformShift(head), head, 4)).toEqual(uniformShift(head));
    expect(withUnit(undefined, two, 4)).toBeUndefined();
    expect(withUnit({ kind: 'none' }, pairs(['', '']), 4)).toEqual({ kind: 'none' });
  });
});

describe('a table of uneven levels', () => {
  const lines = (matched: readonly IndentPair[], ...sent: string[]) => {
    const shift = tableShift(matched);
    return shift && sent.map((line, index) => shiftLine(shift, line, index) ?? '-');
  };
  test('says of each indentation that was sent what it is in the file, in any order', () => {
    const matched = pairs(['     ', '      '], ['', ''], ['  ', '   ']);
    expect(lines(matched, '  a', '     b', 'c', ' ', '   d')).toEqual(['   a', '      b', 'c', '', '-']);
  });
  test.each([
    ['one sent that is two in the file', pairs(['  ', '  '], ['  ', '    '])],
    ['two sent that are one in the file', pairs(['  ', '    '], ['    ', '    '])],
    ['deeper that is less deep', pairs(['  ', '    '], ['    ', '  '])],
    ['two spellings of one column', pairs(['    ', '  '], ['\t', '    '])],
  ])('%s: no table', (_name, matched) => {
    expect(tableShift(matched)).toBeUndefined();
  });
});
