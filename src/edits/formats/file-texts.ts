import { occurrences } from '../search.ts';
import type { ParseContext } from '../types.ts';
import { splitLines } from './lines.ts';
import { staysInside } from './paths.ts';

/** What the repository's files say about a reply's lines. Reads and numbers each file once for one reply. */
export interface FileTexts {
  /** How often these whole lines stand in a file, blanks at line ends aside. */
  count(path: string, lines: readonly string[]): number;
  /** Whether a listing repeats at least half of the file's distinct lines, so that it is the file and not a snippet. */
  resembles(path: string, listing: readonly string[]): boolean;
  /** Number of lines; 0 when nothing is there. */
  size(path: string): number;
  /** Nothing is there, or nothing but white space. */
  isBlank(path: string): boolean;
}

/** A file's lines as numbers: equal lines have equal numbers. */
interface Numbered {
  ids: Int32Array;
  idOf: ReadonlyMap<string, number>;
  /** Distinct lines with something on them, without indentation. */
  distinct: ReadonlySet<string>;
}

/** Lines looked at for one reply at most: a hostile reply could ask for every block in every file. */
const MOST_LINES = 50_000_000;

export function fileTexts(context: ParseContext): FileTexts {
  const cache = new Map<string, Numbered | undefined>();
  let looked = 0;
  const load = (path: string) => {
    if (!cache.has(path)) cache.set(path, readNumbered(path, context));
    return cache.get(path);
  };
  return {
    size: (path) => load(path)?.ids.length ?? 0,
    isBlank: (path) => (load(path)?.distinct.size ?? 0) === 0,
    resembles(path, listing) {
      const file = load(path);
      return file !== undefined && repeatsHalf(listing, file.distinct);
    },
    count(path, lines) {
      const file = load(path);
      const sought = file && lines.length > 0 ? numbersOf(lines, file.idOf) : undefined;
      if (!file || !sought || looked > MOST_LINES) return 0;
      looked += file.ids.length;
      return occurrences(file.ids, sought).length;
    },
  };
}

function readNumbered(path: string, context: ParseContext): Numbered | undefined {
  const entry = staysInside(path) ? context.tree.read(path) : undefined;
  if (entry?.type !== 'file') return undefined;
  const idOf = new Map<string, number>();
  const ids = splitLines(new TextDecoder().decode(entry.bytes)).map((line) => {
    const text = line.trimEnd();
    const id = idOf.get(text) ?? idOf.size;
    idOf.set(text, id);
    return id;
  });
  const distinct = new Set([...idOf.keys()].map((line) => line.trim()));
  distinct.delete('');
  return { ids: Int32Array.from(ids), idOf, distinct };
}

/** A line that stands nowhere in the file settles the matter without a search. */
function numbersOf(lines: readonly string[], idOf: ReadonlyMap<string, number>): Int32Array | undefined {
  const numbers = new Int32Array(lines.length);
  for (const [at, line] of lines.entries()) {
    const id = idOf.get(line.trimEnd());
    if (id === undefined) return undefined;
    numbers[at] = id;
  }
  return numbers;
}

function repeatsHalf(listing: readonly string[], wanted: ReadonlySet<string>): boolean {
  const repeated = new Set<string>();
  for (const line of listing) if (wanted.has(line.trim())) repeated.add(line.trim());
  return repeated.size * 2 >= wanted.size;
}
