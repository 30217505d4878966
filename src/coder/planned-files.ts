/** Which files a plan is going to change, read from its words: files of the repository, and files that it wants to have. */
import { matchesAny } from '../edits/globs.ts';
import type { RepoPath } from '../lib/types.ts';
import { mentionedPaths } from './mentioned.ts';
import { looksSecret } from './secret-files.ts';

export interface PlannedFile {
  path: RepoPath;
  /** Not there yet. */
  isNew: boolean;
}

const makes = /\b(?:creat\w*|add\w*|new|introduc\w*|mov\w*|renam\w*|extract\w*|split\w*|writ\w*)\b/i;
const relative = /^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.@+()[\]-]+(?:\/[\w.@+()[\]-]+)*$/;
const file =
  /(?:^|\/)(?:[\w@+()[\]-][\w.@+()[\]-]*\.[A-Za-z][\w-]{0,9}|Makefile|Dockerfile|LICENSE|\.[a-z][\w.-]+)$/;

/**
 * In the order of the text, those that are there first. A path in back-ticks that is not there yet counts when it has a
 * folder, or when its line speaks of making a file: `list.map` in a sentence is no file. What `protect` matches is left out.
 */
export function plannedFiles(
  text: string,
  tracked: readonly RepoPath[],
  protect: readonly string[],
): PlannedFile[] {
  const may = (path: RepoPath) => !matchesAny(path, protect) && !looksSecret(path);
  const there = mentionedPaths(text, tracked).filter(may);
  const known = new Set(tracked);
  const names = new Set(tracked.map((path) => path.slice(path.lastIndexOf('/') + 1)));
  const wanted = new Set<RepoPath>();
  for (const line of withoutCode(text).split('\n')) {
    for (const [, quoted = ''] of line.matchAll(/`([^`\s]{1,200})`/g)) {
      const path = quoted.replace(/^\.\//, '');
      if (known.has(path) || !relative.test(path) || !file.test(path) || !may(path)) continue;
      const inFolder = path.includes('/');
      // A bare name that some file has means that file, wherever it lies.
      if (inFolder || (makes.test(line) && !names.has(path))) wanted.add(path);
    }
  }
  return [
    ...there.map((path) => ({ path, isNew: false })),
    ...[...wanted].map((path) => ({ path, isNew: true })),
  ];
}

/** Fenced code shows what is in a file; a path in it is most often an import. */
function withoutCode(text: string): string {
  return text.replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1[^\n]*$|(?![\s\S]))/gm, '');
}
