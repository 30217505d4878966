/** Writing a change set into a folder: all files or none, whatever fails on the way, and never outside the folder. */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import type { RepoPath } from '../lib/types.ts';
import { isGitFolder, parentsOf } from './paths.ts';
import type { ChangeSet, FileChange } from './types.ts';

/** What writing needs of a disk; tests put failures in its way. */
export type Disk = Pick<
  typeof fs,
  | 'lstatSync'
  | 'mkdirSync'
  | 'openSync'
  | 'writeSync'
  | 'fsyncSync'
  | 'fchmodSync'
  | 'closeSync'
  | 'renameSync'
  | 'linkSync'
  | 'unlinkSync'
  | 'rmdirSync'
  | 'readFileSync'
>;

/** Nothing was changed. `path` is where it went wrong. */
export class ApplyError extends Error {
  readonly path: RepoPath;
  constructor(file: RepoPath, reason: string, cause?: unknown) {
    super(`${file} was not written: ${reason}. No file was changed.`, cause === undefined ? {} : { cause });
    this.name = 'ApplyError';
    this.path = file;
  }
}

/** The disk failed while the files were being put back; these may hold new or old content. */
export class RestoreError extends Error {
  readonly paths: RepoPath[];
  constructor(paths: RepoPath[], cause: unknown) {
    super(`Writing failed, and so did putting back ${paths.join(', ')}.`, { cause });
    this.name = 'RestoreError';
    this.paths = paths;
  }
}

interface Step {
  file: RepoPath;
  undo(): void;
}

/**
 * Writes all files of a change set below `root`, or throws `ApplyError` with the folder as it was. New contents go to temporary files
 * next to their targets, are flushed, and are moved into place; every part of every path is looked at again right before, so that a
 * link that appeared since planning is refused. A file whose bytes are no longer those that were planned on is refused too.
 */
export function applyChangeSet(changeSet: ChangeSet, root: string, disk: Disk = fs): void {
  const writer = new Writer(root, disk);
  try {
    for (const change of changeSet.files) writer.prepare(change);
    const last = changeSet.files.at(-1);
    for (const change of changeSet.files) writer.commit(change, change === last);
  } catch (error) {
    writer.rollBack(error);
    throw error instanceof ApplyError ? error : new ApplyError(writer.current, reasonOf(error), error);
  }
  writer.finish();
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error
    ? `the disk refused (${String(error.code)})`
    : 'the disk refused';
}

/** Some disks have no second names for a file, and some systems none for a file of somebody else. */
function isNoLinks(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].some((one) => one === code);
}

/** Names temporary files apart, also from those of another process. */
const tag = randomBytes(6).toString('hex');
let serial = 0;

class Writer {
  current: RepoPath = '';
  readonly #root: string;
  readonly #disk: Disk;
  /** Flushed new contents, by target. */
  readonly #fresh = new Map<RepoPath, string>();
  /** Temporary files that must not stay. */
  readonly #temporary = new Set<string>();
  /** Old files set aside until everything is in place. */
  readonly #aside: string[] = [];
  readonly #folders: string[] = [];
  readonly #steps: Step[] = [];

  constructor(root: string, disk: Disk) {
    this.#root = root;
    this.#disk = disk;
  }

