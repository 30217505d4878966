/** Finding runs of lines and pieces of text in linear time, whatever the input looks like. */
import type { Document, LineView } from './document.ts';
import { hashRange } from './line-table.ts';
import { fold, originalColumn, type Projection, project } from './projection.ts';

/** A piece of a file's text: offsets into the original, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/**
 * Indices of the lines at which `pattern` (projected like the view) starts, overlapping ones included: two overlapping places are as
 * ambiguous as two distant ones.
 */
export function findLines(view: LineView, pattern: readonly string[], most?: number): number[] {
  const ids = patternIds(view, pattern);
  return ids === undefined ? [] : occurrences(view.ids, ids, most);
}

function patternIds(view: LineView, pattern: readonly string[]): Int32Array | undefined {
  const ids = new Int32Array(pattern.length);
  for (let at = 0; at < pattern.length; at++) {
    const id = view.idOf.get(pattern[at] ?? '');
    // A line that stands nowhere in the file settles the matter without a search.
    if (id === undefined) return undefined;
    ids[at] = id;
  }
  return ids;
}

/** Lines compared to confirm what the hashes say; beyond it the numbered view is cheaper. */
const mostConfirmed = 20_000;

/** The same for a document, without numbering its lines where hashes will do. */
export function findBlocks(
  document: Document,
  pattern: readonly string[],
  projection: Projection,
  most?: number,
): number[] {
  const hashed = projection === 'exact' || projection === 'trimmed';
  // What hashes find may be no place at all, so only here a search can stop early.
  if (!hashed || document.hasView(projection)) return findLines(document.view(projection), pattern, most);
  const quick =
    projection === 'exact' && document.takeFirstSearch() ? findByLine(document, pattern) : undefined;
  if (quick) return quick;
  const hits = occurrences(
    document.hashes(projection),
    Int32Array.from(pattern, (line) => hashRange(line, 0, line.length)),
  );
  if (hits.length * pattern.length > mostConfirmed) return findLines(document.view(projection), pattern);
  return hits.filter((at) =>
    pattern.every((line, index) => project(document.line(at + index), projection) === line),
  );
}

/** Shorter lines stand in too many places, also inside of others. */
const tellingLine = 8;
const mostHits = 50;

/**
 * The same by looking for the longest line of the pattern in the text, which costs a fraction of hashing all lines. Undefined where that
 * says too little: no line is telling, or it stands in too many places. Not for a second search, which hashes make nearly free.
 */
function findByLine(document: Document, pattern: readonly string[]): number[] | undefined {
  let key = 0;
  for (const [index, line] of pattern.entries()) {
    const isLonger = line.length > (pattern[key]?.length ?? 0);
    if (isLonger && line.length <= longPiece) key = index;
  }
  const line = pattern[key] ?? '';
  if (line.length < tellingLine || line.length > longPiece) return undefined;
  const hits = findText(document.text, line);
  if (hits.length > mostHits) return undefined;
  return hits
    .map((at) => document.lineAt(at) - key)
    .filter((at) => at >= 0 && at + pattern.length <= document.lineCount)
    .filter((at) => pattern.every((one, index) => document.line(at + index) === one));
}

/**
 * All starts of `needle` in `haystack`, overlapping ones included. Knuth, Morris and Pratt: a plain scan is quadratic on files of
 * equal lines. Stops after the first `most`.
 */
export function occurrences<Units extends Int32Array | Uint16Array>(
  haystack: Units,
  needle: Units,
  most = Number.POSITIVE_INFINITY,
): number[] {
  const found: number[] = [];
  const length = needle.length;
  const first = needle[0];
  if (first === undefined || length > haystack.length) return found;
  const fallback = new Int32Array(length);
  for (let at = 1, matched = 0; at < length; at++) {
    while (matched > 0 && needle[at] !== needle[matched]) matched = fallback[matched - 1] ?? 0;
    if (needle[at] === needle[matched]) matched += 1;
    fallback[at] = matched;
  }
  for (let at = 0, matched = 0; at < haystack.length; at++) {
    if (matched === 0) {
      // The engine's own search is many times faster than the loop, and most of a file is no candidate.
      at = haystack.indexOf(first, at);
      if (at < 0) return found;
    }
    while (matched > 0 && haystack[at] !== needle[matched]) matched = fallback[matched - 1] ?? 0;
    if (haystack[at] === needle[matched]) matched += 1;
    if (matched === length) {
      found.push(at - length + 1);
      if (found.length === most) return found;
      matched = fallback[matched - 1] ?? 0;
    }
  }
  return found;
}

