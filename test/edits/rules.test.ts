/** The rules behind the gates, each at its bounds. */
import { describe, expect, test } from 'vitest';
import { isElision, isOmissionComment, isPossibleOmission } from '../../src/edits/elision.ts';
import {
  hasEscapedLineEnd,
  isDisproportionate,
  looksLikeRewrite,
  markerIn,
  omissionIn,
} from '../../src/edits/gates.ts';
import { readNumbered, stripNumbers } from '../../src/edits/numbered.ts';
import { lineScript } from '../../src/edits/script.ts';

test('an overwrite loses most of a file: of more than 200 lines, fewer than three in ten are left', () => {
  expect(isDisproportionate(201, 60)).toBe(true);
  expect(isDisproportionate(200, 10)).toBe(false);
  expect(isDisproportionate(1000, 300)).toBe(false);
  expect(isDisproportionate(1000, 299)).toBe(true);
});

test('a text repeats a file: more than half of its lines of three signs, of which it has at least three', () => {
  const file = ['  one();', 'two();', '}', ' ', 'three();', 'four();'];
  expect(looksLikeRewrite(file, ['one();', '  two();', 'three();', 'x'])).toBe(true);
  expect(looksLikeRewrite(file, ['one();', 'two();', '}', '', 'x'])).toBe(false);
  expect(looksLikeRewrite(['one();', 'two();', '}'], ['one();', 'two();'])).toBe(false);
  expect(looksLikeRewrite(['one', 'two', 'six'], ['one', 'two'])).toBe(true);
  expect(looksLikeRewrite(['ab', 'cd', 'ef', 'one', 'two', 'six'], ['ab', 'cd', 'ef', 'one'])).toBe(false);
});

describe('a line that stands for code', () => {
  const omission = (before: string[], after: string[], path = 'f.js', known = (_: string) => false) =>
    omissionIn(path, lineScript(before, after), known);
  test('a heading counts only where more lines go than come, blank ones aside', () => {
    const heading = '/* existing styles... */';
    expect(omission(['a', 'b'], [heading])).toBe(heading);
    expect(omission(['a'], [heading])).toBeUndefined();
    expect(omission(['a', ''], [heading])).toBeUndefined();
    expect(omission(['a', 'b'], [heading, 'c'])).toBeUndefined();
    // Two stretches, with a line between that stays: each is counted alone.
    expect(omission(['a', 'k', 'b', 'c'], [heading, 'k'])).toBeUndefined();
    expect(omission(['a', 'c', 'k', 'b'], [heading, 'k', 'b'])).toBe(heading);
  });
  test('bare dots count where they are no code, and nowhere in prose', () => {
    expect(omission(['a'], ['  ...'])).toBe('  ...');
    expect(omission(['a'], ['...'], 'f.py')).toBeUndefined();
    expect(omission(['a'], ['...'], 'README.md')).toBeUndefined();
    expect(omission(['a'], ['...'], 'f.js', (line) => line === '...')).toBeUndefined();
  });
  test.each([
    ['// ...', true, true],
    ['# ... rest of the code ...', true, true],
    ['//// ** existing code', true, true],
    ['<!-- existing code -->', true, true],
    ['/* unchanged */', true, true],
    ['// the rest of the file remains the same', true, true],
    ['// other methods...', false, true],
    ['// see the existing code below', false, false],
    ['// wait for ...', false, false],
    ['//', false, false],
    ['other methods...', false, false],
    [`// ${'x'.repeat(86)} unchanged ...`, true, true],
    [`// ${'x'.repeat(87)} unchanged ...`, false, false],
    [`${' '.repeat(194)}// ...`, true, true],
    [`${' '.repeat(195)}// ...`, false, false],
  ])('%s', (line, surely, possibly) => {
    expect([isOmissionComment(line), isPossibleOmission(line)]).toEqual([surely, possibly]);
    expect(isElision(line)).toBe(possibly);
  });
});

