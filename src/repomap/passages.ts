/** Where inside a file the words of the request stand: scores for definitions, for the best passages, for whole phrases. */
import type { HashFilter } from './lexical.ts';
import { pairHash } from './request.ts';
import type { Tag } from './types.ts';
import { eachWord } from './words.ts';

/** The words of a request and what each is worth in this repository. */
export interface WantedWords {
  filter: HashFilter;
  /** By the number of the word in `filter`. */
  values: Float64Array;
  /** Two words in a row, by `pairHash`, with a weight. */
  pairs: ReadonlyMap<number, number>;
}

/** An occurrence of a wanted word, by line. */
interface Occurrence {
  line: number;
  word: number;
}

export interface Passages {
  /** Sorted by line. */
  occurrences: Occurrence[];
  /** First byte of each line. */
  lineStarts: number[];
  /** What the wanted pairs that stand in the file are worth, each once. */
  phrases: number;
}

/** The last answer for each content: ranking and outline ask the same of the same files. */
const answers = new WeakMap<Uint8Array, { wanted: WantedWords; passages: Passages }>();

export function passagesOf(bytes: Uint8Array, wanted: WantedWords): Passages {
  const known = answers.get(bytes);
  if (known?.wanted === wanted) return known.passages;
  const passages = findPassages(bytes, wanted);
  answers.set(bytes, { wanted, passages });
  return passages;
}

function findPassages(bytes: Uint8Array, wanted: WantedWords): Passages {
  const lineStarts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lineStarts.push(at + 1);
  const occurrences: Occurrence[] = [];
  const seen = new Set<number>();
  let phrases = 0;
  let line = 0;
  let before = { hash: 0, word: -1 };
  eachWord(bytes, (hash, at, whole) => {
    const word = wanted.filter.find(hash);
    if (word >= 0) {
      while ((lineStarts[line + 1] ?? Number.POSITIVE_INFINITY) <= at) line++;
      occurrences.push({ line, word });
    }
    if (whole) return;
    if (word >= 0 && before.word >= 0) {
      const key = pairHash(before.hash, hash);
      const weight = seen.has(key) ? 0 : (wanted.pairs.get(key) ?? 0);
      phrases += weight * ((wanted.values[before.word] ?? 0) + (wanted.values[word] ?? 0));
      seen.add(key);
    }
    before = { hash, word };
  });
  return { occurrences, lineStarts, phrases };
}

/** The index of the first occurrence at or after `line`. */
function firstAt(occurrences: readonly Occurrence[], line: number): number {
  let low = 0;
  let high = occurrences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((occurrences[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lines of a passage of ordinary length; longer ones need more occurrences for the same score. */
const ordinary = 25;
/** A word on the first line of a definition, its name and signature, counts this many times. */
const nameWeight = 2;
const k1 = 1.2;
const lengthShare = 0.6;

/** BM25 of the lines of a passage against the request. */
export function passageScore(
  passages: Passages,
  wanted: WantedWords,
  { line, endLine }: Pick<Tag, 'line' | 'endLine'>,
): number {
  const counts = new Map<number, number>();
  const { occurrences } = passages;
  for (let at = firstAt(occurrences, line); at < occurrences.length; at++) {
    const found = occurrences[at];
    if (found === undefined || found.line > endLine) break;
    counts.set(found.word, (counts.get(found.word) ?? 0) + (found.line === line ? nameWeight : 1));
  }
  const norm = k1 * (1 - lengthShare + (lengthShare * (endLine - line + 1)) / ordinary);
  let score = 0;
  for (const [word, count] of counts) score += ((wanted.values[word] ?? 0) * count) / (count + norm);
  return score;
}

const longestPassage = 60;
/** How much the second and third best passage add to the best. */
const furtherShares = [1, 0.5, 0.25];

/** How well the best places of a file fit: it is cut where definitions begin, and long stretches every 60 lines. */
export function bestPassages(passages: Passages, wanted: WantedWords, tags: readonly Tag[]): number {
  const heads = tags.filter((tag) => tag.kind === 'def').map((tag) => tag.line);
  const cuts = [...new Set([0, ...heads])].sort((a, b) => a - b);
  const scores: number[] = [];
  cuts.forEach((cut, index) => {
    const end = cuts[index + 1] ?? passages.lineStarts.length;
    for (let line = cut; line < end; line += longestPassage)
      scores.push(
        passageScore(passages, wanted, { line, endLine: Math.min(end, line + longestPassage) - 1 }),
      );
  });
  scores.sort((a, b) => b - a);
  return furtherShares.reduce((sum, share, place) => sum + share * (scores[place] ?? 0), 0);
}
