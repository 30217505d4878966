import type { ParseContext } from '../types.ts';
import { splitLines } from './lines.ts';
import { staysInside } from './paths.ts';

/** How often whole lines stand in a file, blanks at line ends aside. Reads each file once for one reply. */
export interface FileTexts {
  count(path: string, lines: readonly string[]): number;
  lines(path: string): readonly string[] | undefined;
  /** Nothing is there, or nothing but white space. */
  isBlank(path: string): boolean;
}

/** Characters searched for one reply at most: a hostile reply could ask for every block in every file. */
const MOST_SEARCHED = 400_000_000;

export function fileTexts(context: ParseContext): FileTexts {
  const cache = new Map<string, { lines: string[]; text: string } | undefined>();
  let searched = 0;
  const load = (path: string) => {
    if (!cache.has(path)) cache.set(path, readText(path, context));
    return cache.get(path);
  };
  return {
    lines: (path) => load(path)?.lines,
    isBlank: (path) => (load(path)?.text.trim() ?? '') === '',
    count(path, lines) {
      const file = load(path);
      if (!file || lines.length === 0 || searched > MOST_SEARCHED) return 0;
      searched += file.text.length;
      return countIn(file.text, `\n${lines.map((line) => line.trimEnd()).join('\n')}\n`);
    },
  };
}

function readText(path: string, context: ParseContext): { lines: string[]; text: string } | undefined {
  const entry = staysInside(path) ? context.tree.read(path) : undefined;
  if (entry?.type !== 'file') return undefined;
  const lines = splitLines(new TextDecoder().decode(entry.bytes)).map((line) => line.trimEnd());
  return { lines, text: `\n${lines.join('\n')}\n` };
}

function countIn(text: string, sought: string): number {
  let count = 0;
  // The newline that ends one occurrence may begin the next.
  for (
    let at = text.indexOf(sought);
    at >= 0 && count < 3;
    at = text.indexOf(sought, at + sought.length - 1)
  ) {
    count++;
  }
  return count;
}
