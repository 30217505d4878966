/** What the repository's `.gitattributes` says of new files. */
import type { RepoPath } from '../lib/types.ts';
import { matchesAny } from './globs.ts';
import { toLines } from './text.ts';
import type { Tree } from './types.ts';

/** Larger attribute files are not read: no repository needs them, and every new file would pay for it. */
const largest = 100_000;

/** The line end of a new file: `eol=crlf` of the last pattern that matches, else LF. Only the attributes at the root count. */
export function newFileEol(path: RepoPath, tree: Tree): '\n' | '\r\n' {
  const entry = tree.read('.gitattributes');
  if (entry?.type !== 'file' || entry.bytes.length > largest) return '\n';
  let eol: '\n' | '\r\n' = '\n';
  for (const line of toLines(Buffer.from(entry.bytes).toString('utf8'))) {
    const [pattern, ...attributes] = line.trim().split(/\s+/);
    if (pattern === undefined || pattern === '' || pattern.startsWith('#') || pattern.length > 200) continue;
    const ending = attributes.findLast((attribute) => attribute.startsWith('eol='));
    if (ending === undefined || !matchesAny(path, [pattern])) continue;
    eol = ending === 'eol=crlf' ? '\r\n' : '\n';
  }
  return eol;
}
