/** Cutting a text into lines and hashing them: the only work that every edit of a large file has to pay for. */

export interface LineTable {
  count: number;
  /** Offset of each line's first code unit. The arrays may be longer than `count`. */
  starts: Int32Array;
  /** Offset behind each line's last code unit, before its line end. */
  ends: Int32Array;
}

/** Cuts at LF, CRLF and lone CR; the empty rest after a final line end is no line. */
export function cutLines(text: string): LineTable {
  let starts = new Int32Array(1024);
  let ends = new Int32Array(1024);
  let count = 0;
  const hasCr = text.includes('\r');
  for (let start = 0; start < text.length; ) {
    const lf = text.indexOf('\n', start);
    let end = lf < 0 ? text.length : lf;
    let next = end + 1;
    if (hasCr) {
      const cr = crBefore(text, start, end);
      if (cr >= 0) {
        next = cr + 1 === lf ? lf + 1 : cr + 1;
        end = cr;
      }
    }
    if (count === starts.length) {
      starts = grown(starts);
      ends = grown(ends);
    }
    starts[count] = start;
    ends[count] = end;
    count += 1;
    start = next;
  }
  return { count, starts, ends };
}

/** First CR of a line; scanned by hand because `indexOf` would run on to the end of a long file. */
function crBefore(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === 13) return at;
  return -1;
}

function grown(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

const seed = 0x811c9dc5 | 0;
const prime = 0x01000193;
/** Units of a line that count for its hash: its end, where lines of code differ most, and a sample of the rest. */
const tailLength = 12;
const samples = 8;

/**
 * A hash of part of a text. FNV-1a over a sample: equal texts have equal hashes, others may, so that whoever finds by hash has to
 * confirm.
 */
export function hashRange(text: string, start: number, end: number): number {
  let hash = seed ^ (end - start);
  const tail = Math.max(start, end - tailLength);
  const stride = Math.max(1, Math.ceil((tail - start) / samples));
  for (let at = start; at < tail; at += stride) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  for (let at = tail; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  return hash;
}

/** A hash for each line of a text, blanks at line ends aside if asked. */
export function hashLines(text: string, table: LineTable, ends: 'exact' | 'trimmed'): Int32Array {
  const hashes = new Int32Array(table.count);
  for (let line = 0; line < table.count; line++) {
    const start = table.starts[line] ?? 0;
    let end = table.ends[line] ?? 0;
    if (ends === 'trimmed' && end > start) {
      const last = text.charCodeAt(end - 1);
      if (last <= 32 || last > 126) end = start + text.slice(start, end).trimEnd().length;
    }
    hashes[line] = hashRange(text, start, end);
  }
  return hashes;
}
