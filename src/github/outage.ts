/** GitHub, or the way to it, is down: nobody's fault, and over some time. */
import { GitError } from '../workspace/git.ts';
import { statusOf } from './client.ts';

const LEAST_WAIT_S = 60;
const LONGEST_WAIT_S = 900;

/** Octokit gives lost connections the status 500, too. */
export function isOutage(error: unknown): boolean {
  if (error instanceof GitError)
    return /unable to access|Could not resolve host|Connection (?:refused|reset)|returned error: 5\d\d|hung up unexpectedly/i.test(
      error.message,
    );
  return (statusOf(error) ?? 0) >= 500;
}

/** Seconds until the next look, given for how many somebody has been waiting: outages of minutes are common, of hours rare. */
export function waitForIt(waitedSeconds: number): number {
  return Math.round(Math.min(LONGEST_WAIT_S, Math.max(LEAST_WAIT_S, waitedSeconds / 10)));
}
