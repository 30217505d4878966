import { expect, it } from 'vitest';
import { count, dollars, duration, listed, tokens } from '../../src/report/format.ts';

it.each([
  [0, '0s'],
  [59_999, '59s'],
  [60_000, '1m 0s'],
  [192_000, '3m 12s'],
  [3_780_000, '1h 3m'],
])('%i ms is %s', (milliseconds, text) => expect(duration(milliseconds)).toBe(text));

it.each([
  [0, '$0.00'],
  [0.0049, '<$0.01'],
  [0.083, '$0.08'],
  [12, '$12.00'],
])('%d dollars is %s', (amount, text) => expect(dollars(amount)).toBe(text));

it.each([
  [999, '999'],
  [1_000, '1k'],
  [6_120, '6.1k'],
  [123_456, '123k'],
  [999_700, '1M'],
])('%i tokens is %s', (amount, text) => expect(tokens(amount)).toBe(text));

it('counts and lists', () => {
  expect([count(1, 'file'), count(1204, 'file'), count(1_234_567, 'file')]).toEqual([
    '1 file',
    '1,204 files',
    '1,234,567 files',
  ]);
  expect([listed([]), listed(['a']), listed(['a', 'b', 'c'])]).toEqual(['', 'a', 'a, b and c']);
});
