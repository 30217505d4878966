/** What the map knows of a repository at one moment: its files, their digests and its recent history. */
import { type Ground, groundOf } from './ground.ts';
import { cachedHistory } from './history-cache.ts';
import { notesOf } from './notes.ts';
import type { LoadFile } from './rank.ts';
import { recall, remember } from './recent.ts';
import { openTagCache, type TaggedFiles, type TagStats, tagsOf } from './tags/index.ts';
import type { Commit, RepoFile, RepoSource } from './types.ts';

export interface IndexOptions {
  /** Folder of the tag cache; without one every file is parsed anew. */
  cacheFolder?: string;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

export interface RepoIndex extends Read {
  source: RepoSource;
  history: readonly Commit[];
  /** Content and definitions of a file; undefined for one that is binary, generated, too large or gone. Remembers what it read. */
  load: LoadFile;
}

/** What was read of the files. */
export interface Read {
  files: readonly RepoFile[];
  tagged: TaggedFiles;
  stats: TagStats;
  ground: Ground;
  /** For people: what could not be read, is too large, was read otherwise than it claims to be. */
  notes: readonly string[];
}

/** Commits that the ranking looks back on. Older ones say little about where the next fix goes. */
const historyLength = 3000;

/** Reads and parses what the cache does not know yet. Files that cannot be read are noted, never an error. */
export async function indexRepository(source: RepoSource, options: IndexOptions = {}): Promise<RepoIndex> {
  const history = cachedHistory(source, historyLength, options.cacheFolder);
  // answered after the files are read; until then nobody waits for its failure
  history.catch(() => undefined);
  const read = recall(source.content) ?? remember(source.content, await readFiles(source, options));
  return { source, ...read, history: await history, load: loaderOf(source, read) };
}

async function readFiles(source: RepoSource, options: IndexOptions): Promise<Read> {
  const files = await source.files();
  const tagged = await tagsOf(files, source, {
    cache: openTagCache(options.cacheFolder),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
  });
  const found = files.map((_, row) => tagged.at(row));
  const ground = groundOf(
    files.map((file) => file.path),
    found.map((file) => file.digest),
  );
  const notes = [...tagged.notes, ...notesOf(files, (row) => found[row])];
  return { files, tagged, stats: tagged.stats, ground, notes };
}

function loaderOf(source: RepoSource, { files, tagged }: Read): LoadFile {
  const rows = new Map(files.map((file, row) => [file.path, row]));
  const loaded = new Map<string, ReturnType<LoadFile>>();
  const load: LoadFile = async (path) => {
    const row = rows.get(path) ?? -1;
    const file = files[row];
    if (file === undefined || tagged.at(row).skipped !== undefined) return undefined;
    const bytes = await source.read(file).catch(() => undefined);
    return bytes && { bytes, tags: await tagged.definitions(row, source) };
  };
  return (path) => {
    const known = loaded.get(path) ?? load(path);
    loaded.set(path, known);
    return known;
  };
}
