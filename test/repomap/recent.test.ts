/** What was read of a commit is used again in memory: the same answers, without reading. */
import { beforeEach, expect, test } from 'vitest';
import { indexRepository, mapOf } from '../../src/repomap/index.ts';
import type { RepoFile, RepoSource } from '../../src/repomap/types.ts';

const files: Record<string, string> = {
  'src/cart.py': 'from src.tax import rate\n\ndef total(items):\n    return rate(items)\n',
  'src/tax.py': 'def rate(items):\n    return 0.2\n',
};

let runs = 0;
let listed: string[] = [];
beforeEach(() => {
  runs += 1;
  listed = [];
});

/** A commit of its own in each test; says whenever its files are listed. */
function commit(name: string, given: Partial<RepoSource> = {}): RepoSource {
  const content = `${name} of test ${runs}`;
  return {
    identity: 'r',
    content,
    async files() {
      listed.push(name);
      return Object.entries(files).map(
        ([path, text]): RepoFile => ({ path, blob: `${path} ${text.length}`, size: text.length }),
      );
    },
    read: async (file) => new TextEncoder().encode(files[file.path]),
    head: async () => content,
    history: async () => [],
    close: async () => undefined,
    ...given,
  };
}

const request = { text: 'the tax rate is wrong', chat: ['src/cart.py'], tokens: 500 };

test('a commit that was asked about lately is not read again, and its map is the same', async () => {
  const first = await mapOf(await indexRepository(commit('a')), request);
  const again = await mapOf(await indexRepository(commit('a')), request);
  expect(listed).toEqual(['a']);
  expect(again.map).toBe(first.map);
  expect(again.files).toEqual(first.files);
  expect(first.stats).toMatchObject({ parsed: 2, cached: 0 });
  expect(again.stats).toMatchObject({ parsed: 0, cached: 2 });
});

test('the text of files comes from the repository of the one who asks, never from a former one', async () => {
  await indexRepository(commit('a'));
  const closed = await indexRepository(
    commit('a', {
      read: async () => {
        throw new Error('gone');
      },
    }),
  );
  expect(await closed.load('src/tax.py')).toBeUndefined();
  const open = await indexRepository(commit('a'));
  expect(new TextDecoder().decode((await open.load('src/tax.py'))?.bytes)).toBe(files['src/tax.py']);
});

test('another commit, and one from which files were left out, are read for themselves', async () => {
  await indexRepository(commit('a'));
  await indexRepository(commit('b'));
  const one = await indexRepository(
    commit('a without secrets', { files: async () => [{ path: 'src/tax.py', blob: 't', size: 9 }] }),
  );
  expect(one.files).toHaveLength(1);
  expect((await indexRepository(commit('a'))).files).toHaveLength(2);
  expect(listed).toEqual(['a', 'b']);
});

test('files that may change, and a commit of which something could not be read, are read every time', async () => {
  const changing = () => {
    const { content, ...rest } = commit('tree');
    return rest;
  };
  await indexRepository(changing());
  await indexRepository(changing());
  expect(listed).toEqual(['tree', 'tree']);
  const failing = commit('broken', {
    read: async () => {
      throw new Error('the disk is away');
    },
  });
  expect((await indexRepository(failing)).notes.join()).toContain('the disk is away');
  expect((await indexRepository(commit('broken'))).notes).toEqual([]);
});

test('what was asked for longest ago goes first when there is too much', async () => {
  const many = (name: string) =>
    commit(name, {
      // Kept out by their names, so none is read; so many count as about 20 MB.
      async files() {
        listed.push(name);
        return Array.from({ length: 17_000 }, (_, n) => ({ path: `a/${n}.png`, blob: '0', size: 1 }));
      },
    });
  for (const name of ['1', '2', '3']) await indexRepository(many(name));
  await indexRepository(many('1'));
  expect(listed).toEqual(['1', '2', '3']);
  await indexRepository(many('4'));
  await indexRepository(many('1'));
  await indexRepository(many('2'));
  expect(listed).toEqual(['1', '2', '3', '4', '2']);
});
