/**
 * BM25F over the digests (Robertson, Zaragoza: The Probabilistic Relevance Framework, 2009): fields are path, defined names and body.
 * Query words are found by one pass over the typed arrays of hashes with a small bitmap in front, which needs no inverted index:
 * twenty million entries take some tens of milliseconds.
 */
import type { Bag, Digest } from './digest.ts';

export interface LexicalOptions {
  k1: number;
  /** How much the length of the body counts against it, 0 to 1. */
  b: number;
  titleWeight: number;
  pathWeight: number;
}

export const lexicalOptions: LexicalOptions = { k1: 1.2, b: 0.75, titleWeight: 3, pathWeight: 3 };

/** The words of a query and what each is worth: its weight in the request times its rarity in the repository. */
export interface WordValues {
  filter: HashFilter;
  values: Float64Array;
}

export interface LexicalResult {
  /** One a file. */
  scores: Float64Array;
  words: WordValues;
}

/** Finds query hashes in arrays of hashes quickly: a bitmap by the low bits, then a map. */
export class HashFilter {
  readonly #bits = new Uint8Array(1 << 16);
  readonly #index = new Map<number, number>();

  constructor(hashes: Iterable<number>) {
    for (const hash of hashes) {
      if (!this.#index.has(hash)) this.#index.set(hash, this.#index.size);
      this.#bits[hash & 0xffff] = 1;
    }
  }

  /** The number of `hash` among the distinct hashes given, or -1. */
  find(hash: number): number {
    return this.#bits[hash & 0xffff] === 0 ? -1 : (this.#index.get(hash) ?? -1);
  }
}

/** Calls `hit` for every entry of `bag` that the filter knows. */
export function scan(bag: Bag, filter: HashFilter, hit: (word: number, count: number) => void): void {
  const { hashes, counts } = bag;
  for (let at = 0; at < hashes.length; at++) {
    const word = filter.find(hashes[at] ?? 0);
    if (word >= 0) hit(word, counts[at] ?? 0);
  }
}

/**
 * Scores every file against `query` (word hash → weight). `pathWords` are the word hashes of each file's path;
 * `counted` says which files make up the statistics of how rare a word is.
 */
export function lexicalScores(
  digests: readonly Digest[],
  query: ReadonlyMap<number, number>,
  pathWords: readonly (readonly number[])[],
  counted: (file: number) => boolean,
  options: LexicalOptions = lexicalOptions,
): LexicalResult {
  const files = digests.length;
  const words = [...query.keys()];
  const filter = new HashFilter(words);
  const weights = Float64Array.from(words, (word) => Math.log2(1 + (query.get(word) ?? 0)));
  const average = averageLength(digests, counted);
  const rows: number[] = [];
  const rowStarts = new Uint32Array(files + 1);
  const frequency = new Float64Array(words.length);
  const found = new Float64Array(words.length);
  let documents = 0;
  for (let file = 0; file < files; file++) {
    const touched: number[] = [];
    const hit = (word: number, amount: number) => {
      if (found[word] === 0) touched.push(word);
      found[word] = (found[word] ?? 0) + amount;
    };
    const digest = digests[file];
    if (digest !== undefined) {
      const norm = 1 - options.b + (options.b * digest.length) / average;
      scan(digest.body, filter, (word, count) => hit(word, count / norm));
      scan(digest.titles, filter, (word, count) => hit(word, options.titleWeight * Math.min(count, 4)));
    }
    for (const hash of pathWords[file] ?? []) {
      const word = filter.find(hash);
      if (word >= 0) hit(word, options.pathWeight);
    }
    const counts = counted(file);
    if (counts) documents++;
    for (const word of touched) {
      if (counts) frequency[word] = (frequency[word] ?? 0) + 1;
      rows.push(word, found[word] ?? 0);
      found[word] = 0;
    }
    rowStarts[file + 1] = rows.length;
  }
  const rarity = frequency.map((count) => Math.log(1 + (documents - count + 0.5) / (count + 0.5)));
  const values = weights.map((weight, word) => weight * (rarity[word] ?? 0));
  const scores = new Float64Array(files);
  for (let file = 0; file < files; file++) {
    let score = 0;
    for (let at = rowStarts[file] ?? 0; at < (rowStarts[file + 1] ?? 0); at += 2) {
      const word = rows[at] ?? 0;
      const amount = rows[at + 1] ?? 0;
      score += ((values[word] ?? 0) * amount * (options.k1 + 1)) / (amount + options.k1);
    }
    scores[file] = score;
  }
  return { scores, words: { filter, values } };
}

function averageLength(digests: readonly Digest[], counted: (file: number) => boolean): number {
  const lengths = digests.filter((_, file) => counted(file)).map((digest) => digest.length);
  return Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length));
}
