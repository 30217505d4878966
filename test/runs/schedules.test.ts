/** What is kept of schedules, on a real database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseRepositoryConfig } from '../../src/config/repository.ts';
import { type Database, openDatabase } from '../../src/runs/database.ts';
import { spreadOf } from '../../src/runs/due.ts';
import { installations } from '../../src/runs/installations.ts';
import { type KnownTask, schedules } from '../../src/runs/schedules.ts';
import { runStore } from '../../src/runs/store.ts';
import { taskSchema } from '../../src/runs/task.ts';

const repository = { id: 70, owner: 'octo', name: 'poem', defaultBranch: 'main' };
const start = Date.parse('2026-11-30T12:00:00Z');
const day = 24 * 3_600_000;

let dir: string;
let database: Database;
let now = start;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'aiderbot-schedules-'));
  database = await openDatabase({ dataDir: dir });
});
afterAll(async () => {
  await database.close();
  await rm(dir, { recursive: true, force: true });
});
const known = () => schedules(database, () => now);

/** The settings say so; `tasks` in YAML. */
async function learn(tasks: string, of = repository, installation = 1): Promise<void> {
  const parsed = parseRepositoryConfig(`tasks: ${tasks}\n`);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  await known().learn(of, installation, parsed.config.tasks);
}
const daily = (more = '') => `[{ id: tidy, schedule: "0 5 * * *", prompt: Tidy up.${more} }]`;
async function row(): Promise<KnownTask> {
  const found = await known().get(repository.id, 'tidy');
  if (!found) throw new Error('the task is not known');
  return found;
}
/** Five in the morning of the day so many days after the start, and the share of the repository. */
const five = (days: number) => Date.parse('2026-11-30T05:00:00Z') + days * day + spreadOf(repository.id);

beforeEach(async () => {
  now = start;
  await database.query('delete from schedules');
  await learn(daily());
});

test('a task is known from its settings, comes due, and moves on once', async () => {
  expect(await row()).toMatchObject({ repository, installation: 1, failures: 0, due: five(1) });
  expect(await known().due()).toEqual([]);
  now = five(1);
  const [due] = await known().due();
  if (!due) throw new Error('nothing is due');
  // Two processes that saw the same time move on together, not one after the other.
  await known().moveOn(due, now);
  await known().moveOn(due, five(40));
  expect((await row()).due).toBe(five(2));
  expect(await known().due()).toEqual([]);
});

test('settings that are read again change nothing; others do, and gone ones are forgotten', async () => {
  now = five(1);
  await learn(daily());
  expect(await known().due()).toHaveLength(1);
  await learn('[{ id: tidy, schedule: "0 6 * * *", prompt: Tidy up. }]');
  expect((await row()).due).toBe(five(1) + 3_600_000);
  await learn('[{ id: tidy, prompt: Tidy up. }]');
  expect((await row()).due).toBeUndefined();
  await learn('[]');
  expect(await known().of(repository.id)).toEqual([]);
});

test('a rest is kept when the settings change meanwhile, and can be ended', async () => {
  await known().snooze(await row(), now + 7 * day);
  expect((await row()).due).toBe(five(8));
  await learn(daily(', budget: 0.5'));
  expect((await row()).due).toBe(five(8));
  await known().snooze(await row(), now);
  expect((await row()).due).toBe(five(1));
});

test('failures hold it back, and mended settings give it its next chance', async () => {
  now = five(1);
  await known().moveOn(await row(), now);
  const last = { at: now, what: 'failed', reason: 'it broke' } as const;
  const end = { last, pull: undefined, told: { issue: 9 } };
  await known().ended(await row(), 'run-1', { ...end, failures: 1 });
  expect(await row()).toMatchObject({
    failures: 1,
    due: five(2),
    endedRun: 'run-1',
    told: { issue: 9 },
    last,
  });
  await known().ended(await row(), 'run-2', { ...end, failures: 2 });
  expect((await row()).due).toBe(five(3));
  await known().ended(await row(), 'run-3', { ...end, failures: 3 });
  expect((await row()).due).toBe(five(5));
  await learn(daily(', paths: ["src/**"]'));
  expect(await row()).toMatchObject({ failures: 0, due: five(2), told: { issue: 9 } });
});

test('suspended installations are not due, and those that are taken away are forgotten', async () => {
  const books = installations(database, runStore(database));
  now = five(1);
  await books.setSuspended(1, true);
  expect(await known().due()).toEqual([]);
  await books.setSuspended(1, false);
  expect(await known().due()).toHaveLength(1);
  await books.forget(1);
  expect(await known().of(repository.id)).toEqual([]);
});

test('a task is at work while a run of it has not ended', async () => {
  const store = runStore(database);
  const task = taskSchema.parse({
    version: 1,
    run: 'run-9',
    verb: 'task',
    instruction: 'Tidy up.',
    issue: 3,
    requester: { login: 'mo', id: 5 },
    repository,
    installation: 1,
    comment: { id: 1, updatedAt: new Date(start).toISOString() },
    maintenance: { id: 'tidy', paths: [] },
  });
  await store.create(task, 'comment 70/1/0');
  expect(await known().isAtWork(await row(), 'schedule 70/tidy/now')).toBe(true);
  // The run of this very time is no reason against itself.
  expect(await known().isAtWork(await row(), 'comment 70/1/0')).toBe(false);
  await store.end('run-9', { kind: 'done' });
  expect(await known().isAtWork(await row(), 'schedule 70/tidy/now')).toBe(false);
});
