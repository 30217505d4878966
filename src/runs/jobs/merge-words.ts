/** What a merge asks of a model, and when it is no work for one. */
import type { RepoPath } from '../../lib/types.ts';
import type { MergedTree } from '../../workspace/merge.ts';

const MOST_FILES = 20;

/** Why no model is asked to resolve these conflicts, if so; a sentence fragment. `isOff`: paths that no edit may touch. */
export function mergeReason(
  { conflicts, others }: MergedTree,
  isOff: (path: RepoPath) => boolean,
): string | undefined {
  const [other] = others;
  if (other) {
    const kind = /\(([^)]+)\)/.exec(other.kind)?.[1] ?? 'other than text';
    return `the conflict in ${names(other.paths)} is one that no edit can resolve (${kind}); merge by hand`;
  }
  const off = conflicts.filter(isOff);
  if (off.length > 0) return `there are conflicts in ${names(off)}, which no run may change; merge by hand`;
  if (conflicts.length > MOST_FILES)
    return `there are conflicts in ${conflicts.length} files, more than ${MOST_FILES}; merge by hand`;
  return undefined;
}

function names(paths: readonly RepoPath[]): string {
  const shown = paths.slice(0, 5).map((path) => `\`${path.replaceAll('`', '')}\``);
  return `${shown.join(', ')}${paths.length > shown.length ? ` and ${paths.length - shown.length} more` : ''}`;
}

/** `words`: what the requester said beside the command. */
export function resolveInstruction(branch: string, conflicts: readonly RepoPath[], words: string): string {
  return [
    `The branch "${branch}" is being merged into the branch of this pull request, and some places were changed on both sides. In each conflict, the lines between "<<<<<<<" and "|||||||" are those of the pull request, the lines between "|||||||" and "=======" are what both started from, and the lines between "=======" and ">>>>>>>" are those of "${branch}".`,
    'Resolve every conflict so that what both sides meant is kept, remove all markers, and change nothing else.',
    `Files with conflicts: ${conflicts.join(', ')}`,
    ...(words.trim() === '' ? [] : [words.trim()]),
  ].join('\n\n');
}
