/** Cron lines of maintenance tasks: which are accepted, and when they come due. */
import { CronExpressionParser } from 'cron-parser';

export interface Schedule {
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  cron: string;
  /** A zone of the IANA list. */
  timezone: string;
}

/** The library takes more: seconds, `@daily`, and `H`, which means another time at every start. */
const fields = /^[\d*,/-]+(?: (?:[\d*,/L-]|[A-Za-z]{3})+){4}$/;

/** Why a cron line is not accepted, as what it must be; undefined when it is. */
export function cronProblem(cron: string): string | undefined {
  if (!fields.test(cron)) return 'must be five fields of a cron line, such as `0 5 * * 1`';
  try {
    const line = CronExpressionParser.parse(cron, { tz: 'UTC', currentDate: new Date(0) });
    // With one minute only, two times are at least an hour apart.
    if (line.fields.minute.values.length > 1)
      return 'must name one minute: a task runs at most once in an hour';
    line.next();
    return undefined;
  } catch (error) {
    return `must be a cron line that comes due (${wordsOf(error)})`;
  }
}

/** `Constraint error, got value 61 expected range 0-59` → `got value 61 expected range 0-59`. */
function wordsOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return said.replace(/^(?:Constraint|Validation) error, /, '').replace(/\.$/, '');
}

export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Offsets such as `+02:00` are accepted there, too, and have no summer.
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** The first time after `after`; both in milliseconds since 1970. Throws for a line that is not accepted. */
export function nextTime({ cron, timezone }: Schedule, after: number): number {
  return CronExpressionParser.parse(cron, { tz: timezone, currentDate: new Date(after) })
    .next()
    .getTime();
}
