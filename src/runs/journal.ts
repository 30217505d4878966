/** The ordered record of every step of a run that costs something or cannot be repeated. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Json } from '../lib/types.ts';
import type { Database } from './database.ts';

export interface JournalEntry {
  step: string;
  /** Tells equal steps of a run apart; for model calls the hash of the request. */
  key: string;
  result: Json;
  milliseconds: number;
}

export interface JournalStore {
  load(): Promise<JournalEntry[]>;
  /** Keeps the entry for good before it resolves. Returns what is kept: an earlier entry of the same step and key wins. */
  append(entry: JournalEntry): Promise<JournalEntry>;
}

export interface Journal {
  /**
   * Runs `work` once for good: a later call with the same step and key, in this process or after a restart, returns the
   * recorded result. `schema` is the border: what comes back is parsed, and a record of another shape is an error.
   */
  step<T>(step: string, key: string, schema: z.ZodType<T>, work: () => Promise<T>): Promise<T>;
  entries(): readonly JournalEntry[];
}

export async function openJournal(store: JournalStore): Promise<Journal> {
  const entries = await store.load();
  const known = new Map(entries.map((entry) => [`${entry.step}\0${entry.key}`, entry]));
  return {
    entries: () => entries,
    async step(step, key, schema, work) {
      const id = `${step}\0${key}`;
      const recorded = known.get(id);
      if (recorded) return schema.parse(recorded.result);
      const start = performance.now();
      // Through JSON at once: what this attempt goes on with is what a later one will read.
      const result = z.json().parse(JSON.parse(JSON.stringify(await work())));
      const milliseconds = Math.round(performance.now() - start);
      const kept = await store.append({ step, key, result, milliseconds });
      known.set(id, kept);
      entries.push(kept);
      return schema.parse(kept.result);
    },
  };
}

/** A short, stable name for any JSON value, independent of the order of its keys. */
export function hashOf(value: unknown): string {
  const canonical = JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
  return createHash('sha256').update(canonical).digest('hex').slice(0, 32);
}

const entrySchema = z.object({
  step: z.string(),
  key: z.string(),
  result: z.json(),
  milliseconds: z.number(),
});

/** JSON lines in a file. A last line that a crash cut short is dropped: its step had not been acknowledged. */
export function fileJournal(file: string): JournalStore {
  mkdirSync(path.dirname(file), { recursive: true });
  return {
    async load() {
      const entries: JournalEntry[] = [];
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      let end = 0;
      for (const line of text.split(/(?<=\n)/)) {
        if (!line.endsWith('\n')) break;
        entries.push(entrySchema.parse(JSON.parse(line)));
        end += Buffer.byteLength(line);
      }
      if (end < Buffer.byteLength(text)) truncateSync(file, end);
      return entries;
    },
    async append(entry) {
      const descriptor = openSync(file, 'a', 0o600);
      try {
        writeSync(descriptor, `${JSON.stringify(entry)}\n`);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      return entry;
    },
  };
}

/** Takes back the first entry that `isEnd` holds of, and all that followed from it. */
export function cutFileJournal(file: string, isEnd: (entry: JournalEntry) => boolean): void {
  let start = 0;
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split(/(?<=\n)/) : []) {
    if (!line.endsWith('\n')) return;
    if (isEnd(entrySchema.parse(JSON.parse(line)))) {
      truncateSync(file, start);
      return;
    }
    start += Buffer.byteLength(line);
  }
}

export function databaseJournal(database: Database, run: string): JournalStore {
  const rows = z.array(
    entrySchema.extend({ result: z.string().transform((text) => z.json().parse(JSON.parse(text))) }),
  );
  const load = async () =>
    rows.parse(
      await database.query(
        'select step, key, result, milliseconds from journal where run = $1 order by position',
        [run],
      ),
    );
  return {
    load,
    async append(entry) {
      await database.query(
        `insert into journal (run, step, key, result, milliseconds) values ($1, $2, $3, $4, $5)
         on conflict do nothing`,
        [run, entry.step, entry.key, JSON.stringify(entry.result), entry.milliseconds],
      );
      const [kept] = rows.parse(
        await database.query(
          'select step, key, result, milliseconds from journal where run = $1 and step = $2 and key = $3',
          [run, entry.step, entry.key],
        ),
      );
      if (!kept) throw new Error(`Journal entry ${entry.step} of run ${run} did not stay in the database.`);
      return kept;
    },
  };
}
