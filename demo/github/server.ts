/**
 * A local stand-in for GitHub: REST, GraphQL, webhooks, smart HTTP git and simple pages on 127.0.0.1, for the demo and
 * the tests. It keeps its state in memory and its git repositories in a temporary folder.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTokenBook } from './auth/tokens.ts';
import { createDriver, type Driver } from './driver/driver.ts';
import { createAccount } from './driver/people.ts';
import { createFaults, type Faults } from './faults.ts';
import { isGitPath, serveGit } from './git/endpoint.ts';
import { installHook } from './git/hook.ts';
import { serveGraphql } from './graphql/endpoint.ts';
import type { Delivery } from './hooks/deliver.ts';
import { createHooks, type Hooks } from './hooks/emit.ts';
import { subscribable } from './hooks/subscriptions.ts';
import { createApi } from './http/api.ts';
import { type ContentLimits, createContentLimit } from './http/content-limit.ts';
import { send } from './http/exchange.ts';
import { createRateLimits, type RateLimits } from './http/rate-limit.ts';
import { isoSeconds } from './lookup.ts';
import { servePage } from './pages/endpoint.ts';
import { routes } from './rest/routes.ts';
import type { Violation } from './schema/violations.ts';
import { createWebhookCheck } from './schema/webhooks.ts';
import type { Exchange } from './transcript.ts';
import { attachmentBytes } from './views/rendered.ts';
import type { Permissions, World } from './world.ts';

export interface StandInOptions {
  port?: number;
  /** Limits on making content, which GitHub always has; off by default, since tests make much in a short time. */
  content?: ContentLimits;
  app?: {
    slug?: string;
    permissions?: Permissions;
    events?: string[];
    webhookUrl?: string;
    webhookSecret?: string;
  };
}

export interface GitHubStandIn extends Driver {
  /** `http://127.0.0.1:PORT`; the pages. */
  url: string;
  /** REST root, for `baseUrl`; GraphQL is where octokit looks for it next to this. */
  apiUrl: string;
  /** Clone URLs are `${gitUrl}/owner/name.git`. */
  gitUrl: string;
  webUrl: string;
  app: { id: number; slug: string; privateKey: string; webhookSecret: string };
  setWebhookUrl(url: string | null): void;
  deliveries: Delivery[];
  redeliver(id: number): Promise<Delivery>;
  /** Resolves when all webhooks that were caused so far are delivered. */
  idle(): Promise<void>;
  transcript: Exchange[];
  violations: Violation[];
  faults: Faults;
  rate: Pick<RateLimits, 'leave'>;
  tokens: {
    /** Every installation token ever given out. */
    minted: string[];
    expireAll(): void;
    /** Milliseconds; for tokens minted from now on. */
    setLifetime(ms: number): void;
  };
  close(): Promise<void>;
}

/** The least permissions the App asks for; see `app.yml`. */
const defaultPermissions: Permissions = {
  metadata: 'read',
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  checks: 'write',
  statuses: 'read',
  actions: 'read',
};

export async function startGitHub(options: StandInOptions = {}): Promise<GitHubStandIn> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'standin-github-'));
  await installHook(dataDir);
  const violations: Violation[] = [];
  const transcript: Exchange[] = [];
  const faults = createFaults();
  const clock = () => Date.now();

  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  const url = `http://127.0.0.1:${address.port}`;

  const world = createWorld(url, dataDir, options);
  const hooks: Hooks = createHooks(world, createWebhookCheck(violations));
  const tokens = createTokenBook(world.app.id, clock);
  const limits = createRateLimits(() => Math.floor(clock() / 1000));
  const scene = { world, hooks };
  const api = createApi(
    {
      world,
      hooks,
      tokens,
      limits,
      faults,
      violations,
      transcript,
      clock,
      contentLimit: options.content && createContentLimit(options.content),
    },
    routes(tokens, limits),
  );
  const door = { ...scene, tokens, faults, violations, transcript, clock };

  async function dispatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = new URL(request.url ?? '/', url);
    if (target.pathname.startsWith('/api/v3/'))
      return api(request, response, target.pathname.slice('/api/v3'.length), target);
    if (target.pathname === '/api/graphql') return serveGraphql(door, request, response);
    if (isGitPath(target.pathname)) return serveGit(door, request, response, target);
    const attached = attachmentBytes(world, target);
    if (attached) return send(response, 200, { 'content-type': 'application/octet-stream' }, attached);
    return servePage(world, response, target.pathname);
  }

  server.on('request', (request, response) => {
    dispatch(request, response).catch((error: unknown) => {
      violations.push({
        where: 'answer',
        operation: `${request.method} ${request.url}`,
        problem: String(error),
      });
      if (response.headersSent) response.destroy();
      else
        send(response, 500, { 'content-type': 'text/plain' }, Buffer.from(`The stand-in failed: ${error}`));
    });
  });

  const { id, slug, privateKey, webhookSecret } = world.app;
  return {
    ...createDriver(scene),
    url,
    apiUrl: world.urls.apiUrl,
    gitUrl: url,
    webUrl: url,
    app: { id, slug, privateKey, webhookSecret },
    setWebhookUrl(target) {
      world.app.webhookUrl = target;
    },
    deliveries: hooks.deliveries,
    redeliver: (delivery) => hooks.redeliver(delivery),
    idle: () => hooks.idle(),
    transcript,
    violations,
    faults,
    rate: limits,
    tokens: {
      minted: tokens.minted,
      expireAll: tokens.expireAll,
      setLifetime(ms) {
        tokens.lifetime = ms;
      },
    },
    async close() {
      hooks.stop();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function createWorld(url: string, dataDir: string, options: StandInOptions): World {
  let next = 10_000;
  const base = {
    urls: { url, apiUrl: `${url}/api/v3`, webUrl: url },
    dataDir,
    accounts: new Map(),
    repos: new Map(),
    installations: new Map(),
    attachments: new Map(),
    id: () => {
      next += 1;
      return next;
    },
    now: () => isoSeconds(Date.now()),
  };
  return { ...base, app: createApp(base, options.app ?? {}) };
}

let pair: { privateKey: string; publicKey: string } | undefined;

/** One pair for the whole process: finding primes takes longer than everything else at start. */
function keyPair() {
  pair ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  return pair;
}

function createApp(base: Omit<World, 'app'>, options: NonNullable<StandInOptions['app']>): World['app'] {
  const keys = keyPair();
  const slug = options.slug ?? 'aiderbot';
  return {
    id: base.id(),
    clientId: `Iv23li${randomBytes(7).toString('hex')}`,
    slug,
    name: slug,
    owner: createAccount(base, 'app-owner', 'User'),
    bot: createAccount(base, `${slug}[bot]`, 'Bot'),
    privateKey: keys.privateKey,
    publicKey: keys.publicKey,
    permissions: options.permissions ?? defaultPermissions,
    events: options.events ?? subscribable,
    webhookUrl: options.webhookUrl ?? null,
    webhookSecret: options.webhookSecret ?? randomBytes(20).toString('hex'),
    createdAt: base.now(),
  };
}
