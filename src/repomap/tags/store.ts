/** From files to tags: cache first, then parsing, in this thread for a few files and in workers for many. */
import { availableParallelism } from 'node:os';
import { languageOfPath } from '../../../grammars/languages.ts';
import { grammarsTrapped } from '../../../grammars/parser.ts';
import type { RepoFile, RepoSource } from '../types.ts';
import { type Batch, type PackedRecords, packRecords } from './batch.ts';
import type { TagCache } from './cache.ts';
import { writeKey } from './key.ts';
import { Inline, Pool } from './pool.ts';
import { bareRecord } from './record.ts';
import { batchesOf, Shares } from './schedule.ts';
import type { Entry } from './segment.ts';
import { skipByPath } from './skip.ts';
import { TaggedFiles } from './table.ts';

export interface TagOptions {
  cache: TagCache;
  /** Called now and then with the number of files done, of those that have to be parsed. */
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

/**
 * Tags of all `files`. Files that cannot be read or parsed get a note, never an error; throws only when `signal`
 * aborts.
 */
export async function tagsOf(
  files: readonly RepoFile[],
  source: RepoSource,
  options: TagOptions,
): Promise<TaggedFiles> {
  const table = new TaggedFiles(files, source);
  const wanted = leaveOut(files, table);
  const keys = new Uint32Array(files.length * 4);
  for (const row of wanted) writeKey(files[row] ?? noFile, keys, row * 4);
  const missing = fromCache(table, options.cache, keys, wanted);
  if (missing.length > 0) await parseRows(table, source, missing, keys, options);
  return table;
}

const noFile: RepoFile = { path: '', blob: '', size: 0 };

/** Places a bare record for each file that its path or size leaves out; returns the other rows. */
function leaveOut(files: readonly RepoFile[], table: TaggedFiles): number[] {
  const reasons = new Map<string, number[]>();
  const wanted: number[] = [];
  files.forEach((file, row) => {
    const reason = skipByPath(file.path, file.size);
    if (reason === undefined) wanted.push(row);
    else {
      const rows = reasons.get(reason) ?? [];
      rows.push(row);
      reasons.set(reason, rows);
    }
  });
  for (const [skipped, rows] of reasons) {
    const packed = packRecords([bareRecord({ skipped })]);
    const chunk = table.addChunk({ leads: packed.leads, detail: () => packed.details });
    for (const row of rows) table.place(row, chunk, 0, 0, 0);
    table.stats.skipped += rows.length;
  }
  return wanted;
}

function fromCache(
  table: TaggedFiles,
  cache: TagCache,
  keys: Uint32Array,
  rows: readonly number[],
): number[] {
  const numbers = new Map<object, number>();
  for (const hit of cache.lookUp(keys, rows)) {
    let chunk = numbers.get(hit.chunk);
    if (chunk === undefined) {
      chunk = table.addChunk(hit.chunk);
      numbers.set(hit.chunk, chunk);
    }
    table.place(hit.row, chunk, hit.leadAt, hit.detailAt, hit.detailLength);
    table.stats.cached++;
  }
  table.notes.push(...cache.notes.splice(0));
  return rows.filter((row) => !table.has(row));
}

/** Below this many bytes a worker costs more than it saves. */
const alone = 300_000;
/** Each takes about 100 MB: more would break the promise of 1.5 GB for the largest repositories. */
const mostWorkers = 8;
/** Records are written to the cache in lots of this size, so that a killed run keeps most of its work. */
const lotBytes = 48 << 20;

async function parseRows(
  table: TaggedFiles,
  source: RepoSource,
  rows: readonly number[],
  keys: Uint32Array,
  options: TagOptions,
): Promise<void> {
  const lot = new Lot(options.cache);
  const work = batchesOf(table.files, rows);
  const bytes = rows.reduce((sum, row) => sum + (table.files[row]?.size ?? 0), 0);
  const here =
    bytes < alone && !grammarsTrapped() && rows.every((row) => isProven(table.files[row]?.path ?? ''));
  const parser = here ? new Inline() : new Pool(Math.min(availableParallelism(), mostWorkers, work.length));
  const shares = new Shares(work, parser.size);
  const read = (rows: number[] | undefined) => rows && readBatch(table, source, rows);
  let done = 0;
  const lane = async (_: unknown, number: number) => {
    let ahead = read(shares.next(number));
    while (ahead !== undefined) {
      options.signal?.throwIfAborted();
      const batch = await ahead;
      // the next batch is read while this one is parsed
      ahead = read(shares.next(number));
      const packed = await parser.run(batch, number);
      file(table, packed, batch, keys, lot);
      done += batch.asked;
      options.onProgress?.(done, rows.length);
    }
  };
  try {
    const ended = await Promise.allSettled(Array.from({ length: parser.size }, lane));
    for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
  } finally {
    await parser.close();
    lot.write();
    table.notes.push(...options.cache.notes.splice(0));
  }
}

/**
 * A scanner that loops for ever inside WebAssembly can only be stopped together with its thread, so this thread runs
 * none but the grammars that an editor used by millions ships.
 */
function isProven(path: string): boolean {
  const language = languageOfPath(path);
  return language?.grammar === undefined || language.grammar.package === 'vscode';
}

interface ReadBatch extends Batch {
  rows: number[];
  /** Files that were to be read. */
  asked: number;
}

/** A file that cannot be read is noted and left without a record. */
async function readBatch(
  table: TaggedFiles,
  source: RepoSource,
  rows: readonly number[],
): Promise<ReadBatch> {
  const batch: ReadBatch = { asked: rows.length, rows: [], paths: [], contents: [] };
  const contents = await Promise.allSettled(rows.map((row) => source.read(table.files[row] ?? noFile)));
  contents.forEach((content, index) => {
    const row = rows[index] ?? 0;
    const path = table.files[row]?.path ?? '';
    if (content.status === 'rejected') {
      const why = content.reason instanceof Error ? content.reason.message : String(content.reason);
      table.notes.push(`${path} could not be read: ${why}`);
      return;
    }
    batch.rows.push(row);
    batch.paths.push(path);
    batch.contents.push(content.value);
  });
  return batch;
}

function file(
  table: TaggedFiles,
  packed: PackedRecords,
  batch: ReadBatch,
  keys: Uint32Array,
  lot: Lot,
): void {
  const { leads, leadAt, details, detailAt } = packed;
  const chunk = table.addChunk({ leads, detail: (at, length) => details.subarray(at, at + length) });
  batch.rows.forEach((row, index) => {
    const lead = leadAt[index] ?? 0;
    const start = detailAt[index] ?? 0;
    const end = detailAt[index + 1] ?? start;
    table.place(row, chunk, lead, start, end - start);
    table.stats.parsed++;
    if (packed.passing.includes(index)) return;
    lot.add({
      key: keys.subarray(row * 4, row * 4 + 4),
      lead: leads.subarray(lead, leadAt[index + 1] ?? lead),
      detail: details.subarray(start, end),
    });
  });
}

/** Entries on their way to the cache. */
class Lot {
  readonly #cache: TagCache;
  #entries: Entry[] = [];
  #bytes = 0;

  constructor(cache: TagCache) {
    this.#cache = cache;
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
    this.#bytes += entry.lead.byteLength + entry.detail.length;
    if (this.#bytes >= lotBytes) this.write();
  }

  write(): void {
    this.#cache.add(this.#entries);
    this.#entries = [];
    this.#bytes = 0;
  }
}
