/** What a commit changes, with the bytes: for whoever makes the same commit elsewhere. */
import type { RepoPath } from '../lib/types.ts';
import { createGit } from './git.ts';
import { placeOfCommits, type Workspace } from './workspace.ts';

export interface Change {
  path: RepoPath;
  /** Of a tree entry: `100644`, `100755`, `120000` (link) or `160000` (submodule). */
  mode: string;
  /** Undefined when the path is gone. A submodule has no content, only the commit that it points to. */
  now: { content: Buffer } | { commit: string } | undefined;
}

const open = (workspace: Workspace) => createGit(placeOfCommits(workspace));

export async function treeOf(workspace: Workspace, commit: string): Promise<string> {
  return (await open(workspace).raw('rev-parse', `${commit}^{tree}`)).trim();
}

/** The paths that differ between a commit and its first parent. A move is a path that is gone and another that is new. */
export async function changesOf(workspace: Workspace, commit: string): Promise<Change[]> {
  const git = open(workspace);
  const out = await git.raw('diff-tree', '-r', '-z', '--no-renames', '--no-commit-id', `${commit}^`, commit);
  const fields = out.split('\0');
  const changes: Change[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , id = '', status = ''] = (fields[at] ?? '').replace(/^:/, '').split(' ');
    const path = fields[at + 1] ?? '';
    if (status === 'D') changes.push({ path, mode: '100644', now: undefined });
    else if (mode === '160000') changes.push({ path, mode, now: { commit: id } });
    else changes.push({ path, mode, now: { content: await git.bytes('cat-file', 'blob', id) } });
  }
  return changes;
}
