/** When the tasks of a repository come due: its cron lines, spread, and held back after failures. Pure. */
import { createHash } from 'node:crypto';
import { nextTime, type Schedule } from '../config/cron.ts';

/** Everybody writes "five in the morning": the repositories start within this time after it. */
export const SPREAD_MS = 30 * 60_000;

/** A time that was missed for longer is passed over: nobody waits for it any more. */
export const STALE_MS = 24 * 3_600_000;

/** After failures in a row a task runs every 2nd, 4th, … time, and never more seldom than this. */
const MOST_SPACING = 8;

/** How long after the minute of its cron lines a repository starts, in whole seconds; always the same. */
export function spreadOf(repository: number): number {
  const [high = 0, low = 0] = createHash('sha256').update(`schedule ${repository}`).digest();
  return ((high * 256 + low) % (SPREAD_MS / 1000)) * 1000;
}

/** The first time after `after` at which a repository runs a task; in milliseconds since 1970. */
export function nextDue(schedule: Schedule, repository: number, after: number): number {
  const spread = spreadOf(repository);
  return nextTime(schedule, after - spread) + spread;
}

/** As `nextDue`, with times passed over when the task failed `failures` times in a row. */
export function nextDueAfterFailures(
  schedule: Schedule,
  repository: number,
  after: number,
  failures: number,
): number {
  const times = Math.min(2 ** Math.max(0, failures - 1), MOST_SPACING);
  let due = after;
  for (let n = 0; n < times; n++) due = nextDue(schedule, repository, due);
  return due;
}
