/** What an operation asks to find and to write, in the shape that locating works on. */
import { levelEnds } from './block-end.ts';
import { isBlank } from './projection.ts';
import { lineScript } from './script.ts';
import { normaliseEol, toLines, withoutBom } from './text.ts';
import type { FormatName, HunkLine, Replace } from './types.ts';

export interface Wanted {
  /** Whole lines, or a text that may start and end in mid-line. */
  unit: 'lines' | 'span';
  /** Line ends are LF. */
  oldText: string;
  newText: string;
  oldLines: readonly string[];
  newLines: readonly string[];
  script: readonly HunkLine[];
}

/** Formats whose old text names a piece of text; all others name lines. */
const spanFormats: ReadonlySet<FormatName> = new Set(['edit', 'text_editor']);

/** Formats in which a written line always ends in a line end. */
const terminatedFormats: ReadonlySet<FormatName> = new Set(['patch', 'apply_patch']);

export const isTerminated = (format: FormatName): boolean => terminatedFormats.has(format);
export const isSpanFormat = (format: FormatName): boolean => spanFormats.has(format);

export function wantedOf(operation: Replace): Wanted {
  const unit = isSpanFormat(operation.source.format) ? 'span' : 'lines';
  if (operation.segments) return fromSegments(operation.segments, unit);
  const oldText = withoutBom(normaliseEol(operation.oldText));
  const newText = normaliseEol(operation.newText);
  const asked = wanted(unit, oldText, oldText === '' ? newText : withoutBom(newText));
  if (operation.sequential !== true || unit === 'span') return asked;
  const level = levelEnds(asked);
  return level.newLines === asked.newLines ? asked : wantedLines(level.oldLines, level.newLines);
}

export function wanted(unit: Wanted['unit'], oldText: string, newText: string): Wanted {
  const oldLines = toLines(oldText);
  const newLines = toLines(newText);
  return { unit, oldText, newText, oldLines, newLines, script: lineScript(oldLines, newLines) };
}

export function wantedLines(oldLines: readonly string[], newLines: readonly string[]): Wanted {
  return {
    unit: 'lines',
    oldText: joinLines(oldLines),
    newText: joinLines(newLines),
    oldLines,
    newLines,
    script: lineScript(oldLines, newLines),
  };
}

function fromSegments(segments: readonly HunkLine[], unit: Wanted['unit']): Wanted {
  const script = segments.map(({ kind, text }) => ({ kind, text: withoutBom(text).replace(/\r$/, '') }));
  const oldLines = script.filter(({ kind }) => kind !== 'add').map(({ text }) => text);
  const newLines = script.filter(({ kind }) => kind !== 'delete').map(({ text }) => text);
  return { unit, oldText: joinLines(oldLines), newText: joinLines(newLines), oldLines, newLines, script };
}

const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/**
 * Whether lines say enough to be recognised under a loose projection: one line with three visible characters, not all of them
 * punctuation. A lone `}` stands everywhere.
 */
export function hasSubstance(lines: readonly string[]): boolean {
  return lines.some(
    (line) => !isBlank(line) && /[\p{L}\p{N}_]/u.test(line) && line.replace(/\s/g, '').length >= 3,
  );
}

/** Two short lines with words say as much as one longer line: `a` and `b` one below the other are a place, `x` and `}` are none. */
export function hasShape(lines: readonly string[]): boolean {
  return hasSubstance(lines) || lines.filter(hasWord).length >= 2;
}

export const hasWord = (line: string): boolean => /[\p{L}\p{N}_]/u.test(line);

/** Number of lines that say something. */
export function substantialLines(lines: readonly string[]): number {
  return lines.filter((line) => hasSubstance([line])).length;
}
