/** Which files of the repository a text names. */
import type { RepoPath } from '../lib/types.ts';

const MOST = 20;

/**
 * Full paths that stand in `text` as words, and bare file names that fit exactly one file. In the order of the text, at most
 * 20. A name such as `index.ts` that fits several files names none of them.
 */
export function mentionedPaths(text: string, paths: readonly RepoPath[]): RepoPath[] {
  const byName = new Map<string, RepoPath | undefined>();
  const known = new Set(paths);
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    byName.set(name, byName.has(name) ? undefined : path);
  }
  const found = new Set<RepoPath>();
  for (const word of text.split(/[\s`'"()<>,;]+/)) {
    const bare = word
      .replace(/^[*_[{]+|[*_\]}.:!?]+$|:\d+(?::\d+)?$/g, '')
      .replace(/^(?:\.\/|[ab]\/(?=.*\/))/, '');
    const hit = known.has(bare)
      ? bare
      : /\.\w+$/.test(bare) && !bare.includes('/')
        ? byName.get(bare)
        : undefined;
    if (hit) found.add(hit);
    if (found.size >= MOST) break;
  }
  return [...found];
}
