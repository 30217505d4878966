/**
 * Archives of what set-ups left, on the disk of the harness, where no command of a repository can reach. Like the caches of
 * well-known continuous integration services an entry belongs to a branch of a repository: see `runs/stages/dependencies.ts`
 * for who reads and who writes. Everything in here can be made again, so whatever is wrong with an entry, it goes.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { z } from 'zod';

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

export type Use = 'used' | 'unfit' | 'interrupted';

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

const DAY_MS = 24 * 3_600_000;
/** Versions of tools are told apart by sight only, and a set-up without its flaws of old should come up by itself. */
const OLDEST_MS = 30 * DAY_MS;
/** As long as a branch is worked on. */
const UNUSED_MS = 7 * DAY_MS;
/** What a dead process left; living ones take less. */
const LEFT_MS = 3_600_000;
/** One entry may take this part of the whole, and no more than the largest workspace. */
const SHARE = 4;
const LARGEST = 2 * 1024 ** 3;
/** Left free on the disk, which others (the database) need as well. */
const SPARE = 1024 ** 3;

const entrySchema = z.object({
  made: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  unstarted: z.array(z.string()),
});
type Noted = z.infer<typeof entrySchema>;

const contentOf = (place: string) => path.join(place, 'content.tar');
const noteOf = (place: string) => path.join(place, 'entry.json');

export function dependencyStore({ root, mostBytes, now }: StoreOptions): DependencyStore {
  const mostOfOne = Math.min(LARGEST, Math.floor(mostBytes / SHARE));
  const shelfOf = ({ repository, branch }: Shelf) => path.join(root, nameOf(repository), digest(branch));
  const placeOf = (shelf: Shelf, key: string) => path.join(shelfOf(shelf), digest(key));

  async function sweep(): Promise<void> {
    const kept: Found[] = [];
    for (const found of await everything(root)) {
      const { place, used, entry } = found;
      const age = now() - (entry?.made ?? used);
      if (!entry ? age > LEFT_MS : age > OLDEST_MS || now() - used > UNUSED_MS) await remove(place);
      else kept.push(found);
    }
    await removeEmpty(root);
    let sum = kept.reduce((total, { entry }) => total + (entry?.bytes ?? 0), 0);
    for (const { place, entry } of kept.sort((a, b) => a.used - b.used)) {
      if (sum <= mostBytes) return;
      await remove(place);
      sum -= entry?.bytes ?? 0;
    }
  }

  return {
    sweep,
    async take(shelves, key, use) {
      for (const shelf of shelves) {
        const place = placeOf(shelf, key);
        const entry = await readEntry(place);
        if (!entry) continue;
        const isOld = now() - entry.made > OLDEST_MS;
        const end = isOld ? 'damaged' : await useContent(place, entry, use);
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
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      const fresh = `${place}.${randomUUID()}`;
      try {
        // Something without a readable note: no entry, and in the way.
        await remove(place);
        if (!(await hasRoom(path.dirname(place), mostOfOne))) return false;
        await mkdir(fresh, { mode: 0o700 });
        const content = await writeContent(contentOf(fresh), mostOfOne, write);
        if (!content) return false;
        const entry: Noted = { made: now(), ...content, unstarted: [] };
        await writeFile(noteOf(fresh), JSON.stringify(entry), { mode: 0o600, flush: true });
        await touch(noteOf(fresh), now());
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
        await writeFile(note, JSON.stringify({ ...entry, unstarted: commands }), {
          mode: 0o600,
          flush: true,
        });
        await touch(note, now());
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

async function readEntry(place: string): Promise<Noted | undefined> {
  try {
    return entrySchema.parse(JSON.parse(await readFile(noteOf(place), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Verified first and used then: of a damaged archive not one byte gets near a workspace. */
async function useContent(
  place: string,
  entry: Noted,
  use: (content: Readable) => Promise<Use>,
): Promise<Use | 'damaged'> {
  try {
    // One descriptor for both, so that what was verified is what is used, also when the entry leaves meanwhile.
    await using file = await open(contentOf(place), 'r');
    const hash = createHash('sha256');
    for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) hash.update(chunk);
    if (hash.digest('hex') !== entry.sha256) return 'damaged';
    const content = file.createReadStream({ start: 0, autoClose: false });
    return await use(content).finally(() => content.destroy());
  } catch {
    // Gone, or not to be read.
    return 'damaged';
  }
}

class TooLarge extends Error {}

async function writeContent(
  file: string,
  most: number,
  write: (to: Writable) => Promise<boolean>,
): Promise<Pick<Noted, 'bytes' | 'sha256'> | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes > most) done(new TooLarge());
      else done(null, chunk);
    },
  });
  const stored = pipeline(counted, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  // Looked at below; until then it must not count as unhandled.
  stored.catch(() => undefined);
  const isWhole = await write(counted);
  if (!isWhole || !counted.writableEnded) {
    counted.destroy();
    await finished(counted).catch(() => undefined);
    return undefined;
  }
  await stored;
  return { bytes, sha256: hash.digest('hex') };
}

async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize > bytes + SPARE;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

const touch = (file: string, time: number) => utimes(file, time / 1000, time / 1000);

/** Renamed first: a reader finds a whole entry or none. */
async function remove(place: string): Promise<void> {
  const doomed = `${place}.${randomUUID()}`;
  await rename(place, doomed).then(
    () => rm(doomed, { recursive: true, force: true }),
    () => undefined,
  );
}

interface Found {
  place: string;
  /** Milliseconds since 1970. */
  used: number;
  /** Undefined for what no entry is, or not yet. */
  entry: Noted | undefined;
}

async function everything(root: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const repository of await namesIn(root))
    for (const shelf of await namesIn(path.join(root, repository)))
      for (const name of await namesIn(path.join(root, repository, shelf))) {
        const place = path.join(root, repository, shelf, name);
        const entry = name.includes('.') ? undefined : await readEntry(place);
        const times = await stat(entry ? noteOf(place) : place).catch(() => undefined);
        if (times) found.push({ place, used: times.mtimeMs, entry });
      }
  return found;
}

/** Shelves of branches that are not worked on any more. A run that puts something there in this moment does without. */
async function removeEmpty(root: string): Promise<void> {
  for (const repository of await namesIn(root)) {
    for (const shelf of await namesIn(path.join(root, repository)))
      await rmdir(path.join(root, repository, shelf)).catch(() => undefined);
    await rmdir(path.join(root, repository)).catch(() => undefined);
  }
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);
