/** Fits outlines into a token budget: the best files and lines first, never a token over. */
import type { FileOutline, OutlineLine } from './outline.ts';
import { fileHead, renderLine, renderMap } from './render.ts';

export interface FittedMap {
  map: string;
  tokens: number;
  /** Files shown. */
  files: number;
}

/**
 * How much later the n-th further line of a file comes than its first. With it the lines of a file fall off harmonically with
 * its rank: in a map of forty files the first shows about ten lines, the second five, the last twenty one each.
 */
const perFurtherLine = 4;

interface Item {
  file: number;
  /** Number of the line in the outline's order; a file without lines has one item. */
  line: number;
  turn: number;
}

function itemsOf(outlines: readonly FileOutline[]): Item[] {
  const items = outlines.flatMap((outline, file) =>
    Array.from({ length: Math.max(1, outline.lines.length) }, (_, line): Item => {
      return { file, line, turn: (file + 1) * Math.max(1, perFurtherLine * line) };
    }),
  );
  return items.sort((a, b) => a.turn - b.turn || a.file - b.file);
}

type CountTokens = (text: string) => number;

/** After this many lines in a row that do not fit, the rest will hardly hold one that does. */
const mostMisses = 200;

/**
 * The largest map of `outlines` (best file first) that takes at most `budget` tokens by `countTokens`. Lines are taken in the order
 * of their worth; one that does not fit any more is passed over for smaller ones. The result is counted as a whole before it is
 * returned, whatever the sum of the parts was.
 */
export function fitMap(
  outlines: readonly FileOutline[],
  budget: number,
  countTokens: CountTokens,
): FittedMap {
  const taken = new Map<number, OutlineLine[]>();
  const chosen: Item[] = [];
  let pending = itemsOf(outlines);
  let tokens = 0;
  for (let before = -1; chosen.length > before; ) {
    before = chosen.length;
    pending = take(pending, outlines, taken, chosen, budget - tokens, countTokens);
    tokens = countTokens(renderMap(outlines, taken));
    while (tokens > budget && chosen.length > 0) {
      drop(chosen.pop(), taken);
      tokens = countTokens(renderMap(outlines, taken));
    }
  }
  const map = renderMap(outlines, taken);
  return { map, tokens: map === '' ? 0 : tokens, files: taken.size };
}

/** Takes items while the sum of their own tokens stays within `room`; returns those that were left. */
function take(
  items: readonly Item[],
  outlines: readonly FileOutline[],
  taken: Map<number, OutlineLine[]>,
  chosen: Item[],
  room: number,
  countTokens: CountTokens,
): Item[] {
  const left: Item[] = [];
  let free = room;
  let misses = 0;
  for (const item of items) {
    const outline = outlines[item.file];
    if (outline === undefined || misses > mostMisses || free < 1) continue;
    const lines = taken.get(item.file);
    // a further line whose file was passed over has nothing to stand under
    if (item.line > 0 && lines === undefined) {
      left.push(item);
      continue;
    }
    const line = outline.lines[item.line];
    const text =
      (item.line === 0 ? fileHead(outline.path) : '') + (line === undefined ? '' : renderLine(line));
    const cost = countTokens(text);
    if (cost > free) {
      left.push(item);
      misses++;
      continue;
    }
    misses = 0;
    free -= cost;
    chosen.push(item);
    taken.set(item.file, [...(lines ?? []), ...(line === undefined ? [] : [line])]);
  }
  return left;
}

function drop(item: Item | undefined, taken: Map<number, OutlineLine[]>): void {
  if (item === undefined) return;
  if (item.line === 0) taken.delete(item.file);
  else taken.get(item.file)?.pop();
}
