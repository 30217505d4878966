/** The file that was meant when the named one does not exist: only ever one that the model was shown, and only if it is certain. */
import type { RepoPath } from '../lib/types.ts';
import { locate } from './locate.ts';
import { misnamed } from './paths.ts';
import { isBlank, project } from './projection.ts';
import { findBlocks } from './search.ts';
import type { Shelf } from './shelf.ts';
import type { Replace, Tree } from './types.ts';
import { substantialLines, wantedOf } from './wanted.ts';

/** By path suffix, confirmed by the text; else by the text alone if it says enough and stands in one shown file exactly once. */
export function redirect(operation: Replace, shelf: Shelf, shown: readonly RepoPath[]): RepoPath | undefined {
  const wanted = wantedOf(operation);
  if (wanted.oldLines.every(isBlank)) return undefined;
  if (operation.path !== '') {
    const [candidate, ...others] = misnamed(
      operation.path,
      shown.length > 0 ? shown : nestedOnly(operation.path, shelf.tree),
    );
    if (candidate !== undefined && others.length === 0) {
      const document = shelf.document(candidate);
      if (document && locate(document, wanted, { effort: shelf.effort })?.places.length === 1)
        return candidate;
    }
  }
  const enough = operation.path === '' ? 1 : 2;
  if (substantialLines(wanted.oldLines) < enough) return undefined;
  const holders = holdersOf(wanted.oldLines, shelf, shown);
  const [only, ...more] = holders;
  return only !== undefined && more.length === 0 && only.count === 1 ? only.path : undefined;
}

/** Without a list of shown files only a shortened or over-long spelling of one existing path is certain enough. */
function nestedOnly(path: RepoPath, tree: Tree): RepoPath[] {
  return tree.list().filter((file) => file.endsWith(`/${path}`) || path.endsWith(`/${file}`));
}

/** Shown files that hold the lines, trailing blanks aside, and how often. */
export function holdersOf(
  lines: readonly string[],
  shelf: Shelf,
  shown: readonly RepoPath[],
): { path: RepoPath; count: number }[] {
  const pattern = lines.map((line) => project(line, 'trimmed'));
  const longest = pattern.reduce((best, line) => (line.length > best.length ? line : best), '');
  const holders: { path: RepoPath; count: number }[] = [];
  for (const path of shown) {
    if (shelf.effort.left <= 0) break;
    const document = shelf.document(path);
    if (!document) continue;
    shelf.effort.left -= document.text.length;
    if (!document.text.includes(longest)) continue;
    const count = findBlocks(document, pattern, 'trimmed').length;
    if (count > 0) holders.push({ path, count });
  }
  return holders;
}
