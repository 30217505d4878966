/** What locating yields: the places where a text stands, and how to write there. */
import type { Document } from './document.ts';
import type { Shift } from './indent.ts';
import { type Splice, spliceLines } from './splice.ts';
import type { Wanted } from './wanted.ts';

/** One place where the old text stands. */
export interface Place {
  /** Lines that the old text covers, end exclusive. */
  firstLine: number;
  lastLine: number;
  /** Offsets that the old text covers. */
  start: number;
  end: number;
  /** What to write; undefined when the new lines' indentation cannot be derived. */
  splices(): Splice[] | undefined;
}

export interface Found {
  /** `L0` to `L5` of the contract, with the repair's name; shown in reports. */
  level: string;
  places: Place[];
  note?: string;
  /** There are more places than these: too many to list them all once more. */
  cut?: true;
  /** Lines that a repair read from line-number prefixes; chooses between places. */
  lineHint?: { start: number; end: number };
}

/** What to do with an edit whose new text stands around its old text already, and how many there were. */
export interface Repetitions {
  mode: 'skip' | 'apply';
  count: number;
}

export interface LocateOptions {
  /** Every written line ends in a line end, also the last of the file. */
  terminated?: boolean;
  /** Indentation is syntax here, so that it may not be guessed. */
  indentSensitive?: boolean;
  repetitions?: Repetitions;
  /** Characters that tolerant levels may still look at, shared by all edits of a reply. */
  effort?: { left: number };
}

/** A place from pairs of old lines and file lines; -1 stands for a blank line that the file lacks. */
export function pairedPlace(
  document: Document,
  wanted: Wanted,
  pairs: readonly number[],
  shift: Shift,
  options: LocateOptions,
): Place {
  const firstLine = pairs.find((line) => line >= 0) ?? 0;
  const lastLine = (pairs.findLast((line) => line >= 0) ?? firstLine) + 1;
  return {
    firstLine,
    lastLine,
    start: document.start(firstLine),
    end: document.start(lastLine),
    splices: () =>
      spliceLines(document, {
        pairs,
        script: wanted.script,
        shift,
        terminated: options.terminated === true,
      }),
  };
}
