/** Who is inside a sandbox, and ending all of them. */
import { readlinkSync } from 'node:fs';
import { killPid, livePids, readProc } from '../processes.ts';
import { patience, sleep } from '../supervise.ts';

/** What bwrap reports on `--info-fd`: pid 1 of the sandbox as the host sees it, and the number of its pid namespace. */
export interface Inhabitants {
  childPid: number;
  pidNamespace: string;
}

export function parseInfo(text: string): Inhabitants | undefined {
  const childPid = Number(/"child-pid":\s*(\d+)/.exec(text)?.[1]);
  const pidNamespace = /"pid-namespace":\s*(\d+)/.exec(text)?.[1];
  return childPid > 0 && pidNamespace ? { childPid, pidNamespace } : undefined;
}

/** Live processes whose pid namespace is this one. Zombies have ended and do not count. */
export function members(pidNamespace: string): number[] {
  return livePids().filter((pid) => isIn(pid, pidNamespace));
}

function isIn(pid: number, pidNamespace: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`) === `pid:[${pidNamespace}]`;
  } catch {
    return false;
  }
}

/** Resident bytes of these processes together; pages they share count for each of them. */
export function residentBytes(pids: readonly number[]): number {
  const pages = pids.reduce(
    (sum, pid) => sum + (Number((readProc(pid, 'statm') ?? '').split(' ')[1]) || 0),
    0,
  );
  return pages * 4096;
}

const infoMs = 2000;
const teardownRounds = 40;

/**
 * Ends a sandbox: SIGKILL to its pid 1, with which the kernel ends everything in the namespace; then bwrap's own process.
 * Not the other way round: bwrap killed in its first milliseconds leaves its child alive. Then the namespace is looked up
 * among all processes until nobody is left (an early death of bwrap for any reason can orphan someone). Returns how many
 * could not be ended in about two seconds: 0 unless the kernel is stuck.
 */
export async function endSandbox(
  bwrapPid: number | undefined,
  info: Promise<Inhabitants | undefined>,
): Promise<number> {
  const inhabitants = await Promise.race([info, patience(infoMs)]);
  if (inhabitants && isIn(inhabitants.childPid, inhabitants.pidNamespace)) killPid(inhabitants.childPid);
  if (bwrapPid !== undefined) killPid(bwrapPid);
  if (!inhabitants) return 0;

  let left: number[] = [];
  for (let round = 0; round < teardownRounds; round++) {
    left = members(inhabitants.pidNamespace);
    if (left.length === 0) return 0;
    for (const pid of left) killPid(pid);
    await sleep(round < 10 ? 5 : 50);
  }
  return left.length;
}
