/** A cgroup for one command, v1 or v2, where this process may make one. Without it the watchdog stands in. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { sleep } from '../supervise.ts';
import type { SandboxLimits } from '../types.ts';

export interface Cgroup {
  version: 'v1' | 'v2';
  /** Folders whose `cgroup.procs` the command's first process writes itself to. */
  folders: string[];
  /** How many processes the kernel ended because the memory limit was reached. */
  memoryKills(): number;
  /** How many forks were refused because of the process limit. */
  refusedForks(): number;
  remove(): Promise<void>;
}

const cgroupPrefix = 'aiderbot-';

export function createCgroup(limits: SandboxLimits, root = '/sys/fs/cgroup'): Cgroup | undefined {
  const name = cgroupPrefix + randomUUID();
  return createV2(name, limits, root) ?? createV1(name, limits, root);
}

function createV2(name: string, limits: SandboxLimits, root: string): Cgroup | undefined {
  if (!existsSync(`${root}/cgroup.controllers`)) return undefined;
  const folder = `${root}/${name}`;
  const made: string[] = [];
  try {
    make(folder, made);
    // Controllers that the parent does not hand down have no files here, and writing them fails: then there is no cgroup.
    write(`${folder}/memory.max`, limits.memoryBytes);
    if (existsSync(`${folder}/memory.swap.max`)) write(`${folder}/memory.swap.max`, 0);
    write(`${folder}/pids.max`, limits.processes);
    write(`${folder}/memory.oom.group`, 1);
  } catch {
    removeNow(made);
    return undefined;
  }
  return {
    version: 'v2',
    folders: made,
    memoryKills: () => readCount(`${folder}/memory.events`, /^oom_kill (\d+)/m),
    refusedForks: () => readCount(`${folder}/pids.events`, /^max (\d+)/m),
    remove: () => removeEmptied(made),
  };
}

function createV1(name: string, limits: SandboxLimits, root: string): Cgroup | undefined {
  const memory = `${root}/memory/${name}`;
  const pids = `${root}/pids/${name}`;
  if (!existsSync(`${root}/memory/cgroup.procs`) || !existsSync(`${root}/pids/cgroup.procs`))
    return undefined;
  const made: string[] = [];
  try {
    make(memory, made);
    write(`${memory}/memory.limit_in_bytes`, limits.memoryBytes);
    make(pids, made);
    write(`${pids}/pids.max`, limits.processes);
  } catch {
    removeNow(made);
    return undefined;
  }
  return {
    version: 'v1',
    folders: made,
    memoryKills: () => readCount(`${memory}/memory.oom_control`, /^oom_kill (\d+)/m),
    refusedForks: () => readCount(`${pids}/pids.events`, /^max (\d+)/m),
    remove: () => removeEmptied(made),
  };
}

/** Removes what a bot that was killed left behind. A cgroup in use cannot be removed, so nobody else's is touched. */
export function sweepCgroups(root = '/sys/fs/cgroup'): void {
  for (const parent of [root, `${root}/memory`, `${root}/pids`]) {
    const left = existsSync(parent)
      ? readdirSync(parent).filter((name) => name.startsWith(cgroupPrefix))
      : [];
    removeNow(left.map((name) => `${parent}/${name}`));
  }
}

/** argv that joins the cgroup and becomes `argv`: joining after the fork would miss what has started by then. */
export function joining(cgroup: Cgroup | undefined, argv: readonly string[]): string[] {
  if (!cgroup) return [...argv];
  const script =
    'n=$1; shift; while [ "$n" -gt 0 ]; do echo $$ > "$1/cgroup.procs" || exit 97; shift; n=$((n-1)); done; exec "$@"';
  return ['/bin/sh', '-c', script, 'sh', String(cgroup.folders.length), ...cgroup.folders, ...argv];
}

function make(folder: string, made: string[]): void {
  mkdirSync(folder);
  made.push(folder);
}

function write(file: string, value: number): void {
  writeFileSync(file, String(value), { flag: 'r+' });
}

function readCount(file: string, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(file, 'utf8'))?.[1]) || 0;
  } catch {
    return 0;
  }
}

function removeNow(folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch {
      // Somebody is still in it, or it is gone: nothing depends on it.
    }
  }
}

/** A cgroup can only be removed once the kernel has let go of the last process. */
async function removeEmptied(folders: readonly string[]): Promise<void> {
  for (let round = 0; round < 20; round++) {
    removeNow(folders);
    if (!folders.some((folder) => existsSync(folder))) return;
    await sleep(25);
  }
}
