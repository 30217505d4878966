/**
 * The compact form of one file's result, as workers send it, the cache stores it and the map reads it. Two parts:
 * the *lead* (32-bit words; all that ranking needs, readable in place) and the *detail* (bytes; the tags with their
 * names and lines, decoded only for files that are shown).
 */

import type { RepoPath } from '../../lib/types.ts';
import { type Bag, type Digest, digest } from '../digest.ts';
import type { Tag } from '../types.ts';
import { type Extraction, extractFile } from './extract.ts';

export interface TaggedFile {
  /** Language id of `grammars/languages.ts`; undefined when unknown. */
  readonly language: string | undefined;
  /** Why the file was left out: "binary", "minified", "generated", "vendored", … */
  readonly skipped: string | undefined;
  /** What was odd: "invalid UTF-8, read as Latin-1", "parsing took more than 4000 ms", … */
  readonly note: string | undefined;
  readonly lines: number;
  readonly digest: Digest;
}

export interface FileRecord {
  lead: Uint8Array;
  detail: Uint8Array;
}

/** Words of the lead: checksum, size in words, lines, words of the body, bag sizes, bytes of text. */
const field = { check: 0, size: 1, lines: 2, length: 3, bags: 4, text: 8 } as const;
const headWords = 9;
const bagNames = ['body', 'titles', 'defs', 'refs'] as const;
const encoder = new TextEncoder();

/** Extracts and encodes one file. Never throws. */
export function recordOf(path: RepoPath, bytes: Uint8Array): FileRecord {
  try {
    return encodeRecord(extractFile(path, bytes), bytes);
  } catch (error) {
    // A fault of ours in one file must not cost the map of all others.
    const note = `not read: ${error instanceof Error ? error.message : error}`;
    return encodeRecord({ tags: [], imports: [], lines: 0, note }, bytes);
  }
}

/** A record for a file that is not parsed: left out, or failed. */
export function bareRecord(result: Pick<Extraction, 'skipped' | 'note'>): FileRecord {
  return encodeRecord({ tags: [], imports: [], lines: 0, ...result }, new Uint8Array(0));
}

function encodeRecord(found: Extraction, bytes: Uint8Array): FileRecord {
  const tags = found.tags.filter((tag) => tag.role !== 'import');
  const digested = digest(
    found.text === undefined ? new Uint8Array(0) : plainBytes(found, bytes),
    tags,
    found.imports,
  );
  return { lead: encodeLead(found, digested), detail: encodeTags(found.tags) };
}

/** UTF-8 bytes of the text: the file's own unless it was decoded from something else. */
function plainBytes(found: Extraction, bytes: Uint8Array): Uint8Array {
  return found.note === undefined ? bytes : encoder.encode(found.text ?? '');
}

function encodeLead(found: Extraction, digested: Digest): Uint8Array {
  const text = encoder.encode(
    [found.language ?? '', found.skipped ?? '', found.note ?? '', ...digested.imports].join('\0'),
  );
  const bags = bagNames.map((name) => digested[name]);
  const entries = bags.reduce((sum, bag) => sum + bag.hashes.length, 0);
  const size = headWords + entries + Math.ceil((entries + text.length) / 4);
  const words = new Uint32Array(size);
  words[field.size] = size;
  words[field.lines] = found.lines;
  words[field.length] = digested.length;
  words[field.text] = text.length;
  const bytes = new Uint8Array(words.buffer);
  let word = headWords;
  let byte = (headWords + entries) * 4;
  bags.forEach((bag, index) => {
    words[field.bags + index] = bag.hashes.length;
    words.set(bag.hashes, word);
    word += bag.hashes.length;
    bytes.set(bag.counts, byte);
    byte += bag.counts.length;
  });
  bytes.set(text, byte);
  words[field.check] = checksum(words, 0, size);
  return bytes;
}

/**
 * Of all words but the first. Catches a torn or zeroed stretch of a file, not an attacker. Four sums that do not wait for each other:
 * a warm start on a large repository reads sixty million words.
 */
function checksum(words: Uint32Array, at: number, size: number): number {
  const end = at + size;
  let [a, b, c, d] = [0x9e3779b9, 0, 0, 0];
  let index = at + 1;
  for (; index + 3 < end; index += 4) {
    a = (Math.imul(a, 31) + (words[index] ?? 0)) | 0;
    b = (Math.imul(b, 31) + (words[index + 1] ?? 0)) | 0;
    c = (Math.imul(c, 31) + (words[index + 2] ?? 0)) | 0;
    d = (Math.imul(d, 31) + (words[index + 3] ?? 0)) | 0;
  }
  for (; index < end; index++) a = (Math.imul(a, 31) + (words[index] ?? 0)) | 0;
  return (Math.imul(Math.imul(Math.imul(a, 33) ^ b, 33) ^ c, 33) ^ d) >>> 0;
}