/** Above this length the engine's own `indexOf` may go quadratic on repetitive text. */
const longPiece = 256;

/** All starts of a piece of text, not overlapping. */
export function findText(text: string, piece: string): number[] {
  if (piece === '') return [];
  const found: number[] = [];
  let next = 0;
  if (piece.length <= longPiece) {
    for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + piece.length)) found.push(at);
    return found;
  }
  for (const at of occurrences(codeUnits(text), codeUnits(piece))) {
    if (at < next) continue;
    found.push(at);
    next = at + piece.length;
  }
  return found;
}

function codeUnits(text: string): Uint16Array {
  const buffer = Buffer.from(text, 'utf16le');
  return new Uint16Array(buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.length));
}

/**
 * Where a text that may start and end in mid-line stands: its first part ends a line, its last part starts one, the parts between are
 * whole lines. `parts` is the text cut at LF; at least one part is not blank.
 */
export function findSpans(document: Document, parts: readonly string[], projection: Projection): Span[] {
  if (parts.length === 1) return findInLine(document, parts[0] ?? '', projection);
  const first = project(parts[0] ?? '', projection);
  const last = untrimmed(parts.at(-1) ?? '', projection);
  const middle = parts.slice(1, -1).map((part) => project(part, projection));
  const spans: Span[] = [];
  const starts = middle.length > 0 ? findBlocks(document, middle, projection) : undefined;
  const candidates = starts ? starts.length : document.lineCount;
  for (let index = 0; index < candidates; index++) {
    const head = starts ? (starts[index] ?? 0) - 1 : index;
    const tail = head + parts.length - 1;
    if (head < 0 || tail > document.lineCount) continue;
    const headLine = project(document.line(head), projection);
    if (!headLine.endsWith(first)) continue;
    const start = startColumn(document, head, headLine.length - first.length, projection);
    const end = endOffset(document, tail, last, projection);
    if (start !== undefined && end !== undefined) spans.push({ start, end });
  }
  return spans;
}

function findInLine(document: Document, piece: string, projection: Projection): Span[] {
  if (projection === 'compatible') {
    const sought = untrimmed(piece, projection);
    const spans: Span[] = [];
    for (let index = 0; index < document.lineCount; index++) {
      for (const at of findText(untrimmed(document.line(index), projection), sought)) {
        const start = startColumn(document, index, at, projection);
        const end = startColumn(document, index, at + sought.length, projection);
        if (start !== undefined && end !== undefined) spans.push({ start, end });
      }
    }
    return spans;
  }
  // Folding keeps every offset, so the folded text can be searched as a whole.
  const text = projection === 'exact' ? document.text : fold(document.text);
  const sought = untrimmed(piece, projection);
  return findText(text, sought).map((start) => ({ start, end: start + sought.length }));
}

/** A projected text whose trailing blanks stay: in mid-line they are part of what was asked for. */
function untrimmed(text: string, projection: Projection): string {
  if (projection === 'exact' || projection === 'trimmed') return text;
  const sentinel = '|';
  return project(text + sentinel, projection).slice(0, -sentinel.length);
}

function startColumn(document: Document, line: number, column: number, projection: Projection) {
  const original = originalColumn(document.line(line), projection, column);
  return original === undefined ? undefined : document.start(line) + original;
}

/** Where the last part ends on its line: in the line, or at its end when only trailing blanks differ. */
function endOffset(
  document: Document,
  line: number,
  last: string,
  projection: Projection,
): number | undefined {
  if (line >= document.lineCount) {
    // The text asks for a line end behind the last line: there only when the file ends in one.
    const terminated = document.lineCount > 0 && document.eol(document.lineCount - 1) !== '';
    return last === '' && terminated ? document.text.length : undefined;
  }
  const text = untrimmed(document.line(line), projection);
  if (text.startsWith(last)) return startColumn(document, line, last.length, projection);
  return projection !== 'exact' && text.trimEnd() === last.trimEnd() ? document.end(line) : undefined;
}
