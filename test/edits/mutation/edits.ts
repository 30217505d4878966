/** Correct edits derived from the samples: change, insert and delete one line at many places, with the right result known. */
import { type Sample, samples } from './samples.ts';

export interface GoodEdit {
  sample: Sample;
  kind: 'change' | 'insert' | 'delete';
  /** All lines of the file. */
  lines: readonly string[];
  /** Index of the block's first line. */
  at: number;
  old: readonly string[];
  fresh: readonly string[];
  /** Index in `old` of the line that changes; an insertion comes after it. */
  pivot: number;
}

/** The file after the edit. */
export function expected({ lines, at, old, fresh }: GoodEdit): string {
  return `${[...lines.slice(0, at), ...fresh, ...lines.slice(at + old.length)].join('\n')}\n`;
}

function occurrences(lines: readonly string[], block: readonly string[]): number {
  let count = 0;
  for (let at = 0; at + block.length <= lines.length; at++) {
    if (block.every((line, index) => lines[at + index] === line)) count += 1;
  }
  return count;
}

/** Another line of the same shape: its last word gets a new ending. */
function changed(line: string): string {
  return line.replace(/[A-Za-z]\w*(?=\W*$)/, (word) => `${word}_next`);
}

function editsOf(sample: Sample): GoodEdit[] {
  const lines = sample.text.split('\n').slice(0, -1);
  const found: GoodEdit[] = [];
  const step = Math.max(1, Math.floor(lines.length / 24));
  for (let at = 0; at < lines.length; at += step) {
    const old = lines.slice(at, at + 4);
    const pivot = Math.min(1, old.length - 1);
    const line = old[pivot] ?? '';
    if (occurrences(lines, old) !== 1 || line.trim().length < 4 || (old[0] ?? '').trim() === '') continue;
    if (changed(line) === line) continue;
    const indent = line.slice(0, line.length - line.trimStart().length);
    const make = (kind: GoodEdit['kind'], fresh: string[]) =>
      found.push({ sample, kind, lines, at, old, fresh, pivot });
    make(
      'change',
      old.map((one, index) => (index === pivot ? changed(one) : one)),
    );
    make('insert', [
      ...old.slice(0, pivot + 1),
      `${indent}added_line_${at} = "new"`,
      ...old.slice(pivot + 1),
    ]);
    if (old.length > 2)
      make(
        'delete',
        old.filter((_, index) => index !== pivot),
      );
  }
  return found;
}

export const goodEdits: readonly GoodEdit[] = samples.flatMap(editsOf);
