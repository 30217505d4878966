/** SEARCH that leaves code out with `...`: each piece must stand exactly once, as whole lines, in order. */
import type { Document } from './document.ts';
import { isElision } from './elision.ts';
import { type IndentPair, uniformShift } from './indent.ts';
import { type Found, type LocateOptions, type Place, pairedPlace } from './places.ts';
import { indentOf, isBlank, project } from './projection.ts';
import { findLines } from './search.ts';
import { hasSubstance, type Wanted, wantedLines } from './wanted.ts';

/** Cuts lines at elisions; blank lines next to one belong to it. */
function pieces(lines: readonly string[]): { pieces: string[][]; marks: number } {
  const result: string[][] = [[]];
  for (const line of lines) {
    if (isElision(line)) result.push([]);
    else result.at(-1)?.push(line);
  }
  return { pieces: result.map(trimBlankEnds), marks: result.length - 1 };
}

function trimBlankEnds(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => !isBlank(line));
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1);
}

/** Pairs the pieces of old and new text. What the dots stand for is kept; text that would have to go into it is refused. */
export function locateElided(document: Document, wanted: Wanted, options: LocateOptions): Found | undefined {
  const old = pieces(wanted.oldLines);
  const fresh = pieces(wanted.newLines);
  if (old.marks === 0 || fresh.marks !== old.marks) return undefined;
  if (!old.pieces.some((piece) => hasSubstance(piece))) return undefined;
  const places: Place[] = [];
  let floor = 0;
  for (const [index, piece] of old.pieces.entries()) {
    const replacement = fresh.pieces[index] ?? [];
    if (piece.length === 0) {
      // New text beside the dots has no line in the file to stand at.
      if (replacement.length > 0) return undefined;
      continue;
    }
    const place = placePiece(document, wantedLines(piece, replacement), options);
    if (!place || place.firstLine < floor) return undefined;
    floor = place.lastLine;
    places.push(place);
  }
  const first = places[0];
  const last = places.at(-1);
  if (!first || !last) return undefined;
  return {
    level: 'L5 (elision)',
    note: 'the code that `...` stood for was kept',
    places: [
      {
        firstLine: first.firstLine,
        lastLine: last.lastLine,
        start: first.start,
        end: last.end,
        splices: () => {
          const all = places.map((place) => place.splices());
          return all.every((splices) => splices !== undefined) ? all.flat() : undefined;
        },
      },
    ],
  };
}

function placePiece(document: Document, piece: Wanted, options: LocateOptions): Place | undefined {
  for (const projection of ['exact', 'folded', 'flush'] as const) {
    const pattern = piece.oldLines.map((line) => project(line, projection));
    const hits = findLines(document.view(projection), pattern);
    if (hits.length > 1) return undefined;
    const at = hits[0];
    if (at === undefined) continue;
    const pairs: IndentPair[] = [];
    for (const [index, line] of piece.oldLines.entries()) {
      if (!isBlank(line)) pairs.push({ sent: indentOf(line), file: indentOf(document.line(at + index)) });
    }
    const shift = uniformShift(pairs);
    if (!shift) return undefined;
    return pairedPlace(
      document,
      piece,
      piece.oldLines.map((_, index) => at + index),
      shift,
      options,
    );
  }
  return undefined;
}
