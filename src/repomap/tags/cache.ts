/**
 * The tag cache: a folder of immutable segments, shared by any number of processes without locks. Each run adds one;
 * small ones are merged now and then. Content-addressed, so nothing ever has to be invalidated. Trouble with the
 * disk costs time, never a result.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { cacheVersion } from './key.ts';
import {
  type Entry,
  type Hit,
  lookUp,
  openSegment,
  readEntries,
  type Segment,
  writeSegment,
} from './segment.ts';

const extension = '.tags';
/** More segments than this are merged, the smallest first. */
const mostSegments = 12;
const fewSegments = 4;
/** Segments beyond this size are never merged again. */
const largestMerge = 256 << 20;
const largestFolder = 4 * 2 ** 30;
const day = 86_400_000;

export class TagCache {
  /** Undefined: nothing is kept. */
  readonly folder: string | undefined;
  readonly notes: string[] = [];
  readonly #open = new Map<string, Segment>();

  constructor(folder: string | undefined) {
    this.folder = folder === undefined ? undefined : path.join(folder, cacheVersion());
  }

  /** Finds the rows' records (`keys`: four words a row); rows that are not found are left out. */
  lookUp(keys: Uint32Array, rows: readonly number[]): Hit[] {
    const hits: Hit[] = [];
    let missing = rows;
    for (const segment of this.#segments()) {
      if (missing.length === 0) break;
      try {
        const found = lookUp(segment, keys, missing);
        if (found.damaged > 0) this.notes.push(`tag cache: ${found.damaged} damaged records were ignored`);
        if (found.hits.length === 0) continue;
        for (const hit of found.hits) hits.push(hit);
        if (found.hits.length === missing.length) return hits;
        const done = new Set(found.hits.map((hit) => hit.row));
        missing = missing.filter((row) => !done.has(row));
      } catch {
        // Merged or cleaned away by another process since it was listed: its rows are parsed again.
        this.#open.delete(segment.path);
      }
    }
    return hits;
  }

  /** Adds records. A disk that cannot be written is noted once. */
  add(entries: readonly Entry[]): void {
    if (this.folder === undefined || entries.length === 0) return;
    try {
      mkdirSync(this.folder, { recursive: true });
      writeSegment(this.#newPath(), entries);
      this.#tidy();
    } catch (error) {
      this.notes.push(`tag cache not written: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Largest first: they hold most of what is asked. */
  #segments(): Segment[] {
    const found: Segment[] = [];
    for (const file of this.#list()) {
      const segment = this.#open.get(file) ?? openSegment(file);
      if (!segment) {
        this.notes.push(`tag cache: ${path.basename(file)} is damaged and was ignored`);
        rmSync(file, { force: true });
        continue;
      }
      this.#open.set(file, segment);
      found.push(segment);
    }
    return found.sort((left, right) => right.records - left.records);
  }

  #list(): string[] {
    const { folder } = this;
    if (folder === undefined) return [];
    try {
      return readdirSync(folder)
        .filter((name) => name.endsWith(extension))
        .sort()
        .map((name) => path.join(folder, name));
    } catch {
      return [];
    }
  }

  #newPath(): string {
    return path.join(
      this.folder ?? '',
      `${Date.now().toString(36)}-${randomBytes(6).toString('hex')}${extension}`,
    );
  }

  #tidy(): void {
    const segments = this.#segments();
    if (segments.length > mostSegments) this.#merge(segments.slice(fewSegments));
    this.#dropOld();
  }

  #merge(segments: readonly Segment[]): void {
    const chosen: Segment[] = [];
    let bytes = 0;
    for (const segment of segments.toReversed()) {
      bytes += segment.bytes;
      if (bytes > largestMerge) break;
      chosen.push(segment);
    }
    if (chosen.length < 2) return;
    writeSegment(this.#newPath(), chosen.flatMap(readEntries));
    for (const segment of chosen) {
      this.#open.delete(segment.path);
      rmSync(segment.path, { force: true });
    }
  }

  /** Keeps the folder within its size, newest first, and removes what other versions and dead processes left. */
  #dropOld(): void {
    const { folder } = this;
    if (folder === undefined) return;
    let kept = 0;
    for (const file of this.#list().reverse()) {
      kept += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (kept > largestFolder) rmSync(file, { force: true });
    }
    const now = Date.now();
    utimesSync(folder, now / 1000, now / 1000);
    for (const name of readdirSync(folder))
      if (name.endsWith('.tmp') && olderThan(path.join(folder, name), now - day))
        rmSync(path.join(folder, name), { force: true });
    const versions = path.dirname(folder);
    for (const name of readdirSync(versions))
      if (/^[0-9a-f]{16}$/.test(name) && olderThan(path.join(versions, name), now - 14 * day))
        rmSync(path.join(versions, name), { recursive: true, force: true });
  }
}

function olderThan(file: string, time: number): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs < time;
}

/** A cache under `folder`, made when it is first written; without a folder nothing is kept. */
export function openTagCache(folder: string | undefined): TagCache {
  return new TagCache(folder);
}
