/** The result for many files: one row a file, in the order asked for, held in few large buffers. */
import type { RepoFile, RepoSource, Tag } from '../types.ts';
import { extractFile } from './extract.ts';
import { bareRecord, decodeLead, decodeTags, type TaggedFile } from './record.ts';

/** Where the details of a chunk's records are: in memory, or in a file that may vanish. */
export type DetailReader = (start: number, length: number) => Uint8Array | undefined;

/** Records that share one buffer. */
export interface Chunk {
  leads: Uint32Array;
  detail: DetailReader;
}

export interface TagStats {
  files: number;
  /** Read and parsed in this call. */
  parsed: number;
  /** Found in the cache. */
  cached: number;
  /** Left out by rule: vendored, binary, generated, … */
  skipped: number;
}

/** What `tagsOf` found. Rows are numbered like the files that were asked for. */
export class TaggedFiles {
  readonly files: readonly RepoFile[];
  readonly stats: TagStats;
  /** For people: files that could not be read, grammars that failed, a cache that was damaged. */
  readonly notes: string[] = [];
  readonly #source: RepoSource;
  readonly #chunks: Chunk[] = [];
  readonly #chunkOf: Int32Array;
  readonly #leadAt: Uint32Array;
  readonly #detailAt: Uint32Array;
  readonly #detailLength: Uint32Array;

  constructor(files: readonly RepoFile[], source: RepoSource) {
    this.files = files;
    this.#source = source;
    this.stats = { files: files.length, parsed: 0, cached: 0, skipped: 0 };
    this.#chunkOf = new Int32Array(files.length).fill(-1);
    this.#leadAt = new Uint32Array(files.length);
    this.#detailAt = new Uint32Array(files.length);
    this.#detailLength = new Uint32Array(files.length);
  }

  /** Adds a buffer of records; returns its number for `place`. */
  addChunk(chunk: Chunk): number {
    return this.#chunks.push(chunk) - 1;
  }

  /** Says where a row's record is: lead offset in words, detail offset and length in bytes. */
  place(row: number, chunk: number, leadAt: number, detailAt: number, detailLength: number): void {
    this.#chunkOf[row] = chunk;
    this.#leadAt[row] = leadAt;
    this.#detailAt[row] = detailAt;
    this.#detailLength[row] = detailLength;
  }

  /** Memory that the records take. */
  get bytes(): number {
    return this.#chunks.reduce((sum, { leads }) => sum + leads.byteLength, 0);
  }

  /** True when the row has a record. */
  has(row: number): boolean {
    return (this.#chunkOf[row] ?? -1) >= 0;
  }

  /** Everything but the tags. Cheap: the digest's arrays are views. */
  at(row: number): TaggedFile {
    const chunk = this.#chunks[this.#chunkOf[row] ?? -1];
    return chunk ? decodeLead(chunk.leads, this.#leadAt[row] ?? 0) : decodeLead(missing, 0);
  }

  /**
   * The tags of one row: definitions one by one, references once per name and role at their first line. When the
   * cache file has been cleaned away meanwhile, the file is read from `source` and parsed again.
   */
  async tags(row: number, source = this.#source): Promise<Tag[]> {
    return this.#decoded(row, source, 'all');
  }

  /** The definitions among them: a fraction of the work, since most tags are references. */
  async definitions(row: number, source = this.#source): Promise<Tag[]> {
    return this.#decoded(row, source, 'definitions');
  }

  async #decoded(row: number, source: RepoSource, which: 'all' | 'definitions'): Promise<Tag[]> {
    const chunk = this.#chunks[this.#chunkOf[row] ?? -1];
    const file = this.files[row];
    if (!chunk || !file) return [];
    const detail = chunk.detail(this.#detailAt[row] ?? 0, this.#detailLength[row] ?? 0);
    if (detail) return decodeTags(detail, which);
    const { tags } = extractFile(file.path, await source.read(file));
    return which === 'all' ? tags : tags.filter((tag) => tag.kind === 'def');
  }
}

const missing = new Uint32Array(bareRecord({ note: 'not read' }).lead.buffer);
