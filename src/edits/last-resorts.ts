/** Rare but safe readings of a text that stands nowhere as whole lines. Each demands a unique place and changes no more than it can prove. */
import { isWordCode, withoutBlanks } from './dense.ts';
import type { Document } from './document.ts';
import { isElision } from './elision.ts';
import { type Found, type LocateOptions, type Place, pairedPlace } from './places.ts';
import { indentOf, isBlank, project } from './projection.ts';
import { findLines, findSpans, findText } from './search.ts';
import { spliceSpan } from './splice.ts';
import { hasSubstance, substantialLines, type Wanted } from './wanted.ts';

const isWord = (character: string | undefined): boolean =>
  character !== undefined && isWordCode(character.charCodeAt(0));

const commentLeader = /^\s*(\/\/|#|--|\/?\*|<!--|;|%)/;

/**
 * SEARCH starts or ends in the middle of a line: replaced there when it stands once, cuts no word and is not commented out. A single
 * piece of a line keeps to one line.
 */
export function locateFragment(document: Document, wanted: Wanted): Found | undefined {
  if (wanted.unit !== 'lines' || !hasSubstance(wanted.oldLines)) return undefined;
  const oldLines = trimEnds(wanted.oldLines);
  const newLines = trimEnds(wanted.newLines);
  const single = oldLines.length === 1;
  if (single && (newLines.length !== 1 || (oldLines[0] ?? '').length < 4)) return undefined;
  const oldText = oldLines.join('\n');
  const newText = newLines.join('\n');
  const places = findSpans(document, oldLines, single ? 'exact' : 'trimmed').map((span): Place => {
    const firstLine = document.lineAt(span.start);
    const before = document.text.slice(document.start(firstLine), span.start);
    const cutsWord =
      (isWord(oldText[0]) && isWord(before.at(-1))) ||
      (isWord(oldText.at(-1)) && isWord(document.text[span.end]));
    // A place that may not be edited still counts as one: with it the piece is no longer unique.
    const barred = cutsWord || commentLeader.test(before);
    return {
      firstLine,
      lastLine: document.lineAt(Math.max(span.start, span.end - 1)) + 1,
      ...span,
      splices: () => (barred ? undefined : spliceSpan(document, span, oldText, newText)),
    };
  });
  return {
    level: 'L5 (part of a line)',
    note: 'the text is part of a longer line and was replaced there',
    places,
  };
}

/** Lines from the first to the last that is not blank, without the blanks around. */
function trimEnds(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => !isBlank(line));
  if (first < 0) return [];
  const kept = lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1);
  kept[0] = (kept[0] ?? '').trimStart();
  kept[kept.length - 1] = (kept.at(-1) ?? '').trimEnd();
  return kept;
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
  const tails = new Set(findLines(view, tail));
  const places: Place[] = [];
  for (const at of starts) {
    if (at < 0 || at + pattern.length > document.lineCount || places.length > 1) continue;
    if (tail.length > 0 && !tails.has(at + odd + 1)) continue;
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
  return wanted.script.filter(({ kind }) => kind !== 'add')[oldIndex]?.kind === 'context';
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

function sameLines(document: Document, first: number, last: number, old: readonly string[]): boolean {
  const solid = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== '');
  const region = Array.from({ length: last - first + 1 }, (_, index) => document.line(first + index));
  return solid(region).join('\n') === solid(old).join('\n');
}

/** Fewer lines may be a file by chance, and another shape of them another text. */
const leastOfWhole = 8;

/**
 * SEARCH is the whole file but for its blanks and line breaks, and nothing says how the new lines would be indented to fit: they need
 * not fit, REPLACE is the whole file as well, and stands as it was sent. Not where indentation is syntax: there the model misread the file.
 */
export function locateWhole(document: Document, wanted: Wanted, options: LocateOptions): Found | undefined {
  if (options.indentSensitive || wanted.unit !== 'lines') return undefined;
  if (substantialLines(wanted.oldLines) < leastOfWhole) return undefined;
  if (withoutBlanks(wanted.oldText).text !== document.dense.text) return undefined;
  const solid = document.solid('trimmed').at;
  const firstLine = solid[0] ?? 0;
  const lastLine = (solid.at(-1) ?? firstLine) + 1;
  const start = document.start(firstLine);
  const end = wanted.newLines.length > 0 ? document.end(lastLine - 1) : document.start(lastLine);
  const text = wanted.newLines.join(document.majorityEol);
  const place: Place = {
    firstLine,
    lastLine,
    start,
    end,
    splices: () => (wanted.oldText === wanted.newText ? [] : [{ start, end, text }]),
  };
  return {
    level: 'L5 (the whole file, spaced otherwise)',
    note: 'the old text is the whole file under other blanks; the new text took its place as it was sent',
    places: [place],
  };
}

/**
 * The same words and signs wrapped into other lines. The region must be whole lines; the new text takes the place of the region, so its
 * first line must be indented as the file's. Where indentation is syntax the wrap may carry meaning: refused.
 */
export function locateWrapped(document: Document, wanted: Wanted, options: LocateOptions): Found | undefined {
  if (options.indentSensitive || wanted.unit !== 'lines' || !hasSubstance(wanted.oldLines)) return undefined;
  const firstOld = wanted.oldLines.find((line) => !isBlank(line)) ?? '';
  const sought = withoutBlanks(wanted.oldText);
  if (sought.text.length < 12) return undefined;
  const file = document.dense;
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
        // The same lines under other indentation are not wrapped: their indentation has to be derived, not replaced.
        if (!whole || sameLines(document, firstLine, lastLine, wanted.oldLines)) return undefined;
        if (indentOf(document.line(firstLine)) !== indentOf(firstOld)) return undefined;
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
