/**
 * Webhooks under load: how long GitHub waits for an answer, and whether anything is lost or taken twice.
 *
 *   node bench/webhooks.ts                           50 a second for 60 seconds, embedded database
 *   node bench/webhooks.ts --rate 200 --seconds 20
 *   node bench/webhooks.ts --database postgres://…   an empty database of your own
 *   node bench/webhooks.ts --postgres                a server of its own for this measurement, where one is installed
 *
 * The App is a process of its own, as an operator starts it. Every delivery holds a command, so that each is saved and
 * queued; a tenth of them are sent twice at the same moment. They go out by the clock, whether earlier ones were answered or
 * not, on a connection each, and the time counts from the moment at which a delivery was due.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type GitHubStandIn, startGitHub } from '../demo/github/server.ts';
import { openDatabase } from '../src/runs/database.ts';
import { startPostgres } from '../test/support/postgres.ts';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
    database: { type: 'string' },
    postgres: { type: 'boolean', default: false },
  },
});
const rate = Number(values.rate);
const total = rate * Number(values.seconds);
const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

const dataDir = await mkdtemp(path.join(tmpdir(), 'aiderbot-webhooks-'));
const postgres = values.postgres ? await startPostgres() : undefined;
const databaseUrl = values.database ?? postgres?.url;
const github = await startGitHub();
let app: ChildProcess | undefined;
try {
  const template = await sampleDelivery();
  const started = await startApp();
  app = started.process;
  const before = loadavg()[0] ?? 0;
  const sent = await sendAll(started.url, template);
  const load = `${before.toFixed(1)} to ${(loadavg()[0] ?? 0).toFixed(1)}`;
  await stop(app);
  report(sent, await stored(), Buffer.byteLength(template), load);
} finally {
  app?.kill('SIGKILL');
  await github.close();
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
}

interface Sent {
  guid: string;
  ms: number;
  status: number;
}

/** A real payload of the stand-in, which GitHub's published schema was checked against. */
async function sampleDelivery(): Promise<string> {
  await github.createRepository('octo/site', { roles: { ada: 'write' } });
  github.install('octo');
  const { number } = github.openIssue('octo/site', 'ada', {
    title: 'Something',
    body: 'Words. '.repeat(300),
  });
  // Nobody listens there; what was sent is kept all the same.
  github.setWebhookUrl('http://127.0.0.1:9/');
  github.comment('octo/site', number, 'ada', `/aider ping\n\n${'Why it matters. '.repeat(200)}`);
  await github.idle();
  const payload = github.deliveries[0]?.payload;
  if (payload === undefined) throw new Error('The stand-in made no delivery.');
  return payload;
}

async function startApp(): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [main, 'serve'], {
    env: { PATH: process.env.PATH ?? '', ...environment(github) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  const port = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        if (log.length < 100_000) log += chunk.toString();
        const found = /"port":(\d+)/.exec(log)?.[1];
        if (found !== undefined) resolve(found);
      });
    child.once('exit', () => reject(new Error(log)));
  });
  return { process: child, url: `http://127.0.0.1:${port}/api/github/webhooks` };
}

function environment({
  app: { id, privateKey, webhookSecret },
  apiUrl,
}: GitHubStandIn): Record<string, string> {
  return {
    APP_ID: String(id),
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: webhookSecret,
    GITHUB_API_URL: apiUrl,
    PORT: '0',
    DATA_DIR: dataDir,
    SANDBOX: 'external',
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    AIDER_MODEL: 'none',
    LOG_LEVEL: 'info',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
}

/** Open loop: what is due is sent, whatever became of the ones before. */
async function sendAll(url: string, template: string): Promise<Sent[]> {
  const payload: unknown = JSON.parse(template);
  const start = performance.now();
  const all: Promise<Sent>[] = [];
  for (let n = 0; n < total; n++) {
    const due = start + (n * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 1) await pause(wait);
    const body = withComment(payload, 1_000_000 + n);
    const guid = randomUUID();
    all.push(send(url, guid, body, due));
    if (n % 10 === 0) all.push(send(url, guid, body, due));
  }
  return Promise.all(all);
}

function withComment(payload: unknown, id: number): string {
  const { comment, ...rest } = payload as { comment: object };
  return JSON.stringify({ ...rest, comment: { ...comment, id } });
}

function send(url: string, guid: string, body: string, due: number): Promise<Sent> {
  const { webhookSecret } = github.app;
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ guid, ms: performance.now() - due, status });
    const sending = request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: {
          'content-type': 'application/json',
          'x-github-delivery': guid,
          'x-github-event': 'issue_comment',
          'x-hub-signature-256': `sha256=${createHmac('sha256', webhookSecret).update(body).digest('hex')}`,
        },
      },
      (response) => {
        response.resume();
        response.once('end', () => done(response.statusCode ?? 0));
      },
    );
    sending.once('error', () => done(0));
    sending.end(body);
  });
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

interface Stored {
  guids: Set<string>;
  deliveries: number;
  /** Jobs by the delivery that they are for. */
  jobs: Map<string, number>;
}

async function stored(): Promise<Stored> {
  const database = await openDatabase({
    dataDir,
    ...(databaseUrl === undefined ? {} : { url: databaseUrl }),
  });
  const rows = await database.query('select guid from deliveries');
  const jobs = await database.query(
    `select data->>'guid' as guid, count(*)::int as jobs from pgboss.job where name = 'intake' group by 1`,
  );
  await database.close();
  return {
    guids: new Set(rows.map((row) => String(row.guid))),
    deliveries: rows.length,
    jobs: new Map(jobs.map((row) => [String(row.guid), Number(row.jobs)])),
  };
}

function report(
  sent: readonly Sent[],
  { guids, deliveries, jobs }: Stored,
  bytes: number,
  load: string,
): void {
  const times = sent.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
  const taken = sent.filter(({ status }) => status === 200);
  const lost = new Set(
    taken.filter(({ guid }) => !guids.has(guid) || !jobs.has(guid)).map(({ guid }) => guid),
  );
  const twice = [...jobs.values()].filter((count) => count > 1).length + deliveries - guids.size;
  const engine = databaseUrl === undefined ? 'embedded' : 'Postgres';
  console.log(
    `${sent.length} requests of ${(bytes / 1024).toFixed(1)} KB for ${total} deliveries, ${rate} a second, ${engine} database, load of the machine ${load}\n`,
  );
  console.log('| database | requests | not taken | p50 ms | p90 ms | p99 ms | max ms | lost | twice |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  console.log(
    `| ${engine} | ${sent.length} | ${sent.length - taken.length} | ${at(0.5)} | ${at(0.9)} | ${at(0.99)} | ${at(1)} | ${lost.size} | ${twice} |`,
  );
  process.exitCode = lost.size > 0 || twice > 0 || taken.length < sent.length ? 1 : 0;
}
