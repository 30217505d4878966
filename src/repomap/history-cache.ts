/** Keeps the log of a repository between runs: reading thousands of commits takes longer than everything else in a warm run. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Commit, RepoSource } from './types.ts';

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
  const file = path.join(own, `${name}.log`);
  const known = await readFile(file, 'utf8').then(read, () => undefined);
  if (known !== undefined) return known;
  const commits = await source.history(limit);
  await write(own, file, encode(commits)).catch(() => undefined);
  return commits;
}

/** Separates commits and ends the last one; no subject or path that git tells has it, since it separates them there as well. */
const mark = '\x01';

/** A commit is its time, its subject and its paths, joined by NUL: neither of the two can hold one. */
function encode(commits: readonly Commit[]): string {
  return commits.map(({ time, subject, paths }) => [time, subject, ...paths].join('\0') + mark).join('');
}

/** Undefined for what is no such text, or only the beginning of one. */
function read(text: string): Commit[] | undefined {
  if (text !== '' && !text.endsWith(mark)) return undefined;
  const commits: Commit[] = [];
  for (const record of text.split(mark).slice(0, -1)) {
    const [time = '', subject, ...paths] = record.split('\0');
    if (subject === undefined || !/^\d+$/.test(time)) return undefined;
    commits.push({ time: Number(time), subject, paths });
  }
  return commits;
}

/** Writes beside and renames, so that no reader ever sees half a file; then forgets the oldest. */
async function write(folder: string, file: string, text: string): Promise<void> {
  const fresh = `${file}.${randomUUID()}.tmp`;
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
