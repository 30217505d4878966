/** What of earlier set-ups stays on the disk, and for how long. */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { dependencyStore, type Shelf } from '../../../src/checks/dependencies/store.ts';
import { scratch } from '../../support/folders.ts';

const DAY = 24 * 3_600_000;
const main: Shelf = { repository: 'github-1', branch: 'main' };

async function opened(mostBytes = 4_000) {
  const root = path.join(await scratch(), 'dependencies');
  const clock = { now: Date.UTC(2026, 0, 1) };
  const store = dependencyStore({ root, mostBytes, now: () => clock.now });
  const put = (key: string, content: string, shelf = main) =>
    store.put(shelf, key, async (to) => {
      to.end(content);
      return true;
    });
  /** The content of an entry, as a run that takes it sees it. */
  const taken = async (key: string, ...shelves: Shelf[]) => {
    let content: string | undefined;
    await store.take(shelves.length > 0 ? shelves : [main], key, async (from) => {
      content = await text(from);
      return 'used';
    });
    return content;
  };
  return { root, clock, store, put, taken };
}

const filesIn = (root: string) => readdirSync(root, { recursive: true, encoding: 'utf8' });

test('an entry is found under its key, by its repository and branch alone', async () => {
  const { put, taken } = await opened();
  expect(await put('a', 'content')).toBe(true);
  expect(await taken('a')).toBe('content');
  expect(await taken('b')).toBeUndefined();
  expect(await taken('a', { ...main, branch: 'other' })).toBeUndefined();
  expect(await taken('a', { ...main, repository: 'github-2' })).toBeUndefined();
  expect(await taken('a', { ...main, branch: 'other' }, main)).toBe('content');
});

test('names of branches are no paths', async () => {
  const { root, put, taken } = await opened();
  for (const branch of ['../../../up', '/etc', '.', 'a/b', 'a', 'A']) {
    expect(await put('a', branch, { ...main, branch })).toBe(true);
    expect(await taken('a', { ...main, branch })).toBe(branch);
  }
  expect(readdirSync(path.dirname(root))).toEqual(['dependencies']);
  expect(readdirSync(root)).toEqual(['github-1']);
});

test('what is there is not written over: two runs at a time leave the first', async () => {
  const { put, taken } = await opened();
  await put('a', 'first');
  expect(await put('a', 'second')).toBe(false);
  expect(await taken('a')).toBe('first');
});

test.each<[string, (to: NodeJS.WritableStream) => Promise<boolean>]>([
  ['was not written to its end', async (to) => to.write('half') && false],
  ['was called whole and is not', async (to) => to.write('half')],
  [
    'is too large',
    async (to) => {
      to.end('x'.repeat(2_000));
      return true;
    },
  ],
])('what %s is not kept, and leaves nothing behind', async (_, write) => {
  const { root, store, taken } = await opened();
  expect(await store.put(main, 'a', write)).toBe(false);
  expect(await taken('a')).toBeUndefined();
  expect(filesIn(root).filter((name) => /tar|json/.test(name))).toEqual([]);
});

test('an entry that does not fit is thrown away; one that was interrupted stays', async () => {
  const { store, put, taken } = await opened();
  await put('a', 'content');
  expect(await store.take([main], 'a', async () => 'interrupted')).toBeUndefined();
  expect(await taken('a')).toBe('content');
  expect(await store.take([main], 'a', async () => 'unfit')).toBeUndefined();
  expect(await taken('a')).toBeUndefined();
});

test('when all together are too large, the one that was used longest ago goes first', async () => {
  const { clock, put, taken } = await opened(4_000);
  for (const key of ['a', 'b', 'c', 'd']) {
    clock.now += 1_000;
    await put(key, key.repeat(999));
  }
  clock.now += 1_000;
  expect(await taken('a')).toBeDefined();
  clock.now += 1_000;
  await put('e', 'e'.repeat(999));
  expect(await taken('b')).toBeUndefined();
  for (const key of ['a', 'c', 'd', 'e']) expect(await taken(key)).toBeDefined();
});

test('what nobody used for a week goes, and what is a month old in any case', async () => {
  const { root, clock, store, put, taken } = await opened();
  await put('used', '1');
  await put('unused', '2');
  for (let day = 0; day < 8; day++) {
    clock.now += DAY;
    expect(await taken('used')).toBe('1');
  }
  await store.sweep();
  expect(await taken('unused')).toBeUndefined();
  for (let day = 8; day < 30; day++) {
    clock.now += DAY;
    expect(await taken('used')).toBe('1');
    await store.sweep();
  }
  clock.now += DAY;
  // Also before the sweep comes by.
  expect(await taken('used')).toBeUndefined();
  await store.sweep();
  expect(filesIn(root)).toEqual([]);
});

test('what a dead process left half-written goes, what is being written stays', async () => {
  const { root, clock, store, put } = await opened();
  await put('a', 'content');
  const [shelf] = filesIn(root).filter((name) => name.split('/').length === 2);
  for (const [name, age] of [
    ['dead', 2 * 3_600_000],
    ['living', 60_000],
  ] as const) {
    const folder = path.join(root, shelf ?? '', `${name}.0000`);
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'content.tar'), 'half');
    utimesSync(folder, new Date(clock.now - age), new Date(clock.now - age));
  }
  await store.sweep();
  expect(readdirSync(path.join(root, shelf ?? '')).filter((name) => name.includes('.'))).toEqual([
    'living.0000',
  ]);
});

test('a repository is forgotten with all its branches, and no other', async () => {
  const { root, store, put, taken } = await opened();
  await put('a', '1');
  await put('a', '2', { ...main, branch: 'other' });
  await put('a', '3', { ...main, repository: 'github-2' });
  await store.forget('github-1');
  expect(readdirSync(root)).toEqual(['github-2']);
  expect(await taken('a', { ...main, repository: 'github-2' })).toBe('3');
});

test('with no room given, the first sweep removes what was kept', async () => {
  const { root, put } = await opened();
  await put('a', '1');
  await dependencyStore({ root, mostBytes: 0, now: Date.now }).sweep();
  expect(filesIn(root)).toEqual([]);
});
