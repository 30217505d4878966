import { expect, test } from 'vitest';
import { withinTime } from '../../src/checks/within.ts';

test('gives the result of work that is quick', () => {
  expect(withinTime(1000, () => [1, 2, 3])).toEqual([1, 2, 3]);
});

test('ends a regular expression that would run for years', () => {
  expect(withinTime(50, () => /^(a+)+$/.test(`${'a'.repeat(50)}b`))).toBeUndefined();
});

test('errors of the work itself come through', () => {
  expect(() =>
    withinTime(1000, () => {
      throw new RangeError('mine');
    }),
  ).toThrow('mine');
});
