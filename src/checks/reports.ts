/** Result files that a test command wrote. The folder is the repository's: links are not followed, sizes are bounded. */
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanOutput } from './output.ts';

const maxFiles = 2000;
const maxFileBytes = 4 * 1024 * 1024;
const maxTotalBytes = 32 * 1024 * 1024;
const skipped = new Set(['node_modules', '.git', 'vendor']);
/** File times are taken from the kernel's tick, which is up to this much behind the clock. */
const tickMs = 20;

/**
 * Texts of the regular files below `folder` that match one of the globs and were written at `since` (milliseconds since
 * 1970) or later: a report that was there before says nothing about this run.
 */
export function readReports(folder: string, globs: readonly string[], since: number): string[] {
  if (globs.length === 0) return [];
  const texts: string[] = [];
  let total = 0;
  for (const name of filesBelow(folder)) {
    if (!globs.some((glob) => matches(name, glob))) continue;
    const text = readFresh(path.join(folder, name), since - tickMs);
    if (text === undefined) continue;
    total += text.length;
    if (texts.length >= maxFiles || total > maxTotalBytes) break;
    texts.push(cleanOutput(text));
  }
  return texts;
}

/** The cheap comparison first: compiling a glob for each of many thousand files would take seconds. */
function matches(name: string, glob: string): boolean {
  return path.extname(name) === path.extname(glob) && path.matchesGlob(name, glob);
}

function filesBelow(folder: string): string[] {
  const found: string[] = [];
  const folders = [''];
  for (let next = folders.pop(); next !== undefined && found.length < 100_000; next = folders.pop()) {
    let entries: ReturnType<typeof listEntries>;
    try {
      entries = listEntries(path.join(folder, next));
    } catch {
      continue;
    }
    for (const entry of entries) {
      const name = path.posix.join(next, entry.name);
      if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(name);
      else if (entry.isFile()) found.push(name);
    }
  }
  return found.sort();
}

function listEntries(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

function readFresh(file: string, since: number): string | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size > maxFileBytes || stat.mtimeMs < since) return undefined;
    return readFileSync(fd, 'utf8');
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
