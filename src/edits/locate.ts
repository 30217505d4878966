/**
 * Finding where an edit belongs, from strict to tolerant. The first level with a hit decides; several hits are never escaped by
 * trying a looser one. Similarity finds nothing here: it only serves hints.
 */
import { appliedLines } from './already-applied.ts';
import type { Document } from './document.ts';
import { locateElided } from './elided.ts';
import {
  type IndentPair,
  isTwofold,
  pairedShift,
  type Shift,
  tableShift,
  uniformShift,
  withUnit,
} from './indent.ts';
import { locateFragment, locateNearMiss, locateWhole, locateWrapped } from './last-resorts.ts';
import { type Found, type LocateOptions, type Place, pairedPlace } from './places.ts';
import { fold, indentOf, isBlank, type Projection, project } from './projection.ts';
import { repairs } from './repairs.ts';
import { findBlocks, findLines, findSpans, type Span } from './search.ts';
import { spliceLines, spliceSpan } from './splice.ts';
import { hasShape, hasSubstance, hasWord, type Wanted } from './wanted.ts';

/** Line pairs looked at for one edit at one level. */
const mostPairs = 2_000_000;

type Rung = (document: Document, wanted: Wanted, options: LocateOptions) => Found | undefined;

/** The places of an old text that is not blank; undefined when it stands nowhere. */
export function locate(document: Document, wanted: Wanted, options: LocateOptions = {}): Found | undefined {
  // Half a character stands nowhere, whatever its code units match.
  if (document.lineCount === 0 || !wanted.oldText.isWellFormed()) return undefined;
  const exact = first(exactRungs, document, wanted, options);
  if (exact) return exact;
  const found = locateLoosely(document, wanted, options);
  const applied = found && appliedLines(document, wanted);
  if (!found || !applied) return found;
  const places = found.places.filter(
    (place) => place.lastLine <= applied.first || place.firstLine >= applied.last,
  );
  if (places.length > 0) return { ...found, places };
  if (!options.repetitions) return undefined;
  options.repetitions.count += 1;
  return options.repetitions.mode === 'skip' ? undefined : found;
}

function locateLoosely(document: Document, wanted: Wanted, options: LocateOptions): Found | undefined {
  const near = first(nearRungs, document, wanted, options);
  if (near) return near;
  // A reply of thousands of misses must not cost thousands of passes over a large file.
  if (options.effort) {
    if (options.effort.left <= 0) return undefined;
    options.effort.left -= document.text.length + wanted.oldText.length;
  }
  for (const repair of repairs) {
    const mended = repair.apply(wanted);
    if (!mended || !hasSubstance(mended.wanted.oldLines)) continue;
    const found = first([...exactRungs, ...nearRungs], document, mended.wanted, options);
    if (!found) continue;
    return {
      ...found,
      level: `L5 (${repair.name}, ${found.level})`,
      note: repair.note,
      ...(mended.lineHint ? { lineHint: mended.lineHint } : {}),
    };
  }
  return first(lateRungs, document, wanted, options);
}

function first(rungs: readonly Rung[], document: Document, wanted: Wanted, options: LocateOptions) {
  for (const rung of rungs) {
    const found = rung(document, wanted, options);
    if (found && found.places.length > 0) return found;
  }
  return undefined;
}

const strict =
  (projection: Projection, level: string): Rung =>
  (document, wanted, options) => {
    // ASCII on both sides folds to itself: the levels above have looked already.
    if (level.startsWith('L3') && !document.hasFoldable && !isFoldable(wanted.oldText)) return undefined;
    if (wanted.unit === 'lines') {
      return { level, ...lineHits(document, wanted, projection, options) };
    }
    const parts = wanted.oldText.split('\n');
    const all = findSpans(document, parts, projection);
    const cut = new Set(all.filter((span) => cutsIndent(document, span, parts)));
    // A tab is easily lost in copying: as indented is no reason to prefer a line to one that is indented more.
    const spans = cut.size < all.length ? all : [];
    const places = spans.map((span) => {
      const { start, end } = span;
      const firstLine = document.lineAt(start);
      return {
        firstLine,
        lastLine: Math.max(firstLine + 1, document.lineAt(Math.max(start, end - 1)) + 1),
        start,
        end,
        splices: () =>
          cut.has(span) && wanted.newText.includes('\n')
            ? undefined
            : spliceSpan(document, span, wanted.oldText, wanted.newText),
      };
    });
    return { level, places };
  };

