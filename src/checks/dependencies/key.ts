/** The name of what a set-up leaves: equal names mean that running it again would leave the same. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { RepoPath } from '../../lib/types.ts';
import { installWithoutScripts, politeEnvironment } from '../environment.ts';
import type { SandboxPlace, ToolFolder } from '../types.ts';

/** Raised when what an archive holds, or how it is laid out, changes. */
const FORMAT = 1;

/** A tracked file, by the id of its content. */
export interface TrackedFile {
  path: RepoPath;
  /** As git writes it, e.g. `100644`. */
  mode: string;
  id: string;
}

export interface Recipe {
  /** In the order in which they run; `key` covers the files that detection knows of. */
  setups: readonly { command: string; key: string }[];
  /** All that steer installers; see `files.ts`. */
  files: readonly TrackedFile[];
  /** The tree of the whole repository, where some command may look at more than those files. */
  tree: string | undefined;
  place: Pick<SandboxPlace, 'setupHosts' | 'env' | 'tools' | 'cwd'>;
}

/** 64 lower-case hex digits. */
export function dependencyKey({ setups, files, tree, place }: Recipe): string {
  const parts = [
    FORMAT,
    setups.map(({ command, key }) => [command, key]),
    files.map(({ path, mode, id }) => [path, mode, id]),
    tree ?? null,
    [...(place.setupHosts ?? [])].sort(),
    place.cwd ?? '',
    Object.entries({ ...politeEnvironment, ...installWithoutScripts, ...place.env }).sort(([a], [b]) =>
      a < b ? -1 : 1,
    ),
    toolchain(place.tools ?? []),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Folders that a package manager of the system or of an image writes to with every program that it brings. */
const PROGRAMS = ['/usr/bin', '/usr/local/bin', '/usr/lib', '/usr/local/lib', '/usr/local/go'];

/** What tells the machine's programs of today from those of yesterday without starting any. */
function toolchain(tools: readonly ToolFolder[]): unknown[] {
  const folders = [
    ...PROGRAMS,
    ...tools.flatMap(({ source, bin = [] }) => [source, ...bin.map((folder) => path.join(source, folder))]),
  ];
  return [
    process.arch,
    process.version,
    osRelease(),
    tools.map(({ source, target, bin }) => [source, target ?? '', bin ?? []]),
    folders.map((folder) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  ];
}

function osRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}
