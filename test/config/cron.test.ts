import { describe, expect, test } from 'vitest';
import { cronProblem, isTimezone, nextTime } from '../../src/config/cron.ts';

/** The next `count` times after `after`, to the minute. */
function times(cron: string, after: string, count: number, timezone = 'UTC'): string[] {
  const found: string[] = [];
  let at = Date.parse(after);
  for (let n = 0; n < count; n++) {
    at = nextTime({ cron, timezone }, at);
    found.push(new Date(at).toISOString().slice(0, 16));
  }
  return found;
}

describe('when a line comes due', () => {
  test('every Monday at five', () => {
    expect(times('0 5 * * 1', '2026-11-30T05:00:00Z', 2)).toEqual(['2026-12-07T05:00', '2026-12-14T05:00']);
    expect(times('0 5 * * 1', '2026-11-30T04:59:59Z', 1)).toEqual(['2026-11-30T05:00']);
  });

  test('months without a 31st are passed over, and `L` is the last day of each', () => {
    expect(times('0 5 31 * *', '2026-01-31T05:00:00Z', 3)).toEqual([
      '2026-03-31T05:00',
      '2026-05-31T05:00',
      '2026-07-31T05:00',
    ]);
    expect(times('0 5 L * *', '2028-01-31T05:00:00Z', 2)).toEqual(['2028-02-29T05:00', '2028-03-31T05:00']);
  });

  test('the 29th of February comes every four years, and not in 2100', () => {
    expect(times('0 0 29 2 *', '2096-01-01T00:00:00Z', 2)).toEqual(['2096-02-29T00:00', '2104-02-29T00:00']);
  });

  test('a day of the month and a day of the week: either of them, as cron has it', () => {
    expect(times('0 5 13 * FRI', '2026-11-11T00:00:00Z', 3)).toEqual([
      '2026-11-13T05:00',
      '2026-11-20T05:00',
      '2026-11-27T05:00',
    ]);
  });

  test('UTC knows no summer', () => {
    expect(times('30 2 * * *', '2026-03-28T00:00:00Z', 2)).toEqual(['2026-03-28T02:30', '2026-03-29T02:30']);
  });

  test('in a zone with summer time no day is lost and none counts twice', () => {
    // On 29 March there is no 02:30 in Berlin; on 25 October there are two.
    expect(times('30 2 * * *', '2026-03-28T12:00:00Z', 2, 'Europe/Berlin')).toEqual([
      '2026-03-29T01:30',
      '2026-03-30T00:30',
    ]);
    expect(times('30 2 * * *', '2026-10-24T12:00:00Z', 2, 'Europe/Berlin')).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });
});

describe('which lines are accepted', () => {
  test.each(['0 5 * * 1', '15 */6 1,15 JAN-JUN *', '59 23 L * *', '0 5 * * mon-fri'])('%s', (cron) => {
    expect(cronProblem(cron)).toBeUndefined();
  });

  test.each([
    ['61 5 * * *', 'must be a cron line that comes due (got value 61 expected range 0-59)'],
    ['0 5 * * FRX', 'must be a cron line that comes due (cannot resolve alias "frx")'],
    // The 30th of February never comes.
    ['0 5 30 2 *', 'must be a cron line that comes due (Invalid explicit day of month definition)'],
    ['*/5 * * * *', 'must name one minute: a task runs at most once in an hour'],
    ['0,30 5 1 1 *', 'must name one minute: a task runs at most once in an hour'],
    ['* * * * *', 'must name one minute: a task runs at most once in an hour'],
    ['0 0 5 * * 1', 'must be five fields of a cron line, such as `0 5 * * 1`'],
    ['0 H * * *', 'must be five fields of a cron line, such as `0 5 * * 1`'],
    ['@daily', 'must be five fields of a cron line, such as `0 5 * * 1`'],
    ['', 'must be five fields of a cron line, such as `0 5 * * 1`'],
  ])('not %s', (cron, problem) => {
    expect(cronProblem(cron)).toBe(problem);
  });

  test('zones are those of the IANA list', () => {
    expect(isTimezone('Europe/Berlin')).toBe(true);
    expect(isTimezone('UTC')).toBe(true);
    expect(isTimezone('Mars/Phobos')).toBe(false);
    expect(isTimezone('+02:00')).toBe(false);
  });
});
