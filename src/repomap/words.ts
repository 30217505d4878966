/**
 * The one tokeniser of files, paths and requests. It works on UTF-8 bytes and yields 32-bit hashes instead of strings, so that
 * a gigabyte of source never becomes a vocabulary of strings; two given words share a hash once in four thousand million pairs.
 */

const seed = 0x811c9dc5;
const prime = 0x01000193;
/** Longer runs are encoded data, not words that anybody searches for. */
const longest = 48;

const separator = 0;
const lower = 1;
const upper = 2;
const digit = 3;
const joiner = 4;

/** Bytes of non-ASCII letters count as lower case: case folding beyond ASCII would need decoding. */
const classes = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) {
  if (byte >= 0x80 || (byte >= 97 && byte <= 122)) classes[byte] = lower;
  else if (byte >= 65 && byte <= 90) classes[byte] = upper;
  else if (byte >= 48 && byte <= 57) classes[byte] = digit;
  else if (byte === 95 || byte === 36) classes[byte] = joiner;
}

/**
 * Receives one word: its hash, the byte at which its identifier starts, and whether it is an identifier of several parts taken as
 * one ("RunContext" as "runcontext") instead of a part of it.
 */
export type WordSink = (hash: number, at: number, whole: boolean) => void;

const buffer = new Uint8Array(longest);

const letterD = 100;
const letterE = 101;
const letterG = 103;
const letterI = 105;
const letterL = 108;
const letterN = 110;
const letterS = 115;
const letterU = 117;
const letterY = 121;

/**
 * Light English stemming of the word in `buffer`: plural, -ing, -ed and a final e, so that "caches", "cached", "caching" and
 * "cache" meet. Never leaves fewer than three letters. Returns the new length.
 */
function stem(length: number): number {
  let end = length;
  const back = (count: number) => buffer[end - count] ?? 0;
  if (end >= 4 && back(1) === letterS && back(2) !== letterS && back(2) !== letterU && back(2) !== letterI) {
    end -= 1;
    if (end >= 4 && back(1) === letterE && back(2) === letterI) {
      end -= 1;
      buffer[end - 1] = letterY; // queries → query
      return end;
    }
  }
  const plain = end;
  if (end >= 6 && back(3) === letterI && back(2) === letterN && back(1) === letterG) end -= 3;
  else if (end >= 5 && back(2) === letterE && back(1) === letterD) end -= 2;
  if (end < plain && end >= 4 && back(1) === back(2) && back(1) !== letterS && back(1) !== letterL) end -= 1; // stopping → stop
  if (end >= 4 && back(1) === letterE) end -= 1;
  return end;
}

function finish(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}

function hashBuffer(length: number): number {
  let hash = seed;
  for (let index = 0; index < length; index++) hash = Math.imul(hash ^ (buffer[index] ?? 0), prime);
  return finish(hash);
}

/** Where the part that starts at `at` ends: "HTTPServer2" has the parts HTTP, Server, 2. */
function partEnd(bytes: Uint8Array, at: number, end: number): number {
  const kind = classes[bytes[at] ?? 0];
  let next = at + 1;
  while (next < end && classes[bytes[next] ?? 0] === kind) next++;
  if (kind === upper && next < end && classes[bytes[next] ?? 0] === lower) {
    if (next - at > 1) return next - 1;
    while (next < end && classes[bytes[next] ?? 0] === lower) next++;
  }
  return next;
}

/**
 * Walks the words of `bytes`: identifiers are split at case changes, digits, `_` and `$`; each part of two or more characters is
 * yielded lower-cased and stemmed, and an identifier of several parts once more as a whole, after its parts.
 */
export function eachWord(bytes: Uint8Array, sink: WordSink): void {
  const size = bytes.length;
  let at = 0;
  while (at < size) {
    if (classes[bytes[at] ?? 0] === separator) {
      at++;
      continue;
    }
    const start = at;
    let end = at + 1;
    while (end < size && classes[bytes[end] ?? 0] !== separator) end++;
    let whole = seed;
    let parts = 0;
    while (at < end) {
      const kind = classes[bytes[at] ?? 0];
      if (kind === joiner) {
        at++;
        continue;
      }
      const stop = partEnd(bytes, at, end);
      const length = Math.min(stop - at, longest);
      for (let index = 0; index < length; index++) {
        const byte = bytes[at + index] ?? 0;
        const folded = byte >= 65 && byte <= 90 ? byte + 32 : byte;
        buffer[index] = folded;
        whole = Math.imul(whole ^ folded, prime);
      }
      if (length > 1 && stop - at <= longest)
        sink(hashBuffer(kind === digit ? length : stem(length)), start, false);
      parts++;
      at = stop;
    }
    if (parts > 1 && end - start <= longest * 2) sink(finish(whole), start, true);
  }
}

const encoder = new TextEncoder();

/** Short texts, paths above all, are encoded here: there are a hundred thousand of them. */
const scratch = new Uint8Array(1024);

function encoded(text: string): Uint8Array {
  if (text.length * 3 > scratch.length) return encoder.encode(text);
  return scratch.subarray(0, encoder.encodeInto(text, scratch).written);
}

/** The word hashes of a text, in order: parts and wholes as `eachWord` yields them. */
export function wordsOf(text: string): number[] {
  const found: number[] = [];
  eachWord(encoded(text), (hash) => found.push(hash));
  return found;
}

/** The hash of the lower-cased concatenation of words, as an identifier made of them would have as a whole. */
export function hashOfWhole(words: readonly string[]): number {
  let hash = seed;
  for (const byte of encoder.encode(words.join('').toLowerCase())) hash = Math.imul(hash ^ byte, prime);
  return finish(hash);
}

/** The hash of an exact, case-sensitive name: the key of definitions and references. */
export function hashOfName(name: string): number {
  let hash = seed;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), prime);
  return finish(hash);
}