  prepare(change: FileChange): void {
    this.current = change.path;
    const source = change.fromPath ?? change.path;
    const stat = this.#contain(source);
    if (change.before) this.#unchanged(source, stat, change.before);
    if (!change.after) return;
    const target = source === change.path ? stat : this.#contain(change.path);
    if (target && change.action === 'create') throw new ApplyError(change.path, 'it exists already');
    if (!target) this.#makeFolders(change.path);
    const temporary = this.#temporaryFor(change.path);
    const descriptor = this.#disk.openSync(temporary, 'wx', 0o600);
    this.#temporary.add(temporary);
    try {
      writeAll(this.#disk, descriptor, change.after);
      this.#disk.fchmodSync(descriptor, permissions(change.mode, stat));
      this.#disk.fsyncSync(descriptor);
    } finally {
      this.#disk.closeSync(descriptor);
    }
    this.#fresh.set(change.path, temporary);
  }

  /** Moves a change into place. After the last one nothing can fail any more, so its old file needs no second name. */
  commit(change: FileChange, isLast: boolean): void {
    this.current = change.path;
    if (change.fromPath !== undefined) this.#setAside(change.fromPath);
    if (change.action === 'delete') this.#setAside(change.path);
    const fresh = this.#fresh.get(change.path);
    if (fresh === undefined) return;
    const old = this.#contain(change.path);
    const target = this.#full(change.path);
    if (old && !isLast) this.#keepCopy(change.path);
    this.#disk.renameSync(fresh, target);
    this.#temporary.delete(fresh);
    if (!old) this.#steps.push({ file: change.path, undo: () => this.#disk.unlinkSync(target) });
  }

  finish(): void {
    for (const old of this.#aside) this.#quietly(() => this.#disk.unlinkSync(old));
  }

  rollBack(cause: unknown): void {
    const lost: RepoPath[] = [];
    for (const step of this.#steps.reverse()) {
      try {
        step.undo();
      } catch {
        lost.push(step.file);
      }
    }
    for (const temporary of this.#temporary) this.#quietly(() => this.#disk.unlinkSync(temporary));
    for (const folder of this.#folders.reverse()) this.#quietly(() => this.#disk.rmdirSync(folder));
    if (lost.length > 0) throw new RestoreError(lost, cause);
  }

  /** A second name for the old file: its own is never without content, not even for a moment. */
  #keepCopy(file: RepoPath): void {
    const full = this.#full(file);
    const copy = this.#temporaryFor(file);
    try {
      this.#disk.linkSync(full, copy);
    } catch (error) {
      if (!isNoLinks(error)) throw error;
      this.#setAside(file);
      return;
    }
    this.#aside.push(copy);
    const undo = () => {
      this.#disk.renameSync(copy, full);
      // Renaming one of two names of the same file onto the other leaves both.
      this.#quietly(() => this.#disk.unlinkSync(copy));
    };
    this.#steps.push({ file, undo });
  }

  /** The old file keeps its inode, mode and times, so that putting it back is exact. */
  #setAside(file: RepoPath): void {
    this.#contain(file);
    const full = this.#full(file);
    const aside = this.#temporaryFor(file);
    this.#disk.renameSync(full, aside);
    this.#aside.push(aside);
    this.#steps.push({ file, undo: () => this.#disk.renameSync(aside, full) });
  }

  #full(file: RepoPath): string {
    return path.join(this.#root, file);
  }

  #temporaryFor(file: RepoPath): string {
    serial += 1;
    return path.join(this.#root, path.dirname(file), `.aiderbot-${tag}-${serial}.tmp`);
  }

  #stat(file: RepoPath): fs.Stats | undefined {
    return this.#disk.lstatSync(this.#full(file), { throwIfNoEntry: false });
  }

  /** What stands at the path, which must be a regular file or nothing, reached through folders only. */
  #contain(file: RepoPath): fs.Stats | undefined {
    const parts = file.split('/');
    const odd = (part: string) => part === '' || part === '.' || part === '..' || isGitFolder(part);
    if (path.isAbsolute(file) || file.includes('\\') || parts.some(odd)) {
      throw new ApplyError(file, 'the path does not stay in the repository');
    }
    for (const parent of parentsOf(file)) {
      const stat = this.#stat(parent);
      if (!stat) return undefined;
      if (!stat.isDirectory()) throw new ApplyError(file, `${parent} is not a folder`);
    }
    const stat = this.#stat(file);
    if (stat && !stat.isFile()) throw new ApplyError(file, 'it is not a regular file');
    return stat;
  }

  #unchanged(file: RepoPath, stat: fs.Stats | undefined, before: Uint8Array): void {
    if (!stat) throw new ApplyError(file, 'it is no longer there');
    const same =
      stat.size === before.length && Buffer.compare(this.#disk.readFileSync(this.#full(file)), before) === 0;
    if (!same) throw new ApplyError(file, 'it has changed since the edit was planned');
  }

  #makeFolders(file: RepoPath): void {
    for (const parent of parentsOf(file)) {
      if (this.#stat(parent)) continue;
      this.#disk.mkdirSync(this.#full(parent));
      this.#folders.push(this.#full(parent));
    }
  }

  #quietly(action: () => void): void {
    try {
      action();
    } catch {
      // A left-over temporary file is no reason to report failure for files that are in place, or to hide the first error.
    }
  }
}

/** Git knows two modes; what else a file allows or forbids is its owner's: a private file stays private. */
function permissions(mode: FileChange['mode'], old: fs.Stats | undefined): number {
  const runs = mode === '100755';
  if (!old) return runs ? 0o755 : 0o644;
  const now = old.mode & 0o777;
  if (runs === ((now & 0o100) !== 0)) return now;
  return runs ? now | ((now & 0o444) >> 2) : now & ~0o111;
}

function writeAll(disk: Disk, descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += disk.writeSync(descriptor, bytes, at);
}
