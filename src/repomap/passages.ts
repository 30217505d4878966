/** Where inside a file the words of the request stand: a score for each definition, and for each line. */
import type { WordValues } from './lexical.ts';
import type { Tag } from './types.ts';
import { eachWord } from './words.ts';

/** An occurrence of a word of the request, by line. */
interface Occurrence {
  line: number;
  word: number;
}

export interface Passages {
  /** Sorted by line. */
  occurrences: Occurrence[];
  /** First byte of each line. */
  lineStarts: number[];
}

export function passagesOf(bytes: Uint8Array, words: WordValues): Passages {
  const lineStarts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lineStarts.push(at + 1);
  const occurrences: Occurrence[] = [];
  let line = 0;
  eachWord(bytes, (hash, at) => {
    const word = words.filter.find(hash);
    if (word < 0) return;
    while ((lineStarts[line + 1] ?? Number.POSITIVE_INFINITY) <= at) line++;
    occurrences.push({ line, word });
  });
  return { occurrences, lineStarts };
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
const ordinary = 30;
const nameWeight = 3;

/** BM25 of the definition's lines against the request; words on its first line, the name and signature, count more. */
export function passageScore(
  passages: Passages,
  words: WordValues,
  tag: Pick<Tag, 'line' | 'endLine'>,
): number {
  const counts = new Map<number, number>();
  const { occurrences } = passages;
  for (let at = firstAt(occurrences, tag.line); at < occurrences.length; at++) {
    const found = occurrences[at];
    if (found === undefined || found.line > tag.endLine) break;
    counts.set(found.word, (counts.get(found.word) ?? 0) + (found.line === tag.line ? nameWeight : 1));
  }
  const norm = 1.2 * (0.25 + (0.75 * (tag.endLine - tag.line + 1)) / ordinary);
  let score = 0;
  for (const [word, count] of counts) score += ((words.values[word] ?? 0) * count) / (count + norm);
  return score;
}
