import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cachedHistory } from '../../src/repomap/history-cache.ts';
import type { Commit, RepoSource } from '../../src/repomap/types.ts';

const commits: Commit[] = [
  { time: 20, subject: 'tabs\tand "quotes" → kept', paths: ['a b.py', 'ü\n.c'] },
  { time: 10, subject: '', paths: [] },
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'history-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A repository that counts how often its log is read. */
function source(history: Commit[]): { source: RepoSource; asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    source: {
      identity: 'here',
      files: async () => [],
      read: async () => new Uint8Array(),
      head: async () => 'a'.repeat(40),
      history: async () => {
        asked++;
        return history;
      },
      close: async () => undefined,
    },
  };
}

it('reads the log of a head once and then gives the same again', async () => {
  const { source: one, asked } = source(commits);
  expect(await cachedHistory(one, 9, folder)).toEqual(commits);
  expect(await cachedHistory(one, 9, folder)).toEqual(commits);
  expect(asked()).toBe(1);
});

it('keeps an empty log', async () => {
  const { source: one, asked } = source([]);
  await cachedHistory(one, 9, folder);
  expect(await cachedHistory(one, 9, folder)).toEqual([]);
  expect(asked()).toBe(1);
});

it.each([
  ['cut off', (text: string) => text.slice(0, -3)],
  ['foreign', () => '[{"time":1}]'],
  ['foreign, with the mark at its end', () => 'x\x01'],
])('reads the log again when the cache is %s', async (_, damage) => {
  const { source: one, asked } = source(commits);
  await cachedHistory(one, 9, folder);
  const own = path.join(folder, 'history');
  const file = path.join(own, readdirSync(own)[0] ?? '');
  writeFileSync(file, damage(readFileSync(file, 'utf8')));
  expect(await cachedHistory(one, 9, folder)).toEqual(commits);
  expect(asked()).toBe(2);
});
