/** How a repository wants its code: which of its files say so, and how little of them a prompt needs. */
import { estimateTokens } from '../lib/tokens.ts';
import type { RepoPath } from '../lib/types.ts';
import type { Span } from './spans.ts';

export interface ConventionsFile {
  path: RepoPath;
  text: string;
}

/** Larger files are named with their first line: a model that needs one asks for it by its path. */
const IN_FULL = 1_500;
const HEAD = 160;

/**
 * Of the files that match the patterns, those that count for `chosen`: all in the root and in `.github`, and nested ones of
 * the folders around a chosen file. Outermost first, so that the nearest has the last word.
 */
export function conventionsFor(matching: readonly RepoPath[], chosen: readonly RepoPath[]): RepoPath[] {
  // A conventions file that was chosen for its words is no work in its folder.
  const code = chosen.filter((file) => !matching.includes(file));
  const folderOf = (path: RepoPath) => path.slice(0, path.lastIndexOf('/') + 1);
  return matching
    .filter((path) => {
      const folder = folderOf(path);
      return folder === '' || folder === '.github/' || code.some((file) => file.startsWith(folder));
    })
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
}

const depth = (path: RepoPath) => (path.startsWith('.github/') ? 0 : path.split('/').length);

/** One span for all files within `tokens`: small ones in full while there is room, the others by name and first line. */
export function conventionsSpan(files: readonly ConventionsFile[], tokens: number): Span | undefined {
  if (files.length === 0) return undefined;
  let free = tokens;
  const parts: string[] = [];
  for (const { path, text } of files) {
    const cost = estimateTokens(text);
    const full = cost <= IN_FULL && cost <= free;
    const part = full
      ? `From ${path}:\n\n${text.trim()}`
      : `${path} (${text.split('\n').length} lines, not shown; name it by its path when the change needs it): ${headOf(text)}`;
    free -= full ? cost : estimateTokens(part);
    if (!full && free < 0) break;
    parts.push(part);
  }
  return {
    provenance: 'trusted-config',
    label:
      'Conventions of this repository, from its default branch. Keep to them where the request does not say otherwise',
    text: parts.join('\n\n'),
  };
}

/** The first line that says something: not a fence, a rule or an HTML comment. */
function headOf(text: string): string {
  const line = text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split('\n')
    .map((one) => one.replace(/^[#>*\s-]+/, '').trim())
    .find((one) => /\p{L}/u.test(one));
  return (line ?? '').slice(0, HEAD);
}
