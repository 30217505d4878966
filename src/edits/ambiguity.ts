/** Several places for one text: the only reasons to prefer one of them. Never a guess. */
import type { Document } from './document.ts';
import { type Found, type Place, pairedPlace } from './places.ts';
import { isBlank, project } from './projection.ts';
import { applySplices, sortSplices } from './splice.ts';
import type { Wanted } from './wanted.ts';

export interface Preferences {
  /** All of them are meant. */
  all: boolean;
  /** How many places are meant, if the model said so or sent the same edit so often. */
  count?: number;
  anchors: readonly string[];
  /** Chunks of one hunk list stand in file order: lines before and after this one's neighbours. */
  after: number;
  before: number;
  lineHint?: { start: number; end: number };
  eof: boolean;
  /** Parity runs only. */
  first: boolean;
}

export type Choice =
  | { ok: true; places: Place[]; note?: string }
  | { ok: false; reason: 'ambiguous'; places: Place[] }
  /** The lines stand only above their anchors: another place was meant, which the file does not have. */
  | { ok: false; reason: 'above anchor' };

/** Roo's buffer: how far a line hint may be off. */
const hintReach = 40;
const mostCompared = 10;
const largestCompared = 1_000_000;

/** Section 5.7 of the contract, in order. */
export function choose(document: Document, found: Found, want: Preferences): Choice {
  let places = found.places;
  if (found.cut === true) return { ok: false, reason: 'ambiguous', places };
  if (want.all || (want.count !== undefined && places.length > 1 && places.length === want.count)) {
    return { ok: true, places: separate(places) };
  }
  const chains = want.anchors.length > 0 ? anchorLines(document, want.anchors) : [];
  const [highest] = chains;
  if (highest !== undefined) {
    places = places.filter((place) => place.lastLine > highest);
    if (places.length === 0) return { ok: false, reason: 'above anchor' };
  }
  const anchored = want.anchors.length > 0 ? afterAnchors(document, places, chains) : undefined;
  if (places.length === 1) {
    const lost = want.anchors.length > 0 && anchored?.length === 0;
    return lost
      ? {
          ok: true,
          places,
          note: 'the text above the change (`@@`) was not found; the lines themselves are unique',
        }
      : { ok: true, places };
  }
  if (want.eof) {
    const atEnd = places.filter((place) => place.lastLine === document.lineCount);
    if (atEnd.length === 1) return { ok: true, places: atEnd };
  }
  if (anchored && anchored.length > 0) places = anchored;
  if (places.length > 1) {
    const ordered = places.filter((place) => place.firstLine >= want.after && place.lastLine <= want.before);
    if (ordered.length > 0) places = ordered;
  }
  if (places.length === 1) return { ok: true, places };
  const hint = want.lineHint ?? found.lineHint;
  const hinted = hint && nearest(places, hint);
  if (hinted) return { ok: true, places: [hinted] };
  const [first] = places;
  if (first && (want.first || sameResult(document, places))) return { ok: true, places: [first] };
  return { ok: false, reason: 'ambiguous', places };
}

/** Overlapping places cannot all be replaced: those that start inside the one before are left out, as a scan from the top would. */
function separate(places: readonly Place[]): Place[] {
  const kept: Place[] = [];
  let floor = -1;
  for (const place of [...places].sort((a, b) => a.start - b.start)) {
    if (place.start < floor) continue;
    kept.push(place);
    floor = place.end;
  }
  return kept;
}

/** First place after the chain of anchors, if it stands before the last anchor's text comes again. */
function afterAnchors(document: Document, places: readonly Place[], chains: readonly number[]): Place[] {
  const kept = new Set<Place>();
  // Places and chains both go down the file: one walk for all, since a file of equal lines has thousands of each.
  let at = 0;
  for (const [index, anchor] of chains.entries()) {
    const next = chains[index + 1] ?? document.lineCount;
    while ((places[at]?.firstLine ?? anchor) < anchor) at += 1;
    // A hunk may repeat its anchor as its first context line.
    const first = places[at];
    if (first && first.firstLine < Math.max(next, anchor + 1)) kept.add(first);
  }
  return [...kept];
}

/** Lines at which a chain of anchors ends: each anchor after the one before it. Equal text wins over a mere beginning. */
export function anchorLines(document: Document, anchors: readonly string[]): number[] {
  const { lines } = document.view('flush');
  let floors = [0];
  for (const [index, anchor] of anchors.entries()) {
    const text = project(anchor, 'flush');
    // Of all anchors but the last only the first place counts.
    const most = index < anchors.length - 1 ? 1 : lines.length;
    const from = floors[0] ?? 0;
    const equal = matching(lines, from, most, (line) => line === text);
    floors =
      equal.length > 0
        ? equal
        : text === ''
          ? []
          : matching(lines, from, most, (line) => line.startsWith(text));
    if (floors.length === 0) return [];
  }
  return floors;
}

function matching(
  lines: readonly string[],
  from: number,
  most: number,
  fits: (line: string) => boolean,
): number[] {
  const found: number[] = [];
  for (let at = from; at < lines.length && found.length < most; at++)
    if (fits(lines[at] ?? '')) found.push(at);
  return found;
}

/**
 * The blank lines that a hunk names and nothing else, when they come straight below an anchor that stands once: then it is clear which of
 * the many are meant.
 */
export function blanksUnder(
  document: Document,
  anchors: readonly string[],
  wanted: Wanted,
): Found | undefined {
  const [anchor, ...more] = anchors.length > 0 ? anchorLines(document, anchors) : [];
  if (anchor === undefined || more.length > 0) return undefined;
  const pairs = wanted.oldLines.map((_, index) => anchor + 1 + index);
  if (pairs.some((line) => line >= document.lineCount || !isBlank(document.line(line)))) return undefined;
  const place = pairedPlace(document, wanted, pairs, { kind: 'none' }, { terminated: true });
  return { level: 'L1 (blank lines under an anchor)', places: [place] };
}

function nearest(places: readonly Place[], hint: { start: number; end: number }): Place | undefined {
  const distance = ({ firstLine, lastLine }: Place) =>
    firstLine + 1 > hint.end ? firstLine + 1 - hint.end : lastLine < hint.start ? hint.start - lastLine : 0;
  const inside = places.filter((place) => distance(place) === 0);
  if (inside.length === 1) return inside[0];
  if (inside.length > 1) {
    const exact = inside.filter((place) => place.firstLine + 1 === hint.start);
    return exact.length === 1 ? exact[0] : undefined;
  }
  const [first, second] = [...places].sort((a, b) => distance(a) - distance(b));
  if (!first || !second) return first;
  return distance(first) <= hintReach && distance(first) * 2 <= distance(second) ? first : undefined;
}

/** Whether every choice writes the same bytes: deleting one of two equal neighbours, for example. */
function sameResult(document: Document, places: readonly Place[]): boolean {
  if (places.length > mostCompared || document.text.length > largestCompared) return false;
  const results = new Set<string>();
  for (const place of places) {
    const splices = place.splices();
    if (!splices) return false;
    results.add(applySplices(document.text, sortSplices(splices)));
    if (results.size > 1) return false;
  }
  return true;
}
