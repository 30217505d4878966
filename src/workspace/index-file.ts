/** git's index as far as it says which inode a file was written to, and when (gitformat-index, versions 2 and 3). */

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

/**
 * Entries by path; paths are bytes read as Latin-1, since a file name need not be text. Unmerged ones are left out. Empty for
 * an index of another version or one that is cut short.
 */
export function readIndex(bytes: Buffer): Map<string, IndexEntry> {
  const entries = new Map<string, IndexEntry>();
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 4) !== 'DIRC') return entries;
  const version = bytes.readUInt32BE(4);
  if (version !== 2 && version !== 3) return entries;
  let at = HEADER;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const flagsAt = at + UP_TO_ID + ID;
    if (flagsAt + 4 > bytes.length) return new Map();
    const flags = bytes.readUInt16BE(flagsAt);
    const nameAt = flagsAt + (flags & EXTENDED ? 4 : 2);
    const end = bytes.indexOf(0, nameAt);
    if (end < 0) return new Map();
    const type = types[bytes.readUInt32BE(at + 24) >>> 12];
    if (type !== undefined && (flags & STAGES) === 0) {
      entries.set(bytes.toString('latin1', nameAt, end), {
        type,
        changed: BigInt(bytes.readUInt32BE(at)) * 1_000_000_000n + BigInt(bytes.readUInt32BE(at + 4)),
        inode: BigInt(bytes.readUInt32BE(at + 20)),
      });
    }
    // Padded with one to eight NUL to a multiple of eight.
    at += (end - at + 8) & ~7;
  }
  return entries;
}

/** The paths of an index that says all: undefined for one of another version, or with a merge that is not resolved. */
export function indexedPaths(bytes: Buffer): string[] | undefined {
  const names = [...readIndex(bytes).keys()];
  if (bytes.length < HEADER || names.length !== bytes.readUInt32BE(8)) return undefined;
  return names.map((name) => Buffer.from(name, 'latin1').toString('utf8'));
}
