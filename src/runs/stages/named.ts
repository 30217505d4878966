/** Stage 2½: what `--files` and `--read` name, as files of the checkout. */
import { matchesAny } from '../../edits/globs.ts';
import type { RepoPath } from '../../lib/types.ts';
import { trackedPaths } from '../../workspace/staged.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { RunRecord } from '../record.ts';
import type { Task } from '../task.ts';
import type { RunRequest } from './read.ts';

/** More files in full would leave no room for anything else. */
const MOST_FILES = 30;

/**
 * The files that paths and patterns name, in the order of the patterns. A path that is there is meant as it stands, whatever
 * its characters would mean in a pattern. `unmatched`: patterns that name nothing.
 */
export function filesNamed(
  patterns: readonly string[],
  tracked: readonly RepoPath[],
): { paths: RepoPath[]; unmatched: string[] } {
  const known = new Set(tracked);
  const paths = new Set<RepoPath>();
  const unmatched: string[] = [];
  for (const pattern of patterns) {
    const found = known.has(pattern) ? [pattern] : tracked.filter((path) => matchesAny(path, [pattern]));
    if (found.length === 0) unmatched.push(pattern);
    for (const path of found) paths.add(path);
  }
  return { paths: [...paths], unmatched };
}

/** The request with those files in it. What is only to be read cannot be changed. */
export async function nameFiles(
  request: RunRequest,
  task: Task,
  workspace: Workspace,
  record: RunRecord,
): Promise<RunRequest> {
  if (task.files.length + task.read.length === 0) return request;
  const tracked = await trackedPaths(workspace);
  const files = filesNamed(task.files, tracked);
  const read = filesNamed(task.read, tracked);
  const all = [...new Set([...files.paths, ...read.paths])];
  record.note(
    ...[...files.unmatched, ...read.unmatched].map(
      (pattern) => `No file of the repository is called ${pattern}.`,
    ),
    ...(all.length > MOST_FILES
      ? [`${all.length} files were named; the first ${MOST_FILES} are shown in full.`]
      : []),
  );
  const fixed = new Set(read.paths);
  return {
    ...request,
    named: all.slice(0, MOST_FILES),
    job: { ...request.job, untouched: [...fixed] },
  };
}
