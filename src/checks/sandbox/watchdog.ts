/** Watches what no kernel limit covers here: the size of the workspace always, memory and processes where no cgroup does. */
import { lstat, opendir, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { StopReason } from '../supervise.ts';
import type { SandboxLimits } from '../types.ts';
import type { Cgroup } from './cgroup.ts';
import { type Inhabitants, members, residentBytes } from './namespace.ts';

export interface Watched {
  workspace: string;
  limits: SandboxLimits;
  /** Limits memory and processes where there is one. */
  cgroup: Pick<Cgroup, 'memoryKills'> | undefined;
  inhabitants: () => Inhabitants | undefined;
  stop: (reason: StopReason) => void;
}

const tickMs = 200;
const diskEveryTicks = 5;
/** Files and folders; beyond it a workspace eats inodes rather than bytes. */
const maxEntries = 1_000_000;

/** Starts watching; returns the function that ends it. */
export async function watch(watched: Watched): Promise<() => void> {
  const free = await freeSpace(watched.workspace);
  let ticks = 0;
  let measuring = false;
  const timer = setInterval(() => {
    watchMemory(watched);
    if (++ticks % diskEveryTicks !== 0 || measuring) return;
    measuring = true;
    void watchDisk(watched, free).finally(() => {
      measuring = false;
    });
  }, tickMs);
  return () => clearInterval(timer);
}

function watchMemory({ limits, cgroup, inhabitants, stop }: Watched): void {
  if (cgroup) {
    // The kernel ended one process of several: what the others still report is worth nothing.
    if (cgroup.memoryKills() > 0) stop('memory');
    return;
  }
  const who = inhabitants();
  if (!who) return;
  const pids = members(who.pidNamespace);
  if (pids.length > limits.processes) stop('processes');
  else if (residentBytes(pids) > limits.memoryBytes) stop('memory');
}

interface FreeSpace {
  bytes: number;
  entries: number;
}

/**
 * Walking a large workspace every second would cost more than many tests. The file system's own count is free to ask: only
 * when it has shrunk by a quarter of the allowance (by whomever) is the workspace itself measured.
 */
async function watchDisk({ workspace, limits, stop }: Watched, before: FreeSpace): Promise<void> {
  const now = await freeSpace(workspace);
  const suspicious =
    before.bytes - now.bytes > limits.workspaceBytes / 4 || before.entries - now.entries > maxEntries / 4;
  if (suspicious && (await exceeds(workspace, limits.workspaceBytes))) stop('disk');
}

async function freeSpace(folder: string): Promise<FreeSpace> {
  try {
    const { bavail, bsize, ffree } = await statfs(folder);
    return { bytes: bavail * bsize, entries: ffree };
  } catch {
    return { bytes: 0, entries: 0 };
  }
}

/** Whether the files below a folder take more than `bytes` on disk, or are too many. Links are not followed. */
async function exceeds(folder: string, bytes: number): Promise<boolean> {
  let used = 0;
  let entries = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    try {
      for await (const entry of await opendir(next)) {
        const full = path.join(next, entry.name);
        if (entry.isDirectory()) folders.push(full);
        used += (await lstat(full)).blocks * 512;
        if (used > bytes || ++entries > maxEntries) return true;
      }
    } catch {
      // Removed while we looked: nothing to count.
    }
  }
  return false;
}
