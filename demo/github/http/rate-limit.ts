/** The primary rate limit: 5,000 requests an hour for each installation, and a generous one for callers without a token (tests share one address). */
import type { Actor } from './call.ts';

export interface RateState {
  limit: number;
  remaining: number;
  used: number;
  /** Unix seconds. */
  reset: number;
  /** More was asked than there is. */
  exceeded: boolean;
}

export interface RateLimits {
  /** Counts one request. */
  take(actor: Actor): RateState;
  peek(actor: Actor): RateState;
  /** Leaves this many requests to every installation until the hour is over. */
  leave(remaining: number): void;
}

const hour = 3600;

export function createRateLimits(nowSeconds: () => number): RateLimits {
  const used = new Map<string, { count: number; reset: number }>();
  let limitOfInstallations = 5000;

  const keyOf = (actor: Actor) =>
    actor.kind === 'installation' ? `installation ${actor.installation.id}` : actor.kind;

  function entryOf(actor: Actor) {
    const known = used.get(keyOf(actor));
    if (known && known.reset > nowSeconds()) return known;
    const fresh = { count: 0, reset: nowSeconds() + hour };
    used.set(keyOf(actor), fresh);
    return fresh;
  }

  function stateOf(actor: Actor): RateState {
    const { count, reset } = entryOf(actor);
    const limit =
      actor.kind === 'installation' ? limitOfInstallations : actor.kind === 'anonymous' ? 60_000 : 5000;
    return {
      limit,
      used: Math.min(count, limit),
      remaining: Math.max(0, limit - count),
      reset,
      exceeded: count > limit,
    };
  }

  return {
    take(actor) {
      entryOf(actor).count += 1;
      return stateOf(actor);
    },
    peek: stateOf,
    leave(remaining) {
      const most = Math.max(
        0,
        ...[...used].filter(([key]) => key.startsWith('installation')).map(([, it]) => it.count),
      );
      limitOfInstallations = most + remaining;
    },
  };
}
