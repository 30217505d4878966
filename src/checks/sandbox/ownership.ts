/** When the bot is root the sandbox runs as somebody else, who must own the workspace and be able to reach it. */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** Gives folders to a user, with all that is in them. Symbolic links are changed themselves, never followed. */
export async function giveTo(uid: number, folders: readonly string[]): Promise<void> {
  await promisify(execFile)('chown', ['-R', '-P', '-h', `${uid}:${uid}`, '--', ...folders]);
}

/** The first folder above `target` that only its owner may enter, which bubblewrap as another user could not pass. */
export function closedFolderAbove(target: string): string | undefined {
  const parts = path.dirname(path.resolve(target)).split(path.sep);
  for (let i = 1; i <= parts.length; i++) {
    const folder = parts.slice(0, i).join(path.sep) || '/';
    const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0o777;
    if ((mode & 0o001) === 0) return folder;
  }
  return undefined;
}
