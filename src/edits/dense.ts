/** Text without its blanks, for finding what was only wrapped into other lines. */

export interface DenseText {
  text: string;
  /** For each unit of the dense text its offset in the original. */
  origin: Int32Array;
}

/** Letters, digits, `_`, `$` and everything beyond ASCII. */
export function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code > 127
  );
}

/** Drops all blanks and line ends; between two words one blank stays, which keeps them two. */
export function withoutBlanks(text: string): DenseText {
  const units = new Uint16Array(text.length);
  const origin = new Int32Array(text.length);
  let length = 0;
  let gap = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) {
      if (gap < 0) gap = at;
      continue;
    }
    if (gap >= 0 && length > 0 && isWordCode(units[length - 1] ?? 0) && isWordCode(code)) {
      units[length] = 32;
      origin[length] = gap;
      length += 1;
    }
    gap = -1;
    units[length] = code;
    origin[length] = at;
    length += 1;
  }
  return { text: Buffer.from(units.buffer, 0, length * 2).toString('utf16le'), origin };
}
