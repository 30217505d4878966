/** Placing text that replaces nothing. */
import { isDone } from './already-applied.ts';
import { anchorLines } from './ambiguity.ts';
import type { Document } from './document.ts';
import { looksLikeRewrite } from './gates.ts';
import { refuseNewText } from './new-text.ts';
import type { Decisions } from './parity.ts';
import { ambiguous, notFound, problem } from './problems.ts';
import { isBlank } from './projection.ts';
import { insertLines, type Splice } from './splice.ts';
import type { Encoding } from './text.ts';
import type { Problem, Replace } from './types.ts';
import { isSpanFormat, isTerminated, type Wanted } from './wanted.ts';

const failed = (refusal: Problem): Insertion => ({ ok: false, problem: refusal });
const nothing = (note: string): Insertion => ({ ok: true, splices: [], notes: [note], at: 0 });

export type Insertion =
  | { ok: true; splices: Splice[]; notes: string[]; at: number }
  | { ok: false; problem: Problem };

export interface InsertionPoint {
  document: Document;
  encoding: Encoding;
  /** The file is another one than the model was shown: its line numbers are void. */
  stale: boolean;
  decisions: Decisions;
}

/** An edit without old text: after a line, under an anchor, or at the end. */
export function planInsertion(operation: Replace, wanted: Wanted, point: InsertionPoint): Insertion {
  const { path, afterLine, anchors } = operation;
  if (wanted.newLines.every(isBlank) && wanted.oldLines.length >= wanted.newLines.length) {
    return nothing(`${path}: an edit changes nothing`);
  }
  if (afterLine !== undefined) return insertAfter(operation, wanted, point, afterLine);
  if (anchors && anchors.length > 0) return insertUnder(operation, wanted, point, anchors);
  if (isSpanFormat(operation.source.format)) {
    return failed(
      problem(
        operation,
        'EMPTY_OLD',
        `The text to replace in ${path} is empty. Give the lines to replace, or the line to insert after.`,
      ),
    );
  }
  return append(operation, wanted, point);
}

function insertAfter(
  operation: Replace,
  wanted: Wanted,
  point: InsertionPoint,
  afterLine: number,
): Insertion {
  const { path } = operation;
  const { document } = point;
  if (point.stale) {
    return failed(
      problem(
        operation,
        'STALE',
        `${path} has changed since it was shown; its line numbers are void. Read it again.`,
      ),
    );
  }
  if (!Number.isInteger(afterLine) || afterLine < 0 || afterLine > document.lineCount) {
    return failed(
      problem(
        operation,
        'BAD_ARGS',
        `There is no line ${afterLine} in ${path} to insert after; it has ${document.lineCount} lines.`,
      ),
    );
  }
  return insertAt(operation, wanted, point, afterLine);
}

function insertUnder(
  operation: Replace,
  wanted: Wanted,
  point: InsertionPoint,
  anchors: readonly string[],
): Insertion {
  const { document } = point;
  const lines = anchorLines(document, anchors);
  const hint = point.stale ? undefined : operation.lineHint;
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) return insertAt(operation, wanted, point, only + 1);
  const hinted = hint && lines.filter((line) => line + 1 >= hint.start - 1 && line + 1 <= hint.end);
  const [near] = hinted ?? [];
  if (hinted?.length === 1 && near !== undefined) return insertAt(operation, wanted, point, near + 1);
  if (lines.length === 0) {
    return failed(
      notFound(operation, {
        document,
        lines: anchors,
        withHint: true,
        reason: `The line to insert under (\`@@ ${anchors.join(' @@ ').slice(0, 200)}\`) is not in ${operation.path}.`,
      }),
    );
  }
  return failed(
    ambiguous(
      operation,
      document,
      lines.map((line) => ({ firstLine: line, lastLine: line + 1 })),
    ),
  );
}

function insertAt(operation: Replace, wanted: Wanted, point: InsertionPoint, at: number): Insertion {
  const { path, source } = operation;
  const { document } = point;
  if (standsAt(document, at, wanted.newLines)) return nothing(`${path}: the new text stands there already`);
  const refusal = refuseNewText(operation, wanted, document, point.encoding);
  if (refusal) return failed(refusal);
  const splice = insertLines(document, at, wanted.newLines, isTerminated(source.format));
  return { ok: true, splices: [splice], notes: [], at };
}

function append(operation: Replace, wanted: Wanted, point: InsertionPoint): Insertion {
  const { path } = operation;
  const { document } = point;
  const fresh = wanted.newLines;
  if (document.text.trim() !== '') {
    const skips = point.decisions.repeated === 'skip';
    if (skips && isDone(document, wanted)) return nothing(`${path}: the text to append stands there already`);
    if (looksLikeRewrite(document.view('exact').lines, fresh)) {
      return failed(
        problem(
          operation,
          'EMPTY_OLD',
          `The text to replace in ${path} is empty, and the new text looks like a rewrite: it repeats most of the file, and appending it would double the file. Send the lines to replace, or a whole-file edit.`,
        ),
      );
    }
  }
  const refusal = refuseNewText(operation, wanted, document, point.encoding);
  if (refusal) return failed(refusal);
  const splice =
    point.decisions.append === 'glued'
      ? glue(document, fresh)
      : insertLines(document, document.lineCount, fresh, true);
  const blank = document.text.trim() === '';
  // Blank lines that are a file's only content are not worth keeping in front of its text.
  const whole = blank
    ? { start: 0, end: document.text.length, text: splice.text.replace(/^[\r\n]+/, '') }
    : splice;
  return {
    ok: true,
    splices: [whole],
    notes: blank ? [] : [`${path}: the new text was appended at the end`],
    at: document.lineCount,
  };
}

/** New lines right behind the last character, whether or not its line has ended. */
function glue(document: Document, lines: readonly string[]): Splice {
  const end = document.text.length;
  return { start: end, end, text: lines.map((line) => line + document.majorityEol).join('') };
}

function standsAt(document: Document, at: number, lines: readonly string[]): boolean {
  return (
    lines.some((line) => line.trim().length > 2) &&
    lines.every((line, index) => document.line(at + index) === line && at + index < document.lineCount)
  );
}
