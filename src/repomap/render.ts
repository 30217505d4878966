/** The text of the map: a path on a line of its own, then definition lines behind a bar, in the order of the file. */
import type { FileOutline, OutlineLine } from './outline.ts';

/** A path that could be taken for something else (line breaks, control characters) is shown quoted. */
export function fileHead(path: string): string {
  return `${/[\x00-\x1f\x7f]/.test(path) ? JSON.stringify(path) : path}:\n`;
}

export function renderLine(line: OutlineLine): string {
  return `│${line.text}\n`;
}

/** Renders the lines taken of each outline; files of which nothing was taken are left out. */
export function renderMap(
  outlines: readonly FileOutline[],
  taken: ReadonlyMap<number, readonly OutlineLine[]>,
): string {
  const parts: string[] = [];
  outlines.forEach((outline, file) => {
    const lines = taken.get(file);
    if (lines === undefined) return;
    parts.push(fileHead(outline.path));
    for (const line of [...lines].sort((a, b) => a.line - b.line)) parts.push(renderLine(line));
  });
  return parts.join('');
}
