import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, addMonths, daysBetween, parseDay } from '../src/dates.ts';

test('a day that does not exist is refused', () => {
  assert.throws(() => parseDay('2026-02-30'), RangeError);
});

test('days are added across the end of a year', () => {
  assert.equal(addDays('2025-12-28', 7), '2026-01-04');
});

test('summer time neither adds nor takes a day', () => {
  assert.equal(daysBetween('2026-03-28', '2026-03-30'), 2);
});

test('a month later is the same day of the next month', () => {
  assert.equal(addMonths('2026-03-14', 1), '2026-04-14');
});

test('a month after the last of December is the last of January', () => {
  assert.equal(addMonths('2025-12-31', 1), '2026-01-31');
});

test('a month after 31 January ends with February', () => {
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
});

test('a month after 31 January ends with February, also in a leap year', () => {
  assert.equal(addMonths('2028-01-31', 1), '2028-02-29');
});
