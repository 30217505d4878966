/** Git repositories: the files of a commit, or those of a work tree. */
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { BlobReader, beginning, git } from './git.ts';
import { readRegular } from './source-folder.ts';
import type { Commit, RepoFile, RepoSource } from './types.ts';

/** Files above this are never hashed: they are no source, and their size and time tell changes well enough. */
const largestRead = 4_000_000;

/**
 * A log names the paths of each commit, and it takes a few bytes of a repository to let every commit change a hundred thousand. The
 * newest commits come first, and three thousand usual ones need less than a tenth of this.
 */
const mostLog = 48 << 20;

/** `git log --format=%x01%ct%x00%s -z --name-only`: a record per commit, its fields and paths ended by NUL. */
export function parseLog(output: string): Commit[] {
  const commits: Commit[] = [];
  for (const record of output.split('\x01').slice(1)) {
    const [time = '', subject = '', ...rest] = record.split('\0');
    // The rest of a subject or path that holds the mark itself.
    if (!/^\d+$/.test(time)) continue;
    const paths = rest.map((name) => name.replace(/^\n/, '')).filter((name) => name !== '');
    commits.push({ time: Number(time), subject, paths });
  }
  return commits;
}

async function log(folder: string, commit: string, limit: number): Promise<Commit[]> {
  const range = ['log', `-n${limit}`, '--no-merges', '--no-renames', '--relative', '--name-only', '-z'];
  const args = [...range, '--format=%x01%ct%x00%s', '--end-of-options', commit, '--'];
  const read = await beginning(folder, args, mostLog).catch(
    () => undefined, // no commit yet, or a shallow clone whose parents are missing
  );
  const commits = parseLog(read?.out.toString() ?? '');
  // Of the last one not all is known.
  return read?.isCut ? commits.slice(0, -1) : commits;
}

async function resolve(folder: string, commit: string): Promise<string | undefined> {
  const id = await git(folder, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${commit}^{commit}`,
  ]).catch(() => undefined);
  return id?.toString().trim();
}

/** `ls-tree -r -l -z`: mode, type, id and size, then the path. Links and submodules are left out. */
function parseTree(output: string): RepoFile[] {
  const files: RepoFile[] = [];
  for (const record of output.split('\0')) {
    const [, blob, size, name] = /^100\d+ blob (\w+) +(\d+|-)\t(.*)$/s.exec(record) ?? [];
    if (blob !== undefined && name !== undefined) files.push({ path: name, blob, size: Number(size) || 0 });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The files of one commit, read from the object store; `folder` is a git directory or a work tree. */
export function commitSource(folder: string, commit: string, identity = folder): RepoSource {
  let reader: BlobReader | undefined;
  // A full id is what it would be resolved to.
  const isFull = /^[0-9a-f]{40}$/.test(commit);
  return {
    identity,
    ...(isFull ? { content: commit } : {}),
    async files() {
      const tree = await git(folder, [
        'ls-tree',
        '-r',
        '-l',
        '-z',
        '--full-tree',
        '--end-of-options',
        commit,
      ]);
      return parseTree(tree.toString());
    },
    read(file) {
      reader ??= new BlobReader(folder);
      return reader.read(file.blob);
    },
    head: async () => (isFull ? commit : resolve(folder, commit)),
    history: (limit) => log(folder, commit, limit),
    async close() {
      await reader?.close();
      reader = undefined;
    },
  };
}

interface Entry extends RepoFile {
  /** `seconds:nanoseconds` as the index remembers the file; differs from the disk when the file was touched. */
  changed: string;
}

/** `ls-files -s --debug -z`: mode, id, stage and path, then lines of what the index knows about the file on the disk. */
function parseIndex(output: string): Entry[] {
  const entries: Entry[] = [];
  const shape =
    /(\d{6}) ([0-9a-f]+) \d\t([^\0]*)\0 +ctime: .*\n +mtime: (\d+:\d+)\n.*\n.*\n +size: (\d+)\t.*\n/g;
  for (const [, mode = '', blob = '', name = '', changed = '', size = '0'] of output.matchAll(shape)) {
    // an unmerged path has up to three entries: one is enough
    if (mode.startsWith('100') && entries.at(-1)?.path !== name)
      entries.push({ path: name, blob, size: Number(size), changed });
  }
  return entries;
}

function blobId(content: Uint8Array): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}

/**
 * The files of a work tree as they are on the disk: tracked ones and new ones that are not ignored. Unchanged files keep git's
 * object id; changed ones get the id of what they hold now. Git's own check for changes is not used: it may run filter programs.
 */
export function workTreeSource(folder: string, identity = folder): RepoSource {
  // A folder of the index may be a link on the disk: content from outside the tree must not come in through it.
  const inside = new Map<string, Promise<boolean>>();
  const isInside = (name: string) => {
    const parent = path.join(folder, path.dirname(name));
    const known =
      inside.get(parent) ??
      realpath(parent).then(
        (real) => real === parent,
        () => false,
      );
    inside.set(parent, known);
    return known;
  };
  const read = async (name: string) =>
    (await isInside(name)) ? readRegular(path.join(folder, name)) : new Uint8Array();
  return {
    identity,
    async files() {
      const [index, others] = await Promise.all([
        git(folder, ['ls-files', '-s', '--debug', '-z']),
        git(folder, ['ls-files', '-o', '--exclude-standard', '-z']),
      ]);
      const files: RepoFile[] = [];
      const add = async (name: string, entry?: Entry) => {
        const state = lstatSync(path.join(folder, name), { bigint: true, throwIfNoEntry: false });
        if (!state?.isFile()) return;
        const changed = `${state.mtimeNs / 1_000_000_000n}:${state.mtimeNs % 1_000_000_000n}`;
        const size = Number(state.size);
        if (entry?.changed === changed && entry.size === size)
          files.push({ path: name, blob: entry.blob, size });
        else if (size > largestRead) files.push({ path: name, blob: `${changed}:${size}`, size });
        else files.push({ path: name, blob: blobId(await read(name)), size });
      };
      for (const entry of parseIndex(index.toString())) await add(entry.path, entry);
      for (const name of others.toString().split('\0')) if (name !== '') await add(name);
      return files.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    read: (file) => read(file.path),
    head: () => resolve(folder, 'HEAD'),
    history: (limit) => log(folder, 'HEAD', limit),
    close: async () => undefined,
  };
}
