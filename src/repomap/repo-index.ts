/** What the map knows of a repository at one moment: its files, their digests and its recent history. */
import type { Digest } from './digest.ts';
import { cachedHistory } from './history-cache.ts';
import { notesOf } from './notes.ts';
import type { LoadFile } from './rank.ts';
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
  /** For people: what could not be read, is too large, was read otherwise than it claims to be. */
  notes: readonly string[];
  /** Content and tags of a file; undefined for one that is binary, generated, too large or gone. Remembers what it read. */
  load: LoadFile;
}

/** Commits that the ranking looks back on. Older ones say little about where the next fix goes. */
const historyLength = 3000;

/** Reads and parses what the cache does not know yet. Files that cannot be read are noted, never an error. */
export async function indexRepository(source: RepoSource, options: IndexOptions = {}): Promise<RepoIndex> {
  const history = cachedHistory(source, historyLength, options.cacheFolder);
  // answered after the files are read; until then nobody waits for its failure
  history.catch(() => undefined);
  const files = await source.files();
  const tagged = await tagsOf(files, source, {
    cache: openTagCache(options.cacheFolder),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
  });
  const found = files.map((_, row) => tagged.at(row));
  const digests = found.map((file) => file.digest);
  const notes = [...tagged.notes, ...notesOf(files, (row) => found[row])];
  const load = loaderOf(source, files, tagged);
  return { source, files, tagged, digests, history: await history, notes, load };
}

function loaderOf(source: RepoSource, files: readonly RepoFile[], tagged: TaggedFiles): LoadFile {
  const rows = new Map(files.map((file, row) => [file.path, row]));
  const loaded = new Map<string, ReturnType<LoadFile>>();
  const load: LoadFile = async (path) => {
    const row = rows.get(path) ?? -1;
    const file = files[row];
    if (file === undefined || tagged.at(row).skipped !== undefined) return undefined;
    const bytes = await source.read(file).catch(() => undefined);
    return bytes && { bytes, tags: await tagged.tags(row) };
  };
  return (path) => {
    const known = loaded.get(path) ?? load(path);
    loaded.set(path, known);
    return known;
  };
}