/** One line that stands there under more indentation than was sent: new lines would be shifted, see L4. */
function cutsIndent(document: Document, { start, end }: Span, parts: readonly string[]): boolean {
  if (parts.length > 1 || indentOf(parts[0] ?? '') === '') return false;
  const line = document.lineAt(start);
  return (
    start > document.start(line) &&
    isBlank(document.text.slice(document.start(line), start)) &&
    end === document.end(line)
  );
}

const isFoldable = (text: string): boolean => fold(text) !== text || /[^\u0000-\u007f]/.test(text);

/** What one place costs of the effort for a reply, in characters: a file of equal lines has as many places for each edit as lines. */
const placeCost = 100;
const fewPlaces = 20;

function lineHits(
  document: Document,
  wanted: Wanted,
  projection: Projection,
  options: LocateOptions,
): Pick<Found, 'places' | 'cut'> {
  const pattern = wanted.oldLines.map((line) => project(line, projection));
  // One place more than are told already says that there are too many.
  const most = options.effort && options.effort.left <= 0 ? fewPlaces + 1 : undefined;
  const hits = findBlocks(document, pattern, projection, most);
  const place = (at: number) => blockPlace(document, wanted, at, { kind: 'none' }, options);
  if (hits.length <= fewPlaces || !options.effort) return { places: hits.map(place) };
  options.effort.left -= hits.length * placeCost;
  if (options.effort.left > 0) return { places: hits.map(place) };
  return { places: hits.slice(0, fewPlaces).map(place), cut: true };
}

/** Old lines that stand one below the other. */
function blockPlace(
  document: Document,
  wanted: Wanted,
  at: number,
  shift: Shift | undefined,
  options: LocateOptions,
): Place {
  const lastLine = at + wanted.oldLines.length;
  return {
    firstLine: at,
    lastLine,
    start: document.start(at),
    end: document.start(lastLine),
    // Pairs are made for the place that is chosen: in a file of equal lines there are as many places as lines.
    splices: () =>
      shift &&
      spliceLines(document, {
        pairs: wanted.oldLines.map((_, index) => at + index),
        script: wanted.script,
        shift,
        terminated: options.terminated === true,
      }),
  };
}

/** Whole lines of a span format whose last line the file does not terminate, or whose trailing blanks differ. */
const wholeLines: Rung = (document, wanted, options) => {
  if (wanted.unit !== 'span') return undefined;
  const endsAlike = wanted.oldText.endsWith('\n') === wanted.newText.endsWith('\n');
  if (!endsAlike && wanted.newText !== '') return undefined;
  return { level: 'L2 (whole lines)', ...lineHits(document, wanted, 'trimmed', options) };
};

/** L4: the same lines under one constant shift of indentation. */
const shifted: Rung = (document, wanted, options) =>
  flushRung(document, wanted, options, 'L4', (pairs) =>
    withUnit(clearShift(pairs, wanted), pairs, document.indentUnit),
  );

function clearShift(pairs: readonly IndentPair[], { script }: Wanted): Shift | undefined {
  const shift = uniformShift(pairs);
  return shift && isTwofold(shift, pairs, script) ? undefined : shift;
}

/** Uneven indentation, whitespace at line starts aside: allowed only when every new line's indentation follows from a matched one. */
const uneven: Rung = (document, wanted, options) =>
  flushRung(
    document,
    wanted,
    options,
    'L4 (uneven indentation)',
    (pairs) => tableShift(pairs) ?? pairedShift(pairs, wanted.script),
  );

