/** What the repository's `.gitattributes` says of new files. */
import type { RepoPath } from '../lib/types.ts';
import { matchesAny } from './globs.ts';
import { toLines } from './text.ts';
import type { Tree } from './types.ts';

/** Larger attribute files are not read: no repository needs them, and every new file would pay for it. */
const largest = 100_000;

/**
 * The line end of a new file: `eol=crlf` of the last pattern that matches, else LF. The attributes of a folder win over those of
 * the folders above it, as in git (gitattributes(5)).
 */
export function newFileEol(path: RepoPath, tree: Tree): '\n' | '\r\n' {
  const parts = path.split('/');
  let eol: string | undefined;
  for (let depth = 0; depth < parts.length; depth++) {
    const folder = parts.slice(0, depth).map((part) => `${part}/`);
    eol = eolIn(`${folder.join('')}.gitattributes`, parts.slice(depth).join('/'), tree) ?? eol;
  }
  return eol === 'eol=crlf' ? '\r\n' : '\n';
}

function eolIn(attributes: RepoPath, path: RepoPath, tree: Tree): string | undefined {
  const entry = tree.read(attributes);
  if (entry?.type !== 'file' || entry.bytes.length > largest) return undefined;
  let eol: string | undefined;
  for (const line of toLines(Buffer.from(entry.bytes).toString('utf8'))) {
    const [pattern, ...set] = line.trim().split(/\s+/);
    if (pattern === undefined || pattern === '' || pattern.startsWith('#') || pattern.length > 200) continue;
    const ending = set.findLast((attribute) => attribute.startsWith('eol='));
    if (ending !== undefined && matchesAny(path, [pattern])) eol = ending;
  }
  return eol;
}
