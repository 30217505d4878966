/**
 * L5: what models wrap around, or write into, an otherwise right text. Each repair is tried alone and only when the text as sent
 * stands nowhere; it counts only if the repaired text is found. New text is repaired by the same rule or not at all.
 */
import { readNumbered, stripNumbers } from './numbered.ts';
import { isBlank } from './projection.ts';
import { type Wanted, wanted, wantedLines } from './wanted.ts';

export interface Repaired {
  wanted: Wanted;
  lineHint?: { start: number; end: number };
}
export interface Repair {
  name: string;
  note: string;
  apply(wanted: Wanted): Repaired | undefined;
}

/** Repaired lines in the unit of the request: a span keeps or lacks its final newline as it was sent. */
function rebuilt(from: Wanted, oldLines: readonly string[], newLines: readonly string[]): Repaired {
  if (from.unit === 'lines') return { wanted: wantedLines(oldLines, newLines) };
  const text = (lines: readonly string[], sent: string) =>
    lines.join('\n') + (sent.endsWith('\n') ? '\n' : '');
  return {
    wanted: wanted(
      'span',
      text(oldLines, from.oldText),
      newLines.length === 0 ? '' : text(newLines, from.newText),
    ),
  };
}

const fence = /^\s*(`{3,}|~{3,})[\w+#.-]*\s*$/;

function withoutFence(lines: readonly string[]): readonly string[] | undefined {
  const solid = lines.findIndex((line) => !isBlank(line));
  const last = lines.findLastIndex((line) => !isBlank(line));
  if (solid < 0 || last <= solid) return undefined;
  if (!fence.test(lines[solid] ?? '') || !/^\s*(`{3,}|~{3,})\s*$/.test(lines[last] ?? '')) return undefined;
  return lines.slice(solid + 1, last);
}

const wrappingFence: Repair = {
  name: 'fence',
  note: 'a code fence around the text was taken off',
  apply(from) {
    const oldLines = withoutFence(from.oldLines);
    if (!oldLines) return undefined;
    return rebuilt(from, oldLines, withoutFence(from.newLines) ?? from.newLines);
  },
};

const numbers: Repair = {
  name: 'line numbers',
  note: 'line-number prefixes were taken off',
  apply(from) {
    const read = readNumbered(from.oldLines);
    if (!read) return undefined;
    const mended = rebuilt(from, read.lines, stripNumbers(from.newLines, read.separator) ?? from.newLines);
    return { ...mended, lineHint: read.hint };
  },
};

/** `cat -n` output whose digits were dropped but whose tab was kept. */
const strayTab: Repair = {
  name: 'stray tab',
  note: 'a tab left over from a numbered listing was taken off',
  apply(from) {
    const strip = (lines: readonly string[]) => {
      const rest = lines.slice(1);
      if (rest.length === 0 || !rest.every((line) => isBlank(line) || line.startsWith('\t')))
        return undefined;
      return [lines[0]?.replace(/^\t/, '') ?? '', ...rest.map((line) => line.replace(/^\t/, ''))];
    };
    const oldLines = strip(from.oldLines);
    return oldLines && rebuilt(from, oldLines, strip(from.newLines) ?? from.newLines);
  },
};

const escapeCodes: Record<string, string> = { n: '\n', t: '\t', r: '', '"': '"', "'": "'", '\\': '\\' };

function unescaped(text: string): string {
  return text.replace(/\\([ntr"'\\])/g, (all, code: string) => escapeCodes[code] ?? all);
}

/** Whether a text has literal `\\n` outside quotes, where no program text has one, and whether it escapes anything inside of them. */
function escapesIn(text: string): { bare: boolean; quoted: boolean } {
  let quote = '';
  const found = { bare: false, quoted: false };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '\\') {
      if (quote !== '') found.quoted = true;
      else if (text[at + 1] === 'n') found.bare = true;
      at += 1;
    } else if (quote === '' && (character === '"' || character === "'" || character === '`'))
      quote = character;
    else if (character === quote) quote = '';
  }
  return found;
}

const escapes: Repair = {
  name: 'escapes',
  note: 'literal \\n and \\t were read as line ends and tabs',
  apply(from) {
    const trimmed = from.oldText.replace(/\n$/, '');
    if (trimmed.includes('\n') || !/\\[nt"]/.test(trimmed)) return undefined;
    const fresh = from.newText.replace(/\n$/, '');
    const { bare, quoted } = escapesIn(fresh);
    // Escapes in quotes may be the program's own: then nothing tells which are to become line ends.
    if (!fresh.includes('\n') && quoted) return undefined;
    const newText =
      !fresh.includes('\n') && bare ? unescaped(fresh) + from.newText.slice(fresh.length) : from.newText;
    return { wanted: wanted(from.unit, unescaped(trimmed) + from.oldText.slice(trimmed.length), newText) };
  },
};

/** SEARCH written as a diff: `-` at every line; REPLACE with `+`, with `-` as well, or clean. */
const diffSigns: Repair = {
  name: 'diff signs',
  note: 'diff signs at the line starts were taken off',
  apply(from) {
    const strip = (lines: readonly string[], signs: RegExp) => {
      const solid = lines.filter((line) => !isBlank(line));
      if (solid.length === 0 || !solid.every((line) => signs.test(line))) return undefined;
      return lines.map((line) => (isBlank(line) ? '' : line.slice(1)));
    };
    if (!from.oldLines.some((line) => /^[-+]/.test(line))) return undefined;
    const oldLines = strip(from.oldLines, /^[- ]/) ?? strip(from.oldLines, /^[+ ]/);
    if (!oldLines) return undefined;
    if (from.newLines.length === 0) return rebuilt(from, oldLines, []);
    const newLines = strip(from.newLines, /^[+ ]/) ?? strip(from.newLines, /^[- ]/);
    // A clean REPLACE under a signed SEARCH is clean; one that is signed only here and there says nothing certain.
    if (!newLines && from.newLines.some((line) => /^[-+]/.test(line))) return undefined;
    return rebuilt(from, oldLines, newLines ?? from.newLines);
  },
};

/** A list dash and a blank before every line, on both sides. */
const listDashes: Repair = {
  name: 'list dashes',
  note: 'list dashes at the line starts were taken off',
  apply(from) {
    const strip = (lines: readonly string[]) =>
      lines.every((line) => isBlank(line) || line.startsWith('- '))
        ? lines.map((line) => (isBlank(line) ? '' : line.slice(2)))
        : undefined;
    const oldLines = strip(from.oldLines);
    const newLines = strip(from.newLines);
    return oldLines && newLines ? rebuilt(from, oldLines, newLines) : undefined;
  },
};

/** The file's name repeated as the first line of SEARCH (and of REPLACE), with or without a comment sign. */
const nameLine: Repair = {
  name: 'name line',
  note: 'a first line that only names the file was taken off',
  apply(from) {
    const [name, ...oldLines] = from.oldLines;
    if (
      name === undefined ||
      name.length > 300 ||
      !/^(#|\/\/|--)?\s*[\w@.-]+([/\\][\w@.-]+)*\.\w+:?$/.test(name.trim())
    )
      return undefined;
    const newLines = from.newLines[0] === name ? from.newLines.slice(1) : from.newLines;
    return rebuilt(from, oldLines, newLines);
  },
};

export const repairs: readonly Repair[] = [
  wrappingFence,
  numbers,
  strayTab,
  escapes,
  // Before the signs of a diff, which would leave the blank behind the dash as indentation.
  listDashes,
  diffSigns,
  nameLine,
];
