/** Captured output: bounded while it arrives, cleaned once, then shown as head and tail. */
import type { CheckLog } from './types.ts';

export const defaultMaxOutputBytes = 16 * 1024 * 1024;
/** What a result keeps of the output, on each side. */
const logSideBytes = 64 * 1024;
const maxLineLength = 2000;

/** Collects chunks up to a limit in bytes; what comes after it is counted and dropped. */
export class OutputCollector {
  readonly #chunks: Uint8Array[] = [];
  readonly #limit: number;
  #kept = 0;
  #seen = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns false once more than the limit has been seen. */
  push(chunk: Uint8Array): boolean {
    this.#seen += chunk.length;
    const room = this.#limit - this.#kept;
    if (room > 0) {
      const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
      this.#chunks.push(part);
      this.#kept += part.length;
    }
    return this.#seen <= this.#limit;
  }

  get overLimit(): boolean {
    return this.#seen > this.#limit;
  }

  /** The cleaned text of everything kept. Bytes that are no UTF-8 become U+FFFD. */
  text(): string {
    return cleanOutput(Buffer.concat(this.#chunks).toString('utf8'));
  }
}

// CSI, OSC (ended by BEL or ST; unterminated ones end with their line), and the other two-character escapes.
const ansi =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b\n]*(?:\u001b\\)?|[ -/]*[0-~])|\u009b[0-?]*[ -/]*[@-~]/g;
// Controls but tab and newline; bidi and zero-width characters that can make a log read differently than it is.
const controls =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e0fff}]/gu;

/** Terminal output as text: escapes and control characters removed, overwritten progress lines reduced to their last state. */
export function cleanOutput(raw: string): string {
  return raw
    .replace(/\r+\n/g, '\n')
    .replace(ansi, '')
    .split('\n')
    .map((line) => afterCarriageReturn(line).replace(controls, ''))
    .join('\n');
}

function afterCarriageReturn(line: string): string {
  if (!line.includes('\r')) return line;
  return line.split('\r').findLast((part) => part.trim() !== '') ?? '';
}

/** Head and tail of a cleaned text, cut at line ends, very long lines shortened. */
export function toLog(text: string, sideBytes = logSideBytes): CheckLog {
  const lines = text.split('\n').map(shortenLine);
  const short = lines.join('\n');
  if (Buffer.byteLength(short) <= sideBytes * 2)
    return { head: short, tail: '', truncated: false, omittedBytes: 0 };

  const head = takeWithin(lines, sideBytes);
  const tail = takeWithin(lines.slice(head.length).reverse(), sideBytes).reverse();
  const headText = head.join('\n');
  const tailText = tail.join('\n');
  const omittedBytes = Buffer.byteLength(short) - Buffer.byteLength(headText) - Buffer.byteLength(tailText);
  return { head: headText, tail: tailText, truncated: true, omittedBytes };
}

/** A log as one text, with the gap named. */
export function logText(log: CheckLog): string {
  if (!log.truncated) return log.head;
  return `${log.head}\n… ${log.omittedBytes} bytes left out …\n${log.tail}`;
}

function shortenLine(line: string): string {
  if (line.length <= maxLineLength) return line;
  return `${line.slice(0, maxLineLength)} … ${line.length - maxLineLength} more characters`;
}

function takeWithin(lines: readonly string[], bytes: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const line of lines) {
    used += Buffer.byteLength(line) + 1;
    if (used > bytes) break;
    taken.push(line);
  }
  return taken;
}
