/**
 * What a set-up left, as one stream of bytes. Packing and unpacking are done by `tar` in the sandbox in which the set-up ran:
 * names, links and special files are the repository's, and whatever they make tar do can only happen where its own commands
 * could have done it. The harness passes bytes on and looks at none of them.
 */
import { Readable, type Writable } from 'node:stream';
import { defaultMaxOutputBytes } from '../output.ts';
import { inside } from '../sandbox/command.ts';
import { runSandboxed, type Streams } from '../sandbox/run.ts';
import type { CheckResult, SandboxPlace } from '../types.ts';

/** As the result of a check, as far as it tells what may still be at work in the workspace. */
export interface ArchiveEnd extends Pick<CheckResult, 'environment' | 'survivors'> {
  ok: boolean;
  /** What went wrong; from the sandbox, for the log. */
  said: string;
}

export interface ArchiveOptions {
  signal?: AbortSignal;
}

/** Longer than any archive within the limits takes on a slow disk. */
const LONGEST_MS = 600_000;

/** Paths are as seen from inside, relative to the root, so that one archive holds workspace and home. */
const fromRoot = (path: string) => path.slice(1);

/** Writes `names` (paths in the workspace; folders with all that is in them) and the home folder to `output`, and ends it. */
export function pack(
  place: SandboxPlace,
  names: readonly string[],
  output: Writable,
  options: ArchiveOptions,
): Promise<ArchiveEnd> {
  const wanted = [
    ...names.map((name) => `${fromRoot(inside.workspace)}/${name}`),
    ...(place.home === undefined ? [] : [fromRoot(inside.home)]),
  ];
  const list = wanted.map((name) => `${name}\0`).join('');
  // Verbatim: a file may be called `--to-command=…`.
  const command = 'exec tar -C / --create --file=- --null --verbatim-files-from --files-from=-';
  return run(place, command, { input: Readable.from([Buffer.from(list)]), output }, options);
}

/**
 * Lays out what `pack` wrote. Not `ok` when a file is there already: then the archive is of another state of the repository,
 * and parts of it are lying about.
 */
export function unpack(place: SandboxPlace, input: Readable, options: ArchiveOptions): Promise<ArchiveEnd> {
  const command = 'exec tar -C / --extract --file=- --preserve-permissions --keep-old-files';
  return run(place, command, { input }, options);
}

async function run(
  place: SandboxPlace,
  command: string,
  streams: Streams,
  { signal }: ArchiveOptions,
): Promise<ArchiveEnd> {
  const end = await runSandboxed(
    { kind: 'lint', command, timeoutMs: LONGEST_MS, ...(signal ? { signal } : {}) },
    { ...place, cwd: '' },
    { maxOutputBytes: defaultMaxOutputBytes, streams },
  );
  return {
    ok: end.exitCode === 0 && end.stopped === undefined && end.spawnError === undefined,
    said: end.spawnError ?? end.stopped ?? end.output.text().slice(0, 2_000),
    environment: 'sandbox',
    ...(end.survivors > 0 ? { survivors: end.survivors } : {}),
  };
}
