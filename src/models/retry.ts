/** When to try a failed model call again: a pure decision, with clock and chance passed in. */
import type { ModelFault } from './faults.ts';

export interface RetryPolicy {
  /** Calls in total, the first one included. */
  tries: number;
  /** Wait before the second call, in milliseconds; doubled for each further one. */
  firstWaitMs: number;
  /** Longest wait that we choose ourselves. */
  longestWaitMs: number;
  /** Longest wait that a vendor may ask for while a worker holds the run; beyond it the run is put off. */
  longestAskedMs: number;
  /** Time after the first call in which a new one may start. */
  totalMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
  tries: 5,
  firstWaitMs: 2_000,
  longestWaitMs: 60_000,
  longestAskedMs: 60_000,
  totalMs: 600_000,
};

export interface RetryState {
  /** Calls made so far. */
  tries: number;
  /** When the first one started, in milliseconds since 1970. */
  since: number;
}

export type RetryDecision =
  | { action: 'wait'; ms: number }
  /** Too long to hold a worker: continue at `until`, in milliseconds since 1970. */
  | { action: 'defer'; until: number }
  | { action: 'give_up' };

/**
 * Decides after a failed call. Exponential with jitter over the upper half of the wait ("equal jitter"), so that many runs
 * do not come back together; what a vendor asks for is never shortened.
 */
export function decideRetry(
  fault: ModelFault,
  state: RetryState,
  { policy, now, random }: { policy: RetryPolicy; now: number; random: () => number },
): RetryDecision {
  if (!fault.transient) return { action: 'give_up' };
  const asked = fault.retryAfterMs ?? 0;
  if (asked > policy.longestAskedMs) return { action: 'defer', until: now + asked };
  if (state.tries >= policy.tries) return { action: 'give_up' };
  const exponential = Math.min(policy.longestWaitMs, policy.firstWaitMs * 2 ** (state.tries - 1));
  const ms = Math.max(asked, Math.round(exponential / 2 + (random() * exponential) / 2));
  return now + ms - state.since > policy.totalMs ? { action: 'give_up' } : { action: 'wait', ms };
}
