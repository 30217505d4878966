/** What the map knows of a repository at one moment: its files, their digests and its recent history. */
import type { Digest } from './digest.ts';
import { openTagCache, type TaggedFiles, tagsOf } from './tags/index.ts';
import type { Commit, RepoFile, RepoSource } from './types.ts';

export interface IndexOptions {
  /** Folder of the tag cache; without one every file is parsed anew. */
  cacheFolder?: string;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

export interface RepoIndex {
  source: RepoSource;
  files: readonly RepoFile[];
  tagged: TaggedFiles;
  digests: readonly Digest[];
  history: readonly Commit[];
}

/** Commits that the ranking looks back on. Older ones say little about where the next fix goes. */
const historyLength = 2000;

/** Reads and parses what the cache does not know yet. Files that cannot be read are noted, never an error. */
export async function indexRepository(source: RepoSource, options: IndexOptions = {}): Promise<RepoIndex> {
  const history = source.history(historyLength);
  const files = await source.files();
  const tagged = await tagsOf(files, source, {
    cache: openTagCache(options.cacheFolder),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
  });
  const digests = files.map((_, row) => tagged.at(row).digest);
  return { source, files, tagged, digests, history: await history };
}
