/** Keeps the log of a repository between runs: reading thousands of commits takes longer than everything else in a warm run. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Commit, RepoSource } from './types.ts';

const stored = z.array(z.object({ time: z.number(), subject: z.string(), paths: z.array(z.string()) }));

/** Logs of this many heads are kept. */
const mostKept = 40;

/**
 * `source.history(limit)`, from `folder` when it was read before from the same head. A missing, damaged or unwritable cache costs
 * time only.
 */
export async function cachedHistory(
  source: RepoSource,
  limit: number,
  folder?: string,
): Promise<readonly Commit[]> {
  const head = folder === undefined ? undefined : await source.head();
  if (folder === undefined || head === undefined) return source.history(limit);
  const name = createHash('sha1').update(`${source.identity}\0${head}\0${limit}`).digest('hex');
  const own = path.join(folder, 'history');
  const file = path.join(own, `${name}.json`);
  const known = await readFile(file, 'utf8').then(read, () => undefined);
  if (known !== undefined) return known;
  const commits = await source.history(limit);
  await write(own, file, JSON.stringify(commits)).catch(() => undefined);
  return commits;
}

function read(text: string): Commit[] | undefined {
  try {
    return stored.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Writes beside and renames, so that no reader ever sees half a file; then forgets the oldest. */
async function write(folder: string, file: string, text: string): Promise<void> {
  const fresh = `${file}.${process.pid}.tmp`;
  await mkdir(folder, { recursive: true });
  await writeFile(fresh, text);
  await rename(fresh, file);
  const names = await readdir(folder);
  if (names.length <= mostKept) return;
  const ages = await Promise.all(
    names.map(async (name) => [name, (await stat(path.join(folder, name))).mtimeMs] as const),
  );
  const old = ages.sort((a, b) => b[1] - a[1]).slice(mostKept);
  await Promise.all(old.map(([name]) => rm(path.join(folder, name), { force: true })));
}
