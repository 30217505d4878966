/** The smallest changes to the original text that make an edit true. Lines that stay are never rewritten. */
import type { Document } from './document.ts';
import { indentAs, type Shift, shiftLine } from './indent.ts';
import { fold } from './projection.ts';
import type { Span } from './search.ts';
import type { HunkLine } from './types.ts';

/** Replaces `[start, end)` of a text. */
export interface Splice extends Span {
  text: string;
}

/** Splices in text order; an insertion stands before a replacement that starts at the same offset. Stable. */
export function sortSplices(splices: readonly Splice[]): Splice[] {
  return [...splices].sort((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start));
}

/** The text after sorted, non-overlapping splices. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = '';
  let at = 0;
  for (const splice of splices) {
    result += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return result + text.slice(at);
}

/** A block of whole lines found in a document. */
export interface LineBlock {
  /** For each old line its line in the document; -1 for a blank line that the document does not have. */
  pairs: readonly number[];
  script: readonly HunkLine[];
  shift: Shift;
  /** The format says that every line it writes ends in a line end (V4A). */
  terminated?: boolean;
}

/** Splices for a block; undefined when the shift of indentation does not tell how a new line is indented. */
export function spliceLines(document: Document, block: LineBlock): Splice[] | undefined {
  const splices: Splice[] = [];
  let gone: { line: number; sent: string }[] = [];
  let come: string[] = [];
  let previous = -1;
  let oldIndex = 0;
  let newIndex = 0;
  const flush = (next: number) => {
    if (block.shift.kind === 'paired' && gone.length > 0)
      come = come.map((line, index) => indentAs(document.line(gone[index]?.line ?? -1), line));
    if (gone.length > 0) splices.push(replaceLines(document, gone, come, block.terminated === true));
    else if (come.length > 0) {
      const at = previous >= 0 ? previous + 1 : next >= 0 ? next : document.lineCount;
      splices.push(insertLines(document, at, come, block.terminated === true));
    }
    gone = [];
    come = [];
  };
  for (const { kind, text } of block.script) {
    if (kind === 'add') {
      const line = shiftLine(block.shift, text, newIndex);
      if (line === undefined) return undefined;
      come.push(line);
      newIndex += 1;
      continue;
    }
    const line = block.pairs[oldIndex] ?? -1;
    oldIndex += 1;
    if (kind === 'delete') {
      if (line >= 0) gone.push({ line, sent: text });
    } else {
      newIndex += 1;
      if (line < 0) continue;
      flush(line);
      previous = line;
    }
  }
  flush(-1);
  return splices.filter((splice) => document.text.slice(splice.start, splice.end) !== splice.text);
}

function replaceLines(
  document: Document,
  gone: readonly { line: number; sent: string }[],
  come: readonly string[],
  terminated: boolean,
): Splice {
  const from = gone[0]?.line ?? 0;
  const to = (gone.at(-1)?.line ?? from) + 1;
  const start = document.start(from);
  const end = document.start(to);
  const unterminated = document.eol(to - 1) === '';
  // Without its last line a file without final newline still has none.
  if (come.length === 0) {
    return { start: unterminated && from > 0 ? document.end(from - 1) : start, end, text: '' };
  }
  const spare = document.eolLike(from - 1) || document.majorityEol;
  let text = '';
  for (const [index, line] of come.entries()) {
    const old = gone.length === come.length ? gone[index] : undefined;
    text += old ? keepTypography(document.line(old.line), old.sent, line) : line;
    const isLast = index === come.length - 1;
    if (!isLast) text += document.eolLike(Math.min(from + index, to - 1)) || spare;
    else if (!unterminated || terminated) text += document.eolLike(to - 1) || spare;
  }
  return { start, end, text };
}

/** Lines put before line `at`; at the end of a file without final newline, the missing one is added first. */
export function insertLines(
  document: Document,
  at: number,
  lines: readonly string[],
  terminated: boolean,
): Splice {
  const eol = document.eolLike(at > 0 ? at - 1 : 0) || document.majorityEol;
  const start = document.start(at);
  if (at > 0 && document.eol(at - 1) === '') {
    return { start, end: start, text: eol + lines.join(eol) + (terminated ? eol : '') };
  }
  return { start, end: start, text: lines.map((line) => line + eol).join('') };
}

/** Replaces a text that may start and end in mid-line. Whole lines that both texts share at their ends stay. */
export function spliceSpan(document: Document, span: Span, oldText: string, newText: string): Splice[] {
  const before = oldText.split('\n');
  const after = newText.split('\n');
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter - 1 && before[head] === after[head]) head += 1;
  let tail = 0;
  const most = head === 0 ? shorter - 1 : shorter - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const firstLine = document.lineAt(span.start);
  const lastLine = firstLine + before.length - 1;
  const start = head > 0 ? document.start(firstLine + head) : span.start;
  const end = tail > 0 ? document.start(lastLine - tail + 1) : span.end;
  const gone = before.slice(head, before.length - tail);
  const come = after.slice(head, after.length - tail);
  let text = '';
  for (const [index, line] of come.entries()) {
    const fileLine = firstLine + head + index;
    const old = gone.length === come.length ? gone[index] : undefined;
    const from = index === 0 ? start : document.start(fileLine);
    const to = index === gone.length - 1 && tail === 0 ? end : document.end(fileLine);
    text += old === undefined ? line : keepTypography(document.text.slice(from, to), old, line);
    if (index < come.length - 1 || tail > 0) {
      // Beyond the lines that go, the line end of the last one counts; of the line before when none goes.
      const model = Math.min(fileLine, lastLine - tail);
      text += document.eolLike(model) || document.eolLike(firstLine - 1) || document.majorityEol;
    }
  }
  return document.text.slice(start, end) === text ? [] : [{ start, end, text }];
}

/** A new line in which the part that the model did not change keeps the file's own quotes, dashes and spaces. */
function keepTypography(fileText: string, sent: string, fresh: string): string {
  const file = fileText.trimEnd();
  const old = sent.trimEnd();
  if (fold(file) !== fold(old)) return fresh;
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1;
  if (splitsQuotes(file, old, head, tail)) return fresh;
  return file.slice(0, head) + fresh.slice(head, fresh.length - tail) + file.slice(file.length - tail);
}

/** Whether a quotation begins in the part that goes and ends in the part that stays, or the other way round: then its signs would differ. */
function splitsQuotes(file: string, old: string, head: number, tail: number): boolean {
  let doubles = 0;
  let singles = 0;
  for (let at = head; at < old.length - tail; at++) {
    if (file[at] === old[at]) continue;
    if (old[at] === '"') doubles += 1;
    else if (old[at] === "'") singles += 1;
  }
  return doubles % 2 === 1 || singles % 2 === 1;
}
