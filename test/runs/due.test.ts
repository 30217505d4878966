import { describe, expect, test } from 'vitest';
import { nextDue, nextDueAfterFailures, SPREAD_MS, spreadOf } from '../../src/runs/due.ts';

const mondays = { cron: '0 5 * * 1', timezone: 'UTC' };
const at = (time: string) => Date.parse(time);
const monday = at('2026-11-30T05:00:00Z');
const week = 7 * 24 * 3_600_000;

describe('the spread', () => {
  test('is the same for a repository at any time, and less than half an hour', () => {
    for (let repository = 1; repository <= 500; repository++) {
      expect(spreadOf(repository)).toBe(spreadOf(repository));
      expect(spreadOf(repository)).toBeGreaterThanOrEqual(0);
      expect(spreadOf(repository)).toBeLessThan(SPREAD_MS);
    }
  });

  test('a hundred repositories with the same line do not start at once', () => {
    const starts = Array.from({ length: 100 }, (_, n) => nextDue(mondays, 1_000 + n, monday - week / 2));
    const minutes = Map.groupBy(starts, (start) => Math.floor(start / 60_000));
    expect(Math.max(...[...minutes.values()].map((same) => same.length))).toBeLessThanOrEqual(12);
    expect(minutes.size).toBeGreaterThan(20);
  });
});

describe('the next time', () => {
  const spread = spreadOf(7);

  test('is that of the line, and the share of the repository later', () => {
    expect(nextDue(mondays, 7, monday - 1)).toBe(monday + spread);
    // Between the two it has not come yet, and at its very moment it is over.
    expect(nextDue(mondays, 7, monday + spread - 1)).toBe(monday + spread);
    expect(nextDue(mondays, 7, monday + spread)).toBe(monday + spread + week);
  });

  test('after failures in a row times are passed over, seven at most', () => {
    const weeks = [0, 1, 2, 3, 4, 5, 50].map(
      (failures) => (nextDueAfterFailures(mondays, 7, monday + spread, failures) - monday - spread) / week,
    );
    expect(weeks).toEqual([1, 1, 2, 4, 8, 8, 8]);
  });
});
