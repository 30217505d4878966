/**
 * Tag extraction: source per second and core when nothing is cached, and the time of a load when everything is.
 * Usage: node bench/tags.ts [--files N] [FOLDER…]; without folders, the sources of some installed packages.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { initGrammars } from '../grammars/parser.ts';
import { folderSource } from '../src/repomap/source-folder.ts';
import {
  extractFile,
  openTagCache,
  type TagCache,
  type TaggedFiles,
  tagsOf,
} from '../src/repomap/tags/index.ts';
import { writeKey } from '../src/repomap/tags/key.ts';
import { bareRecord, type FileRecord, recordOf } from '../src/repomap/tags/record.ts';
import type { RepoFile, RepoSource } from '../src/repomap/types.ts';
import { bareLoop } from './bare-loop.ts';

const { values, positionals } = parseArgs({
  options: { files: { type: 'string', default: '100000' } },
  allowPositionals: true,
});
const root = path.resolve(import.meta.dirname, '..');
const installed = ['openai/src', '@anthropic-ai/sdk/src', 'zod/src', 'gpt-tokenizer/src'];
const folders =
  positionals.length > 0 ? positionals : installed.map((name) => path.join(root, 'node_modules', name));

interface Loaded {
  file: RepoFile;
  bytes: Uint8Array;
}

async function load(): Promise<Loaded[]> {
  const all: Loaded[] = [];
  for (const folder of folders) {
    const source = folderSource(path.resolve(folder));
    for (const file of await source.files()) all.push({ file, bytes: await source.read(file) });
  }
  return all;
}

/** The loaded files as a repository; `copies` times over, each copy with blob ids of its own. */
function sourceOf(loaded: readonly Loaded[], count: number): { files: RepoFile[]; source: RepoSource } {
  const contents = new Map<string, Uint8Array>();
  const files = Array.from({ length: count }, (_, index): RepoFile => {
    const { file, bytes } = loaded[index % loaded.length] ?? {
      file: { path: '', blob: '', size: 0 },
      bytes: new Uint8Array(),
    };
    const filePath = `copy${Math.floor(index / loaded.length)}/${index % loaded.length}/${file.path}`;
    contents.set(filePath, bytes);
    const blob = index < loaded.length ? file.blob : randomBytes(20).toString('hex');
    return { path: filePath, blob, size: file.size };
  });
  const source: RepoSource = {
    identity: 'bench',
    files: async () => files,
    read: async (file) => contents.get(file.path) ?? new Uint8Array(),
    head: async () => undefined,
    history: async () => [],
    close: async () => undefined,
  };
  return { files, source };
}

async function timed<T>(work: () => Promise<T> | T): Promise<{ result: T; wall: number; cpu: number }> {
  const before = process.cpuUsage();
  const start = performance.now();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, wall: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 };
}

const seconds = (value: number) => `${value.toFixed(2)} s`;
const rss = () => `${Math.round(process.memoryUsage().rss / 1e6)} MB resident`;

function walk(tagged: TaggedFiles): number {
  let words = 0;
  for (let row = 0; row < tagged.files.length; row++) words += tagged.at(row).digest.length;
  return words;
}

/**
 * Fills a cache for `files` with the records of the loaded ones, since parsing 100,000 files takes minutes. Several
 * segments, as a long run would leave.
 */
function fill(cache: TagCache, files: readonly RepoFile[], records: readonly FileRecord[]): void {
  const lot = 25_000;
  for (let from = 0; from < files.length; from += lot) {
    const entries = files.slice(from, from + lot).map((file, index) => {
      const key = new Uint32Array(4);
      writeKey(file, key, 0);
      const record = records[(from + index) % records.length] ?? bareRecord({});
      return { key, lead: new Uint32Array(record.lead.buffer), detail: record.detail };
    });
    cache.add(entries);
  }
}

async function warmLoad(
  label: string,
  files: RepoFile[],
  source: RepoSource,
  cache: () => TagCache,
): Promise<void> {
  const warm = await timed(async () => {
    const tagged = await tagsOf(files, source, { cache: cache() });
    return { tagged, words: walk(tagged) };
  });
  const { stats } = warm.result.tagged;
  console.log(
    `${label}: ${seconds(warm.wall)}, ${seconds(warm.cpu)} of processor time (${stats.cached} of ${stats.files} from the cache, ${rss()})`,
  );
}

await initGrammars();
// what is left out costs nothing and would flatter every figure
const loaded = (await load()).filter(
  ({ file, bytes }) => extractFile(file.path, bytes).skipped === undefined,
);
const bytes = loaded.reduce((sum, { file }) => sum + file.size, 0);
console.log(
  `${loaded.length} files, ${(bytes / 1e6).toFixed(1)} MB; ${availableParallelism()} × ${cpus()[0]?.model}; load ${loadavg()[0]?.toFixed(1)}`,
);

const floor = bareLoop(loaded.map(({ file, bytes }) => ({ path: file.path, bytes })));
console.log(`bare parse and match: ${floor.toFixed(2)} MB per second of processor time`);
for (const label of ['one thread, first pass', 'one thread, second pass']) {
  const pass = await timed(() => {
    for (const { file, bytes } of loaded) recordOf(file.path, bytes);
  });
  console.log(
    `${label}: ${(bytes / 1e6 / pass.cpu).toFixed(2)} MB per second of processor time (${seconds(pass.wall)} wall)`,
  );
}

const records = loaded.map(({ file, bytes }) => recordOf(file.path, bytes));
const folder = await mkdtemp(path.join(tmpdir(), 'bench-tags-'));
try {
  const once = sourceOf(loaded, loaded.length);
  const cold = await timed(() => tagsOf(once.files, once.source, { cache: openTagCache(folder) }));
  console.log(
    `cold, ${availableParallelism()} workers: ${(bytes / 1e6 / cold.wall).toFixed(2)} MB/s, ` +
      `${(bytes / 1e6 / cold.cpu).toFixed(2)} MB per second of processor time (${seconds(cold.wall)}, ${rss()})`,
  );
  await warmLoad(`warm, ${once.files.length} files`, once.files, once.source, () => openTagCache(folder));
  for (const count of [5000, Number(values.files)]) {
    const many = sourceOf(loaded, count);
    const filled = path.join(folder, String(count));
    fill(openTagCache(filled), many.files, records);
    await warmLoad(`warm, ${count} files`, many.files, many.source, () => openTagCache(filled));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
