/** How the editable files stand in a prompt. */
import type { RepoPath } from '../lib/types.ts';

export interface ContextFile {
  path: RepoPath;
  content: string;
  /** Why it is here, for people: "named in the issue". */
  reasons: string[];
}

/** A fence of backticks longer than any that the contents hold, so that no file can close it. */
export function fenceFor(contents: readonly string[]): [open: string, close: string] {
  let longest = 2;
  for (const content of contents) {
    for (const run of content.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length);
  }
  const fence = '`'.repeat(longest + 1);
  return [fence, fence];
}

/** Each file as its path on a line of its own and its content in the fence: the form that the edit formats answer in. */
export function renderFiles(
  files: readonly ContextFile[],
  fence: readonly [open: string, close: string],
): string {
  return files
    .map(
      ({ path, content }) =>
        `${path}\n${fence[0]}\n${content}${content === '' || content.endsWith('\n') ? '' : '\n'}${fence[1]}`,
    )
    .join('\n\n');
}
