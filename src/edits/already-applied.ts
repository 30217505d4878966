/** Recognising an edit that an earlier reply made: SEARCH is gone, or was only an insertion's context, and REPLACE is there. */
import type { Document } from './document.ts';
import { uniformShift } from './indent.ts';
import type { Place } from './places.ts';
import { indentOf, isBlank, project } from './projection.ts';
import { findBlocks, findLines, findText } from './search.ts';
import type { HunkLine } from './types.ts';
import { hasSubstance, substantialLines, type Wanted } from './wanted.ts';

/**
 * Whether the new text stands in the file: once, or several times when it brings something new and is too much to be there by
 * chance, as after an edit that was doubled. Asked only when the old text does not stand there.
 */
export function isDone(document: Document, wanted: Wanted): boolean {
  if (!hasSubstance(wanted.newLines)) return false;
  const pattern = wanted.newLines.map((line) => project(line, 'trimmed'));
  const copies = findBlocks(document, pattern, 'trimmed').length;
  const stands =
    copies === 1 ||
    (copies > 1 && isDistinct(wanted)) ||
    (wanted.unit === 'span' && findText(document.text, wanted.newText).length === 1);
  return stands && !leavesSomething(document, wanted);
}

/**
 * The same for new text that stands there once under another indentation, the same for all lines. It has to bring a line of its own, and
 * no line that would go may be there.
 */
export function isDoneShifted(document: Document, { unit, newLines, script }: Wanted): boolean {
  const own = script.flatMap(({ kind, text }) => (kind === 'add' ? [text] : []));
  if (unit !== 'lines' || !hasSubstance(own)) return false;
  const view = document.view('flush');
  const stays = ({ kind, text }: HunkLine) =>
    kind === 'delete' && hasSubstance([text]) && view.idOf.has(project(text, 'flush'));
  if (script.some(stays)) return false;
  const hits = findLines(
    view,
    newLines.map((line) => project(line, 'flush')),
  );
  const [at, ...more] = hits;
  if (at === undefined || more.length > 0) return false;
  const pairs = newLines.flatMap((line, index) =>
    isBlank(line) ? [] : [{ sent: indentOf(line), file: indentOf(document.line(at + index)) }],
  );
  return uniformShift(pairs) !== undefined;
}

/** At least two lines with words, one of them of the edit's own: no closing bracket or shared call that stands everywhere. */
function isDistinct({ newLines, script }: Wanted): boolean {
  const own = script.flatMap(({ kind, text }) => (kind === 'add' ? [text] : []));
  return hasSubstance(own) && substantialLines(newLines) >= 2;
}

/** A deletion is not done while a line that it deletes is still there: what it keeps was there before as well. */
function leavesSomething(document: Document, { script }: Wanted): boolean {
  if (script.some(({ kind }) => kind === 'add')) return false;
  const { idOf } = document.view('flush');
  return script.some(
    ({ kind, text }) => kind === 'delete' && text.trim() !== '' && idOf.has(project(text, 'flush')),
  );
}

/**
 * Where the new text, with lines of its own, stands exactly and once: there a tolerant level finds the old text only because the edit is
 * applied already. Undefined when it does not stand so.
 */
export function appliedLines(
  document: Document,
  wanted: Wanted,
): { first: number; last: number } | undefined {
  const added = wanted.script.flatMap(({ kind, text }) => (kind === 'add' ? [text] : []));
  if (!hasSubstance(added)) return undefined;
  const pattern = wanted.newLines.map((line) => project(line, 'trimmed'));
  const [first, ...more] = findBlocks(document, pattern, 'trimmed');
  return first === undefined || more.length > 0 ? undefined : { first, last: first + pattern.length };
}

/** Whether a found old text is already surrounded by what the edit would add to it. */
export function isDoneAt(document: Document, wanted: Wanted, place: Place): boolean {
  const added = wanted.script.filter(({ kind }) => kind === 'add');
  if (wanted.unit === 'span' && wanted.newText !== wanted.oldText) {
    const inset = wanted.newText.indexOf(wanted.oldText);
    if (inset < 0 || place.start < inset) return false;
    const extra = wanted.newText.replace(wanted.oldText, () => '');
    return hasSubstance([extra]) && document.text.startsWith(wanted.newText, place.start - inset);
  }
  if (added.length === 0 || wanted.script.some(({ kind }) => kind === 'delete')) return false;
  if (!hasSubstance(added.map(({ text }) => text))) return false;
  const inset = wanted.script.findIndex(({ kind }) => kind === 'context');
  const from = place.firstLine - inset;
  if (from < 0 || from + wanted.newLines.length > document.lineCount) return false;
  const { lines } = document.view('trimmed');
  return wanted.newLines.every((line, index) => lines[from + index] === project(line, 'trimmed'));
}
