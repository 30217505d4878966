import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTagCache, tagsOf } from '../../../src/repomap/tags/index.ts';
import { hashOfName } from '../../../src/repomap/words.ts';
import { memorySource } from './memory-source.ts';

const shop = {
  'src/cart.ts':
    "import { price } from './price.ts';\nexport function total(items: Item[]) { return price(items); }\n",
  'src/price.ts': 'export const price = (items: Item[]) => items.length;\n',
  'tools/report.py': 'def report(rows):\n    return render(rows)\n',
  'package-lock.json': '{}',
  'logo.svg.bin': new Uint8Array([0, 1, 2]),
  'notes.weird': 'call total then price',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tags-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The segment files of the one version folder. */
function segments(): string[] {
  const version = readdirSync(folder)[0] ?? '';
  return readdirSync(path.join(folder, version)).map((name) => path.join(folder, version, name));
}

async function run(contents: Record<string, string | Uint8Array>, where: string | undefined = folder) {
  const source = memorySource(contents);
  const found = await tagsOf(source.list, source, { cache: openTagCache(where) });
  return { source, found };
}

describe('tagsOf', () => {
  it('has one row a file, in the order asked for', async () => {
    const { found } = await run(shop);
    expect(found.at(0).language).toBe('typescript');
    expect(found.at(0).digest.imports).toEqual(['./price.ts']);
    expect(await found.tags(1)).toContainEqual({
      name: 'price',
      kind: 'def',
      role: 'function',
      line: 0,
      endLine: 0,
    });
    expect(found.at(2)).toMatchObject({ language: 'python', lines: 2 });
    expect(found.at(3).skipped).toBe('lock file');
    expect(found.at(4).skipped).toBe('binary');
    expect((await found.tags(5)).map((tag) => tag.name)).toEqual(['call', 'total', 'price']);
  });

  it('hands ranking the hashed names and words', async () => {
    const { found } = await run(shop);
    const { defs, refs, length } = found.at(0).digest;
    expect([...defs.hashes]).toEqual([hashOfName('total')]);
    expect([...refs.hashes]).toEqual(expect.arrayContaining([hashOfName('price'), hashOfName('Item')]));
    expect(length).toBeGreaterThan(5);
  });

  it('reads nothing that its path leaves out', async () => {
    const { source } = await run(shop);
    expect(source.reads).not.toContain('package-lock.json');
    expect(source.reads).not.toContain('logo.svg.bin');
  });

  it('notes a file that cannot be read and goes on', async () => {
    const source = memorySource(shop);
    const files = [{ path: 'gone.ts', blob: 'a'.repeat(40), size: 5 }, ...source.list];
    const found = await tagsOf(files, source, { cache: openTagCache(undefined) });
    expect(found.notes).toEqual(['gone.ts could not be read: no such file']);
    expect(found.at(0).note).toBe('not read');
    expect(await found.tags(0)).toEqual([]);
    expect(found.at(1).language).toBe('typescript');
  });

  it('stops when it is told to', async () => {
    const source = memorySource(shop);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(tagsOf(source.list, source, { cache: openTagCache(undefined), signal })).rejects.toThrow(
      'enough',
    );
  });

  it('reports progress up to the number of files to parse', async () => {
    const source = memorySource(shop);
    const seen: [number, number][] = [];
    await tagsOf(source.list, source, {
      cache: openTagCache(undefined),
      onProgress: (done, total) => seen.push([done, total]),
    });
    expect(seen.at(-1)).toEqual([4, 4]);
  });

  it('gives the same in worker threads as in this thread', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `src/part${index}.ts`,
        `export class Part${index} { run(other: Part${(index + 1) % 60}) { return other.run(this); } }\n`.repeat(
          80,
        ),
      ]),
    );
    const inWorkers = await run(many, undefined);
    const one = await run({ 'src/part7.ts': many['src/part7.ts'] ?? '' }, undefined);
    expect(inWorkers.found.stats).toEqual({ files: 60, parsed: 60, cached: 0, skipped: 0 });
    expect(await inWorkers.found.tags(7)).toEqual(await one.found.tags(0));
    expect(inWorkers.found.at(7)).toEqual(one.found.at(0));
  });
});

