/** Which lines a review comment may stand on: those inside the hunks of the pull request's diff. */

export interface HunkLine {
  /** 1-based line below the first `@@`, what the API calls position. */
  position: number;
  left: number | null;
  right: number | null;
  /** The hunk up to and including this line. */
  hunk: string;
}

/** Reads the hunks of one file's patch. */
export function hunkLines(patch: string): HunkLine[] {
  const lines: HunkLine[] = [];
  let left = 0;
  let right = 0;
  let hunk: string[] = [];
  for (const [index, line] of patch.split('\n').entries()) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (header) {
      left = Number(header[1]);
      right = Number(header[2]);
      hunk = [line];
      continue;
    }
    hunk.push(line);
    const mark = line[0];
    if (mark === '\\') continue;
    lines.push({
      position: index,
      left: mark === '+' ? null : left,
      right: mark === '-' ? null : right,
      hunk: hunk.join('\n'),
    });
    if (mark !== '+') left += 1;
    if (mark !== '-') right += 1;
  }
  return lines;
}

export function findLine(patch: string, side: 'LEFT' | 'RIGHT', line: number): HunkLine | undefined {
  return hunkLines(patch).find((it) => (side === 'LEFT' ? it.left : it.right) === line);
}
