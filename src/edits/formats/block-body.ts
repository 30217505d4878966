/** Where a SEARCH/REPLACE block is divided and where it ends. */
import { closes, type Fence, readFence } from './fences.ts';
import { isBlank } from './lines.ts';
import type { Marker } from './markers.ts';
import { looksLikePath } from './paths.ts';

export interface RawBlock {
  head: Marker;
  dividers: Marker[];
  /** The end marker, or the first line that cannot belong to the block (next block, end of text). */
  end: number;
  ending: 'tail' | 'next-head' | 'end-of-text';
  /** The output limit struck, and this is where. */
  cutOff?: boolean;
}

export type BlockSplit =
  | { ok: true; search: string[]; replace: string[]; end: number; notes: string[] }
  | { ok: false; code: 'BAD_PATCH' | 'TRUNCATED'; reason: string };

/** What the target file says about divider-like lines: they may be headings' underlines or conflict markers. */
export interface TargetFile {
  /** Whether the file holds these whole lines. */
  holds(lines: readonly string[]): boolean;
  /** Whether headings may be underlined with equals signs (Markdown, reStructuredText). */
  underlines: boolean;
}

/** More divider-like lines than this are not tried against the file: the cost would grow with their number squared. */
const MOST_DIVIDERS = 24;

export function splitBlock(lines: readonly string[], block: RawBlock, file: TargetFile): BlockSplit {
  const closing: Closing =
    block.ending === 'tail' ? { ok: true, end: block.end } : closeWithoutTail(lines, block, file);
  if (!closing.ok) return closing;
  const dividers = block.dividers.filter((divider) => divider.line < closing.end);
  const division = divide(lines, block.head, dividers, closing.end, file);
  if (!division) return refuse(dividers.length === 0 ? NO_DIVIDER : UNCLEAR_DIVIDERS);
  const notes = [closing.note, division.note].filter((note) => note !== undefined);
  return {
    ok: true,
    search: lines.slice(block.head.line + 1, division.first),
    replace: lines.slice(division.last + 1, division.end),
    end: closing.end,
    notes,
  };
}

const NO_DIVIDER = 'it has no ======= line between the old and the new text';
const UNCLEAR_DIVIDERS =
  'it has more than one ======= line with text after it, so it is unclear where the new text begins';

function refuse(reason: string): BlockSplit {
  return { ok: false, code: 'BAD_PATCH', reason };
}

/** The divider's first and last line (it may be doubled), and the line before which the new text ends. */
interface Division {
  first: number;
  last: number;
  end: number;
  note?: string;
}

/**
 * One divider is the usual case. Several are heading underlines, conflict markers, a doubled divider, or a divider in
 * place of the end marker. The file decides first, then the length written at the head, then what follows the last
 * one; when code stands after a second divider nobody can tell what was meant (aider cuts the text there: F5).
 */
function divide(
  lines: readonly string[],
  head: Marker,
  dividers: readonly Marker[],
  end: number,
  file: TargetFile,
): Division | undefined {
  const written = dividers.filter((divider) => divider.length === head.length);
  const pool = written.length > 0 ? written : dividers;
  const held = longestHeld(lines, head.line, dividers, file);
  const start = held ?? pool[0];
  if (!start) return undefined;
  const last = held ? start.line : endOfRun(start, pool);
  const later = pool.filter(
    (divider) => divider.line > last && !(file.underlines && isUnderline(lines, divider)),
  );
  const [second, third] = later;
  if (!second) return { first: start.line, last, end, ...(last > start.line ? { note: DOUBLED } : {}) };
  const atEnd = lines
    .slice(second.line + 1, end)
    .every((line) => isBlank(line) || readFence(line) !== undefined);
  return third === undefined && atEnd
    ? { first: start.line, last, end: second.line, note: SECOND_AS_END }
    : undefined;
}

const DOUBLED = 'a doubled ======= line was read as one';
const SECOND_AS_END = 'a second ======= line was read as the end of the block';

