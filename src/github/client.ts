/** The App's connection to GitHub: authentication, rate limits, and what becomes of a token that is refused. */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { Probot, ProbotOctokit } from 'probot';
import { z } from 'zod';
import type { Identity, ServerConfig } from '../config/env.ts';
import { Gone, Paused } from '../runs/outcome.ts';
import { waitAskedBy } from './limits.ts';
import { createPacer, type PaceRules, type Pacer, type Weight } from './pace.ts';

export type Octokit = Awaited<ReturnType<Probot['auth']>>;

/** Before any plugin. */
type BareOctokit = Parameters<Parameters<typeof ProbotOctokit.plugin>[0]>[0];

/** For request options: a write that may be left out when there is little room. */
export const asProgress = { weight: 'progress' } as const;

const lanesSchema = z.object({ auth: z.object({ installationId: z.coerce.number().optional() }) });
const requestSchema = z.object({
  method: z.string(),
  url: z.string(),
  query: z.string().optional(),
  request: z.object({ weight: z.literal('progress').optional() }).default({}),
});

/** GraphQL reads by POST too. */
function weightOf({ method, url, query, request }: z.infer<typeof requestSchema>): Weight {
  if (method === 'GET' || method === 'HEAD') return 'read';
  if (url.endsWith('/graphql') && !/^\s*mutation\b/.test(query ?? '')) return 'read';
  if (url.endsWith('/access_tokens') || url.endsWith('/attempts')) return 'read';
  return request.weight ?? 'write';
}

/** The pacer of all connections of this process; `rules` and `clock` are GitHub's and the machine's unless given. */
export function gitHubPacer(clock?: Parameters<typeof createPacer>[1], rules?: PaceRules): Pacer {
  return createPacer(waitAskedBy, clock, rules);
}

/** Every request of an installation goes through its lane, and once more with a fresh token when its token is refused. */
function connection(pacer: Pacer) {
  const renewals = new Map<number, Renewal>();
  const renewalOf = (installation: number): Renewal => {
    const renewal = renewals.get(installation) ?? { count: 0 };
    renewals.set(installation, renewal);
    return renewal;
  };
  return (octokit: BareOctokit, options: unknown) => {
    const { data } = lanesSchema.safeParse(options);
    const installation = data?.auth.installationId;
    const lane = installation === undefined ? 'app' : `installation ${installation}`;
    octokit.hook.wrap('request', async (request, given) => {
      const weight = weightOf(requestSchema.parse(given));
      const send = async () => request({ ...given, request: { ...given.request } });
      try {
        return await pacer.run(lane, weight, () =>
          installation === undefined ? send() : renewing(renewalOf(installation), send, () => renew(octokit)),
        );
      } catch (error) {
        throw explained(error);
      }
    });
  };
}

interface Renewal {
  /** How often the token of the installation was renewed. */
  count: number;
  going?: Promise<unknown> | undefined;
}

/**
 * Tokens are kept for up to an hour and may be revoked before: by GitHub, an operator, or a changed installation. Requests that
 * are refused together renew it once.
 */
async function renewing<T>(
  renewal: Renewal,
  send: () => Promise<T>,
  renewToken: () => Promise<unknown>,
): Promise<T> {
  const { count } = renewal;
  try {
    return await send();
  } catch (error) {
    if (statusOf(error) !== 401) throw error;
    if (renewal.count === count) {
      renewal.going ??= renewToken().finally(() => {
        renewal.count += 1;
        renewal.going = undefined;
      });
      await renewal.going;
    }
    return send();
  }
}

const renew = (octokit: BareOctokit) => octokit.auth({ type: 'installation', refresh: true });

/** `Paused` and `Gone` for what only the owner of the installation can change; the error itself otherwise. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const status = statusOf(error);
  if (status === 403 && /installation has been suspended/i.test(error.message)) return new Paused();
  const asked =
    'request' in error ? z.object({ url: z.string() }).safeParse(error.request).data?.url : undefined;
  if (status === 404 && asked?.endsWith('/access_tokens')) return new Gone();
  return error;
}

/** Without a secret of its own no webhook is taken; a random one, since Probot's default is known to everybody. */
function credentials(identity: Identity): ConstructorParameters<typeof Probot>[0] {
  if (identity.kind === 'app') {
    const { appId, privateKey, webhookSecret } = identity;
    return { appId, privateKey, secret: webhookSecret };
  }
  return {
    githubToken: identity.token,
    secret: identity.webhookSecret ?? randomBytes(32).toString('hex'),
  };
}

interface Authenticated {
  auth: { request: { defaults(options: { baseUrl: string }): unknown } };
}

function isAuthenticated(options: object): options is Authenticated {
  return (
    'auth' in options &&
    typeof options.auth === 'object' &&
    options.auth !== null &&
    'request' in options.auth &&
    typeof options.auth.request === 'function'
  );
}

/**
 * Where fresh tokens are asked for. Probot gives its authentication a client that knows github.com only: with a GitHub
 * Enterprise Server it would send the App's proof to the wrong house.
 */
function renewingAt(baseUrl: string, options: object): object {
  if (!isAuthenticated(options)) return {};
  const { auth } = options;
  return { auth: { ...auth, request: auth.request.defaults({ baseUrl }) } };
}

export function createProbot(config: ServerConfig, log: Logger, pacer: Pacer = gitHubPacer()): Probot {
  const Octokit = ProbotOctokit.plugin(connection(pacer)).defaults((given: object) => ({
    ...given,
    ...renewingAt(config.apiUrl, given),
    userAgent: 'aiderbot',
    // Its own would sleep until the hourly reset and knows nothing of progress; the pacer does both.
    throttle: { enabled: false },
    // 429 is the pacer's: it knows for how long.
    retry: { doNotRetry: [400, 401, 403, 404, 410, 422, 429, 451] },
  }));
  return new Probot({
    ...credentials(config.identity),
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
    statusOf(error) === 403 &&
    error instanceof Error &&
    /not accessible by (?:integration|personal access token)|authenticate via a GitHub App/i.test(
      error.message,
    )
  );
}
