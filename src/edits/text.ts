/** Bytes to text and back, so that a spliced file differs from the original only where an edit meant it to. */
import { isAscii, isUtf8 } from 'node:buffer';

/** How a file's bytes became text. `bytes` is a byte-for-byte view (one code unit per byte) of a file in no known encoding. */
export type Encoding = 'utf8' | 'utf16le' | 'utf16be' | 'bytes';

export interface DecodedText {
  ok: true;
  /** Without the byte-order mark; line ends as in the file. */
  text: string;
  encoding: Encoding;
  /** The byte-order mark, put back on encoding. */
  bom: Uint8Array;
}
export type Decoding = DecodedText | { ok: false; reason: 'binary' | 'lfs' | 'encoding' };

const none = new Uint8Array(0);
/** How far to look for a NUL before calling a file binary. */
const sniffLength = 8 * 1024;
const lfsHeader = 'version https://git-lfs.github.com/spec/';

/** Reads a file's bytes as text, or says why it is no text. Never guesses: what cannot be written back identically is refused. */
export function decode(bytes: Uint8Array): Decoding {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length >= 2 && buffer[0] === 0xff && buffer[1] === 0xfe) return decodeUtf16(buffer, 'utf16le');
  if (buffer.length >= 2 && buffer[0] === 0xfe && buffer[1] === 0xff) return decodeUtf16(buffer, 'utf16be');
  if (buffer.subarray(0, sniffLength).includes(0)) return { ok: false, reason: 'binary' };
  if (buffer.length < 1024 && buffer.toString('latin1', 0, lfsHeader.length) === lfsHeader) {
    return { ok: false, reason: 'lfs' };
  }
  // One byte a character is read several times faster than UTF-8, and most source code is that.
  if (isAscii(buffer)) return { ok: true, text: buffer.toString('latin1'), encoding: 'utf8', bom: none };
  if (!isUtf8(buffer)) return { ok: true, text: buffer.toString('latin1'), encoding: 'bytes', bom: none };
  const bomLength =
    buffer.length >= 3 && buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0;
  return {
    ok: true,
    text: buffer.toString('utf8', bomLength),
    encoding: 'utf8',
    bom: bomLength > 0 ? bytes.slice(0, 3) : none,
  };
}

function decodeUtf16(buffer: Buffer, encoding: 'utf16le' | 'utf16be'): Decoding {
  if (buffer.length % 2 !== 0) return { ok: false, reason: 'encoding' };
  const body = Buffer.from(buffer.subarray(2));
  if (encoding === 'utf16be') body.swap16();
  const text = body.toString('utf16le');
  const bom = new Uint8Array(buffer.subarray(0, 2));
  // A file of unpaired surrogates or NULs is not text, whatever its first two bytes say.
  if (!text.isWellFormed() || text.includes('\0')) return { ok: false, reason: 'encoding' };
  return { ok: true, text, encoding, bom };
}

/** The inverse of `decode`. `text` must be representable: see `representable`. */
export function encode(text: string, encoding: Encoding, bom: Uint8Array): Uint8Array {
  const body =
    encoding === 'utf8'
      ? Buffer.from(text, 'utf8')
      : encoding === 'bytes'
        ? Buffer.from(text, 'latin1')
        : Buffer.from(text, 'utf16le');
  if (encoding === 'utf16be') body.swap16();
  return bom.length === 0 ? body : Buffer.concat([bom, body]);
}

/**
 * Whether new text can be written into a file of this encoding without loss. In a byte-for-byte view a sign beyond ASCII is known only
 * where the text it replaces has it: there it stands for one byte of the file.
 */
export function representable(text: string, encoding: Encoding, replaced = ''): boolean {
  if (encoding !== 'bytes') return text.isWellFormed();
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0xff || (code > 0x7f && !replaced.includes(text.charAt(at)))) return false;
  }
  return true;
}

/** A model's text as lines: CRLF and lone CR count as line ends; the empty rest after a final newline is no line. */
export function toLines(text: string): string[] {
  if (text === '') return [];
  const lines = normaliseEol(text).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * Without the byte order mark that a model copied from the first line of a file. It is kept apart from a file's text, so that it would
 * be written a second time.
 */
export function withoutBom(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** All line ends as LF. */
export function normaliseEol(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
