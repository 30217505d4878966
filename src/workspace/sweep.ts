/**
 * Takes everything out of a work tree that is not as the checkout left it. The rule is the kernel's: whatever happens to a
 * file or folder (content, mode, owner, links, attributes, a moved clock of `touch`) sets the time of its last change
 * (ctime), and nothing but the clock of the machine decides which time that is. So what has the inode and the time that were
 * noted before any program ran in the tree is untouched; all else is removed, and folders are made anew.
 */
import type { BigIntStats } from 'node:fs';
import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { IndexEntry } from './index-file.ts';
import { removeTree } from './remove.ts';

export interface Noted {
  /** Files, by path as Latin-1. */
  files: ReadonlyMap<string, IndexEntry>;
  /** Folders by path, the tree itself as ''; see `folderMark`. */
  folders: ReadonlyMap<string, string>;
  /** Nanoseconds since 1970; what changed later is not trusted, whatever its mark. */
  before: bigint;
}

/** Inode and time of the last change of a folder. */
export function folderMark(dir: string, folder: string): string {
  return mark(lstatSync(at(dir, folder), { bigint: true }));
}

const mark = (stats: BigIntStats) => `${stats.ino} ${stats.ctimeNs}`;

const plain = /^[\x20-\x7e]*$/;

/** A path below `dir`: of bytes where it is not plain ASCII, in which Latin-1 and UTF-8 are the same. */
function at(dir: string, name: string): string | Buffer {
  if (plain.test(name)) return name === '' ? dir : `${dir}/${name}`;
  return Buffer.concat([Buffer.from(dir), Buffer.from(`/${name}`, 'latin1')]);
}

/** Other work of the process gets a turn after so many entries. */
const BREATH = 500;

/**
 * `spare`: a path on the same disk that does not exist, where folders are made anew. Returns the files that were moved for
 * that, with the time (see `IndexEntry.changed`) that the move itself gave them.
 */
export async function sweep(dir: string, noted: Noted, spare: string): Promise<Map<string, bigint>> {
  const moved = new Map<string, bigint>();
  let seen = 0;

  /** Whether anything is left of the folder. */
  async function visit(folder: string): Promise<boolean> {
    const place = at(dir, folder);
    const stats = lstatSync(place, { bigint: true });
    const same = noted.folders.get(folder) === mark(stats) && stats.ctimeNs < noted.before;
    if (!same) chmodSync(place, 0o700);
    const kept: string[] = [];
    for (const entry of readdirSync(place, { encoding: 'latin1', withFileTypes: true })) {
      seen += 1;
      if (seen % BREATH === 0) await setImmediate();
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && noted.folders.has(name)) {
        if (await visit(name)) kept.push(entry.name);
      } else if (entry.isDirectory()) await removeTree(at(dir, name));
      else if (isUntouched(at(dir, name), noted.files.get(name), noted.before)) kept.push(entry.name);
      else unlinkSync(at(dir, name));
    }
    if (kept.length === 0 && folder !== '') {
      rmdirSync(place);
      return false;
    }
    if (same) return true;
    // Modes could be put back, but access lists and attributes of a folder cannot be seen from here.
    mkdirSync(spare, folder === '' ? 0o700 : 0o777);
    for (const entry of kept) {
      const name = folder === '' ? entry : `${folder}/${entry}`;
      const target = at(spare, entry);
      renameSync(at(dir, name), target);
      if (noted.files.has(name)) moved.set(name, lstatSync(target, { bigint: true }).ctimeNs);
    }
    rmdirSync(place);
    renameSync(spare, place);
    return true;
  }

  await visit('');
  return moved;
}

function isUntouched(place: string | Buffer, entry: IndexEntry | undefined, before: bigint): boolean {
  if (!entry || entry.type === 'submodule') return false;
  const stats = lstatSync(place, { bigint: true });
  return (
    (entry.type === 'file' ? stats.isFile() : stats.isSymbolicLink()) &&
    stats.ctimeNs === entry.changed &&
    (stats.ino & 0xffff_ffffn) === entry.inode &&
    stats.ctimeNs < before
  );
}