test('a marker is one that the file did not have, at the start of its line', () => {
  const never = () => false;
  for (const line of ['<<<<<<< HEAD', '>>>>>>>', '<<<<< SEARCH', '>>>>>>>>> REPLACE', '*** End Patch '])
    expect(markerIn(['a', line], never)).toBe(line);
  for (const line of [' <<<<<<< HEAD', '<<<<<<<HEAD', '=======', '*** Add File: x', '>>> REPLACE'])
    expect(markerIn([line], never)).toBeUndefined();
  expect(markerIn(['<<<<<<< HEAD', '>>>>>>> x'], (marker) => marker.test('<<<<<<< mine'))).toBe('>>>>>>> x');
});

test('a line end as two characters: outside quotes, in one line, where neither the file nor the old text has one', () => {
  const sent = (text: string, old = 'a', file = 'a', path = 'f.js') =>
    hasEscapedLineEnd(path, text, old, file);
  expect(sent('a();\\n  b();')).toBe(true);
  expect(sent('a();\\n}')).toBe(true);
  expect(sent('a();\nb();\\n}')).toBe(false);
  expect(sent('a\\ b')).toBe(false);
  expect(sent('x = "a;\\n  b"')).toBe(false);
  expect(sent("x = 'it\\'s;\\n  b'")).toBe(false);
  expect(sent('x = `a;\\n  b`')).toBe(false);
  expect(sent('x = "a" + b;\\n  c = "d"')).toBe(true);
  expect(sent('a();\\n  b();', 'c\\nd')).toBe(false);
  expect(sent('a();\\n  b();', 'a', 'split(/\\n/)')).toBe(false);
  expect(sent('a();\\n  b();', 'a', 'print("\\n")')).toBe(true);
  expect(sent('a();\\n  b();', 'a', 'a', 'f.tex')).toBe(false);
  expect(sent(`a();\\n  b();${' '.repeat(99_988)}`)).toBe(true);
  expect(sent(`a();\\n  b();${' '.repeat(99_989)}`)).toBe(false);
});

describe('numbers of a listing', () => {
  test('ascend by one, behind any blanks; their separator may be trimmed on an empty line', () => {
    expect(readNumbered(['  9\tone', ' 10\t', ' 11\t  two'])).toEqual({
      lines: ['one', '', '  two'],
      separator: '\t',
      hint: { start: 9, end: 11 },
    });
    expect(readNumbered(['9: one', '10:', '11: two'])?.lines).toEqual(['one', '', 'two']);
    expect(readNumbered(['9 | one', '10 |', '11 | two'])?.lines).toEqual(['one', '', 'two']);
    expect(readNumbered(['9|one', '10|two'])).toMatchObject({ separator: '|', lines: ['one', 'two'] });
  });
  test('only the first of several lines may lack its own', () => {
    expect(readNumbered(['one', ' 10\ttwo'])).toEqual({
      lines: ['one', 'two'],
      separator: '\t',
      hint: { start: 9, end: 10 },
    });
    expect(readNumbered(['one'])).toBeUndefined();
    expect(readNumbered(['9\tone', 'two'])).toBeUndefined();
    expect(readNumbered(['9\tone', '11\ttwo'])).toBeUndefined();
    expect(readNumbered(['one', 'two'])).toBeUndefined();
  });
  test('of more than seven digits are none', () => {
    expect(readNumbered(['1234567\tone'])?.hint).toEqual({ start: 1234567, end: 1234567 });
    expect(readNumbered(['12345678\tone'])).toBeUndefined();
  });
  test('are taken off a new text with the same separator only', () => {
    expect(stripNumbers(['1\ta', '2\tb'], '\t')).toEqual(['a', 'b']);
    expect(stripNumbers(['1: a'], '\t')).toBeUndefined();
    expect(stripNumbers([], '\t')).toEqual([]);
  });
});
