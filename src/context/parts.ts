/** A file that is too large to be shown whole: its outline, and the ranges that the request is about. */
import { countTokens, estimateTokens } from '../lib/tokens.ts';
import type { RepoPath } from '../lib/types.ts';
import { extractFile } from '../repomap/tags/extract.ts';

export interface FileParts {
  /** Lines of the whole file. */
  lines: number;
  /** Numbered heads of definitions; empty when nothing is known of the file's structure. */
  outline: string;
  /** Word for word, in the order of the file. Line numbers count from 1, both ends included. */
  ranges: { from: number; to: number; text: string }[];
}

interface Range {
  from: number;
  to: number;
}

/** The rest of the room is for the ranges: what can be edited is worth more than what is only named. */
const OUTLINE_SHARE = 0.3;
/** Lines of a stretch where no definition says where things begin and end. */
const WINDOW = 40;
const LONGEST_LINE = 120;

/**
 * The parts of a file that fit into about `tokens`. Deterministic for equal input; the grammars must have been initialised
 * (`initGrammars`), else the outline is by line patterns only.
 */
export function partsOf(
  file: { path: RepoPath; content: string },
  words: ReadonlySet<string>,
  tokens: number,
): FileParts {
  const lines = file.content.split(/(?<=\n)/);
  const defs = extractFile(file.path, new TextEncoder().encode(file.content)).tags.filter(
    (tag) => tag.kind === 'def',
  );
  const heads = [...new Set(defs.map((tag) => tag.line))].sort((a, b) => a - b);
  const outline = outlineWithin(heads, lines, words, tokens * OUTLINE_SHARE);
  let free = tokens - estimateTokens(outline);
  const taken: Range[] = [];
  for (const range of rangesByWorth(defs, lines, words)) {
    const cost = tokensOf(textOf(lines, range), free);
    if (cost > free) continue;
    taken.push(range);
    free -= cost;
  }
  return {
    lines: lines.length,
    outline,
    ranges: joined(taken).map((range) => ({
      from: range.from + 1,
      to: range.to + 1,
      text: textOf(lines, range),
    })),
  };
}

/** The words by which a text speaks of code: identifiers of three letters and more, and the words inside them. */
export function wordsOfFocus(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [identifier] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]{2,}/gu)) {
    words.add(identifier.toLowerCase());
    for (const part of identifier.split(/_|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u))
      if (part.length > 2) words.add(part.toLowerCase());
  }
  return words;
}

const textOf = (lines: readonly string[], { from, to }: Range) => lines.slice(from, to + 1).join('');

/** What cannot fit is not worth an exact count. */
function tokensOf(text: string, room: number): number {
  return text.length / 12 > room ? Number.POSITIVE_INFINITY : countTokens(text);
}

/** Heads that speak of the request first, then from the top, until the room is used; shown in the order of the file. */
function outlineWithin(
  heads: readonly number[],
  lines: readonly string[],
  words: ReadonlySet<string>,
  room: number,
): string {
  const byWorth = [...heads].sort(
    (a, b) => worth(lines[b] ?? '', words) - worth(lines[a] ?? '', words) || a - b,
  );
  let free = room;
  const shown = new Map<number, string>();
  for (const line of byWorth) {
    const text = `${line + 1}│ ${(lines[line] ?? '').trimEnd().slice(0, LONGEST_LINE)}`;
    const cost = estimateTokens(text) + 1;
    if (cost > free) break;
    shown.set(line, text);
    free -= cost;
  }
  return heads.flatMap((line) => shown.get(line) ?? []).join('\n');
}

/** Definitions without definitions inside, and stretches outside of any; the most telling first, silent ones not at all. */
function rangesByWorth(
  defs: readonly { line: number; endLine: number }[],
  lines: readonly string[],
  words: ReadonlySet<string>,
): Range[] {
  const blocks = defs.filter((tag) => tag.endLine > tag.line);
  const leaves = blocks
    .filter(
      (tag) =>
        !blocks.some((inner) => inner !== tag && inner.line > tag.line && inner.endLine <= tag.endLine),
    )
    .map((tag) => ({ from: tag.line, to: tag.endLine }));
  const covered = new Set<number>();
  for (const { from, to } of leaves) for (let line = from; line <= to; line++) covered.add(line);
  const loose: Range[] = [];
  for (let line = 0; line < lines.length; line++) {
    if (covered.has(line)) continue;
    const last = loose.at(-1);
    if (last && last.to === line - 1 && last.to - last.from + 1 < WINDOW) last.to = line;
    else loose.push({ from: line, to: line });
  }
  return [...leaves, ...loose]
    .map((range) => ({ range, score: worth(textOf(lines, range), words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.range.from - b.range.from)
    .map(({ range }) => range);
}

/** Different words of the focus that a text holds, damped by its length. */
function worth(text: string, words: ReadonlySet<string>): number {
  let hits = 0;
  for (const word of wordsOfFocus(text)) if (words.has(word)) hits++;
  return hits / (1 + Math.log2(1 + text.length / 1_000));
}

/** Sorted; those that touch or overlap become one. */
function joined(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && range.from <= last.to + 1) last.to = Math.max(last.to, range.to);
    else result.push({ ...range });
  }
  return result;
}
