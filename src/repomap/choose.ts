/** Which files go into the context in full: those that the request names, then the best-ranked within a token budget. */
import type { RepoPath } from '../lib/types.ts';
import { fitMap } from './fit.ts';
import { outlineOf } from './outline.ts';
import { type Passages, passageScore, passagesOf, type WantedWords } from './passages.ts';
import type { LoadFile } from './rank.ts';
import type { RankedFile, Tag } from './types.ts';

/** Lines `from` to `to` of a file, 0-based, both included. */
export interface LineRange {
  from: number;
  to: number;
}

interface Chosen {
  path: RepoPath;
  tokens: number;
  reasons: string[];
}

export type ChosenFile =
  | (Chosen & { kind: 'whole' })
  /** Too large for the budget: its outline as the map shows it, and the ranges that the request is about. */
  | (Chosen & { kind: 'parts'; outline: string; ranges: LineRange[] });

export interface ChooseOptions {
  /** Most tokens of all files together. */
  tokens: number;
  /** Most files. */
  files: number;
  countTokens: (text: string) => number;
}

/** A file that says less than this part of what the best one says is no likely place of the change. */
const leastShare = 0.25;
/** A single file may take this part of the budget whole; above it only its parts are shown. */
const largestShare = 0.6;
const outlineShare = 0.15;

/**
 * Chooses from `ranked` (best first). Named files come first and are never left out for their score; a file that does not fit whole
 * into what is left is shown in parts when it is named or among the first three, and passed over otherwise.
 */
export async function choose(
  ranked: readonly RankedFile[],
  words: WantedWords,
  load: LoadFile,
  options: ChooseOptions,
): Promise<ChosenFile[]> {
  const least = (ranked[0]?.score ?? 0) * leastShare;
  const named = ranked.filter((file) => file.named === true);
  const others = ranked.filter((file) => file.named !== true && file.score >= least && file.score > 0);
  const chosen: ChosenFile[] = [];
  let free = options.tokens;
  for (const [place, file] of [...named, ...others.slice(0, options.files * 2)].entries()) {
    if (chosen.length >= options.files || free < 50) break;
    const loaded = await load(file.path);
    if (loaded === undefined) continue;
    const text = new TextDecoder().decode(loaded.bytes);
    // four bytes a token at best: what cannot fit is not worth counting
    const tokens = text.length / 12 > free ? Number.POSITIVE_INFINITY : options.countTokens(text);
    const room = Math.min(free, options.tokens * largestShare);
    const own = { path: file.path, reasons: file.reasons };
    if (tokens <= room) chosen.push({ ...own, kind: 'whole', tokens });
    else if (file.named === true || place < 3) {
      const parts = partsOf(file.path, loaded, words, {
        room: Math.min(room, options.tokens / 3),
        ...options,
      });
      chosen.push({ ...own, kind: 'parts', ...parts });
    } else continue;
    free -= chosen.at(-1)?.tokens ?? 0;
  }
  return chosen;
}

/** Outline and relevant ranges of a file within `room` tokens. */
function partsOf(
  path: RepoPath,
  { bytes, tags }: { bytes: Uint8Array; tags: Tag[] },
  words: WantedWords,
  options: { room: number; countTokens: (text: string) => number },
): { outline: string; ranges: LineRange[]; tokens: number } {
  const outline = fitMap(
    [outlineOf(path, bytes, tags, words)],
    options.room * outlineShare,
    options.countTokens,
  );
  const passages = passagesOf(bytes, words);
  const ranges: LineRange[] = [];
  let tokens = outline.tokens;
  for (const range of rangesByWorth(passages, tags, words)) {
    const text = new TextDecoder().decode(bytes.subarray(...byteRange(passages, range, bytes.length)));
    const cost = text.length / 12 > options.room ? Number.POSITIVE_INFINITY : options.countTokens(text);
    if (tokens + cost > options.room) continue;
    ranges.push(range);
    tokens += cost;
  }
  return { outline: outline.map, ranges: joined(ranges), tokens };
}

function byteRange(passages: Passages, { from, to }: LineRange, size: number): [start: number, end: number] {
  return [passages.lineStarts[from] ?? size, passages.lineStarts[to + 1] ?? size];
}

/** Lines of a window where no definition says where things begin and end. */
const windowLines = 40;

/** Definitions without definitions inside, and windows of lines outside of any; those with the most to say first. */
function rangesByWorth(passages: Passages, tags: readonly Tag[], words: WantedWords): LineRange[] {
  const defs = tags.filter((tag) => tag.kind === 'def' && tag.endLine > tag.line);
  const leaves = defs.filter(
    (tag) => !defs.some((inner) => inner !== tag && inner.line > tag.line && inner.endLine <= tag.endLine),
  );
  const ranges = leaves.map((tag) => ({ from: tag.line, to: tag.endLine }));
  const inLeaf = (line: number) => ranges.some((range) => line >= range.from && line <= range.to);
  const last = passages.lineStarts.length - 1;
  const loose: LineRange[] = [];
  for (let from = 0; from <= last; from += windowLines)
    if (!inLeaf(from)) loose.push({ from, to: Math.min(last, from + windowLines - 1) });
  return [...ranges, ...loose]
    .map((range) => ({
      range,
      score: passageScore(passages, words, { line: range.from, endLine: range.to }),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.range.from - b.range.from)
    .slice(0, 40)
    .map(({ range }) => range);
}

/** Sorted ranges; those that touch or overlap become one. */
function joined(ranges: readonly LineRange[]): LineRange[] {
  const result: LineRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && range.from <= last.to + 1) last.to = Math.max(last.to, range.to);
    else result.push({ ...range });
  }
  return result;
}
