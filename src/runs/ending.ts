/** What an error means for a run: an end to be shown, or another attempt. */
import { ModelDeferred, ModelFault } from '../models/faults.ts';
import type { Outcome } from '../report/types.ts';
import { Gone, Interrupted, Paused, RunEnded } from './outcome.ts';

/** A wait that is longer than a worker should be held for. */
export interface Deferral {
  seconds: number;
}

/**
 * The outcome that ends the run, or undefined when another attempt should follow. `last`: none follows, so whatever it is
 * ends the run now; nobody waits for ever on a comment that says "working".
 */
export function outcomeOfError(error: unknown, last: boolean): Outcome | undefined {
  if (error instanceof RunEnded) return error.outcome;
  // None of these has an end to show: the run goes on elsewhere or later, or nobody is there to look.
  if (error instanceof Interrupted || error instanceof Paused || error instanceof Gone) return undefined;
  if (deferral(error, 0)) return last ? { kind: 'failed', reason: reasonOf(error) } : undefined;
  if (error instanceof ModelFault && error.kind === 'budget') return { kind: 'over-budget' };
  if (error instanceof ModelFault && (last || !error.transient) && error.kind !== 'cancelled') {
    return { kind: 'failed', reason: error.message };
  }
  return last
    ? {
        kind: 'failed',
        reason: 'something went wrong inside the bot; its log has the details under the id of this run',
      }
    : undefined;
}

/** Without the time of the next attempt, since there is none. */
function reasonOf(error: unknown): string {
  if (error instanceof ModelDeferred) return error.fault.message;
  return error instanceof Error ? error.message : String(error);
}

/** How long an error asks to wait before the next attempt; undefined when it asks for nothing. `now` in milliseconds. */
export function deferral(error: unknown, now: number): Deferral | undefined {
  if (error instanceof ModelDeferred)
    return { seconds: Math.max(1, Math.ceil((error.retryAt - now) / 1000)) };
  if (error instanceof Error && 'retryAfterSeconds' in error && typeof error.retryAfterSeconds === 'number') {
    return { seconds: error.retryAfterSeconds };
  }
  return undefined;
}
