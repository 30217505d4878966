/** The line for writes of one installation, on a clock of the test's own. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitAskedBy } from '../../src/github/limits.ts';
import { createPacer, NoRoom, RateLimited } from '../../src/github/pace.ts';

const refusal = (status: number, message: string, headers: Record<string, string>) =>
  Object.assign(new Error(message), { status, response: { headers } });
const secondary = (retryAfter?: number) =>
  refusal(
    403,
    'You have exceeded a secondary rate limit.',
    retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` },
  );

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
const hour = 60 * minute;

/** The most of `times` that lie in any stretch of this length. */
function densest(times: readonly number[], length: number): number {
  return Math.max(
    ...times.map((from) => times.filter((time) => time >= from && time < from + length).length),
  );
}

test('however much is to be written, no minute sees 80 writes and no hour 500; two are never under way at once', async () => {
  const pacer = createPacer(waitAskedBy);
  const sent: number[] = [];
  let active = 0;
  let most = 0;
  let refused = 0;
  const write = async (): Promise<void> => {
    try {
      await pacer.run('installation 1', 'write', async () => {
        most = Math.max(most, ++active);
        sent.push(Date.now());
        await new Promise((resolve) => setTimeout(resolve, 40));
        active -= 1;
      });
    } catch (error) {
      if (!(error instanceof RateLimited)) throw error;
      refused += 1;
      // As the queue does it.
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterSeconds * 1000));
      return write();
    }
  };
  const all = Promise.all(Array.from({ length: 1_200 }, write));
  await vi.advanceTimersByTimeAsync(4 * hour);
  await all;
  expect(sent).toHaveLength(1_200);
  expect(most).toBe(1);
  expect(densest(sent, minute)).toBeLessThan(80);
  expect(densest(sent, hour)).toBeLessThan(500);
  expect(refused).toBeGreaterThan(0);
});

test('one installation does not wait for another, and reading does not wait for writing', async () => {
  const pacer = createPacer(waitAskedBy);
  const seen: string[] = [];
  const send = (name: string) => async () => void seen.push(`${name} at ${Date.now() - start}`);
  const start = Date.now();
  void pacer.run('installation 1', 'write', send('first'));
  void pacer.run('installation 1', 'write', send('second'));
  void pacer.run('installation 2', 'write', send('other'));
  void pacer.run('installation 1', 'read', send('reader'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(seen.sort()).toEqual(['first at 0', 'other at 0', 'reader at 0', 'second at 1000']);
});

test('progress stands back for writes, and leaves them half of the hour', async () => {
  const pacer = createPacer(waitAskedBy);
  const busy = pacer.run('a', 'write', () => new Promise((resolve) => setTimeout(resolve, 500)));
  await expect(pacer.run('a', 'progress', async () => undefined)).rejects.toThrow(NoRoom);
  await vi.advanceTimersByTimeAsync(500);
  await busy;
  let reports = 0;
  for (let n = 0; n < 1_000; n++) {
    void pacer
      .run('a', 'progress', async () => {
        reports += 1;
      })
      .catch((error: unknown) => expect(error).toBeInstanceOf(NoRoom));
    await vi.advanceTimersByTimeAsync(2_000);
  }
  expect(reports).toBeGreaterThan(100);
  expect(reports).toBeLessThan(250);
  let isWritten = false;
  void pacer.run('a', 'write', async () => {
    isWritten = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isWritten).toBe(true);
});

test('after a refusal everything of the installation waits as long as it was told to, then goes on', async () => {
  const pacer = createPacer(waitAskedBy);
  const times: Record<string, number[]> = { edit: [], look: [] };
  const start = Date.now();
  const edit = pacer.run('a', 'write', async () => {
    times.edit?.push(Date.now() - start);
    if (times.edit?.length === 1) throw secondary(30);
    return 'written';
  });
  await vi.advanceTimersByTimeAsync(10);
  void pacer.run('a', 'read', async () => times.look?.push(Date.now() - start));
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await edit).toBe('written');
  expect(times).toEqual({ edit: [0, 30_000], look: [30_000] });
});

test('a wait of more than a minute is not sat out', async () => {
  const pacer = createPacer(waitAskedBy);
  const refused = async () => {
    throw secondary(600);
  };
  await expect(pacer.run('a', 'write', refused)).rejects.toMatchObject({ retryAfterSeconds: 600 });
  await expect(pacer.run('a', 'read', async () => 'not asked')).rejects.toBeInstanceOf(RateLimited);
});

test.each([
  ['the time that is named', secondary(7), 7_000],
  ['a minute when a secondary limit names none', secondary(), 60_000],
  ['429 without more', refusal(429, 'Too many requests', {}), 60_000],
  [
    'until the hour is over, by the clock of the answer',
    refusal(403, 'API rate limit exceeded for installation.', {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': `${Date.parse('2026-01-01T10:30:00Z') / 1000}`,
      date: 'Thu, 01 Jan 2026 10:00:00 GMT',
    }),
    30 * minute,
  ],
  ['nothing: this is about rights', refusal(403, 'Resource not accessible by integration', {}), undefined],
  ['nothing: this is another status', refusal(404, 'Not Found', { 'retry-after': '7' }), undefined],
])('waits for %s', (_what, error, wait) => {
  expect(waitAskedBy(error, 0, 0)).toBe(wait);
});
