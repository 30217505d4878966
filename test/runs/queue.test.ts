import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
import { scratch } from '../support/folders.ts';

async function database() {
  const dataDir = await scratch();
  const opened = await openDatabase({ dataDir });
  onTestFinished(() => opened.close());
  return { dataDir, opened };
}

test('a second process on the same data folder is refused and told who holds it', async () => {
  const { dataDir } = await database();
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    new RegExp(`in use by another aiderbot \\(pid ${process.pid}\\)`),
  );
});

test('a job sent twice with one id runs once; jobs of one key never overlap; a failed job comes again', async () => {
  const { opened } = await database();
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
});

async function stores(): Promise<[string, () => Promise<JournalStore>][]> {
  const { opened, dataDir } = await database();
  await opened.query(`insert into runs (id, origin, repository, issue, task) values ('r1', 'o', 1, 1, '{}')`);
  return [
    ['file', async () => fileJournal(path.join(dataDir, 'journal.jsonl'))],
    ['database', async () => databaseJournal(opened, 'r1')],
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
