/** Which thread parses which files: files of one language stay together, since every thread compiles the queries it meets anew. */
import { languageOfPath } from '../../../grammars/languages.ts';
import type { RepoFile } from '../types.ts';

/** Source bytes per trip to a worker: long enough to hide the trip, short enough to balance the last ones. */
const batchBytes = 512_000;
const batchFiles = 256;

interface Sized {
  rows: number[];
  bytes: number;
}

/** Rows cut into batches by size and number, by language and then in order. */
export function batchesOf(files: readonly RepoFile[], rows: readonly number[]): Sized[] {
  const languages = new Map<string, number[]>();
  for (const row of rows) {
    const id = languageOfPath(files[row]?.path ?? '')?.id ?? '';
    const own = languages.get(id);
    if (own === undefined) languages.set(id, [row]);
    else own.push(row);
  }
  const batches: Sized[] = [];
  let current: Sized = { rows: [], bytes: 0 };
  for (const row of [...languages.values()].flat()) {
    if (current.rows.length === 0) batches.push(current);
    current.rows.push(row);
    current.bytes += files[row]?.size ?? 0;
    if (current.bytes >= batchBytes || current.rows.length >= batchFiles) current = { rows: [], bytes: 0 };
  }
  return batches;
}

/** Batches dealt to lanes: a stretch of about equal bytes for each, and what is left at the end to whoever is idle. */
export class Shares {
  readonly #lanes: Sized[][];

  constructor(batches: readonly Sized[], lanes: number) {
    this.#lanes = Array.from({ length: lanes }, () => []);
    const total = batches.reduce((sum, batch) => sum + batch.bytes, 0) || 1;
    let before = 0;
    for (const batch of batches) {
      this.#lanes[Math.min(lanes - 1, Math.floor((before / total) * lanes))]?.push(batch);
      before += batch.bytes;
    }
  }

  /** The rows of the next batch for a lane: its own next one, or the last one of the lane with most left. */
  next(lane: number): number[] | undefined {
    const own = this.#lanes[lane]?.shift();
    if (own !== undefined) return own.rows;
    const left = (batches: readonly Sized[]) => batches.reduce((sum, batch) => sum + batch.bytes + 1, 0);
    return this.#lanes.reduce((most, other) => (left(other) > left(most) ? other : most), []).pop()?.rows;
  }
}
