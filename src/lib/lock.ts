/** An exclusive lock on a folder that dies with its process, however that ends. */
import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';

export interface FolderLock {
  release(): void;
}

/**
 * Locks `dir` by handing an open descriptor to flock(1): the lock belongs to the descriptor, which this process keeps, so
 * it needs no native module and `kill -9` frees it. Never stolen by age: a busy holder only looks dead.
 * Throws with the holder's process id when somebody else has it.
 */
export function lockFolder(dir: string): FolderLock {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = path.join(dir, '.lock');
  const descriptor = openSync(file, 'a+', 0o600);
  const result = spawnSync('flock', ['-n', '-x', '3'], { stdio: ['ignore', 'ignore', 'pipe', descriptor] });
  if (result.error || result.status !== 0) {
    closeSync(descriptor);
    if (result.error) {
      throw new Error(
        `Cannot lock ${dir}: the program 'flock' (util-linux) is missing. Install it, or set DATABASE_URL.`,
      );
    }
    const holder = readFileSync(file, 'utf8').trim();
    throw new Error(
      `${dir} is in use by another aiderbot (${holder}). Stop it, or give this one its own DATA_DIR.`,
    );
  }
  ftruncateSync(descriptor, 0);
  writeSync(descriptor, `pid ${process.pid}`);
  return { release: () => closeSync(descriptor) };
}
