/**
 * Archives of what set-ups left, on the disk of the harness, where no command of a repository can reach. Like the caches of
 * well-known continuous integration services an entry belongs to a branch of a repository: see `runs/stages/dependencies.ts`
 * for who reads and who writes. Everything in here can be made again, so whatever is wrong with an entry, it goes.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import {
  contentOf,
  everything,
  hasRoom,
  noteOf,
  readEntry,
  remove,
  removeEmpty,
  syncFolder,
  touch,
  type Use,
  useContent,
  writeContent,
  writeNote,
} from './entry-files.ts';
import { isOld, mostOfOne, outlived } from './retention.ts';

export interface StoreOptions {
  root: string;
  /** Bytes of all entries together; the one that was used longest ago goes first. */
  mostBytes: number;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Whose entry it is. */
export interface Shelf {
  /** Stable name of the repository. */
  repository: string;
  branch: string;
}

export interface Entry {
  /** Milliseconds since 1970. */
  made: number;
  /** Check commands that did not even start on a fresh set-up: that they do not start on this one is not its fault. */
  unstarted: string[];
}

export interface DependencyStore {
  /**
   * Hands the content of the first whole entry of `key` to `use`, once at most, and returns the entry when that says `used`.
   * One that is damaged, or does not fit, is thrown away. `interrupted`: it may fit another time.
   */
  take(
    shelves: readonly Shelf[],
    key: string,
    use: (content: Readable) => Promise<Use>,
  ): Promise<Entry | undefined>;
  /** Keeps what `write` writes, unless that returns false, writes too much, or there is an entry already. */
  put(shelf: Shelf, key: string, write: (to: Writable) => Promise<boolean>): Promise<boolean>;
  /** Notes check commands that do not start on a fresh set-up either. */
  noteUnstarted(shelf: Shelf, key: string, commands: readonly string[]): Promise<void>;
  drop(shelves: readonly Shelf[], key: string): Promise<void>;
  /** Removes what is too old, too much, or was left by a process that died. */
  sweep(): Promise<void>;
  /** Removes all entries of a repository. */
  forget(repository: string): Promise<void>;
}

export function dependencyStore({ root, mostBytes, now }: StoreOptions): DependencyStore {
  const most = mostOfOne(mostBytes);
  const shelfOf = ({ repository, branch }: Shelf) => path.join(root, nameOf(repository), digest(branch));
  const placeOf = (shelf: Shelf, key: string) => path.join(shelfOf(shelf), digest(key));

  async function sweep(): Promise<void> {
    for (const place of outlived(await everything(root), now(), mostBytes)) await remove(place);
    await removeEmpty(root);
  }

  return {
    sweep,
    async take(shelves, key, use) {
      for (const shelf of shelves) {
        const place = placeOf(shelf, key);
        const entry = await readEntry(place);
        if (!entry) continue;
        const end = isOld(entry, now()) ? 'damaged' : await useContent(place, entry, use);
        if (end === 'damaged') {
          await remove(place);
          continue;
        }
        // Gone meanwhile: then it has left by itself.
        if (end === 'used') await touch(noteOf(place), now()).catch(() => undefined);
        if (end === 'unfit') await remove(place);
        return end === 'used' ? { made: entry.made, unstarted: entry.unstarted } : undefined;
      }
      return undefined;
    },
    async put(shelf, key, write) {
      const place = placeOf(shelf, key);
      if (await readEntry(place)) return false;
      const fresh = `${place}.${randomUUID()}`;
      try {
        await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
        // Something without a readable note: no entry, and in the way.
        await remove(place);
        if (!(await hasRoom(path.dirname(place), most))) return false;
        await mkdir(fresh, { mode: 0o700 });
        const content = await writeContent(contentOf(fresh), most, write);
        if (!content) return false;
        await writeNote(noteOf(fresh), { made: now(), ...content, unstarted: [] }, now());
        await syncFolder(fresh);
        // Whole or not at all; and not over one that another run has put there meanwhile.
        await rename(fresh, place);
        await syncFolder(path.dirname(place));
      } catch {
        // Keeping saves time and nothing else: a full disk is no reason for a run to fail.
        return false;
      } finally {
        await rm(fresh, { recursive: true, force: true });
      }
      await sweep();
      return true;
    },
    async noteUnstarted(shelf, key, commands) {
      const place = placeOf(shelf, key);
      const entry = await readEntry(place);
      if (!entry) return;
      const note = `${noteOf(place)}.${randomUUID()}`;
      try {
        await writeNote(note, { ...entry, unstarted: [...commands] }, now());
        await rename(note, noteOf(place));
      } catch {
        // Gone meanwhile.
      }
    },
    async drop(shelves, key) {
      for (const shelf of shelves) await remove(placeOf(shelf, key));
    },
    forget: (repository) => rm(path.join(root, nameOf(repository)), { recursive: true, force: true }),
  };
}

/** Names of branches are whatever their authors like; a digest is a name of a folder, and equal only for equal ones. */
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40);
const nameOf = (repository: string) => repository.replaceAll(/[^\w.-]/g, '_').replace(/^\.+/, '_');
