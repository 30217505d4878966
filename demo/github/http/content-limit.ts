/**
 * The secondary limit on making content: issues, pull requests, comments and reviews, and their edits. GitHub allows about
 * 80 in a minute and 500 in an hour, and then refuses with 403 for a while.
 */
import { ApiError } from './answers.ts';
import type { Actor } from './call.ts';

export interface ContentLimits {
  perMinute: number;
  perHour: number;
  /** Milliseconds; a test may have a faster clock. */
  now(): number;
}

const minute = 60_000;
const hour = 3_600_000;
const content = /^\/repos\/[^/]+\/[^/]+\/(?:issues|pulls)(?:\/|$)/;

/** Throws when the actor makes more than it may. */
export function createContentLimit(limits: ContentLimits) {
  const made = new Map<string, number[]>();
  return (actor: Actor, method: string, path: string): void => {
    if (method === 'GET' || method === 'DELETE' || !content.test(path) || path.endsWith('/reactions')) return;
    const key =
      actor.kind === 'installation'
        ? `installation ${actor.installation.id}`
        : actor.kind === 'user'
          ? actor.user.login
          : actor.kind;
    const now = limits.now();
    const recent = (made.get(key) ?? []).filter((time) => time > now - hour);
    recent.push(now);
    made.set(key, recent);
    const lastMinute = recent.filter((time) => time > now - minute).length;
    if (lastMinute <= limits.perMinute && recent.length <= limits.perHour) return;
    throw new ApiError(
      403,
      'You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later.',
      undefined,
      { 'retry-after': '60' },
    );
  };
}