describe('the tag cache', () => {
  it('answers a second run without reading a file', async () => {
    const first = await run(shop);
    const second = await run(shop);
    expect(first.found.stats).toMatchObject({ parsed: 4, cached: 0 });
    expect(second.found.stats).toMatchObject({ parsed: 0, cached: 4 });
    expect(second.source.reads).toEqual([]);
    for (const row of Object.keys(Object.values(shop)).map(Number)) {
      expect(second.found.at(row)).toEqual(first.found.at(row));
      expect(await second.found.tags(row)).toEqual(await first.found.tags(row));
    }
  });

  it('parses one file when one file changed, wherever the others have moved', async () => {
    await run(shop);
    const { 'src/cart.ts': cart, ...others } = shop;
    const changed = await run({
      ...others,
      'lib/basket.ts': cart,
      'src/price.ts': 'export const price = 1;\n',
    });
    expect(changed.source.reads).toEqual(['src/price.ts']);
  });

  it('does not answer for the same bytes in another language', async () => {
    await run({ 'a.py': 'x = 1\n' });
    expect((await run({ 'a.rb': 'x = 1\n' })).source.reads).toEqual(['a.rb']);
  });

  it.each([
    ['cut short', (file: string) => truncateSync(file, 40)],
    ['cut in the middle', (file: string) => truncateSync(file, readFileSync(file).length >> 1)],
    ['empty', (file: string) => truncateSync(file, 0)],
    ['zeroed', (file: string) => writeFileSync(file, Buffer.alloc(readFileSync(file).length))],
    ['something else', (file: string) => writeFileSync(file, 'hello world, this is no segment at all')],
    [
      'damaged in one byte of a record',
      (file: string) => {
        const bytes = readFileSync(file);
        const at = 4 * (5 + 8 * 4) + 60;
        bytes[at] = (bytes[at] ?? 0) ^ 0x10;
        writeFileSync(file, bytes);
      },
    ],
  ])('is ignored when it is %s', async (_, damage) => {
    const first = await run(shop);
    damage(segments()[0] ?? '');
    const second = await run(shop);
    expect(second.source.reads.length).toBeGreaterThan(0);
    expect(second.found.notes.join()).toContain('damaged');
    expect(second.found.at(0)).toEqual(first.found.at(0));
    expect((await run(shop)).source.reads).toEqual([]);
  });

  it('reads the file itself when the segment vanishes after it was looked up', async () => {
    const fresh = await run(shop);
    const cached = await run(shop);
    rmSync(segments()[0] ?? '');
    expect((await cached.found.tags(1)).map((tag) => tag.name)).toEqual(
      (await fresh.found.tags(1)).map((tag) => tag.name),
    );
  });

  it('goes without a folder that cannot be written, and says so', async () => {
    const file = path.join(folder, 'a-file');
    writeFileSync(file, '');
    const { found } = await run(shop, path.join(file, 'cache'));
    expect(found.stats.parsed).toBe(4);
    expect(found.notes.join()).toContain('tag cache not written');
  });

  it('merges many small segments into few and loses nothing', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`m${index}.py`, `def f${index}(): pass\n`]),
    );
    for (const [name, text] of Object.entries(files)) await run({ [name]: text });
    expect(segments().length).toBeLessThanOrEqual(12);
    const all = await run(files);
    expect(all.source.reads).toEqual([]);
    expect((await all.found.tags(13)).map((tag) => tag.name)).toEqual(['f13']);
  });

  it('is shared by runs that write at the same time', async () => {
    const parts = Array.from({ length: 6 }, (_, index) => ({ [`p${index}.py`]: `def g${index}(): pass\n` }));
    await Promise.all(parts.map((part) => run(part)));
    expect((await run(Object.assign({}, ...parts))).source.reads).toEqual([]);
  });
});
