/** The whole App on this machine: GitHub stand-in, model stand-in, server, all over HTTP and git. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { type GitHubStandIn, type StandInOptions, startGitHub } from '../../demo/github/server.ts';
import { type ModelStandIn, startModel } from '../../demo/model/server.ts';
import { fromConfig } from '../../src/cli/models.ts';
import { placeFor } from '../../src/cli/place.ts';
import { type RunningServer, startServer } from '../../src/cli/server.ts';
import type { ServerConfig } from '../../src/config/env.ts';
import { gitHubPacer } from '../../src/github/client.ts';
import { type Pacer, wallClock } from '../../src/github/pace.ts';
import { parseModelsConfig } from '../../src/models/providers.ts';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import type { RunFacts } from '../../src/report/types.ts';

export interface TestApp {
  github: GitHubStandIn;
  model: ModelStandIn;
  server: RunningServer;
  dataDir: string;
  /** The App's log so far. */
  log(): string;
  /** Facts of ended runs, in the order of their ends. */
  ended: RunFacts[];
  close(): Promise<void>;
}

export function testConfig(github: GitHubStandIn, dataDir: string): ServerConfig {
  return {
    identity: {
      kind: 'app',
      appId: github.app.id,
      privateKey: github.app.privateKey,
      webhookSecret: github.app.webhookSecret,
    },
    host: '127.0.0.1',
    port: 0,
    dataDir,
    databaseUrl: undefined,
    apiUrl: github.apiUrl,
    webUrl: github.webUrl,
    sandbox: 'required',
    setupHosts: [],
    setupCacheBytes: 1024 ** 3,
    scheduledTasks: true,
    workers: 2,
    logLevel: 'trace',
  };
}

/** `more` joins the profile of each model, for example prices: models on this machine are free otherwise. */
export function scriptedModels(model: ModelStandIn, more: object = {}) {
  const profile = { editFormat: 'diff', window: 128_000, ...more };
  return fromConfig(
    parseModelsConfig({
      endpoints: {
        test: { kind: 'openai-chat', baseUrl: model.openaiUrl, apiKey: 'sk-test-model-key-0123456789' },
      },
      model: 'test/architect',
      editorModel: 'test/editor',
      weakModel: 'test/weak',
      profiles: { 'test/architect': profile, 'test/editor': profile, 'test/weak': profile },
    }),
  );
}

/** `sandbox`: where the repository's commands run; `direct` is fast and needs nothing of the machine. */
export async function startApp(
  script: ScriptInput | string,
  profile: object = {},
  options: {
    pacer?: Pacer;
    config?: Partial<ServerConfig>;
    github?: StandInOptions;
    sandbox?: 'direct' | 'required';
    /** As `config`, for what depends on the stand-in. */
    configFor?: (github: GitHubStandIn) => Partial<ServerConfig>;
    /** What happened on GitHub before the App starts. */
    before?: (github: GitHubStandIn) => Promise<void>;
    /** How schedules see the time. */
    now?: () => number;
  } = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'aiderbot-e2e-'));
  const github = await startGitHub(options.github);
  await options.before?.(github);
  const model = await startModel({ script });
  const models = scriptedModels(model, profile);
  const ended: RunFacts[] = [];
  const logFile = path.join(dataDir, 'app.log');
  const { place } = await placeFor(options.sandbox ?? 'direct');
  const server = await startServer({
    config: { ...testConfig(github, dataDir), ...options.config, ...options.configFor?.(github) },
    models: models.models,
    place,
    log: pino({ level: 'trace' }, pino.destination({ dest: logFile, sync: true })),
    secrets: models.secrets,
    listener: {
      onEvent: () => undefined,
      onFacts: (facts) => {
        if (facts.outcome) ended.push(facts);
      },
    },
    ...(options.now ? { schedules: { now: options.now, everyMs: 50 } } : {}),
    pacer: options.pacer ?? gitHubPacer(wallClock, { spacingMs: 0, windows: [] }),
  });
  github.setWebhookUrl(`${server.url}/api/github/webhooks`);
  return {
    github,
    model,
    server,
    dataDir,
    ended,
    log: () => readFileSync(logFile, 'utf8'),
    async close() {
      await server.stop(1_000);
      await model.close();
      await github.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Asks every 25 ms; fails with what was waited for. Patient: a slow machine is no fault of the App. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false,
  patienceMs = 120_000,
): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const found = look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** The comments of the App in a thread, as they are now. */
export function botComments(github: GitHubStandIn, repository: string, issue: number): string[] {
  return github
    .issue(repository, issue)
    .comments.filter((comment) => comment.author.type === 'Bot')
    .map((comment) => comment.body ?? '');
}
