/** Which of the kept set-ups go, as a matter of times and bytes alone. */
import { expect, test } from 'vitest';
import { mostOfOne, outlived } from '../../../src/checks/dependencies/retention.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = Date.UTC(2026, 0, 31);

/** An entry by how long ago it was made and used; without `made`, something that is no entry. */
const found = (place: string, ago: { made?: number; used: number }, bytes = 10) => ({
  place,
  used: now - ago.used,
  entry: ago.made === undefined ? undefined : { made: now - ago.made, bytes },
});

test.each([
  ['made a month ago, though used today', { made: 30 * DAY + 1, used: HOUR }, true],
  ['not used for a week', { made: 7 * DAY + 1, used: 7 * DAY + 1 }, true],
  ['used this week', { made: 29 * DAY, used: 6 * DAY }, false],
  ['left half-written for more than an hour', { used: HOUR + 1 }, true],
  ['being written', { used: HOUR - 1 }, false],
])('%s', (_, ago, goes) => {
  expect(outlived([found('a', ago)], now, 1_000)).toEqual(goes ? ['a'] : []);
});

test('over the limit, those used longest ago go until the rest fits; what is being written makes no room', () => {
  const all = [
    found('writing', { used: 50 * 60_000 }),
    found('new', { made: DAY, used: 1 }, 60),
    found('old', { made: DAY, used: 40 * 60_000 }, 60),
    found('older', { made: DAY, used: 45 * 60_000 }, 60),
  ];
  expect(outlived(all, now, 180)).toEqual([]);
  expect(outlived(all, now, 179)).toEqual(['older']);
  expect(outlived(all, now, 60)).toEqual(['older', 'old']);
  expect(outlived(all, now, 59)).toEqual(['older', 'old', 'new']);
});

test('what is over for its age counts no more', () => {
  const all = [
    found('stale', { made: 8 * DAY, used: 8 * DAY }, 100),
    found('new', { made: DAY, used: 1 }, 100),
  ];
  expect(outlived(all, now, 100)).toEqual(['stale']);
});

test('one entry may take a quarter of the whole, and never more than the largest workspace', () => {
  expect(mostOfOne(4_000)).toBe(1_000);
  expect(mostOfOne(1024 ** 4)).toBe(2 * 1024 ** 3);
});
