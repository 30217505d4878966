/**
 * git's index as far as it says which paths it holds, which inode a file was written to, and when (gitformat-index, versions 2
 * and 3, SHA-1). Paths are bytes read as Latin-1 where they are keys, since a file name need not be text.
 */
import { createHash } from 'node:crypto';

export interface IndexEntry {
  type: 'file' | 'link' | 'submodule';
  /** Nanoseconds since 1970 of the last change to the inode, of whatever kind. */
  changed: bigint;
  /** Inode number modulo 2^32. */
  inode: bigint;
}

const HEADER = 12;
const UP_TO_ID = 40;
const ID = 20;
const EXTENDED = 0x4000;
const STAGES = 0x3000;
const types: Readonly<Record<number, IndexEntry['type']>> = { 8: 'file', 10: 'link', 14: 'submodule' };

const CHECKSUM = 20;

/**
 * Tells of each entry where it begins, and where its name begins and ends. False for an index of another version or one that
 * is cut short: what was told then does not count.
 */
function scan(bytes: Buffer, tell: (entry: number, name: number, end: number) => void): boolean {
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 4) !== 'DIRC') return false;
  const version = bytes.readUInt32BE(4);
  if (version !== 2 && version !== 3) return false;
  let at = HEADER;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const flagsAt = at + UP_TO_ID + ID;
    if (flagsAt + 4 > bytes.length) return false;
    const name = flagsAt + (bytes.readUInt16BE(flagsAt) & EXTENDED ? 4 : 2);
    const end = bytes.indexOf(0, name);
    if (end < 0) return false;
    tell(at, name, end);
    // Padded with one to eight NUL to a multiple of eight.
    at += (end - at + 8) & ~7;
  }
  return true;
}

const isMerged = (bytes: Buffer, entry: number) => (bytes.readUInt16BE(entry + UP_TO_ID + ID) & STAGES) === 0;

/** Entries by path. Unmerged ones are left out. Empty for an index that cannot be read. */
export function readIndex(bytes: Buffer): Map<string, IndexEntry> {
  const entries = new Map<string, IndexEntry>();
  const isRead = scan(bytes, (at, name, end) => {
    const type = types[bytes.readUInt32BE(at + 24) >>> 12];
    if (type === undefined || !isMerged(bytes, at)) return;
    entries.set(bytes.toString('latin1', name, end), {
      type,
      changed: BigInt(bytes.readUInt32BE(at)) * 1_000_000_000n + BigInt(bytes.readUInt32BE(at + 4)),
      inode: BigInt(bytes.readUInt32BE(at + 20)),
    });
  });
  return isRead ? entries : new Map();
}

/** The folders that hold an entry, as Latin-1, the root as ''. Of an index that cannot be read only the root. */
export function indexedFolders(bytes: Buffer): Set<string> {
  const folders = new Set(['']);
  let last = '';
  const isRead = scan(bytes, (_, name, end) => {
    const path = bytes.toString('latin1', name, end);
    // Entries are sorted, so most lie in the folder of the one before.
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (folder === last) return;
    last = folder;
    for (let at = folder.length; at > 0; at = folder.lastIndexOf('/', at - 1))
      folders.add(folder.slice(0, at));
  });
  return isRead ? folders : new Set(['']);
}

/** The paths of an index that says all: undefined for one that cannot be read, or with a merge that is not resolved. */
export function indexedPaths(bytes: Buffer): string[] | undefined {
  const paths: string[] = [];
  let isWhole = true;
  const isRead = scan(bytes, (at, name, end) => {
    isWhole &&= isMerged(bytes, at);
    paths.push(bytes.toString('utf8', name, end));
  });
  return isRead && isWhole ? paths : undefined;
}

/** What names the content of an index: the checksum at its end. Undefined where git left it out (`index.skipHash`). */
export function markOf(bytes: Buffer): string | undefined {
  const checksum = bytes.subarray(-CHECKSUM);
  return checksum.length < CHECKSUM || checksum.every((byte) => byte === 0)
    ? undefined
    : checksum.toString('hex');
}

/** The same index with other times of last change (see `IndexEntry.changed`) for some paths. */
export function withChanged(bytes: Buffer, times: ReadonlyMap<string, bigint>): Buffer {
  const changed = Buffer.from(bytes);
  const isRead = scan(bytes, (at, name, end) => {
    const time = times.get(bytes.toString('latin1', name, end));
    if (time === undefined || !isMerged(bytes, at)) return;
    changed.writeUInt32BE(Number(time / 1_000_000_000n), at);
    changed.writeUInt32BE(Number(time % 1_000_000_000n), at + 4);
  });
  if (!isRead || markOf(bytes) === undefined) return isRead ? changed : bytes;
  createHash('sha1')
    .update(changed.subarray(0, -CHECKSUM))
    .digest()
    .copy(changed, changed.length - CHECKSUM);
  return changed;
}
