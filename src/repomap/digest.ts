/** What the ranking keeps of one file's content: hashed words and names with their counts. A function of the bytes and tags alone. */
import type { Tag } from './types.ts';
import { eachWord, hashOfName } from './words.ts';

/** A multiset of hashes; `counts` are capped at 255. */
export interface Bag {
  hashes: Uint32Array;
  counts: Uint8Array;
}

export interface Digest {
  /** Words in the body, repeated ones counted. */
  length: number;
  /** Words of the whole text. */
  body: Bag;
  /** Words of the names that the file defines. */
  titles: Bag;
  /** Exact names defined. */
  defs: Bag;
  /** Exact names used. */
  refs: Bag;
  /** Modules or files that the text imports, as written. */
  imports: string[];
}

/** Counts hashes in an open-addressing table that is reused from file to file. */
class Counter {
  #keys = new Uint32Array(1 << 12);
  #counts = new Uint32Array(1 << 12);
  #order: number[] = [];

  add(hash: number): void {
    if (this.#order.length * 2 > this.#keys.length) this.#grow();
    const mask = this.#keys.length - 1;
    let slot = hash & mask;
    while (this.#counts[slot] !== 0 && this.#keys[slot] !== hash) slot = (slot + 1) & mask;
    if (this.#counts[slot] === 0) {
      this.#keys[slot] = hash;
      this.#order.push(slot);
    }
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
  }

  /** The multiset in order of first appearance; the counter is empty afterwards. */
  take(): Bag {
    const hashes = new Uint32Array(this.#order.length);
    const counts = new Uint8Array(this.#order.length);
    this.#order.forEach((slot, index) => {
      hashes[index] = this.#keys[slot] ?? 0;
      counts[index] = Math.min(255, this.#counts[slot] ?? 0);
      this.#counts[slot] = 0;
    });
    this.#order = [];
    return { hashes, counts };
  }

  #grow(): void {
    const held = this.#order.map((slot) => [this.#keys[slot] ?? 0, this.#counts[slot] ?? 0] as const);
    this.#keys = new Uint32Array(this.#keys.length * 2);
    this.#counts = new Uint32Array(this.#keys.length);
    const mask = this.#keys.length - 1;
    this.#order = held.map(([hash, count]) => {
      let slot = hash & mask;
      while (this.#counts[slot] !== 0) slot = (slot + 1) & mask;
      this.#keys[slot] = hash;
      this.#counts[slot] = count;
      return slot;
    });
  }
}

const counter = new Counter();
const encoder = new TextEncoder();

function bagOfNames(tags: readonly Tag[], kind: Tag['kind']): Bag {
  for (const tag of tags) if (tag.kind === kind) counter.add(hashOfName(tag.name));
  return counter.take();
}

/** The digest of a file with content `bytes` and the given tags. */
export function digest(bytes: Uint8Array, tags: readonly Tag[], imports: string[]): Digest {
  let length = 0;
  eachWord(bytes, (hash, _at, whole) => {
    counter.add(hash);
    if (!whole) length++;
  });
  const body = counter.take();
  for (const tag of tags)
    if (tag.kind === 'def') eachWord(encoder.encode(tag.name), (hash) => counter.add(hash));
  const titles = counter.take();
  return { length, body, titles, defs: bagOfNames(tags, 'def'), refs: bagOfNames(tags, 'ref'), imports };
}
