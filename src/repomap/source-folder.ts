/** A folder without git: what is on the disk, minus what nobody would commit. */
import { createHash } from 'node:crypto';
import { constants, lstatSync } from 'node:fs';
import { type FileHandle, open, opendir } from 'node:fs/promises';
import path from 'node:path';
import type { RepoFile, RepoSource } from './types.ts';

/** Folders that hold installed, built or private things in every tool's default. */
const skipped = new Set([
  'node_modules',
  '.git',
  '.hg',
  '.svn',
  '__pycache__',
  '.venv',
  '.tox',
  '.mypy_cache',
]);
/** More files than any repository that the map is meant for: a start at `/` must end. */
const mostFiles = 300_000;

/** Opens a regular file without following a link in its last part and without hanging on a pipe; undefined for anything else. */
async function openRegular(file: string): Promise<FileHandle | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch(() => undefined);
  if (handle === undefined) return undefined;
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  return undefined;
}

export async function readRegular(file: string): Promise<Uint8Array> {
  const handle = await openRegular(file);
  if (handle === undefined) return new Uint8Array();
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** The regular files under `root`, relative with `/`. Links are not followed, so loops cannot happen. */
async function walk(root: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [''];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await opendir(path.join(root, next)).catch(() => undefined);
    if (entries === undefined) continue;
    for await (const entry of entries) {
      const name = next === '' ? entry.name : `${next}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) folders.push(name);
      } else if (entry.isFile()) {
        found.push(name);
        if (found.length >= mostFiles) return found.sort();
      }
    }
  }
  return found.sort();
}

/** Every file under `root`; `blob` is made of path, size and time of change, so an unchanged file is recognised without reading it. */
export function folderSource(root: string): RepoSource {
  return {
    identity: root,
    async files() {
      const files: RepoFile[] = [];
      for (const name of await walk(root)) {
        const state = lstatSync(path.join(root, name), { throwIfNoEntry: false });
        if (!state?.isFile()) continue;
        const { size, mtimeMs } = state;
        const blob = createHash('sha1').update(`${name}\0${size}\0${mtimeMs}`).digest('hex');
        files.push({ path: name, blob, size });
      }
      return files;
    },
    read: (file) => readRegular(path.join(root, file.path)),
    head: async () => undefined,
    history: async () => [],
    close: async () => undefined,
  };
}
