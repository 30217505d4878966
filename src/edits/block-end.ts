/** The empty line that models put before a block's divider or end marker. */
import { isBlank } from './projection.ts';

interface Sides {
  oldLines: readonly string[];
  newLines: readonly string[];
}

/**
 * A SEARCH/REPLACE block without the empty line that ends only one side: layout, as Aider reads it (it drops one from either side). In
 * SEARCH the line stays, for what it says about the place, and REPLACE keeps it. Where the sides differ in nothing but blank lines at
 * their ends, those are the edit.
 */
export function levelEnds({ oldLines, newLines }: Sides): Sides {
  const old = oldLines.at(-1) === '';
  const fresh = newLines.at(-1) === '';
  const layout = !sameLines(withoutEnd(oldLines), withoutEnd(newLines));
  if (old && !fresh && layout && !oldLines.every(isBlank)) return { oldLines, newLines: [...newLines, ''] };
  if (fresh && !old && layout) return { oldLines, newLines: newLines.slice(0, -1) };
  return { oldLines, newLines };
}

function withoutEnd(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => !isBlank(line)) + 1);
}

function sameLines(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}
