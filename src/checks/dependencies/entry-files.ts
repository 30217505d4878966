/** Entries of the store as folders: an archive and a note beside it, which come whole and leave whole. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import {
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
import type { Found } from './retention.ts';

/** What whoever reads an archive made of it. */
export type Use = 'used' | 'unfit' | 'interrupted';

/** Left free on the disk, which others (the database) need as well. */
const SPARE = 1024 ** 3;

const entrySchema = z.object({
  made: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  unstarted: z.array(z.string()),
});
type Noted = z.infer<typeof entrySchema>;

export const contentOf = (place: string) => path.join(place, 'content.tar');
export const noteOf = (place: string) => path.join(place, 'entry.json');

export async function readEntry(place: string): Promise<Noted | undefined> {
  try {
    return entrySchema.parse(JSON.parse(await readFile(noteOf(place), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Verified first and used then: of a damaged archive not one byte gets near a workspace. */
export async function useContent(
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

/** `used`: milliseconds since 1970. */
export async function writeNote(file: string, note: Noted, used: number): Promise<void> {
  await writeFile(file, JSON.stringify(note), { mode: 0o600, flush: true });
  await touch(file, used);
}

class TooLarge extends Error {}

export async function writeContent(
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

export async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize > bytes + SPARE;
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

export const touch = (file: string, time: number) => utimes(file, time / 1000, time / 1000);

/** Renamed first: a reader finds a whole entry or none. */
export async function remove(place: string): Promise<void> {
  const doomed = `${place}.${randomUUID()}`;
  await rename(place, doomed).then(
    () => rm(doomed, { recursive: true, force: true }),
    () => undefined,
  );
}

export async function everything(root: string): Promise<Found[]> {
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
export async function removeEmpty(root: string): Promise<void> {
  for (const repository of await namesIn(root)) {
    for (const shelf of await namesIn(path.join(root, repository)))
      await rmdir(path.join(root, repository, shelf)).catch(() => undefined);
    await rmdir(path.join(root, repository)).catch(() => undefined);
  }
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);
