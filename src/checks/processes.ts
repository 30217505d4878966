/** Finding and ending processes by what /proc says. Without /proc (macOS) only the process group is known. */
import { readdirSync, readFileSync } from 'node:fs';
import { sleep } from './supervise.ts';

/** Pids of live processes that were started with this `NAME=value` in their environment. */
export function marked(assignment: string): number[] {
  return livePids().filter((pid) => (readProc(pid, 'environ') ?? '').split('\0').includes(assignment));
}

/** Every pid that is not a zombie; empty where there is no /proc. */
export function livePids(): number[] {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return [];
  }
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => !isZombie(pid));
}

/** A zombie has ended and only waits for its parent; also true for a pid that is gone. */
function isZombie(pid: number): boolean {
  const stat = readProc(pid, 'stat');
  // The command name may hold spaces and brackets: the state follows the last bracket.
  return stat === undefined || /^ [ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1));
}

export function readProc(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return undefined;
  }
}

/** SIGKILL; false when there was nothing to kill. A negative pid means the group. */
export function killPid(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/**
 * SIGKILL to the group of `leader` and to what `strays` finds, until it finds nothing more: a process that forks while we
 * look is found in the next round. Gives up after two seconds of rounds.
 */
export async function killProcesses(leader: number, strays: () => number[]): Promise<void> {
  killPid(-leader);
  for (let round = 0; round < 40; round++) {
    const left = strays();
    if (left.length === 0) return;
    for (const pid of left) killPid(pid);
    await sleep(round < 5 ? 5 : 50);
  }
}