function flushRung(
  document: Document,
  wanted: Wanted,
  options: LocateOptions,
  level: string,
  derive: (pairs: IndentPair[]) => Shift | undefined,
): Found | undefined {
  if (!hasShape(wanted.oldLines)) return undefined;
  const pattern = wanted.oldLines.map((line) => project(line, 'flush'));
  const places: Place[] = [];
  let budget = mostPairs;
  for (const at of findLines(document.view('flush'), pattern)) {
    budget -= pattern.length;
    // Beyond the budget a place only counts; the text is far from unique anyway.
    const shift =
      budget < 0 ? undefined : derive(indentPairs(document, wanted.oldLines, (index) => at + index));
    if (shift || budget < 0) places.push(blockPlace(document, wanted, at, shift, options));
  }
  return { level, places };
}

function indentPairs(
  document: Document,
  lines: readonly string[],
  fileLine: (index: number) => number,
): IndentPair[] {
  const pairs: IndentPair[] = [];
  for (const [index, line] of lines.entries()) {
    const at = fileLine(index);
    if (at < 0 || isBlank(line)) continue;
    pairs.push({ sent: indentOf(line), file: indentOf(document.line(at)) });
  }
  return pairs;
}

/** Blank lines missing or added: the other lines must follow each other, and may be shifted uniformly. */
const blankLines: Rung = (document, wanted, options) => {
  // Whole lines as they are, blank ones too many aside, need say less than lines under another indentation.
  const telling = hasSubstance(wanted.oldLines);
  const plain = wanted.unit === 'lines' && wanted.oldLines.some(isBlank) && wanted.oldLines.some(hasWord);
  if (!telling && !plain) return undefined;
  for (const projection of telling ? (['folded', 'flush'] as const) : (['folded'] as const)) {
    const solid = document.solid(projection);
    const pattern = wanted.oldLines.filter((line) => !isBlank(line)).map((line) => project(line, projection));
    const places: Place[] = [];
    const hits = findLines(solid, pattern);
    if (hits.length * wanted.oldLines.length > mostPairs) return undefined;
    for (const at of hits) {
      const pairs = pairAroundBlanks(
        wanted,
        solid.at.slice(at, at + pattern.length),
        document.view(projection).lines,
      );
      const known = indentPairs(document, wanted.oldLines, (index) => pairs[index] ?? -1);
      const shift = clearShift(known, wanted);
      if (shift) places.push(pairedPlace(document, wanted, pairs, shift, options));
    }
    if (places.length > 0) return { level: 'L2 (blank lines)', places };
  }
  return undefined;
};

/**
 * Pairs the solid lines one to one and, between two of them, as many blank lines as both sides have. Around all of them only blank lines
 * that stay are paired: new lines stand before or behind those.
 */
function pairAroundBlanks(wanted: Wanted, solid: readonly number[], lines: readonly string[]): number[] {
  const old = wanted.script.filter(({ kind }) => kind !== 'add');
  const first = old.findIndex(({ text }) => !isBlank(text));
  const top = solid[0] ?? 0;
  let above = 0;
  while (above < first && isBlank(lines[top - above - 1] ?? 'x')) above += 1;
  const pairs: number[] = [];
  let used = 0;
  let next = -1;
  for (const [index, { kind, text }] of old.entries()) {
    const at = index >= first ? next : first - index <= above ? top - first + index : -1;
    const within = used > 0 && used < solid.length;
    if (!isBlank(text)) {
      next = (solid[used] ?? -1) + 1;
      used += 1;
      pairs.push(next - 1);
    } else if ((within || kind === 'context') && isBlank(lines[at] ?? 'x')) {
      pairs.push(at);
      next += 1;
    } else pairs.push(-1);
  }
  return pairs;
}

const exactRungs: readonly Rung[] = [
  strict('exact', 'L1'),
  strict('trimmed', 'L2'),
  wholeLines,
  strict('folded', 'L3'),
  strict('compatible', 'L3 (NFKC)'),
];

const nearRungs: readonly Rung[] = [shifted, blankLines];

const lateRungs: readonly Rung[] = [
  locateElided,
  locateFragment,
  uneven,
  locateWhole,
  locateWrapped,
  locateNearMiss,
];