/** The last divider for which all text above it, further divider-like lines included, stands in the file. */
function longestHeld(
  lines: readonly string[],
  head: number,
  dividers: readonly Marker[],
  file: TargetFile,
): Marker | undefined {
  if (dividers.length > MOST_DIVIDERS) return undefined;
  return dividers.slice(1).findLast((divider) => file.holds(lines.slice(head + 1, divider.line)));
}

function endOfRun(start: Marker, pool: readonly Marker[]): number {
  let last = start.line;
  for (const divider of pool) if (divider.line === last + 1) last = divider.line;
  return last;
}

/** A line of equals signs right under one line of about its length that follows a blank line or the divider. */
function isUnderline(lines: readonly string[], divider: Marker): boolean {
  const title = (lines[divider.line - 1] ?? '').trim();
  const above = (lines[divider.line - 2] ?? '').trim();
  return title !== '' && Math.abs(title.length - divider.length) <= 3 && (above === '' || /^=+$/.test(above));
}

type Closing =
  | { ok: true; end: number; note?: string }
  | { ok: false; code: 'BAD_PATCH' | 'TRUNCATED'; reason: string };

/** No end marker: a second divider, or the fence around a finished block, may stand for it. Else the block is lost. */
function closeWithoutTail(lines: readonly string[], block: RawBlock, file: TargetFile): Closing {
  const [, second, third] = block.dividers;
  if (second && !third && endsText(lines, second, block, file)) {
    return { ok: true, end: second.line, note: SECOND_AS_END };
  }
  if (block.ending === 'next-head') {
    return {
      ok: false,
      code: 'BAD_PATCH',
      reason: 'its >>>>>>> REPLACE line is missing before the next block begins',
    };
  }
  const fence = closingFence(lines, block);
  if (fence !== undefined && block.dividers.length > 0) {
    return {
      ok: true,
      end: fence,
      note: 'the closing fence was read as the end of a block without its end marker',
    };
  }
  const part = block.dividers.length === 0 ? 'old' : 'new';
  return { ok: false, code: 'TRUNCATED', reason: `the reply ends inside its ${part} text` };
}

/** A heading's underline with nothing below it may be where the reply was cut. */
function endsText(lines: readonly string[], second: Marker, block: RawBlock, file: TargetFile): boolean {
  if (block.cutOff || (file.underlines && isUnderline(lines, second))) return false;
  return onlyProseFollows(lines, second.line + 1, block);
}

function onlyProseFollows(lines: readonly string[], from: number, block: RawBlock): boolean {
  for (let i = from; i < block.end; i++) {
    const line = lines[i] ?? '';
    if (isBlank(line)) continue;
    return readFence(line) !== undefined || looksLikePath(line.trim()) || isSentence(line);
  }
  return true;
}

/**
 * The line of the fence that closes the block, when a complete pair encloses it: opened right above the block,
 * closed by a bare fence, and followed by prose, so that the model plainly went on after the block.
 */
function closingFence(lines: readonly string[], block: RawBlock): number | undefined {
  const open = enclosingFence(lines, block.head.line);
  if (!open) return undefined;
  for (let i = block.head.line + 1; i < block.end; i++) {
    const fence = readFence(lines[i] ?? '');
    if (!fence) continue;
    // A fence inside the text leaves it open which one closes the block.
    if (!closes(open, fence)) return undefined;
    const rest = lines.slice(i + 1, block.end).filter((line) => !isBlank(line));
    const [next] = rest;
    return next !== undefined && isSentence(next) && rest.every((line) => !readFence(line)) ? i : undefined;
  }
  return undefined;
}

/** The fence opened above the head, with at most one line (the file's name) between. */
function enclosingFence(lines: readonly string[], head: number): Fence | undefined {
  for (const line of [lines[head - 1], lines[head - 2]]) {
    const fence = line === undefined ? undefined : readFence(line);
    if (fence) return fence;
  }
  return undefined;
}

/** Prose: a capital letter or list mark, several words, and none of the characters that end lines of code. */
function isSentence(line: string): boolean {
  const text = line.trim();
  return (
    text.length < 2000 &&
    /^(?:[-*] |\d+\. |#+ |\*\*)?["'`(]?[A-Z]/.test(text) &&
    text.split(' ').length >= 3 &&
    !/[;{}=>]$/.test(text)
  );
}
