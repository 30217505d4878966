/** Where a line of one commit stands in another: review comments move with their code or become outdated. */
import { git } from './git.ts';

/** The new number of a 1-based line, or null when the line was changed or removed. */
export async function shiftedLine(
  dir: string,
  from: string,
  to: string,
  path: string,
  line: number,
): Promise<number | null> {
  const diff = await git(dir, ['diff', '--unified=0', '--no-color', '--no-ext-diff', from, to, '--', path]);
  if (/^deleted file mode/m.test(diff)) return null;
  let offset = 0;
  for (const [, start, removed, , added] of diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)) {
    const first = Number(start);
    const gone = removed === undefined ? 1 : Number(removed);
    // With nothing removed, git names the line before the insertion.
    if (gone === 0 ? line <= first : line < first) break;
    if (gone > 0 && line < first + gone) return null;
    offset += (added === undefined ? 1 : Number(added)) - gone;
  }
  return line + offset;
}
