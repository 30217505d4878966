/**
 * What was read of the last commits that somebody asked about stays in memory: a server gets one request after another for the
 * same repositories, and most of them between two merges. Bounded in bytes; the least recently asked for goes first.
 */
import type { Read } from './repo-index.ts';

/** Bytes, as estimated, of all that is kept. */
const mostBytes = 64 << 20;
/** Path, object id, look-up tables and graph, beside the records: 1,100 were measured on a tree of 6,500 files. */
const bytesOfFile = 1_200;

interface Kept {
  read: Read;
  bytes: number;
}

/** The least recently asked for comes first. */
const kept = new Map<string, Kept>();

/** `content` as in `RepoSource`; without one nothing is kept. */
export function recall(content: string | undefined): Read | undefined {
  const known = content === undefined ? undefined : kept.get(content);
  if (content === undefined || known === undefined) return undefined;
  kept.delete(content);
  kept.set(content, known);
  const { read } = known;
  const { parsed, cached } = read.stats;
  return { ...read, stats: { ...read.stats, parsed: 0, cached: parsed + cached } };
}

export function remember(content: string | undefined, read: Read): Read {
  // What could not be read this time may be readable the next.
  if (content === undefined || read.tagged.notes.length > 0) return read;
  const bytes = read.tagged.bytes + read.files.length * bytesOfFile;
  kept.delete(content);
  if (bytes <= mostBytes) kept.set(content, { read, bytes });
  let all = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0);
  for (const [oldest, one] of kept) {
    if (all <= mostBytes) break;
    kept.delete(oldest);
    all -= one.bytes;
  }
  return read;
}
