/** Each time of a task is taken in once, whoever looks and whatever dies in between. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { parseRepositoryConfig } from '../../src/config/repository.ts';
import type { AppContext } from '../../src/github/context.ts';
import type { DueDelivery } from '../../src/github/delivery.ts';
import type { Inbox } from '../../src/github/inbox.ts';
import { takeInDue } from '../../src/github/intake-due.ts';
import { fireDue } from '../../src/github/schedules.ts';
import { type Database, openDatabase } from '../../src/runs/database.ts';
import { installations } from '../../src/runs/installations.ts';
import { openQueue, type Queue } from '../../src/runs/queue.ts';
import { type Schedules, schedules } from '../../src/runs/schedules.ts';
import { spendingBooks } from '../../src/runs/spending.ts';
import { runStore } from '../../src/runs/store.ts';
import { scratch } from '../support/folders.ts';
import { nockedGitHub } from '../support/octokit.ts';
import { startPostgres } from '../support/postgres.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

const repository = { id: 70, owner: 'octo', name: 'poem', defaultBranch: 'main' };
const settings = 'tasks: [{ id: tidy, schedule: "0 5 * * *", prompt: Tidy up., budget: 0.5 }]\n';
const before = Date.parse('2026-11-30T04:00:00Z');
const after = Date.parse('2026-11-30T05:31:00Z');

async function open(url?: string): Promise<Database> {
  const database = await openDatabase({ dataDir: await scratch(), ...(url ? { url } : {}) });
  onTestFinished(() => database.close());
  return database;
}

async function learn(database: Database): Promise<void> {
  const parsed = parseRepositoryConfig(settings);
  if (!parsed.ok) throw new Error('the settings are wrong');
  await schedules(database, () => before).learn(repository, 1, parsed.config.tasks);
}

const inboxOf = (database: Database, queue: Queue): Inbox => ({
  database,
  queue,
  store: runStore(database),
  schedules: schedules(database, () => after),
  commands: { trigger: '/aider', slug: 'aiderbot', suggest: new Set() },
  isOurs: () => false,
});

const found = { id: 70, name: 'poem', owner: { login: 'octo' }, default_branch: 'main' };
const deliveryOf = (due: number): DueDelivery => ({
  kind: 'due',
  installation: { id: 1 },
  repository: found,
  task: 'tidy',
  due,
});

const silentQueue: Queue = {
  send: async () => undefined,
  work: async () => undefined,
  waiting: async () => new Set(),
  stop: async () => undefined,
};

/** Of an App whose installation nobody may ask for. */
function contextOf(database: Database, queue: Queue, known: Schedules): AppContext {
  const store = runStore(database);
  return {
    store,
    installations: installations(database, store),
    queue,
    spending: spendingBooks(database, () => after),
    schedules: known,
    octokit: () => Promise.reject(new Error('this is not asked for')),
    app: { slug: 'aiderbot', login: 'aiderbot[bot]', userId: 9 },
    commands: { trigger: '/aider', slug: 'aiderbot', suggest: new Set() },
    voice: { trigger: '/aider', available: new Set() },
    sign: () => '',
    redact: (text) => text,
    log: pino({ level: 'silent' }),
    version: '0',
    caches: { sweep: async () => undefined, forget: async () => undefined },
    now: Date.now,
  };
}

test.skipIf(!postgres)('two processes that look at once make one delivery and one job', async () => {
  const [one, other] = [await open(postgres?.url), await open(postgres?.url)];
  const inboxes: Inbox[] = [];
  for (const database of [one, other]) {
    const queue = await openQueue(database, () => undefined);
    onTestFinished(() => queue.stop(0));
    inboxes.push(inboxOf(database, queue));
  }
  await learn(one);
  await Promise.all([...inboxes, ...inboxes].map((inbox) => fireDue(inbox)));
  expect(await one.query(`select guid from deliveries`)).toHaveLength(1);
  expect(await one.query(`select id from pgboss.job where name = 'intake'`)).toHaveLength(1);
  // It is in other hands until it moves on, so the next look leaves room for others.
  expect(await schedules(one, () => after).due()).toEqual([]);
});

test('with schedules switched off no time of a task is sent on, and one that was sent before is passed over', async () => {
  const database = await open();
  await learn(database);
  const off = schedules(database, () => after, false);
  const { octokit } = nockedGitHub();
  const queue = { ...silentQueue, send: () => Promise.reject(new Error('nothing was to be sent')) };
  await fireDue({ ...inboxOf(database, queue), schedules: off });
  expect(await database.query('select guid from deliveries')).toEqual([]);

  const due = (await off.get(70, 'tidy'))?.due ?? 0;
  // GitHub is not even asked: nothing would answer here.
  await takeInDue(deliveryOf(due), octokit, contextOf(database, queue, off));
  expect(await database.query('select id from runs')).toEqual([]);
  const row = await off.get(70, 'tidy');
  expect(row?.last).toMatchObject({
    what: 'passed-over',
    reason: 'schedules are switched off on this server',
  });
  expect(row?.due).toBeGreaterThan(due);
});

test('a process that dies while it starts a run leaves it to the next attempt, which starts no second', async () => {
  const database = await open();
  await learn(database);
  const sent: unknown[] = [];
  let dies = true;
  const queue: Queue = {
    ...silentQueue,
    async send(name, job) {
      if (dies) throw new Error('the process is gone');
      sent.push([name, job.data, job.key]);
    },
  };
  const known = schedules(database, () => after);
  const { octokit, api } = nockedGitHub();
  const context = contextOf(database, queue, known);
  const { store } = context;
  const path = '/repos/octo/poem';
  const file = { type: 'file', sha: randomUUID(), content: Buffer.from(settings).toString('base64') };
  api.get(path).times(2).reply(200, found);
  api.get(`${path}/contents/.github%2Faider.yml`).times(2).reply(200, file);

  const [row] = await known.due();
  const delivery = deliveryOf(row?.due ?? 0);
  await expect(takeInDue(delivery, octokit, context)).rejects.toThrow('the process is gone');
  dies = false;
  await takeInDue(delivery, octokit, context);
  const runs = await database.query('select id from runs');
  expect(runs).toHaveLength(1);
  expect(sent).toEqual([['run', { run: runs[0]?.id }, 'thread 70/0']]);
  // And again, once it is over: GitHub is not even asked.
  await takeInDue(delivery, octokit, context);
  expect(sent).toHaveLength(1);
  const run = await store.get(String(runs[0]?.id));
  expect(run?.task).toMatchObject({
    thread: 'task',
    issue: 0,
    instruction: 'Tidy up.',
    budget: 0.5,
    requester: { login: 'aiderbot[bot]', id: 0 },
  });
  expect(new Date((await known.get(70, 'tidy'))?.due ?? 0).toISOString()).toMatch(/^2026-12-01T05:/);
});
