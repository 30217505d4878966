/** Paths as models write them, and whether they may be edited. A path that leaves the repository is never repaired into one that stays. */
import type { RepoPath } from '../lib/types.ts';
import type { ProblemCode, Tree } from './types.ts';

export type PathReading =
  | { ok: true; path: RepoPath; note?: string }
  | { ok: false; code: ProblemCode; reason: string };

const longest = 1024;
/** Bytes of one name; no common file system takes more. */
export const longestName = 255;

/**
 * Whether a name is an address (`file:///etc/passwd`, `http://…`), lies on another machine (`\\host\share`), or is an absolute path
 * behind the `a/` or `b/` of a diff. Cut down to its end it could name a file of the repository that nobody meant.
 */
export function isForeign(sent: string): boolean {
  const slashed = sent.trim().replaceAll('\\', '/');
  return /^(?:[ab]?\/\/|(?:[ab]\/)?[A-Za-z][\w+.-]+:\/)/.test(slashed);
}

/** Characters that hide in a name or reorder it, so that a reader takes it for another one. */
export const unseenCharacters = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The first invisible or direction-changing character of a name, as `U+202E`; undefined when it has none. */
export function unseenCharacter(path: RepoPath): string | undefined {
  const code = path.match(unseenCharacters)?.[0].charCodeAt(0);
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Normalises a path as sent. Absolute paths and foreign roots are cut down to the one known file that they end in; `a/` and `b/` of
 * diffs are dropped when only the shorter path exists.
 */
export function readPath(sent: string, tree: Tree, shown: readonly RepoPath[], root?: string): PathReading {
  const raw = sent.trim();
  if (raw.length > longest) return outside('the path is too long');
  if (/[\u0000-\u001f\u007f]/.test(raw)) return outside('the path holds control characters');
  if (!raw.isWellFormed()) return outside('the path is not valid Unicode');
  if (isForeign(raw)) return outside('it is an address outside the repository, not a path in it');
  const slashed = raw.replaceAll('\\', '/');
  const parts = slashed.split('/').filter((part) => part !== '' && part !== '.');
  const rooted = /^(\/|[A-Za-z]:\/|~\/)/.test(slashed);
  if (parts.length === 0) return outside('the path is empty');
  if (parts.includes('..')) return outside('`..` would leave the repository');
  const reserved = parts.find((part) => isGitFolder(part));
  if (reserved !== undefined) {
    return { ok: false, code: 'PROTECTED', reason: `\`${reserved}\` belongs to git and is never edited` };
  }
  if (parts.some((part) => Buffer.byteLength(part) > longestName))
    return outside('a name in the path is too long');
  const path = parts.join('/');
  if (rooted) return unrooted(parts, sent, tree, shown, root);
  if (slashed.endsWith('/')) return { ok: false, code: 'IS_DIRECTORY', reason: 'the path names a folder' };
  if (/^[A-Za-z]:/.test(path)) return outside('the path names a drive');
  if (!shown.includes(path) && /^[ab]\//.test(path) && !tree.read(path)) {
    const short = parts.slice(1).join('/');
    if (tree.read(short)?.type === 'file') {
      return { ok: true, path: short, note: `\`${sent}\` was read as \`${short}\`` };
    }
  }
  const meant = tree.read(path) ? path : (sameLetters(path, tree) ?? path);
  return raw === meant
    ? { ok: true, path: meant }
    : { ok: true, path: meant, note: `\`${sent}\` was read as \`${meant}\`` };
}

/**
 * The existing file whose name has the same letters, composed otherwise: `ö` as one sign, as models write it, or as `o` and two dots, as
 * some systems store it. To a reader, and on macOS, both are one name.
 */
function sameLetters(path: RepoPath, tree: Tree): RepoPath | undefined {
  if (/^[\u0000-\u007f]*$/.test(path)) return undefined;
  const composed = path.normalize('NFC');
  return tree.list().find((file) => file.normalize('NFC') === composed);
}

/** The longest end of an absolute path that is a known file; else what stands below the root that other paths share. */
function unrooted(
  parts: readonly string[],
  sent: string,
  tree: Tree,
  shown: readonly RepoPath[],
  root: string | undefined,
): PathReading {
  const known = knownEnd(parts, tree, shown);
  const whole = `/${parts.join('/')}`;
  const below = root !== undefined && whole.startsWith(root) ? whole.slice(root.length) : undefined;
  const path = known ?? below;
  if (path !== undefined && path !== '') {
    return { ok: true, path, note: `\`${sent}\` was read as \`${path}\`` };
  }
  return outside('the path is absolute; paths are relative to the repository root');
}

function knownEnd(parts: readonly string[], tree: Tree, shown: readonly RepoPath[]): RepoPath | undefined {
  const ends = parts.map((_, from) => parts.slice(from).join('/'));
  return (
    ends.find((path) => shown.includes(path)) ??
    ends.slice(0, -1).find((path) => !/^[A-Za-z]:/.test(path) && tree.read(path)?.type === 'file')
  );
}

/**
 * The folder that absolute paths of one reply take for the repository root, told by those that name existing files: `/home/me/app/` when
 * `/home/me/app/src/a.py` is `src/a.py`. Undefined when none does, or when they disagree.
 */
export function foreignRoot(
  sent: readonly string[],
  tree: Tree,
  shown: readonly RepoPath[],
): string | undefined {
  const roots = new Set<string>();
  for (const raw of sent) {
    const slashed = raw.trim().replaceAll('\\', '/');
    if (isForeign(raw)) continue;
    if (!/^(\/|[A-Za-z]:\/|~\/)/.test(slashed) || /[\u0000-\u001f]/.test(slashed)) continue;
    const parts = slashed.split('/').filter((part) => part !== '' && part !== '.');
    if (parts.length > 64 || parts.some((part) => part === '..' || isGitFolder(part))) continue;
    const known = knownEnd(parts, tree, shown);
    if (known !== undefined) roots.add(`/${parts.join('/')}`.slice(0, -known.length));
  }
  const [root, ...others] = roots;
  return others.length === 0 ? root : undefined;
}

const outside = (reason: string): PathReading => ({ ok: false, code: 'OUTSIDE', reason });

/** `.git` in every spelling that some file system takes for it: case, trailing dots and blanks, 8.3 names, NTFS streams. */
export function isGitFolder(part: string): boolean {
  const plain = part
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  return plain === '.git' || plain === 'git~1';
}

/** Shown files whose path ends as the named one does: the same file in a wrong, missing or additional folder. */
export function misnamed(path: RepoPath, shown: readonly RepoPath[]): RepoPath[] {
  const nested = shown.filter((file) => file.endsWith(`/${path}`) || path.endsWith(`/${file}`));
  if (nested.length > 0) return nested;
  const name = baseName(path);
  return shown.filter((file) => baseName(file) === name);
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export function extensionOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** The folders above a path, outermost first. */
export function parentsOf(path: RepoPath): RepoPath[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Existing paths that a missing one may have meant, best first: same name, then a name one or two letters off. */
export function similarPaths(path: RepoPath, all: readonly RepoPath[], limit = 3): RepoPath[] {
  const name = baseName(path).toLowerCase();
  const scored: { file: RepoPath; score: number }[] = [];
  for (const file of all) {
    const other = baseName(file).toLowerCase();
    if (other === name) scored.push({ file, score: 0 });
    else if (Math.abs(other.length - name.length) <= 2) {
      const score = distance(name, other);
      if (score <= 2 && score < name.length / 2) scored.push({ file, score });
    }
  }
  scored.sort((a, b) => a.score - b.score || a.file.length - b.file.length);
  return scored.slice(0, limit).map(({ file }) => file);
}

/** Levenshtein distance, cut off at 3. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > 2) return 3;
    row = next;
  }
  return row[b.length] ?? 3;
}

const foldedLists = new WeakMap<readonly RepoPath[], Map<string, RepoPath>>();

/** One spelling for all that some file system takes for the same name. */
export const foldedName = (path: RepoPath): string => path.normalize('NFC').toLowerCase();

/** An existing path, or folder of one, that differs from this only by letter case or composition: one file on some systems, two on others. */
export function caseClash(path: RepoPath, tree: Tree): RepoPath | undefined {
  const list = tree.list();
  let folded = foldedLists.get(list);
  if (!folded) {
    folded = new Map();
    for (const file of list) {
      for (const prefix of [...parentsOf(file), file]) folded.set(foldedName(prefix), prefix);
    }
    foldedLists.set(list, folded);
  }
  for (const prefix of [...parentsOf(path), path]) {
    const known = folded.get(foldedName(prefix));
    if (known !== undefined && known !== prefix && !list.includes(prefix)) {
      if (!tree.read(prefix)) return known;
    }
  }
  return undefined;
}
