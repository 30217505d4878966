/** Looks at the machine for what the command line needs to know. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { readProc } from '../processes.ts';
import type { Host } from './command.ts';

/** Read by toolchains, world-readable everywhere, no place for credentials (so not maven's, pip's or npm's settings). */
const etcNames = [
  'alternatives',
  'ssl/certs',
  'ssl/openssl.cnf',
  'ca-certificates',
  'pki',
  'crypto-policies',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'timezone',
  'mime.types',
  'protocols',
  'services',
  'nsswitch.conf',
  'perl',
  'php',
  'fonts',
];

export function readHost(workspace: string): Host {
  return {
    rootFolders: ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'].flatMap(rootFolder),
    etc: [...etcNames, ...javaSettings()].map((name) => `/etc/${name}`),
    ...(process.getuid?.() === 0 ? { dropTo: userFor(workspace) } : {}),
    node: process.execPath,
  };
}

function rootFolder(name: string): { name: string; link?: string }[] {
  const stat = lstatSync(`/${name}`, { throwIfNoEntry: false });
  if (!stat) return [];
  return [stat.isSymbolicLink() ? { name, link: readlinkSync(`/${name}`) } : { name }];
}

/** Debian keeps the JDK's own configuration, which the JDK cannot start without, in /etc/java-17-openjdk and the like. */
function javaSettings(): string[] {
  try {
    return readdirSync('/etc').filter((name) => /^java-\d+-/.test(name));
  } catch {
    return [];
  }
}

/**
 * The unprivileged user that owns a workspace while its commands run, from 64001 to 65000. One per workspace, since
 * RLIMIT_NPROC counts per user: a fork bomb in one sandbox must not starve the others. Derived from the path, so that
 * several worker processes agree without talking.
 */
function userFor(workspace: string): number {
  return 64001 + (createHash('sha256').update(workspace).digest().readUInt32LE(0) % 1000);
}

/** Tasks (threads included) of a user, as RLIMIT_NPROC counts them. */
export function tasksOf(uid: number): number {
  let tasks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = readProc(Number(name), 'status') ?? '';
    if (Number(/^Uid:\t(\d+)/m.exec(status)?.[1]) === uid)
      tasks += Number(/^Threads:\t(\d+)/m.exec(status)?.[1]) || 1;
  }
  return tasks;
}

const closeOnExec = 0o2000000;

/** Open descriptors of this process that a child would inherit, beyond the standard three. */
export function inheritableDescriptors(): number[] {
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => {
      const flags = /^flags:\s*([0-7]+)/m.exec(readSelf(`fdinfo/${fd}`))?.[1];
      return fd > 2 && flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0;
    });
}

function readSelf(name: string): string {
  return readProc(process.pid, name) ?? '';
}
