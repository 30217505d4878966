/**
 * BM25F over the digests (Robertson, Zaragoza: The Probabilistic Relevance Framework, 2009): fields are path, defined names and body.
 * Query words are found by one pass over the typed arrays of hashes with a small bitmap in front, which needs no inverted index:
 * twenty million entries take some tens of milliseconds.
 */
import type { Bag, Digest } from './digest.ts';

/** Saturation: how soon further occurrences of a word stop to count. */
const k1 = 2;
/** How much the length of the body counts against it, 0 to 1. */
const lengthShare = 0.6;
const titleWeight = 3;
const mostTitles = 4;
const pathWeight = 5;

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

/** Which query words each file holds, and how much of them. */
export interface Matches {
  filter: HashFilter;
  /** Inverse document frequency of each word. */
  rarity: Float64Array;
  /** The entries of file `f` lie at `starts[f]` to `starts[f + 1]`. */
  starts: Uint32Array;
  words: Uint32Array;
  /** Weighted, length-normalised occurrences. */
  amounts: Float64Array;
}

/**
 * Looks for the words `query` (distinct hashes) in every file. `pathWords` are the word hashes of each file's path; `counted` says
 * which files make up the statistics of how rare a word is.
 */
export function matchWords(
  digests: readonly Digest[],
  query: readonly number[],
  pathWords: readonly (readonly number[])[],
  counted: (file: number) => boolean,
): Matches {
  const filter = new HashFilter(query);
  const average = averageLength(digests, counted);
  const starts = new Uint32Array(digests.length + 1);
  const words: number[] = [];
  const amounts: number[] = [];
  const frequency = new Float64Array(query.length);
  const found = new Float64Array(query.length);
  let documents = 0;
  digests.forEach((digest, file) => {
    const touched: number[] = [];
    const hit = (word: number, amount: number) => {
      if (found[word] === 0) touched.push(word);
      found[word] = (found[word] ?? 0) + amount;
    };
    const norm = 1 - lengthShare + (lengthShare * digest.length) / average;
    scan(digest.body, filter, (word, count) => hit(word, count / norm));
    scan(digest.titles, filter, (word, count) => hit(word, titleWeight * Math.min(count, mostTitles)));
    for (const hash of pathWords[file] ?? []) {
      const word = filter.find(hash);
      if (word >= 0) hit(word, pathWeight);
    }
    const counts = counted(file);
    if (counts) documents++;
    for (const word of touched) {
      if (counts) frequency[word] = (frequency[word] ?? 0) + 1;
      words.push(word);
      amounts.push(found[word] ?? 0);
      found[word] = 0;
    }
    starts[file + 1] = words.length;
  });
  const rarity = frequency.map((count) => Math.log(1 + (documents - count + 0.5) / (count + 0.5)));
  return { filter, rarity, starts, words: Uint32Array.from(words), amounts: Float64Array.from(amounts) };
}

function averageLength(digests: readonly Digest[], counted: (file: number) => boolean): number {
  let total = 0;
  let files = 0;
  digests.forEach((digest, file) => {
    if (!counted(file)) return;
    total += digest.length;
    files++;
  });
  return Math.max(1, total / Math.max(1, files));
}

/** What each word of a query is worth: its weight in the request, damped, times its rarity in the repository. */
export function wordValues(matches: Matches, query: ReadonlyMap<number, number>): Float64Array {
  const values = new Float64Array(matches.rarity.length);
  for (const [hash, weight] of query) {
    const word = matches.filter.find(hash);
    if (word >= 0) values[word] = Math.log2(1 + weight) * (matches.rarity[word] ?? 0);
  }
  return values;
}

/** The BM25 score of each file for words of the given values. */
export function lexicalScores(matches: Matches, values: Float64Array): Float64Array {
  const scores = new Float64Array(matches.starts.length - 1);
  for (let file = 0; file < scores.length; file++) {
    let score = 0;
    for (let at = matches.starts[file] ?? 0; at < (matches.starts[file + 1] ?? 0); at++) {
      const amount = matches.amounts[at] ?? 0;
      score += ((values[matches.words[at] ?? 0] ?? 0) * amount) / (amount + k1);
    }
    scores[file] = score;
  }
  return scores;
}
