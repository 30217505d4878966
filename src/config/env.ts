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
    .positive(),
  PRIVATE_KEY: z.string().optional(),
  PRIVATE_KEY_PATH: z.string().optional(),
  WEBHOOK_SECRET: z
    .string(
      'WEBHOOK_SECRET is not set. Make one with `openssl rand -hex 32` and enter it in the App’s settings too.',
    )
    .refine((secret) => !knownSecrets.has(secret.toLowerCase()), {
      message:
        'WEBHOOK_SECRET is a well-known default: anybody could forge webhooks. Make one with `openssl rand -hex 32`.',
    })
    .refine((secret) => secret.length >= 16, {
      message: 'WEBHOOK_SECRET is shorter than 16 characters. Make one with `openssl rand -hex 32`.',
    }),
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
  WORKERS: z.coerce.number().int().min(1).max(64).default(2),
  MAX_USD_PER_RUN: dollars('MAX_USD_PER_RUN'),
  MAX_USD_PER_REPOSITORY_MONTH: dollars('MAX_USD_PER_REPOSITORY_MONTH'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

export interface ServerConfig {
  appId: number;
  privateKey: string;
  webhookSecret: string;
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
  const key = privateKey(given.PRIVATE_KEY, given.PRIVATE_KEY_PATH);
  if (!key.ok) problems.push(key.problem);
  if (!parsed.success || !key.ok) return { ok: false, problems };
  const values = parsed.data;
  return {
    ok: true,
    config: {
      appId: values.APP_ID,
      privateKey: key.key,
      webhookSecret: values.WEBHOOK_SECRET,
      host: values.HOST,
      port: values.PORT,
      dataDir: path.resolve(values.DATA_DIR),
      databaseUrl: values.DATABASE_URL,
      apiUrl: withoutSlash(values.GITHUB_API_URL),
      webUrl: withoutSlash(values.GITHUB_URL ?? webUrlOf(values.GITHUB_API_URL)),
      sandbox: values.SANDBOX,
      setupHosts: hostList(values.SETUP_HOSTS),
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
