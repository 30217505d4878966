/**
 * Work trees that wait for the next run of their repository, one a repository: writing thousands of files takes longer than
 * all else that a run does by itself. Nothing that a run left in a tree is there for the next one: see `sweep.ts`.
 */
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { indexedFolders, readIndex, withChanged } from './index-file.ts';
import { removeTree } from './remove.ts';
import { folderMark, sweep } from './sweep.ts';

/** Repositories whose trees are kept at most: the last ones that had a run. */
const MOST_KEPT = 20;

/** Beside the mirror of the repository. Must be on the disk of the workspaces. */
export const keptTreeOf = (mirror: string) => mirror.replace(/\.git$/, '.tree');
const mirrorOf = (place: string) => place.replace(/\.tree$/, '.git');

/** What was noted about a tree lies beside it, where no program of the repository can write. */
const notesOf = (root: string) => ({
  index: path.join(root, 'noted', 'index'),
  folders: path.join(root, 'noted', 'folders.json'),
});

const foldersSchema = z.record(z.string(), z.string());

/**
 * Moves the waiting tree to `root/work`, with the index that goes with it to `index`. False when none waits: `root` does not
 * exist then.
 */
export async function takeTree(place: string, root: string, index: string): Promise<boolean> {
  try {
    await rename(place, root);
    await mkdir(path.dirname(index), { recursive: true, mode: 0o700 });
    copyFileSync(notesOf(root).index, index);
    return true;
  } catch {
    await removeTree(root);
    return false;
  }
}

/** Notes what the checkout has just written. Nothing may have run in the tree yet. */
export async function noteTree(root: string, index: string): Promise<void> {
  const notes = notesOf(root);
  const dir = path.join(root, 'work');
  await mkdir(path.dirname(notes.index), { recursive: true, mode: 0o700 });
  const folders = indexedFolders(readFileSync(index));
  const marks = [...folders].map((folder) => [folder, folderMark(dir, folder)]);
  writeFileSync(notes.folders, JSON.stringify(Object.fromEntries(marks)));
  copyFileSync(index, notes.index);
}

/**
 * The kernel's clock for files goes in ticks of up to 10 ms: what was written this shortly before the note was made could
 * have been changed after it without a difference.
 */
const TICK = 20_000_000n;

/**
 * Empties the tree in `root/work` of everything but what is as it was noted. False when nothing of it may stay. All programs
 * that ran in it must have ended.
 */
export async function sweepTree(root: string): Promise<boolean> {
  const notes = notesOf(root);
  if (!existsSync(notes.index)) return false;
  const index = readFileSync(notes.index);
  const noted = {
    files: readIndex(index),
    folders: new Map(Object.entries(foldersSchema.parse(JSON.parse(readFileSync(notes.folders, 'utf8'))))),
    before: statSync(notes.index, { bigint: true }).mtimeNs - TICK,
  };
  // An index of another kind than we read: nothing could be kept.
  if (noted.files.size === 0) return false;
  const moved = await sweep(path.join(root, 'work'), noted, path.join(root, 'noted', 'spare'));
  // Moving them was a change, too: the next checkout would write them again.
  if (moved.size > 0) writeFileSync(notes.index, withChanged(index, moved));
  return true;
}

/** Leaves a tree that was swept at `place`. False when another one waits there, or the repository was forgotten. */
export async function keepTree(place: string, root: string): Promise<boolean> {
  if (existsSync(place) || !existsSync(mirrorOf(place))) return false;
  for (const name of await readdir(root))
    if (name !== 'work' && name !== 'noted') await removeTree(path.join(root, name));
  await rename(root, place);
  await forgetOldest(path.dirname(place));
  return true;
}

async function forgetOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.tree'));
  if (names.length <= MOST_KEPT) return;
  const ages = await Promise.all(
    names.map(async (name) => {
      const notes = await stat(path.join(folder, name, 'noted')).catch(() => undefined);
      return { name, age: notes?.mtimeMs ?? 0 };
    }),
  );
  for (const { name } of ages.sort((a, b) => b.age - a.age).slice(MOST_KEPT)) {
    // A run that takes it meanwhile finds a whole tree or none.
    const doomed = path.join(folder, `${name}.old`);
    await rename(path.join(folder, name), doomed).then(
      () => removeTree(doomed),
      () => undefined,
    );
  }
}