/** True when a whole, undamaged lead starts at word `at`. */
export function leadIsSound(words: Uint32Array, at: number): boolean {
  const size = words[at + field.size] ?? 0;
  if (size < headWords || at + size > words.length) return false;
  return words[at] === checksum(words, at, size);
}

const decoder = new TextDecoder();

/**
 * A lead read in place. The bags are views of `words`, made anew each time they are asked for: kept, those of a hundred
 * thousand files would cost more than everything that is done with them.
 */
export function decodeLead(words: Uint32Array, at: number): TaggedFile {
  return new Lead(words, at);
}

/** Numbers of the parts of the text; imports follow. */
const part = { language: 0, skipped: 1, note: 2, imports: 3 } as const;

class Lead implements TaggedFile, Digest {
  readonly #words: Uint32Array;
  readonly #at: number;

  constructor(words: Uint32Array, at: number) {
    this.#words = words;
    this.#at = at;
  }

  get digest(): Digest {
    return this;
  }

  get lines(): number {
    return this.#words[this.#at + field.lines] ?? 0;
  }

  get length(): number {
    return this.#words[this.#at + field.length] ?? 0;
  }

  get body(): Bag {
    return this.#bag(0);
  }

  get titles(): Bag {
    return this.#bag(1);
  }

  get defs(): Bag {
    return this.#bag(2);
  }

  get refs(): Bag {
    return this.#bag(3);
  }

  get imports(): string[] {
    const text = this.#text();
    const start = startOf(text, part.imports);
    return start < 0 ? [] : decoder.decode(text.subarray(start)).split('\0');
  }

  get language(): string | undefined {
    return this.#part(part.language);
  }

  get skipped(): string | undefined {
    return this.#part(part.skipped);
  }

  get note(): string | undefined {
    return this.#part(part.note);
  }

  #count(bag: number): number {
    return this.#words[this.#at + field.bags + bag] ?? 0;
  }

  /** Entries of the bags before `bag`. */
  #before(bag: number): number {
    let entries = 0;
    for (let number = 0; number < bag; number++) entries += this.#count(number);
    return entries;
  }

  #bag(bag: number): Bag {
    const words = this.#words;
    const before = this.#before(bag);
    const count = this.#count(bag);
    const start = this.#at + headWords + before;
    const counts = this.#at + headWords + this.#before(bagNames.length);
    return {
      hashes: words.subarray(start, start + count),
      counts: new Uint8Array(words.buffer, words.byteOffset + counts * 4 + before, count),
    };
  }

  #text(): Uint8Array {
    const words = this.#words;
    const entries = this.#before(bagNames.length);
    const start = words.byteOffset + (this.#at + headWords + entries) * 4 + entries;
    return new Uint8Array(words.buffer, start, words[this.#at + field.text] ?? 0);
  }

  /** Most parts of most files are empty: nothing is decoded for those. */
  #part(number: number): string | undefined {
    const text = this.#text();
    const start = startOf(text, number);
    if (start < 0 || start >= text.length || text[start] === 0) return undefined;
    const end = text.indexOf(0, start);
    return decoder.decode(text.subarray(start, end < 0 ? text.length : end));
  }
}

/** Where the part `number` of a lead's text starts; -1 when there is none. */
function startOf(text: Uint8Array, number: number): number {
  let from = 0;
  for (let passed = 0; passed < number; passed++) {
    from = text.indexOf(0, from) + 1;
    if (from === 0) return -1;
  }
  return from;
}

/**
 * Definitions one by one; references once per name and role, at their first line. Plain text, a tag a line:
 * kind and role, tab, name, tab, line, tab, last line less line; parsed rarely, so small code beats small size.
 */
function encodeTags(tags: readonly Tag[]): Uint8Array {
  const seen = new Map<string, Set<string>>();
  let rows = '';
  for (const { kind, role, name, line, endLine } of tags) {
    if (kind === 'ref') {
      const names = seen.get(role) ?? new Set();
      if (names.has(name)) continue;
      seen.set(role, names.add(name));
    }
    const plain = name.includes('\t') ? name.replaceAll('\t', ' ') : name;
    if (rows !== '') rows += '\n';
    rows += `${kind === 'def' ? 'd' : 'r'}${role}\t${plain}\t${line}\t${endLine - line}`;
  }
  return encoder.encode(rows);
}

/** The tags of a detail, or its definitions alone; rows that make no sense are left out. */
export function decodeTags(detail: Uint8Array, which: 'all' | 'definitions' = 'all'): Tag[] {
  const tags: Tag[] = [];
  const text = decoder.decode(detail);
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    const kind = text.charCodeAt(start) === letterD ? 'def' : 'ref';
    if (kind === 'ref' && which === 'definitions') continue;
    const [label = '', name, line, span] = text.slice(start, end).split('\t');
    if (name === undefined || line === undefined || span === undefined) continue;
    tags.push({
      name,
      kind,
      role: label.slice(1),
      line: Number(line),
      endLine: Number(line) + Number(span),
    });
  }
  return tags;
}

const letterD = 100;
