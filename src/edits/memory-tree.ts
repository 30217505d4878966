/** A `Tree` of given contents: for plans on blobs that are not checked out, and for tests. */
import type { RepoPath } from '../lib/types.ts';
import type { Tree, TreeEntry } from './types.ts';

export function memoryTree(files: Readonly<Record<RepoPath, string | Uint8Array | TreeEntry>>): Tree {
  const entries = new Map<RepoPath, TreeEntry>();
  for (const [path, content] of Object.entries(files)) {
    entries.set(path, entryOf(content));
    const parts = path.split('/');
    for (let at = 1; at < parts.length; at++) {
      const folder = parts.slice(0, at).join('/');
      if (!entries.has(folder)) entries.set(folder, { type: 'directory' });
    }
  }
  const list = [...entries].flatMap(([path, entry]) => (entry.type === 'file' ? [path] : []));
  return { read: (path) => entries.get(path), list: () => list };
}

function entryOf(content: string | Uint8Array | TreeEntry): TreeEntry {
  if (typeof content === 'string') return { type: 'file', bytes: Buffer.from(content), mode: '100644' };
  return content instanceof Uint8Array ? { type: 'file', bytes: content, mode: '100644' } : content;
}
