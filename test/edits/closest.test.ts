/** Which real lines are shown for a text that was not found. */
import { describe, expect, test } from 'vitest';
import { closestLines } from '../../src/edits/closest.ts';
import { Document } from '../../src/edits/document.ts';

const numbered = (count: number, name = 'value') =>
  Array.from({ length: count }, (_, index) => `${name}_${index + 1} = ${'abcdefgh'[index % 8]}${index + 1}`);
const closest = (lines: readonly string[], ...sought: string[]) =>
  closestLines(new Document(lines.map((line) => `${line}\n`).join('')), sought);

describe('by lines that both share', () => {
  const file = ['start()', 'one()', 'two()', 'end()', 'other()', 'one()', 'three()', 'end()'];
  test('the window with the most of them, aligned with the text', () => {
    expect(closest(file, 'one()', 'gone()', 'end()')).toEqual({
      start: 2,
      lines: ['one()', 'two()', 'end()'],
    });
    expect(closest(file, 'one()', 'three()', 'gone()')).toEqual({
      start: 6,
      lines: ['one()', 'three()', 'end()'],
    });
    expect(closest(file, 'gone()', 'three()', 'end()')?.start).toBe(6);
  });
  test('a rare line counts more than two common ones', () => {
    const rare = ['x()', 'y()', 'x()', 'y()', 'x()', 'y()', 'x()', 'y()', 'here()'];
    expect(closest(rare, 'x()', 'y()', 'gone()', 'here()')?.start).toBe(6);
  });
  test('under any indentation', () => {
    expect(closest(['if ok:', '    run(1)', '    stop()'], 'run(1)', 'gone()')?.start).toBe(2);
  });
  test('never before the first line, and not beyond the last', () => {
    expect(closest(['one()', 'two()'], 'gone()', 'lost()', 'one()')).toEqual({
      start: 1,
      lines: ['one()', 'two()'],
    });
    expect(closest(['one()', 'two()'], 'two()', 'gone()')).toEqual({ start: 2, lines: ['two()'] });
  });
  test('a line that stands more than twenty times says nothing', () => {
    const braces = (count: number) => [...Array.from({ length: count }, () => 'end'), 'last'];
    expect(closest(braces(20), 'end', 'nothing like it')?.start).toBe(1);
    expect(closest(braces(21), 'end', 'nothing like it')).toBeUndefined();
  });
});

describe('by one similar line', () => {
  test('the longest line of the text, where it is most alike', () => {
    expect(closest(numbered(40), 'x', 'value_33 = a3E')).toMatchObject({ start: 32 });
    expect(closest(numbered(40), 'x', '', 'value_33 = a3E')?.start).toBe(31);
  });
  test('at least six of ten pairs of signs, and no more than twice as long', () => {
    expect(closest(['abcdefghij'], 'abcdefgxyz')).toEqual({ start: 1, lines: ['abcdefghij'] });
    expect(closest(['abcdefghij'], 'abcdefxyzw')).toBeUndefined();
    expect(closest(['aaaa aaaa aaaa'], 'aaaa')).toBeUndefined();
    expect(closest(['ab'], 'abababab')).toBeUndefined();
  });
  test('the first of equally similar ones', () => {
    expect(closest(['call(one)', 'x', 'call(one)'], 'call(onx)')?.start).toBe(1);
  });
  test('each pair counts as often as it stands in both', () => {
    expect(closest(['ababababab', 'ab12345678'], 'ab123456xx')?.start).toBe(2);
  });
});

describe('what is shown', () => {
  test('three lines at least, fifteen at most, each of four hundred signs', () => {
    const file = numbered(60);
    expect(closest(file, file[9] ?? '', 'gone')?.lines).toHaveLength(3);
    expect(closest(file, ...file.slice(9, 14), 'gone')?.lines).toHaveLength(6);
    expect(closest(file, ...file.slice(9, 39), 'gone')?.lines).toHaveLength(15);
    expect(closest([`${'x'.repeat(500)}`, 'one()'], 'gone()', 'one()')?.lines[0]).toBe('x'.repeat(400));
  });
  test('nothing for a blank text, or a file without lines; a blank line within a text is no hindrance', () => {
    expect(closest(['one()'], ' ', '')).toBeUndefined();
    expect(closest([], 'one()')).toBeUndefined();
    expect(closest(['one()', '', 'two()'], '', 'two()')?.start).toBe(2);
  });
});
