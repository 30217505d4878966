/**
 * One immutable file of the tag cache: records sorted by key, so that a lookup is a binary search and only the
 * stretches that are asked for are read. Written aside and renamed; a damaged one is ignored.
 *
 * Layout (little-endian 32-bit words): head [magic ×2, records, lead words, checksum of the index]; index [key ×4]×n,
 * [lead offset]×n, [detail offset]×n, [detail length]×n, [detail checksum]×n; then all leads, then all details.
 */
import { closeSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { leadIsSound } from './record.ts';
import type { Chunk } from './table.ts';

/** "aidr", "tag1". */
const magic = [0x72646961, 0x31676174] as const;
const headWords = 5;
const indexColumns = 8;
/** Reading on is cheaper than seeking over a gap of this many words. */
const widestGap = 16_384;

export interface Entry {
  /** Four words. */
  key: Uint32Array;
  lead: Uint32Array;
  detail: Uint8Array;
}

export interface Segment {
  path: string;
  bytes: number;
  records: number;
  keys: Uint32Array;
  leadAt: Uint32Array;
  leadWords: number;
  detailAt: Uint32Array;
  detailLength: Uint32Array;
  detailCheck: Uint32Array;
}

/** Where a found record is: fits `TaggedFiles.place`. */
export interface Hit {
  /** Number of the key in the request. */
  row: number;
  chunk: Chunk;
  leadAt: number;
  detailAt: number;
  detailLength: number;
}

function compareKeys(left: Uint32Array, leftAt: number, right: Uint32Array, rightAt: number): number {
  for (let word = 0; word < 4; word++) {
    const difference = (left[leftAt + word] ?? 0) - (right[rightAt + word] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Reads the index of a segment; undefined when the file is damaged, foreign or gone. */
export function openSegment(path: string): Segment | undefined {
  try {
    const bytes = statSync(path).size;
    const head = readWords(path, 0, headWords);
    const [first, second, records = 0, leadWords = 0, check] = head;
    const indexWords = records * indexColumns;
    if (first !== magic[0] || second !== magic[1] || (headWords + indexWords + leadWords) * 4 > bytes)
      return undefined;
    const index = readWords(path, headWords * 4, indexWords);
    if (crc32(asBytes(index)) !== check) return undefined;
    const column = (number: number) => index.subarray((3 + number) * records, (4 + number) * records);
    return {
      path,
      bytes,
      records,
      leadWords,
      keys: index.subarray(0, 4 * records),
      leadAt: column(1),
      detailAt: column(2),
      detailLength: column(3),
      detailCheck: column(4),
    };
  } catch {
    return undefined;
  }
}

/** The number of the record with a key, or -1. Keys are hashes: the first word decides all but always. */
function find(segment: Segment, keys: Uint32Array, at: number): number {
  const first = keys[at] ?? 0;
  const own = segment.keys;
  let low = 0;
  let high = segment.records - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = (own[middle * 4] ?? 0) - first || compareKeys(own, middle * 4, keys, at);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

interface Wanted {
  row: number;
  record: number;
}

/** The rows that the segment has, in the order of its records. Two rows may want the same one. */
function wantedOf(segment: Segment, keys: Uint32Array, rows: readonly number[]): Wanted[] {
  const wanted: Wanted[] = [];
  for (const row of rows) {
    const record = find(segment, keys, row * 4);
    if (record >= 0) wanted.push({ row, record });
  }
  return wanted.sort((left, right) => left.record - right.record);
}

/**
 * Looks up the rows' keys (`keys` holds four words a row). Damaged records count as not found and are counted in
 * `damaged`. Throws when the file cannot be read.
 */
export function lookUp(
  segment: Segment,
  keys: Uint32Array,
  rows: readonly number[],
): { hits: Hit[]; damaged: number } {
  const wanted = wantedOf(segment, keys, rows);
  const hits: Hit[] = [];
  let damaged = 0;
  const fd = wanted.length > 0 ? openSync(segment.path, 'r') : -1;
  try {
    for (let from = 0; from < wanted.length; ) {
      const to = stretch(segment, wanted, from);
      const start = segment.leadAt[wanted[from]?.record ?? 0] ?? 0;
      const leads = readWordsOf(
        fd,
        leadOffset(segment, start),
        leadEnd(segment, wanted[to - 1]?.record ?? 0) - start,
      );
      const chunk: Chunk = { leads, detail: (at, length) => readDetail(segment, at, length) };
      for (const { row, record } of wanted.slice(from, to)) {
        const leadAt = (segment.leadAt[record] ?? 0) - start;
        if (!leadIsSound(leads, leadAt)) damaged++;
        else
          hits.push({
            row,
            chunk,
            leadAt,
            detailAt: record,
            detailLength: segment.detailLength[record] ?? 0,
          });
      }
      from = to;
    }
  } finally {
    if (fd >= 0) closeSync(fd);
  }
  return { hits, damaged };
}

/** The end (exclusive) of the run of wanted records from `from` that is worth one read. */
function stretch(segment: Segment, wanted: readonly { record: number }[], from: number): number {
  let to = from + 1;
  while (to < wanted.length) {
    const gap =
      (segment.leadAt[wanted[to]?.record ?? 0] ?? 0) - leadEnd(segment, wanted[to - 1]?.record ?? 0);
    if (gap > widestGap) break;
    to++;
  }
  return to;
}

function leadEnd(segment: Segment, record: number): number {
  return record + 1 < segment.records ? (segment.leadAt[record + 1] ?? 0) : segment.leadWords;
}

function leadOffset(segment: Segment, words: number): number {
  return (headWords + segment.records * indexColumns + words) * 4;
}

/** `record` stands in for the offset, since the index also has the checksum. Undefined when damaged or gone. */
function readDetail(segment: Segment, record: number, length: number): Uint8Array | undefined {
  try {
    const fd = openSync(segment.path, 'r');
    try {
      const bytes = new Uint8Array(length);
      const at = leadOffset(segment, segment.leadWords) + (segment.detailAt[record] ?? 0);
      readFully(fd, bytes, at);
      return crc32(bytes) === segment.detailCheck[record] ? bytes : undefined;
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/** Every sound record of a segment, for merging. */
export function readEntries(segment: Segment): Entry[] {
  const leads = readWords(segment.path, leadOffset(segment, 0), segment.leadWords);
  const entries: Entry[] = [];
  const details = new Uint8Array(segment.bytes - leadOffset(segment, segment.leadWords));
  const fd = openSync(segment.path, 'r');
  try {
    readFully(fd, details, leadOffset(segment, segment.leadWords));
  } finally {
    closeSync(fd);
  }
  for (let record = 0; record < segment.records; record++) {
    const leadAt = segment.leadAt[record] ?? 0;
    const detailAt = segment.detailAt[record] ?? 0;
    const detail = details.subarray(detailAt, detailAt + (segment.detailLength[record] ?? 0));
    if (!leadIsSound(leads, leadAt) || crc32(detail) !== segment.detailCheck[record]) continue;
    entries.push({
      key: segment.keys.subarray(record * 4, record * 4 + 4),
      lead: leads.subarray(leadAt, leadEnd(segment, record)),
      detail,
    });
  }
  return entries;
}

/**
 * Writes a segment beside `path` and renames it into place: readers see a whole file or none. Entries may come in
 * any order; of equal keys the first stays. Throws on a full or read-only disk, leaving nothing behind.
 */
export function writeSegment(path: string, entries: readonly Entry[]): void {
  const sorted = entries
    .toSorted((left, right) => compareKeys(left.key, 0, right.key, 0))
    .filter(
      (entry, index, all) =>
        index === 0 || compareKeys(entry.key, 0, all[index - 1]?.key ?? entry.key, 0) !== 0,
    );
  const aside = `${path}.tmp`;
  const fd = openSync(aside, 'wx');
  try {
    const index = indexOf(sorted);
    const leadWords = sorted.reduce((sum, entry) => sum + entry.lead.length, 0);
    const head = Uint32Array.of(...magic, sorted.length, leadWords, crc32(asBytes(index)));
    const write = bufferedWriter(fd);
    write(asBytes(head));
    write(asBytes(index));
    for (const entry of sorted) write(asBytes(entry.lead));
    for (const entry of sorted) write(entry.detail);
    write.end();
    closeSync(fd);
    renameSync(aside, path);
  } catch (error) {
    try {
      closeSync(fd);
    } catch {
      // Closed already: the rename failed.
    }
    rmSync(aside, { force: true });
    throw error;
  }
}

function indexOf(sorted: readonly Entry[]): Uint32Array {
  const count = sorted.length;
  const index = new Uint32Array(count * indexColumns);
  let leadAt = 0;
  let detailAt = 0;
  sorted.forEach((entry, record) => {
    index.set(entry.key, record * 4);
    index[4 * count + record] = leadAt;
    index[5 * count + record] = detailAt;
    index[6 * count + record] = entry.detail.length;
    index[7 * count + record] = crc32(entry.detail);
    leadAt += entry.lead.length;
    detailAt += entry.detail.length;
  });
  return index;
}

/** Joins small writes; `end` writes the rest. */
function bufferedWriter(fd: number): { (bytes: Uint8Array): void; end(): void } {
  const buffer = Buffer.allocUnsafe(1 << 20);
  let used = 0;
  const flush = () => {
    writeFully(fd, buffer.subarray(0, used));
    used = 0;
  };
  const write = (bytes: Uint8Array) => {
    if (used + bytes.length > buffer.length) flush();
    if (bytes.length > buffer.length) writeFully(fd, bytes);
    else {
      buffer.set(bytes, used);
      used += bytes.length;
    }
  };
  return Object.assign(write, { end: flush });
}

function writeFully(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at);
}

function readWords(path: string, position: number, count: number): Uint32Array {
  const fd = openSync(path, 'r');
  try {
    return readWordsOf(fd, position, count);
  } finally {
    closeSync(fd);
  }
}

function readWordsOf(fd: number, position: number, count: number): Uint32Array {
  const words = new Uint32Array(count);
  readFully(fd, asBytes(words), position);
  return words;
}

function readFully(fd: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length; ) {
    const got = readSync(fd, bytes, at, bytes.length - at, position + at);
    if (got === 0) throw new Error('file ends early');
    at += got;
  }
}

function asBytes(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
