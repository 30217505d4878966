/**
 * Lines of a reply. Only LF ends a line, and one CR before it is dropped: a reply's own line ends never matter,
 * while form feeds and U+2028 are content (splitting there, as some engines do, loses them).
 */
export function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (!text.includes('\r')) return lines;
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** Whole lines as the text of an operation: each ends in LF; no lines give the empty text. */
export function joinLines(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

export function isBlank(line: string): boolean {
  return line.trim() === '';
}

/** The white space that a line starts with. */
export function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}
