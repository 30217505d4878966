/** What turns a model's indentation into the file's, derived from the lines that matched and applied to the lines that are new. */
import { indentOf, isBlank } from './projection.ts';
import type { HunkLine } from './types.ts';

/**
 * `unit`: the shift was seen at one indentation only, so that new lines at others must come out at a multiple of the file's own unit;
 * else the shift was no constant.
 */
export type Shift =
  | { kind: 'none' }
  /** The file has this much more. */
  | { kind: 'add'; prefix: string; unit?: number }
  /** The model has this much more. */
  | { kind: 'remove'; prefix: string; unit?: number }
  /** One of them counts in tabs, the other in blanks, `delta` columns apart. */
  | { kind: 'retab'; width: number; delta: number; tabs: boolean }
  /** The text was copied from its first visible character on; only that line lacks its indentation. */
  | { kind: 'head'; prefix: string; everywhere: boolean }
  /** Uneven, yet every indentation that was sent stands for exactly one in the file. */
  | { kind: 'table'; table: ReadonlyMap<string, string> }
  /** Uneven beyond that: a new line is indented as the one in whose place it comes. */
  | { kind: 'paired' };

/** The model's and the file's indentation of one matched line. */
export interface IndentPair {
  sent: string;
  file: string;
}

const tabWidths = [4, 2, 8, 3];

/** The constant shift between matched lines, or undefined when there is none: a block of another shape is another block. */
export function uniformShift(pairs: readonly IndentPair[]): Shift | undefined {
  const first = pairs[0];
  if (!first) return { kind: 'none' };
  if (pairs.every(({ sent, file }) => sent === file)) return { kind: 'none' };
  if (first.file.endsWith(first.sent)) {
    const prefix = first.file.slice(0, first.file.length - first.sent.length);
    if (pairs.every(({ sent, file }) => file === prefix + sent)) return { kind: 'add', prefix };
  }
  if (first.sent.endsWith(first.file)) {
    const prefix = first.sent.slice(0, first.sent.length - first.file.length);
    if (pairs.every(({ sent, file }) => sent === prefix + file)) return { kind: 'remove', prefix };
  }
  return headShift(pairs) ?? retabShift(pairs);
}

function headShift([first, ...rest]: readonly IndentPair[]): Shift | undefined {
  if (first?.sent !== '' || first.file === '' || rest.length === 0) return undefined;
  if (!rest.every(({ sent, file }) => sent === file)) return undefined;
  return { kind: 'head', prefix: first.file, everywhere: !rest.some(({ sent }) => sent === '') };
}

function retabShift(pairs: readonly IndentPair[]): Shift | undefined {
  const indented = pairs.filter(({ sent, file }) => sent !== '' || file !== '');
  const tabs = indented.some(({ file }) => file.includes('\t'));
  if (tabs === indented.some(({ sent }) => sent.includes('\t'))) return undefined;
  const fits: Shift[] = [];
  for (const width of tabWidths) {
    const first = pairs[0];
    if (!first) continue;
    const delta = columns(first.file, width) - columns(first.sent, width);
    const shift = { kind: 'retab', width, delta, tabs } as const;
    if (pairs.every(({ sent, file }) => retab(shift, sent) === file)) fits.push(shift);
  }
  // One level of indentation fits several widths; without an offset the first is the plain reading, with one it is a guess.
  const plain = fits.find((shift) => shift.kind === 'retab' && shift.delta === 0);
  const levels = new Set(pairs.map(({ sent }) => sent)).size;
  return plain ?? (levels > 1 ? fits[0] : undefined);
}

/**
 * For lines indented unevenly: a table from sent to real indentation. Only when it is a function, never maps two onto one and keeps
 * deeper deeper; then the nesting that the model meant is preserved.
 */
export function tableShift(pairs: readonly IndentPair[]): Shift | undefined {
  const table = new Map<string, string>();
  for (const { sent, file } of pairs) {
    const known = table.get(sent);
    if (known !== undefined && known !== file) return undefined;
    table.set(sent, file);
  }
  const rows = [...table].sort(([a], [b]) => columns(a, 4) - columns(b, 4));
  for (let at = 1; at < rows.length; at++) {
    const [sentBefore, fileBefore] = rows[at - 1] ?? ['', ''];
    const [sent, file] = rows[at] ?? ['', ''];
    if (columns(sentBefore, 4) >= columns(sent, 4) || columns(fileBefore, 4) >= columns(file, 4))
      return undefined;
  }
  return { kind: 'table', table };
}

/**
 * For lines indented more unevenly than a table can tell: sure when lines only go (blank ones alone do not count: then the indentation
 * was the matter, and it is another one). Also when a few lines are off among lines that are not, and each new line comes in place of one
 * that was sent with the same indentation, and so stands where that one stands, or new lines come between two that are indented as in the
 * file. Where most lines are off, the block has another shape. `pairs` are of the old lines that are not blank, in order.
 */
