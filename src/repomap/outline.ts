/** The lines of one file that the map may show, in the order in which they are wanted. */
import type { RepoPath } from '../lib/types.ts';
import { passageScore, passagesOf, type WantedWords } from './passages.ts';
import type { Tag } from './types.ts';

export interface OutlineLine {
  /** 0-based. */
  line: number;
  text: string;
}

export interface FileOutline {
  path: RepoPath;
  /** Most wanted first; the head of an enclosing scope stands before what it encloses. */
  lines: OutlineLine[];
}

const longestLine = 100;
const mostLines = 80;

/** One line of a file as the map shows it: no control characters, at most 100 characters. */
export function shownLine(raw: string): string {
  const clean = raw
    .replace(/\t/g, '  ')
    .replace(/[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, '')
    .trimEnd();
  // a code point takes at most two units: what is cut off here cannot be shown in any case
  const points = [...clean.slice(0, longestLine * 2 + 2)];
  return points.length > longestLine ? `${points.slice(0, longestLine - 1).join('')}…` : clean;
}

/** Definitions that enclose each other, outermost first, ending with the definition itself. */
function scopesOf(defs: readonly Tag[], index: number): Tag[] {
  const scopes: Tag[] = [];
  const own = defs[index];
  if (own === undefined) return scopes;
  for (let at = index; at >= 0; at--) {
    const tag = defs[at];
    const inner = scopes.at(-1) ?? own;
    if (tag !== undefined && (tag === own || (tag.line < inner.line && tag.endLine >= inner.endLine)))
      scopes.push(tag);
  }
  return scopes.reverse();
}

/** Chooses and orders the lines of a file with content `bytes` and the given tags. */
export function outlineOf(
  path: RepoPath,
  bytes: Uint8Array,
  tags: readonly Tag[],
  words: WantedWords,
): FileOutline {
  const passages = passagesOf(bytes, words);
  const decoder = new TextDecoder();
  const lineAt = (line: number) => {
    const start = passages.lineStarts[line] ?? bytes.length;
    // A line of megabytes is never decoded: what is shown of it is its beginning.
    const end = Math.min((passages.lineStarts[line + 1] ?? bytes.length + 1) - 1, start + 4 * longestLine);
    return shownLine(decoder.decode(bytes.subarray(start, end)));
  };
  const lines = new Map<number, OutlineLine>();
  const add = (line: number) => {
    if (lines.has(line)) return;
    const text = lineAt(line);
    if (text.trim() !== '') lines.set(line, { line, text });
  };
  const defs = tags
    .filter((tag) => tag.kind === 'def')
    .sort((a, b) => a.line - b.line || b.endLine - a.endLine);
  const order = defs.map((tag, index) => ({ index, score: passageScore(passages, words, tag) }));
  order.sort((a, b) => b.score - a.score || a.index - b.index);
  for (const { index } of order) {
    if (lines.size >= mostLines) break;
    for (const scope of scopesOf(defs, index)) add(scope.line);
  }
  if (lines.size === 0) for (const line of plainLines(passages, words)) add(line);
  return { path, lines: [...lines.values()] };
}

/** For a file without definitions: the lines with the most telling words, then its first lines. */
function plainLines(passages: ReturnType<typeof passagesOf>, words: WantedWords): number[] {
  const scores = new Map<number, number>();
  for (const { line, word } of passages.occurrences)
    scores.set(line, (scores.get(line) ?? 0) + (words.values[word] ?? 0));
  const telling = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 5);
  return [...telling.map(([line]) => line), ...passages.lineStarts.slice(0, 12).keys()];
}
