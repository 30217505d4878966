/** The server's own settings, from the process environment. Wrong ones stop the start with a list of what to mend. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Secrets that came with a template or a default protect nothing. */
const knownSecrets = new Set(['development', 'secret', 'changeme', 'webhook-secret', 'your-webhook-secret']);

const dollars = (name: string) =>
  z.coerce
    .number(`${name} must be a number of US dollars.`)
    .nonnegative(`${name} must not be negative.`)
    .optional();

const schema = z.object({
  APP_ID: z.coerce
    .number('APP_ID must be the number that GitHub shows on the App’s settings page.')
    .int()
    .positive('APP_ID must be the number that GitHub shows on the App’s settings page.')
    .optional(),
  PRIVATE_KEY: z.string().optional(),
  PRIVATE_KEY_PATH: z.string().optional(),
  GITHUB_TOKEN: z
    .string()
    .regex(
      /^[\w.-]{20,}$/,
      'GITHUB_TOKEN is no token as GitHub makes them: it holds other characters, or is too short.',
    )
    .optional(),
  GITHUB_REPOSITORIES: z
    .string()
    .regex(
      /^[\w.-]+\/[\w.-]+(?:\s*,\s*[\w.-]+\/[\w.-]+)*$/,
      'GITHUB_REPOSITORIES must be repositories as owner/name, separated by commas.',
    )
    .optional(),
  POLL_SECONDS: z.coerce
    .number('POLL_SECONDS must be a number of seconds, from 5 to 3600.')
    .int()
    .min(5, 'POLL_SECONDS must be a number of seconds, from 5 to 3600.')
    .max(3_600, 'POLL_SECONDS must be a number of seconds, from 5 to 3600.')
    .default(30),
  WEBHOOK_SECRET: z
    .string()
    .refine((secret) => !knownSecrets.has(secret.toLowerCase()), {
      message:
        'WEBHOOK_SECRET is a well-known default: anybody could forge webhooks. Make one with `openssl rand -hex 32`.',
    })
    .refine((secret) => secret.length >= 16, {
      message: 'WEBHOOK_SECRET is shorter than 16 characters. Make one with `openssl rand -hex 32`.',
    })
    .optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.string().optional(),
  GITHUB_API_URL: z.url().default('https://api.github.com'),
  GITHUB_URL: z.url().optional(),
  SANDBOX: z.enum(['required', 'external']).default('required'),
  SETUP_HOSTS: z
    .string()
    .regex(/^[a-z0-9.:, -]*$/, 'SETUP_HOSTS must be host names, separated by commas.')
    .default(''),
  SETUP_CACHE_GB: z.coerce
    .number('SETUP_CACHE_GB must be a number of gigabytes; 0 for no cache.')
    .min(0, 'SETUP_CACHE_GB must be a number of gigabytes; 0 for no cache.')
    .max(10_000, 'SETUP_CACHE_GB must be a number of gigabytes, 10000 at most.')
    .default(10),
  SCHEDULED_TASKS: z.enum(['on', 'off'], 'SCHEDULED_TASKS must be `on` or `off`.').default('on'),
  WORKERS: z.coerce.number().int().min(1).max(64).default(2),
  MAX_USD_PER_RUN: dollars('MAX_USD_PER_RUN'),
  MAX_USD_PER_REPOSITORY_MONTH: dollars('MAX_USD_PER_REPOSITORY_MONTH'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** Who the bot is on GitHub: an App, or, for small set-ups, the owner of a token. */
export type Identity =
  | { kind: 'app'; appId: number; privateKey: string; webhookSecret: string }
  | {
      kind: 'token';
      token: string;
      /** `owner/name` of those it works in. */
      repositories: string[];
      pollSeconds: number;
      /** Absent: no webhooks are taken, and comments are found by looking for them. */
      webhookSecret: string | undefined;
    };

export interface ServerConfig {
  identity: Identity;
  host: string;
  /** 0: any free port. */
  port: number;
  /** Absolute. Holds the embedded database, caches and workspaces. */
  dataDir: string;
  databaseUrl: string | undefined;
  apiUrl: string;
  /** Where git and people find repositories, without a slash at the end. */
  webUrl: string;
  sandbox: 'required' | 'external';
  /** Hosts that set-up commands of repositories may reach; their settings can only choose among these. */
  setupHosts: string[];
  /** Most bytes of what set-ups left, for later runs; 0: none is kept. */
  setupCacheBytes: number;
  /** Whether maintenance tasks start by their schedules; people can ask for them in any case. */
  scheduledTasks: boolean;
  workers: number;
  /** Most US dollars, whatever a repository's settings say; absent: what they say. */
  caps?: { run?: number; repositoryMonth?: number };
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
}

export type EnvResult = { ok: true; config: ServerConfig } | { ok: false; problems: string[] };

/** Reads the settings. Empty values count as not set, as compose files produce them. */
export function serverConfig(env: Readonly<Record<string, string | undefined>>): EnvResult {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => explain(issue.path.join('.'), issue.message));
  const identity = readIdentity(given, parsed.success ? parsed.data : undefined);
  problems.push(...identity.problems);
  if (!parsed.success || !identity.value) return { ok: false, problems };
  const values = parsed.data;
  return {
    ok: true,
    config: {
      identity: identity.value,
      host: values.HOST,
      port: values.PORT,
      dataDir: path.resolve(values.DATA_DIR),
      databaseUrl: values.DATABASE_URL,
      apiUrl: withoutSlash(values.GITHUB_API_URL),
      webUrl: withoutSlash(values.GITHUB_URL ?? webUrlOf(values.GITHUB_API_URL)),
      sandbox: values.SANDBOX,
      setupHosts: hostList(values.SETUP_HOSTS),
      setupCacheBytes: Math.floor(values.SETUP_CACHE_GB * 1024 ** 3),
      scheduledTasks: values.SCHEDULED_TASKS === 'on',
      workers: values.WORKERS,
      caps: {
        ...(values.MAX_USD_PER_RUN === undefined ? {} : { run: values.MAX_USD_PER_RUN }),
        ...(values.MAX_USD_PER_REPOSITORY_MONTH === undefined
          ? {}
          : { repositoryMonth: values.MAX_USD_PER_REPOSITORY_MONTH }),
      },
      logLevel: values.LOG_LEVEL,
    },
  };
}

/** `values` are absent when some of them are wrong; what is missing is said all the same. */
function readIdentity(
  given: Readonly<Record<string, string | undefined>>,
  values: z.infer<typeof schema> | undefined,
): { value?: Identity; problems: string[] } {
  if (given.GITHUB_TOKEN !== undefined) return readTokenIdentity(given, values);
  const key = privateKey(given.PRIVATE_KEY, given.PRIVATE_KEY_PATH);
  const problems = [
    ...(given.APP_ID === undefined
      ? [
          'APP_ID is not set. It is the number that GitHub shows on the App’s settings page. (To do without an App, set GITHUB_TOKEN and GITHUB_REPOSITORIES.)',
        ]
      : []),
    ...(given.WEBHOOK_SECRET === undefined
      ? [
          'WEBHOOK_SECRET is not set. Make one with `openssl rand -hex 32` and enter it in the App’s settings too.',
        ]
      : []),
    ...(key.ok ? [] : [key.problem]),
  ];
  if (!values?.APP_ID || !values.WEBHOOK_SECRET || !key.ok) return { problems };
  return {
    problems,
    value: {
      kind: 'app',
      appId: values.APP_ID,
      privateKey: key.key,
      webhookSecret: values.WEBHOOK_SECRET,
    },
  };
}

function readTokenIdentity(
  given: Readonly<Record<string, string | undefined>>,
  values: z.infer<typeof schema> | undefined,
): { value?: Identity; problems: string[] } {
  const problems = [
    ...(given.APP_ID === undefined
      ? []
      : [
          'APP_ID and GITHUB_TOKEN are both set. The bot is either an App or the owner of a token: unset one.',
        ]),
    ...(given.GITHUB_REPOSITORIES === undefined
      ? [
          'GITHUB_REPOSITORIES is not set. Name the repositories to work in, as owner/name, separated by commas.',
        ]
      : []),
  ];
  if (problems.length > 0 || !values?.GITHUB_TOKEN || !values.GITHUB_REPOSITORIES) return { problems };
  return {
    problems,
    value: {
      kind: 'token',
      token: values.GITHUB_TOKEN,
      repositories: hostList(values.GITHUB_REPOSITORIES),
      pollSeconds: values.POLL_SECONDS,
      webhookSecret: values.WEBHOOK_SECRET,
    },
  };
}

/** Names separated by commas. */
export function hostList(text: string): string[] {
  return text
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/** github.com has its API on a host of its own; GitHub Enterprise Server has it under `/api/v3`. */
function webUrlOf(apiUrl: string): string {
  const url = new URL(apiUrl);
  return url.hostname === 'api.github.com' ? 'https://github.com' : url.origin;
}

function explain(name: string, message: string): string {
  return message.includes(name) ? message : `${name}: ${message}`;
}

/** The key may stand in the variable (with real or `\n` line ends, or as base64) or in a file. */
function privateKey(
  inline: string | undefined,
  file: string | undefined,
): { ok: true; key: string } | { ok: false; problem: string } {
  let text = inline;
  if (!text && file) {
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      return { ok: false, problem: `PRIVATE_KEY_PATH: cannot read ${file}.` };
    }
  }
  if (!text)
    return {
      ok: false,
      problem: 'PRIVATE_KEY or PRIVATE_KEY_PATH must hold the key that GitHub gave you for the App.',
    };
  const plain = text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64').toString('utf8');
  const key = plain.replaceAll('\\n', '\n').trim();
  if (!/^-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+-----END [A-Z ]*PRIVATE KEY-----$/.test(key)) {
    return {
      ok: false,
      problem: 'PRIVATE_KEY is not a PEM private key: it must begin with "-----BEGIN" and be complete.',
    };
  }
  return { ok: true, key: `${key}\n` };
}
