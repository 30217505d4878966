/** The real lines nearest to a text that was not found. For messages only: nothing is ever edited by similarity. */
import type { Document } from './document.ts';
import { isBlank, project } from './projection.ts';

export interface Closest {
  /** 1-based. */
  start: number;
  lines: string[];
}

const mostShown = 15;
/** A line standing more often than this says nothing about where the text was meant to be. */
const commonLine = 20;
/** Bounds the search for a similar line in very large files. */
const mostCompared = 20_000;
const longestCompared = 400;

/** The best window, by shared lines with the rarest counting most, else by one similar line; undefined below a ratio of 0.6. */
export function closestLines(document: Document, sought: readonly string[]): Closest | undefined {
  const wanted = sought.map((line) => project(line, 'flush'));
  if (wanted.every(isBlank)) return undefined;
  const start = byVotes(document, wanted) ?? bySimilarity(document, wanted);
  if (start === undefined) return undefined;
  const length = Math.min(mostShown, Math.max(wanted.length, 3));
  const from = Math.max(0, Math.min(start, document.lineCount - 1));
  const to = Math.min(document.lineCount, from + length);
  const lines: string[] = [];
  for (let at = from; at < to; at++) lines.push(document.line(at).slice(0, longestCompared));
  return lines.length === 0 ? undefined : { start: from + 1, lines };
}

function byVotes(document: Document, wanted: readonly string[]): number | undefined {
  const view = document.view('flush');
  const soughtAt = new Map<number, number[]>();
  for (const [index, line] of wanted.entries()) {
    const id = isBlank(line) ? undefined : view.idOf.get(line);
    if (id !== undefined) soughtAt.set(id, [...(soughtAt.get(id) ?? []).slice(0, 8), index]);
  }
  if (soughtAt.size === 0) return undefined;
  const places = new Map<number, number[]>();
  for (let at = 0; at < view.ids.length; at++) {
    const id = view.ids[at] ?? -1;
    if (!soughtAt.has(id)) continue;
    const known = places.get(id);
    if (!known) places.set(id, [at]);
    else if (known.length <= commonLine) known.push(at);
  }
  const votes = new Map<number, number>();
  for (const [id, lines] of places) {
    if (lines.length > commonLine) continue;
    for (const line of lines) {
      for (const index of soughtAt.get(id) ?? []) {
        const start = line - index;
        votes.set(start, (votes.get(start) ?? 0) + 1 / lines.length);
      }
    }
  }
  let best: number | undefined;
  for (const [start, vote] of votes) if (best === undefined || vote > (votes.get(best) ?? 0)) best = start;
  return best;
}

function bySimilarity(document: Document, wanted: readonly string[]): number | undefined {
  let index = -1;
  for (const [at, line] of wanted.entries()) if (line.length > (wanted[index]?.length ?? 0)) index = at;
  const line = (wanted[index] ?? '').slice(0, longestCompared);
  const sought = pairsOf(line);
  let best = 0.6;
  let found: number | undefined;
  const lines = document.view('flush').lines;
  for (let at = 0; at < Math.min(lines.length, mostCompared); at++) {
    const other = lines[at] ?? '';
    if (other.length > line.length * 2 || other.length * 2 < line.length) continue;
    const ratio = overlap(sought, line.length - 1, other.slice(0, longestCompared));
    if (ratio > best) {
      best = ratio;
      found = at - index;
    }
  }
  return found;
}

function pairsOf(line: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < line.length; at++) {
    const pair = line.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Dice's coefficient over pairs of characters. */
function overlap(sought: ReadonlyMap<string, number>, total: number, other: string): number {
  let shared = 0;
  for (const [pair, count] of pairsOf(other)) shared += Math.min(count, sought.get(pair) ?? 0);
  return (2 * shared) / Math.max(1, total + other.length - 1);
}
