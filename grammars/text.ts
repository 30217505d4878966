/** Bytes to text, whatever the encoding; the one place that decides what is binary. */
import { isAscii, isUtf8 } from 'node:buffer';

export type Decoded = { kind: 'text'; text: string; note?: string } | { kind: 'binary' };

/** Like git: a NUL among the first 8,000 bytes makes a file binary. */
const binaryWindow = 8000;

/**
 * Decodes UTF-8 (with or without a mark) and UTF-16 with a byte order mark. Invalid UTF-8 is read as Latin-1, one
 * character a byte, so that identifiers and line numbers stay right; `note` says so. Never throws.
 */
export function decodeText(bytes: Uint8Array): Decoded {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length >= 2 && buffer[0] === 0xff && buffer[1] === 0xfe)
    return { kind: 'text', text: buffer.subarray(2).toString('utf16le'), note: 'UTF-16' };
  if (buffer.length >= 2 && buffer[0] === 0xfe && buffer[1] === 0xff)
    return {
      kind: 'text',
      // An odd last byte cannot be swapped and is no character.
      text: Buffer.from(buffer.subarray(2, buffer.length - (buffer.length % 2)))
        .swap16()
        .toString('utf16le'),
      note: 'UTF-16',
    };
  if (buffer.subarray(0, binaryWindow).includes(0)) return { kind: 'binary' };
  const marked = buffer.length >= 3 && buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf;
  const body = marked ? buffer.subarray(3) : buffer;
  if (isAscii(body)) return { kind: 'text', text: body.toString('latin1') };
  if (isUtf8(body)) return { kind: 'text', text: body.toString('utf8') };
  return { kind: 'text', text: body.toString('latin1'), note: 'invalid UTF-8, read as Latin-1' };
}
