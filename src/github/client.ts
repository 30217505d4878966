/** The App's connection to GitHub: authentication and rate limits. */
import type { Logger } from 'pino';
import { Probot, ProbotOctokit } from 'probot';
import type { ServerConfig } from '../config/env.ts';

export type Octokit = Awaited<ReturnType<Probot['auth']>>;

/** Longer waits defer the run instead of holding a worker. */
const LONGEST_WAIT_S = 60;
const MOST_RETRIES = 3;

/** GitHub wants us to wait longer than a worker should be held. */
export class RateLimited extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super(`GitHub asks to wait ${retryAfterSeconds} s before the next request.`);
    this.name = 'RateLimited';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

function onLimit(retryAfter: number, options: object): boolean {
  if (retryAfter > LONGEST_WAIT_S) throw new RateLimited(retryAfter);
  const { request } = options as { request?: { retryCount?: number } };
  return (request?.retryCount ?? 0) < MOST_RETRIES;
}

/**
 * Probot with limits that suit a queue: its own would sleep until the hourly reset, and give up at once on secondary limits.
 * `pace: false` switches off the pauses between writes that GitHub asks for; for tests against a local stand-in only.
 */
export function createProbot(
  config: ServerConfig,
  log: Logger,
  options: { pace: boolean } = { pace: true },
): Probot {
  const Octokit = ProbotOctokit.defaults((given: object) => ({
    ...given,
    userAgent: 'aiderbot',
    throttle: options.pace
      ? {
          ...('throttle' in given && typeof given.throttle === 'object' ? given.throttle : {}),
          onRateLimit: onLimit,
          onSecondaryRateLimit: onLimit,
        }
      : { enabled: false },
  }));
  return new Probot({
    appId: config.appId,
    privateKey: config.privateKey,
    secret: config.webhookSecret,
    baseUrl: config.apiUrl,
    log,
    Octokit,
  });
}

/** The HTTP status of an error of Octokit, if it is one. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined;
}

/** The owner of the repository has not granted the App what this request needs. Other refusals with 403 are not meant. */
export function isMissingPermission(error: unknown): boolean {
  return (
    statusOf(error) === 403 && error instanceof Error && /not accessible by integration/i.test(error.message)
  );
}
