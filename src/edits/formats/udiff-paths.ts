/** The header lines of a diff. */
import { isForeign } from '../paths.ts';
import type { ParseContext } from '../types.ts';
import { isKnown, looksLikePath, normalisePath } from './paths.ts';

export interface DiffPaths {
  oldPath: string | undefined;
  newPath: string | undefined;
  created?: boolean;
  deleted?: boolean;
  renamed?: boolean;
}

export interface DiffHeader {
  paths: DiffPaths;
  /** First line after the header. */
  next: number;
}

const NOWHERE = '/dev/null';

/**
 * A header at line `i`: git's `diff --git` block, or `---` over `+++`. Inside a hunk those two lines could also be a
 * deleted "-- x" over an added "++ y", so there they must name paths.
 */
export function readDiffPaths(
  lines: readonly string[],
  i: number,
  inHunk: boolean,
  context: ParseContext,
): DiffHeader | undefined {
  const line = lines[i] ?? '';
  if (line.startsWith('diff --git ')) return readGitHeader(lines, i, context);
  const pair = readPair(lines, i);
  if (!pair || (inHunk && !(namesPath(pair.minus) && namesPath(pair.plus)))) return undefined;
  return { paths: pathsOfPair(pair.minus, pair.plus, context), next: i + 2 };
}

function readPair(lines: readonly string[], i: number): { minus: string; plus: string } | undefined {
  const first = lines[i] ?? '';
  const second = lines[i + 1] ?? '';
  if (!first.startsWith('--- ') || !second.startsWith('+++ ')) return undefined;
  return { minus: withoutDate(first.slice(4)), plus: withoutDate(second.slice(4)) };
}

function namesPath(text: string): boolean {
  return text === NOWHERE || isForeign(text) || looksLikePath(text.replaceAll(' ', '_'));
}

function withoutDate(text: string): string {
  const plain = (text.split('\t', 1)[0] ?? '').replace(/ {1,8}\d{4}-\d\d-\d\d[ T].{0,40}$/, '').trim();
  const quoted = /^"(.{1,500})"$/.exec(plain);
  return quoted?.[1] ?? plain;
}

function pathsOfPair(minus: string, plus: string, context: ParseContext): DiffPaths {
  const [oldPath, newPath] = stripPrefixes(minus, plus, context);
  if (minus === NOWHERE) return { oldPath: undefined, newPath, created: true };
  if (plus === NOWHERE) return { oldPath, newPath: undefined, deleted: true };
  const foreign = [newPath, oldPath].find((path) => isForeign(path));
  if (foreign !== undefined) return { oldPath: foreign, newPath: foreign };
  if (oldPath === newPath || !isKnown(oldPath, context) || isKnown(newPath, context)) {
    const path = isKnown(newPath, context) || !isKnown(oldPath, context) ? newPath : oldPath;
    return { oldPath: path, newPath: path };
  }
  return { oldPath, newPath, renamed: true };
}

/** `a/` and `b/` are git's only as a pair (or opposite /dev/null), and not when the repository has such a folder. */
function stripPrefixes(minus: string, plus: string, context: ParseContext): [string, string] {
  const paired = (minus.startsWith('a/') || minus === NOWHERE) && (plus.startsWith('b/') || plus === NOWHERE);
  return [strip(minus, 'a/', paired, context), strip(plus, 'b/', paired, context)];
}

function strip(path: string, prefix: string, paired: boolean, context: ParseContext): string {
  const plain = normalisePath(path, context);
  if (isForeign(plain) || !plain.startsWith(prefix) || isKnown(plain, context)) return plain;
  const bare = plain.slice(prefix.length);
  return paired || isKnown(bare, context) ? bare : plain;
}

/** `diff --git a/x b/y` with its extended lines, up to and including `---` and `+++` when they follow. */
function readGitHeader(lines: readonly string[], i: number, context: ParseContext): DiffHeader {
  const facts = new Map<string, string>();
  let next = i + 1;
  for (; next < lines.length; next++) {
    const match = EXTENDED.exec(lines[next] ?? '');
    if (!match?.[1]) break;
    facts.set(match[1], (match[2] ?? '').trim());
  }
  const pair = readPair(lines, next);
  if (pair) next += 2;
  const [minus, plus] = gitNames(lines[i] ?? '');
  const from = facts.get('rename from');
  const to = facts.get('rename to');
  if (from !== undefined && to !== undefined) {
    const oldPath = normalisePath(from, context);
    return { paths: { oldPath, newPath: normalisePath(to, context), renamed: true }, next };
  }
  const paths = pair ? pathsOfPair(pair.minus, pair.plus, context) : pathsOfPair(minus, plus, context);
  if (facts.has('deleted file mode'))
    return { paths: { oldPath: paths.oldPath, newPath: undefined, deleted: true }, next };
  if (facts.has('new file mode'))
    return { paths: { oldPath: undefined, newPath: paths.newPath, created: true }, next };
  return { paths, next };
}

const EXTENDED =
  /^(index|old mode|new mode|new file mode|deleted file mode|similarity index|dissimilarity index|rename from|rename to|copy from|copy to)\b(.*)$/;

/** Both names of the first line; they are equal except in a rename, whose own lines then tell. */
function gitNames(line: string): [string, string] {
  const names = line.slice('diff --git '.length);
  const at = names.indexOf(' b/');
  return at < 0 ? [names.trim(), names.trim()] : [names.slice(0, at).trim(), names.slice(at + 1).trim()];
}
