/** A repository in memory, which counts what is read from it. */
import { createHash } from 'node:crypto';
import type { RepoFile, RepoSource } from '../../../src/repomap/types.ts';

export interface MemorySource extends RepoSource {
  list: RepoFile[];
  /** Paths in the order they were read. */
  reads: string[];
}

export function memorySource(contents: Record<string, string | Uint8Array>): MemorySource {
  const bytesOf = new Map(
    Object.entries(contents).map(([path, content]) => [
      path,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    ]),
  );
  const list = [...bytesOf].map(([path, bytes]) => ({
    path,
    size: bytes.length,
    blob: createHash('sha1').update(bytes).digest('hex'),
  }));
  const reads: string[] = [];
  return {
    list,
    reads,
    identity: 'memory',
    files: async () => list,
    async read(file) {
      reads.push(file.path);
      const bytes = bytesOf.get(file.path);
      if (!bytes) throw new Error('no such file');
      return bytes;
    },
    head: async () => undefined,
    history: async () => [],
    close: async () => undefined,
  };
}
