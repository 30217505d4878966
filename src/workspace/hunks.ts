/** What changed between two commits, line by line, for whoever shows it on lines. */
import type { RepoPath } from '../lib/types.ts';
import { createGit } from './git.ts';
import type { Workspace } from './workspace.ts';

export interface Hunk {
  /** The first line that is replaced, from 1; with a `count` of 0 the line after which the new ones come, from 0. */
  start: number;
  /** How many lines are replaced. */
  count: number;
  lines: string[];
}

export interface FileChange {
  path: RepoPath;
  /** Lines before the change; empty for a file that is new. */
  before: string[];
  hunks: Hunk[];
  /** More than lines changed: the file is new or gone, binary, another kind of entry, or ends without a line end. */
  isMoreThanLines: boolean;
}

export async function fileChanges(workspace: Workspace, from: string, to: string): Promise<FileChange[]> {
  const { home, dir, gitDir } = workspace;
  const git = createGit({ home, cwd: dir, gitDir, workTree: dir });
  const listed = await git.raw('diff-tree', '-r', '-z', '--no-renames', from, to);
  const fields = listed.split('\0');
  const changes: FileChange[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode, newMode, , , status] = (fields[at] ?? '').replace(/^:/, '').split(' ');
    const path = fields[at + 1] ?? '';
    if (status !== 'M' || oldMode !== newMode) {
      changes.push({ path, before: [], hunks: [], isMoreThanLines: true });
      continue;
    }
    const diff = await git.raw(
      '--literal-pathspecs',
      'diff',
      '--unified=0',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      from,
      to,
      '--',
      path,
    );
    const before = (await git.raw('cat-file', 'blob', `${from}:${path}`)).replace(/\n$/, '').split('\n');
    const hunks = hunksOf(diff);
    changes.push({
      path,
      before,
      hunks,
      isMoreThanLines: hunks.length === 0 || /^\\ No newline/m.test(diff),
    });
  }
  return changes;
}

/** Reads a unified diff of one file that was made without context. */
export function hunksOf(diff: string): Hunk[] {
  const hunks: Hunk[] = [];
  let last: Hunk | undefined;
  for (const line of diff.split('\n')) {
    const header = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/.exec(line);
    if (header) {
      last = { start: Number(header[1]), count: Number(header[2] ?? 1), lines: [] };
      hunks.push(last);
    } else if (last && line.startsWith('+')) last.lines.push(line.slice(1));
  }
  return hunks;
}
