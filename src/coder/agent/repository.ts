/** The repository as an agent may see it: tracked files that hold no secret, inside the workspace, never through a link. */
import { readPath, similarPaths } from '../../edits/paths.ts';
import { decode } from '../../edits/text.ts';
import type { Tree } from '../../edits/types.ts';
import type { RepoPath } from '../../lib/types.ts';
import { searchStaged, stage } from '../../workspace/workspace.ts';
import { looksSecret } from '../secret-files.ts';
import type { CoderWorld } from '../types.ts';
import type { Repository } from './tool.ts';

/** `touched`: what was edited and may not be staged yet. One instance sees one state of the files. */
export function repositoryOf(
  { workspace, outline }: Pick<CoderWorld, 'workspace' | 'outline'>,
  tree: Tree,
  touched: ReadonlySet<RepoPath>,
): Repository {
  const files = tree.list().filter((path) => !looksSecret(path));
  const known = new Set(files);
  return {
    files: () => files,
    read(sent) {
      const reading = readPath(sent, tree, files);
      if (!reading.ok) return { ok: false, reason: `${quoted(sent)} cannot be read: ${reading.reason}.` };
      const { path } = reading;
      if (looksSecret(path))
        return { ok: false, reason: `${path} is not shown: by its name it holds keys or passwords.` };
      const entry = known.has(path) ? tree.read(path) : undefined;
      if (!entry) return { ok: false, reason: missing(path, files) };
      if (entry.type !== 'file')
        return { ok: false, reason: `${path} is a ${entry.type} and is not followed.` };
      const text = decode(entry.bytes);
      return text.ok
        ? { ok: true, path, text: text.text }
        : { ok: false, reason: `${path} is no text file.` };
    },
    outline: async (about) => outline(await stage(workspace, [...touched]), about),
    async search(pattern, options) {
      await stage(workspace, [...touched]);
      try {
        const found = await searchStaged(workspace, pattern, options);
        return found.filter(({ path }) => known.has(path));
      } catch {
        return undefined;
      }
    },
  };
}

function missing(path: RepoPath, files: readonly RepoPath[]): string {
  if (files.some((file) => file.startsWith(`${path}/`)))
    return `${path} is a folder; list_files shows what is in it.`;
  const near = similarPaths(path, files);
  return `There is no file ${path}.${near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''}`;
}

function quoted(sent: string): string {
  return JSON.stringify(sent.length > 200 ? `${sent.slice(0, 200)}…` : sent);
}
