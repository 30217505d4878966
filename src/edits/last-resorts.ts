/** Rare but safe readings of a text that stands nowhere as whole lines. Each demands a unique place and changes no more than it can prove. */
import type { Document } from './document.ts';
import { isElision } from './elision.ts';
import { type Found, type LocateOptions, type Place, pairedPlace } from './locate.ts';
import { indentOf, isBlank, project } from './projection.ts';
import { findLines, findText } from './search.ts';
import { hasSubstance, substantialLines, type Wanted } from './wanted.ts';

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_$]/u.test(character);

/** SEARCH is a piece of one longer line: replaced within that line when it stands once and cuts no word. */
export function locateFragment(document: Document, wanted: Wanted): Found | undefined {
  const oldLines = wanted.oldLines.filter((line) => !isBlank(line));
  const newLines = wanted.newLines.filter((line) => !isBlank(line));
  const piece = oldLines[0]?.trim();
  if (wanted.unit !== 'lines' || oldLines.length !== 1 || piece === undefined) return undefined;
  if (newLines.length !== 1 || !hasSubstance([piece]) || piece.length < 4) return undefined;
  const fresh = newLines[0]?.trim() ?? '';
  const places: Place[] = [];
  for (const start of findText(document.text, piece)) {
    const end = start + piece.length;
    const cutsWord =
      (isWord(piece[0]) && isWord(document.text[start - 1])) ||
      (isWord(piece.at(-1)) && isWord(document.text[end]));
    // A place inside a word still counts as one: with it the piece is no longer unique.
    const line = document.lineAt(start);
    places.push({
      firstLine: line,
      lastLine: line + 1,
      start,
      end,
      splices: () => (cutsWord ? undefined : [{ start, end, text: fresh }]),
    });
  }
  return {
    level: 'L5 (part of a line)',
    note: 'the text is part of a longer line and was replaced there',
    places,
  };
}

/**
 * One line of SEARCH differs from the file, the rest is exact and unique, and REPLACE keeps that line: then the file's line stays.
 * A line that REPLACE changes is never tolerated.
 */
export function locateNearMiss(
  document: Document,
  wanted: Wanted,
  options: LocateOptions,
): Found | undefined {
  const view = document.view('trimmed');
  const pattern = wanted.oldLines.map((line) => project(line, 'trimmed'));
  const unknown = pattern.flatMap((line, index) => (view.idOf.has(line) ? [] : [index]));
  const odd = unknown[0];
  if (odd === undefined || unknown.length > 1 || isElision(pattern[odd] ?? '')) return undefined;
  if (substantialLines(pattern) < 4 || !isKept(wanted, odd)) return undefined;
  const head = pattern.slice(0, odd);
  const tail = pattern.slice(odd + 1);
  const starts = head.length > 0 ? findLines(view, head) : findLines(view, tail).map((at) => at - 1);
  const places: Place[] = [];
  for (const at of starts) {
    if (at < 0 || at + pattern.length > document.lineCount) continue;
    if (!tail.every((line, index) => view.lines[at + odd + 1 + index] === line)) continue;
    if (!alike(pattern[odd] ?? '', view.lines[at + odd] ?? '')) continue;
    places.push(
      pairedPlace(
        document,
        wanted,
        pattern.map((_, index) => at + index),
        { kind: 'none' },
        options,
      ),
    );
  }
  return {
    level: 'L5 (one unchanged line differs)',
    note: 'one line of the old text differs from the file; the file’s line was kept',
    places,
  };
}

function isKept(wanted: Wanted, oldIndex: number): boolean {
  let at = 0;
  for (const { kind } of wanted.script) {
    if (kind === 'add') continue;
    if (at === oldIndex) return kind === 'context';
    at += 1;
  }
  return false;
}

/** Shares its words with the other line: at least half of the longer one's. */
function alike(a: string, b: string): boolean {
  if (indentOf(a) !== indentOf(b)) return false;
  const words = (line: string) => line.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const left = words(a);
  const right = words(b);
  const pool = new Set(right);
  const shared = left.filter((word) => pool.has(word)).length;
  return shared > 0 && shared * 2 >= Math.max(left.length, right.length);
}

/**
 * The same words and signs wrapped into other lines. The region must be whole lines; the new text takes the place of the region, so its
 * first line must be indented as the file's. Where indentation is syntax the wrap may carry meaning: refused.
 */
export function locateWrapped(document: Document, wanted: Wanted, options: LocateOptions): Found | undefined {
  if (options.indentSensitive || wanted.unit !== 'lines' || !hasSubstance(wanted.oldLines)) return undefined;
  const firstOld = wanted.oldLines.find((line) => !isBlank(line)) ?? '';
  const sought = dense(wanted.oldText);
  if (sought.text.length < 12) return undefined;
  const file = dense(document.text);
  const places: Place[] = [];
  for (const at of findText(file.text, sought.text)) {
    const from = file.origin[at] ?? 0;
    const to = (file.origin[at + sought.text.length - 1] ?? 0) + 1;
    const firstLine = document.lineAt(from);
    const lastLine = document.lineAt(to - 1);
    const whole =
      isBlank(document.text.slice(document.start(firstLine), from)) &&
      isBlank(document.text.slice(to, document.end(lastLine)));
    places.push({
      firstLine,
      lastLine: lastLine + 1,
      start: document.start(firstLine),
      end: document.end(lastLine),
      splices: () => {
        if (!whole || indentOf(document.line(firstLine)) !== indentOf(firstOld)) return undefined;
        const eol = document.eol(firstLine) || document.majorityEol;
        const start = document.start(firstLine);
        if (wanted.newLines.length === 0) return [{ start, end: document.start(lastLine + 1), text: '' }];
        return [{ start, end: document.end(lastLine), text: wanted.newLines.join(eol) }];
      },
    });
  }
  return {
    level: 'L5 (wrapped otherwise)',
    note: 'the same text stands in the file with other line breaks',
    places,
  };
}

/** Text with its blanks removed, except one between two words, which keeps them two; with the original offset of each unit. */
function dense(text: string): { text: string; origin: number[] } {
  let result = '';
  const origin: number[] = [];
  let gap = -1;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character <= ' ') {
      if (gap < 0) gap = at;
      continue;
    }
    if (gap >= 0 && isWord(result.at(-1)) && isWord(character)) {
      result += ' ';
      origin.push(gap);
    }
    gap = -1;
    result += character;
    origin.push(at);
  }
  return { text: result, origin };
}
