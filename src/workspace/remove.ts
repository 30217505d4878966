/** Folders in which somebody else's programs ran. */
import { chmod, readdir, rm } from 'node:fs/promises';

/** Removes a file or folder with all that is in it. Folders that were closed (mode 000) are opened first; links are not followed. */
export async function removeTree(target: string | Buffer): Promise<void> {
  try {
    await rm(target, { recursive: true, force: true });
  } catch {
    await openFolders(Buffer.from(target));
    await rm(target, { recursive: true, force: true });
  }
}

async function openFolders(folder: Buffer): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { encoding: 'buffer', withFileTypes: true }))
    if (entry.isDirectory()) await openFolders(Buffer.concat([folder, Buffer.from('/'), entry.name]));
}
