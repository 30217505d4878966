/** Line-number prefixes that models copy from a numbered listing. */

export interface Numbered {
  lines: string[];
  separator: string;
  /** The lines that the numbers name. */
  hint: { start: number; end: number };
}

/** Longest first: ` | ` before `|`. A tab may have been sent as the two characters backslash and t. */
const separators = ['\t', '\u2192', ': ', ' | ', '|', '\\t'];

interface NumberedLine {
  number: number;
  text: string;
}

function readLine(line: string, separator: string): NumberedLine | undefined {
  const match = /^ *(\d{1,7})/.exec(line);
  if (!match) return undefined;
  const rest = line.slice(match[0].length);
  // An empty line's trailing separator blanks are often trimmed away.
  if (rest === separator.trimEnd()) return { number: Number(match[1]), text: '' };
  return rest.startsWith(separator)
    ? { number: Number(match[1]), text: rest.slice(separator.length) }
    : undefined;
}

/** Reads lines that all carry ascending numbers; only the first may lack its own (it was copied from the first visible sign on). */
export function readNumbered(lines: readonly string[]): Numbered | undefined {
  for (const separator of separators) {
    const read = readAll(lines, separator);
    if (read) return read;
  }
  return undefined;
}

function readAll(lines: readonly string[], separator: string): Numbered | undefined {
  const texts: string[] = [];
  let start: number | undefined;
  for (const [index, line] of lines.entries()) {
    const read = readLine(line, separator);
    if (!read) {
      if (index > 0 || lines.length === 1) return undefined;
      texts.push(line);
      continue;
    }
    start ??= read.number - index;
    if (read.number !== start + index) return undefined;
    texts.push(read.text);
  }
  if (start === undefined) return undefined;
  return { lines: texts, separator, hint: { start, end: start + lines.length - 1 } };
}

/** The same separator taken off new text when its lines ascend too; undefined when they do not. */
export function stripNumbers(lines: readonly string[], separator: string): string[] | undefined {
  return lines.length === 0 ? [] : readAll(lines, separator)?.lines;
}
