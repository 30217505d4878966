/** Markers that a merge left in files: what must be gone before anything is committed. */
import { workspaceTree } from '../edits/index.ts';
import type { RepoPath } from '../lib/types.ts';
import type { Turn } from './turn.ts';

/** As git writes them. A line of `=` alone is left out: it underlines headings in some languages. */
const marker = /^(?:<{7}|>{7}|\|{7})(?: |$)/;

/** 1-based numbers of the lines that are markers. */
export function markerLines(text: string): number[] {
  return text.split(/\r?\n/).flatMap((line, index) => (marker.test(line) ? [index + 1] : []));
}

/** What to tell a model that left markers in one of `paths`; undefined when there are none. */
export function leftMarkers(paths: readonly RepoPath[], dir: string): Turn | undefined {
  const tree = workspaceTree(dir);
  const found = paths.flatMap((path) => {
    const entry = tree.read(path);
    const lines = entry?.type === 'file' ? markerLines(new TextDecoder().decode(entry.bytes)) : [];
    return lines.length === 0 ? [] : [{ path, lines }];
  });
  const [first] = found;
  if (!first) return undefined;
  const summary = `conflict markers are left in ${found.map(({ path }) => path).join(', ')}`;
  return {
    type: 'reflect',
    kind: 'bad-edits',
    summary,
    message: [
      'Your edits were applied, but the merge is not resolved yet. These lines are still markers of a conflict:',
      ...found.map(({ path, lines }) => `- ${path}: line ${lines.slice(0, 20).join(', ')}`),
      'Your edits are in the files as you see them now. Answer with further edits that leave no marker.',
    ].join('\n'),
    otherwise: summary,
  };
}
