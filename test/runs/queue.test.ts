import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../src/runs/database.ts';
import {
  databaseJournal,
  fileJournal,
  hashOf,
  type JournalStore,
  openJournal,
} from '../../src/runs/journal.ts';
import { openQueue } from '../../src/runs/queue.ts';
import { until } from '../support/app.ts';
import { scratch } from '../support/folders.ts';
import { startPostgres } from '../support/postgres.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());
const engines: ('pglite' | 'postgres')[] = postgres ? ['pglite', 'postgres'] : ['pglite'];

async function database(engine: 'pglite' | 'postgres' = 'pglite') {
  const dataDir = await scratch();
  const opened = await openDatabase({
    dataDir,
    ...(engine === 'postgres' && postgres ? { url: postgres.url } : {}),
  });
  expect(opened.engine).toBe(engine);
  onTestFinished(() => opened.close());
  return { dataDir, opened };
}

test('a second process on the same data folder is refused and told who holds it', async () => {
  const { dataDir } = await database();
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    new RegExp(`in use by another aiderbot \\(pid ${process.pid}\\)`),
  );
});

test.each(engines)(
  '%s: a job sent twice with one id runs once; jobs of one key never overlap; a failed job comes again',
  async (engine) => {
    const { opened } = await database(engine);
    const errors: Error[] = [];
    const queue = await openQueue(opened, (error) => errors.push(error));
    onTestFinished(() => queue.stop(1000));
    const seen: string[] = [];
    const done = Promise.withResolvers<void>();
    let active = 0;
    let overlaps = 0;
    await queue.work('run', { concurrency: 3 }, async (job) => {
      active++;
      if (active > 1) overlaps++;
      await new Promise((resolve) => setTimeout(resolve, 50));
      active--;
      seen.push(`${job.data.run}:${job.attempt}`);
      if (job.data.run === 'b' && job.attempt === 0) throw new Error('lost');
      if (seen.length === 4) done.resolve();
    });
    const id = randomUUID();
    await queue.send('run', { id, data: { run: 'a' }, key: 'repo:1' });
    await queue.send('run', { id, data: { run: 'a' }, key: 'repo:1' });
    await queue.send('run', { data: { run: 'b' }, key: 'repo:1' });
    await queue.send('run', { data: { run: 'c' }, key: 'repo:1' });
    await done.promise;
    expect([...seen].sort()).toEqual(['a:0', 'b:0', 'b:1', 'c:0']);
    expect(overlaps).toBe(0);
    expect(errors).toEqual([]);
  },
);

async function stores(): Promise<[string, () => Promise<JournalStore>][]> {
  const all = await Promise.all(engines.map((engine) => database(engine)));
  const dataDir = all[0]?.dataDir ?? '';
  const run = randomUUID();
  for (const { opened } of all) {
    await opened.query('insert into runs (id, origin, repository, issue, task) values ($1, $1, 1, 1, $2)', [
      run,
      '{}',
    ]);
  }
  return [
    ['file', async () => fileJournal(path.join(dataDir, 'journal.jsonl'))],
    ...all.map(({ opened }): [string, () => Promise<JournalStore>] => [
      opened.engine,
      async () => databaseJournal(opened, run),
    ]),
  ];
}

test('a step runs once for good, also after the journal is opened again', async () => {
  for (const [name, open] of await stores()) {
    let calls = 0;
    const answer = async () => {
      calls++;
      return { text: 'NUL \0, lone \ud800', n: calls };
    };
    const schema = z.object({ text: z.string(), n: z.number() });
    const first = await openJournal(await open());
    expect(await first.step('model', hashOf({ b: 1, a: 2 }), schema, answer), name).toEqual({
      text: 'NUL \0, lone \ud800',
      n: 1,
    });
    const again = await openJournal(await open());
    expect(await again.step('model', hashOf({ a: 2, b: 1 }), schema, answer), name).toEqual({
      text: 'NUL \0, lone \ud800',
      n: 1,
    });
    expect(await again.step('model', 'other', schema, answer), name).toEqual({
      text: 'NUL \0, lone \ud800',
      n: 2,
    });
    expect(again.entries().map((entry) => entry.key).length, name).toBe(2);
  }
});

test('a step that fails leaves no record', async () => {
  for (const [name, open] of await stores()) {
    const journal = await openJournal(await open());
    await expect(
      journal.step('push', '', z.string(), async () => {
        throw new Error('network');
      }),
    ).rejects.toThrow('network');
    expect(await journal.step('push', '', z.string(), async () => 'ok'), name).toBe('ok');
  }
});

test('a line that a crash cut short is dropped, and what follows is readable', async () => {
  const { writeFile, appendFile } = await import('node:fs/promises');
  const file = path.join(await scratch(), 'journal.jsonl');
  await writeFile(file, `${JSON.stringify({ step: 'base', key: '', result: 'abc', milliseconds: 1 })}\n`);
  await appendFile(file, '{"step":"model","key":"k","res');
  const journal = await openJournal(fileJournal(file));
  expect(journal.entries()).toHaveLength(1);
  await journal.step('model', 'k', z.string(), async () => 'reply');
  expect((await openJournal(fileJournal(file))).entries()).toHaveLength(2);
});

test.skipIf(!postgres)(
  'postgres: two workers on one queue share the jobs, and one key is still one at a time',
  async () => {
    const first = await database('postgres');
    const second = await database('postgres');
    const queues = await Promise.all([first, second].map(({ opened }) => openQueue(opened, () => undefined)));
    onTestFinished(async () => void (await Promise.all(queues.map((queue) => queue.stop(1000)))));
    const run = randomUUID();
    const workers = new Set<number>();
    const active = new Map<string, number>();
    const seen = new Set<string>();
    let overlaps = 0;
    for (const [index, queue] of queues.entries()) {
      await queue.work('run', { concurrency: 2 }, async ({ data }) => {
        if (data.of !== run) return;
        const key = data.key ?? '';
        workers.add(index);
        active.set(key, (active.get(key) ?? 0) + 1);
        if ((active.get(key) ?? 0) > 1) overlaps++;
        await new Promise((resolve) => setTimeout(resolve, 20));
        active.set(key, (active.get(key) ?? 0) - 1);
        seen.add(data.n ?? '');
      });
    }
    for (let n = 0; n < 24; n++) {
      const key = `key ${n % 4}`;
      await queues[n % 2]?.send('run', { data: { of: run, n: String(n), key }, key: `${run} ${key}` });
    }
    await until('all jobs', () => seen.size === 24);
    expect(overlaps).toBe(0);
    expect(workers.size).toBe(2);
  },
);