export function pairedShift(pairs: readonly IndentPair[], script: readonly HunkLine[]): Shift | undefined {
  if (script.every(({ kind }) => kind !== 'add')) {
    return script.some(({ kind, text }) => kind === 'delete' && !isBlank(text))
      ? { kind: 'paired' }
      : undefined;
  }
  const same = pairs.filter(({ sent, file }) => sent === file).length;
  if (same * 2 <= pairs.length) return undefined;
  let solid = 0;
  let gone: string[] = [];
  let come: string[] = [];
  for (const { kind, text } of [...script, { kind: 'context', text: '' }]) {
    if (kind === 'add') come.push(text);
    else if (kind === 'delete') gone.push(text);
    else {
      const inPlace = come.length === gone.length && come.every((line, at) => sameIndent(line, gone[at]));
      const between = gone.length === 0 && isExact(pairs[solid - 1]) && isExact(pairs[solid]);
      if (come.length > 0 && !inPlace && !between) return undefined;
      gone = [];
      come = [];
    }
    if (kind !== 'add' && !isBlank(text)) solid += 1;
  }
  return { kind: 'paired' };
}

const isExact = (pair: IndentPair | undefined): boolean => pair === undefined || pair.sent === pair.file;

/**
 * Whether new lines may be indented as in the file already, below old lines that have lost indentation: shifted, they would have it
 * twice. So when all old lines were sent with the same, and a new one steps in as far as the file, under a line that opens nothing. Then
 * nothing tells which of the two is meant. Where only a part was lost, that line must be one of the outermost.
 */
export function isTwofold(shift: Shift, pairs: readonly IndentPair[], script: readonly HunkLine[]): boolean {
  const [first] = pairs;
  if (shift.kind !== 'add' || !first || pairs.some(({ sent }) => sent !== first.sent)) return false;
  const { sent, file } = first;
  let above = sent;
  for (const { kind, text } of script) {
    if (kind === 'delete' || isBlank(text)) continue;
    const from = indentOf(above);
    const to = indentOf(text);
    const stepsIn =
      to.length > from.length && (sent === '' ? to.startsWith(file) : from === sent && to === file);
    if (kind === 'add' && stepsIn && !opens(above) && !continues(text)) return true;
    above = text;
  }
  return false;
}

/** A line after which deeper ones are expected, in any of the usual languages. */
const opens = (line: string): boolean =>
  /[:{([<>=,\\|&+*/?-]\s*$|^\s*<[\w.:-]+\s*$|\b(?:do|then|begin|as|of|is|in|where|return)\s*$/i.test(
    line.slice(-200),
  ) ||
  /^\s*(?:if|el|unless|while|until|for|case|when|def|class|module|begin|rescue|ensure|try|with|function|select|from|let)/i.test(
    line.slice(0, 200),
  );

/** A line that goes on with the one above. */
const continues = (line: string): boolean => /^\s*(?:[.?:&|+*/=)\]}-]|and\b|or\b)/.test(line.slice(0, 200));

const sameIndent = (line: string, other = ''): boolean =>
  !isBlank(line) && !isBlank(other) && indentOf(line) === indentOf(other);

function columns(indent: string, width: number): number {
  let column = 0;
  for (const character of indent) column += character === '\t' ? width - (column % width) : 1;
  return column;
}

function retab(shift: Extract<Shift, { kind: 'retab' }>, indent: string): string | undefined {
  const wanted = columns(indent, shift.width) + shift.delta;
  if (wanted < 0) return undefined;
  if (!shift.tabs) return ' '.repeat(wanted);
  return '\t'.repeat(Math.floor(wanted / shift.width)) + ' '.repeat(wanted % shift.width);
}

/**
 * A new line with the file's indentation (`paired` leaves that to `indentAs`), or undefined when the shift does not say what it would be (mixed intent). `index` counts the
 * lines of the new text. Blank lines stay blank.
 */
export function shiftLine(shift: Shift, line: string, index: number): string | undefined {
  if (shift.kind === 'none' || shift.kind === 'paired') return line;
  if (isBlank(line)) return '';
  const indent = indentOf(line);
  const rest = line.slice(indent.length);
  switch (shift.kind) {
    case 'add':
      return fitting(shift.prefix + line, shift.unit);
    case 'remove':
      return line.startsWith(shift.prefix) ? fitting(line.slice(shift.prefix.length), shift.unit) : undefined;
    case 'retab': {
      const shifted = retab(shift, indent);
      return shifted === undefined ? undefined : shifted + rest;
    }
    case 'head':
      return indent === '' && (index === 0 || shift.everywhere) ? shift.prefix + line : line;
    case 'table': {
      const known = shift.table.get(indent);
      return known === undefined ? undefined : known + rest;
    }
  }
}

/** A new line with the indentation of the file's line in whose place it comes. */
export const indentAs = (fileLine: string, line: string): string =>
  indentOf(fileLine) + line.slice(indentOf(line).length);

function fitting(line: string, unit = 1): string | undefined {
  const indent = indentOf(line);
  return indent.includes('\t') || indent.length % unit === 0 ? line : undefined;
}

/** The shift with the file's unit as a check, when all matched lines were sent with the same indentation. */
export function withUnit(
  shift: Shift | undefined,
  pairs: readonly IndentPair[],
  unit: number,
): Shift | undefined {
  const single = pairs.every(({ sent }) => sent === pairs[0]?.sent);
  return single && (shift?.kind === 'add' || shift?.kind === 'remove') ? { ...shift, unit } : shift;
}
