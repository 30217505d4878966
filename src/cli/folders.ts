/** Folders outside any repository. */
import { homedir } from 'node:os';
import path from 'node:path';

/** Where things are kept that can be made again: `$XDG_CACHE_HOME/aiderbot`, or the system's usual place. */
export function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (XDG_CACHE_HOME) return path.join(XDG_CACHE_HOME, 'aiderbot');
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Caches', 'aiderbot');
  if (process.platform === 'win32' && LOCALAPPDATA) return path.join(LOCALAPPDATA, 'aiderbot');
  return path.join(homedir(), '.cache', 'aiderbot');
}
