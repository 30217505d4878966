/**
 * Paths that the sandbox user may reach. When the bot is root it keeps its data in folders that nobody else may enter, and
 * bubblewrap, which runs as somebody else, could not show what lies in them. Root mounts those paths once more, in a mount
 * namespace that exists only for this one command.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closedFolderAbove } from './ownership.ts';

export interface Staging {
  /** Where a path of the host is found by the sandbox user. */
  at(source: string): string;
  /** The argv that makes the mounts and becomes `argv`. */
  wrap(argv: readonly string[]): string[];
  remove(): void;
}

export function stage(sources: readonly string[]): Staging {
  const closed = [...new Set(sources)].filter(
    (source) => existsSync(source) && closedFolderAbove(source) !== undefined,
  );
  if (closed.length === 0) return { at: (source) => source, wrap: (argv) => [...argv], remove: () => {} };

  const folder = mkdtempSync(path.join(tmpdir(), 'aiderbot-stage-'));
  chmodSync(folder, 0o755);
  const mounts = closed.map((source, i) => ({ source, target: mountPoint(folder, i, source) }));
  return {
    at: (source) => mounts.find((mount) => mount.source === source)?.target ?? source,
    wrap: (argv) => [
      ...['unshare', '--mount', '--propagation', 'private', '--', '/bin/sh', '-c', mountAll, 'sh'],
      String(mounts.length),
      ...mounts.flatMap(({ source, target }) => [source, target]),
      ...argv,
    ],
    // The mounts are gone with their namespace; outside of it these are an empty folder and an empty file.
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const mountAll = `n=$1; shift
while [ "$n" -gt 0 ]; do
  mount --bind "$1" "$2" || {
    echo "the sandbox user cannot reach $1: allow others to enter the folders above it (chmod o+x)" >&2
    exit 97
  }
  shift 2; n=$((n-1))
done
exec "$@"`;

function mountPoint(folder: string, index: number, source: string): string {
  const target = path.join(folder, String(index));
  if (statSync(source).isDirectory()) mkdirSync(target);
  else writeFileSync(target, '');
  return target;
}
