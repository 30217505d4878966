/** Puts the App together: database, queue, Probot, front, intake and workers in one process. */
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { aiderApp } from '../app.ts';
import { dependencyStore } from '../checks/dependencies/store.ts';
import { availableVerbs } from '../commands/available.ts';
import type { Identity, ServerConfig } from '../config/env.ts';
import { createProbot } from '../github/client.ts';
import { type AppContext, signer } from '../github/context.ts';
import { cacheKeyOf } from '../github/forge.ts';
import { botIdentity } from '../github/identity.ts';
import type { Inbox } from '../github/inbox.ts';
import { takeIn } from '../github/intake.ts';
import type { Pacer } from '../github/pace.ts';
import { gitTokens, ownToken } from '../github/tokens.ts';
import { bury, type WorkerOptions, workRun } from '../github/worker.ts';
import { hideRandomStrings } from '../lib/random-strings.ts';
import { createRedactor } from '../lib/redact.ts';
import { readMarker } from '../report/marker.ts';
import { openDatabase } from '../runs/database.ts';
import { installations } from '../runs/installations.ts';
import { databaseLedger } from '../runs/ledger.ts';
import { openQueue } from '../runs/queue.ts';
import { schedules } from '../runs/schedules.ts';
import { spendingBooks } from '../runs/spending.ts';
import { runStore } from '../runs/store.ts';
import type { RunListener, RunTools } from '../runs/tools.ts';
import { createFront, type Delivery, type Received } from '../web/front.ts';
import { forgetCache } from '../workspace/cache.ts';
import { createGitHome } from '../workspace/git.ts';
import { startClockwork } from './clockwork.ts';
import { version } from './version.ts';

export interface ServerOptions {
  config: ServerConfig;
  models: RunTools['models'];
  place: RunTools['place'];
  log: Logger;
  /** Secrets besides those of the config: model keys. */
  secrets: readonly string[];
  listener?: RunListener;
  /** How schedules see the time, and how often they are looked at; absent: as it is. */
  schedules?: { now(): number; everyMs: number };
  /** How fast GitHub is asked; by its own rules unless it is a stand-in on this machine. */
  pacer?: Pacer;
}

export interface RunningServer {
  url: string;
  /** Takes no more webhooks, gives running work up to `graceMs`, and closes the database. */
  stop(graceMs?: number): Promise<void>;
}

const MOST_TOKENS = 200;

const TRIGGER = '/aider';

/** Starts everything, the port last: whoever can reach it reaches a working App. Throws when GitHub refuses the App's key. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, log } = options;
  const { identity } = config;
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const secrets = [...secretsOf(identity), ...options.secrets];
  const minted: string[] = [];
  let redactor = createRedactor(secrets);
  const learn = (secret: string) => {
    minted.push(secret);
    // Tokens live for an hour; what is older than the last few hundred has no worth left to protect.
    if (minted.length > MOST_TOKENS) minted.shift();
    redactor = createRedactor([...secrets, ...minted]);
  };

  const probot = createProbot(config, log, options.pacer);
  await probot.ready();
  const app = await botIdentity(probot, config);
  const database = await openDatabase({
    dataDir: config.dataDir,
    ...(config.databaseUrl ? { url: config.databaseUrl } : {}),
  });
  const queue = await openQueue(database, (error) => log.error({ err: error }, 'queue'));
  const commands = { trigger: TRIGGER, slug: app.slug, suggest: availableVerbs };
  const store = runStore(database);
  const sign = signer(identity.kind === 'app' ? identity.webhookSecret : identity.token);
  const known = schedules(database, options.schedules?.now ?? Date.now, config.scheduledTasks);
  const inbox: Inbox = {
    database,
    store,
    schedules: known,
    queue,
    commands,
    isOurs: (body) => readMarker(body, sign) !== undefined,
    ...(identity.kind === 'token'
      ? { repositories: new Set(identity.repositories.map((name) => name.toLowerCase())) }
      : {}),
  };
  await probot.load(aiderApp(inbox));

  const cacheDir = path.join(config.dataDir, 'cache');
  // Also when nothing is to be kept: the first sweep then removes what was.
  const dependencies = dependencyStore({
    root: path.join(config.dataDir, 'dependencies'),
    mostBytes: config.setupCacheBytes,
    now: Date.now,
  });
  const context: AppContext = {
    store,
    installations: installations(database, store),
    queue,
    spending: spendingBooks(database, Date.now),
    schedules: known,
    octokit: (installation) => probot.auth(installation),
    app,
    commands,
    voice: { trigger: TRIGGER, available: availableVerbs },
    sign,
    redact: (text) => hideRandomStrings(redactor.redact(text)),
    log,
    version,
    caches: {
      sweep: () => dependencies.sweep(),
      async forget(repository) {
        await dependencies.forget(cacheKeyOf(repository));
        await forgetCache(cacheDir, cacheKeyOf(repository));
      },
    },
    now: Date.now,
  };
  const worker: WorkerOptions = {
    ...context,
    database,
    tokens: identity.kind === 'app' ? gitTokens(probot, { learn, now: Date.now }) : ownToken(identity.token),
    gitUrl: config.webUrl,
    models: options.models,
    ledger: databaseLedger(database, Date.now, config.caps),
    folders: {
      cache: cacheDir,
      tags: path.join(config.dataDir, 'tags'),
      work: path.join(config.dataDir, 'runs'),
      git: await createGitHome(path.join(config.dataDir, 'git-home'), {
        localRemotes: !config.webUrl.startsWith('https:'),
      }),
    },
    place: options.place,
    ...(config.setupCacheBytes > 0 ? { dependencies } : {}),
    ...(options.listener ? { listener: options.listener } : {}),
  };
  await queue.work('intake', { concurrency: 4 }, (job) => takeIn(job.data.guid ?? '', context));
  await queue.work('run', { concurrency: config.workers }, (job) => workRun(job, worker));
  await queue.work('dead', { concurrency: 1 }, (job) => bury(job, worker));

  const front = createFront({
    receive: (delivery) => receive(delivery),
    unhealthy: async () => {
      await database.query('select 1');
      return undefined;
    },
    onError: (error) => log.error({ err: error }, 'webhook'),
  });
  async function receive({ id, event, body, signature }: Delivery): Promise<Received> {
    if (!(await probot.webhooks.verify(body, signature))) return 'bad-signature';
    if (!isJsonObject(body)) return 'bad-payload';
    await probot.webhooks.verifyAndReceive({ id, name: event, payload: body, signature });
    return 'accepted';
  }
  front.listen(config.port, config.host);
  await once(front, 'listening');
  const address = front.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  log.info({ port, app: app.slug, engine: database.engine }, 'listening');

  const clockwork = await startClockwork(identity, probot, inbox, context, options.schedules?.everyMs);

  let stopped: Promise<void> | undefined;
  const stop = async (graceMs: number) => {
    front.close();
    await clockwork.stop();
    await queue.stop(graceMs);
    front.closeAllConnections();
    await database.close();
  };
  return {
    url: `http://${config.host}:${port}`,
    stop: (graceMs = 25_000) => (stopped ??= stop(graceMs)),
  };
}

function secretsOf(identity: Identity): string[] {
  return identity.kind === 'app'
    ? [identity.webhookSecret, identity.privateKey]
    : [identity.token, ...(identity.webhookSecret ? [identity.webhookSecret] : [])];
}

function isJsonObject(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
