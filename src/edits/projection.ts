/**
 * What may differ between a model's text and the file without changing what was meant. Text is matched in a projection and spliced
 * in the original, so a projection never reaches the disk. The list of folded characters is pi's (quotes, dashes, spaces).
 */

/**
 * From strict to loose: `exact` line ends only; `trimmed` blanks at line ends; `folded` typographic characters, one for one;
 * `compatible` Unicode NFKC per line; `flush` indentation as well, which the caller has to account for.
 */
export type Projection = 'exact' | 'trimmed' | 'folded' | 'compatible' | 'flush';

export function project(line: string, projection: Projection): string {
  switch (projection) {
    case 'exact':
      return line;
    case 'trimmed':
      return trimBlanks(line);
    case 'folded':
      return trimBlanks(fold(line));
    case 'compatible':
      return trimBlanks(fold(compatible(line)));
    case 'flush':
      return trimBlanks(fold(line)).trimStart();
  }
}

const foldable = /[\u00a0\u2002-\u200a\u2010-\u2015\u2018-\u201f\u202f\u205f\u2212\u3000]/;
const foldables = new RegExp(foldable, 'g');

/** Curly quotes, dashes and odd spaces as their ASCII forms; never changes the length. */
export function fold(text: string): string {
  return foldable.test(text) ? text.replace(foldables, foldOne) : text;
}

function foldOne(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0x2018 && code <= 0x201b) return "'";
  if (code >= 0x201c && code <= 0x201f) return '"';
  if ((code >= 0x2010 && code <= 0x2015) || code === 0x2212) return '-';
  return ' ';
}

/** Blanks at a line's end. A CR can stand there only inside a lone-CR file's own text, which is cut before this point. */
function trimBlanks(line: string): string {
  const last = line.charCodeAt(line.length - 1);
  // Most lines end in something visible; a look at one code unit saves the scan and the copy.
  return last > 32 && last < 127 ? line : line.trimEnd();
}

/** The blanks a line starts with. */
export function indentOf(line: string): string {
  let at = 0;
  while (at < line.length && (line[at] === ' ' || line[at] === '\t')) at += 1;
  return line.slice(0, at);
}

export const isBlank = (line: string): boolean => line.trim() === '';

/** NFKC, or the line itself when composing cluster by cluster gives another result than composing the whole. */
function compatible(line: string): string {
  if (isAscii(line)) return line;
  const whole = line.normalize('NFKC');
  return clusters(line).normalised === whole ? whole : line;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** A starter with its marks, or a run of conjoining jamo: the pieces that normalise independently of each other. */
const cluster = /[\u1100-\u11ff]+|[\s\S]\p{M}*/gu;

interface Clusters {
  normalised: string;
  /** For each projected code unit that starts a cluster, the original offset; -1 inside a cluster. One more entry for the end. */
  origin: number[];
}

function clusters(line: string): Clusters {
  let normalised = '';
  const origin: number[] = [];
  for (const match of line.matchAll(cluster)) {
    const piece = match[0].normalize('NFKC');
    origin.push(match.index);
    for (let at = 1; at < piece.length; at++) origin.push(-1);
    normalised += piece;
  }
  origin.push(line.length);
  return { normalised, origin };
}

/**
 * Where a column of a projected line stood in the original line; undefined inside an expansion (half of a `½` that became `1⁄2`).
 * Columns of `flush` lines have no such place: those match by whole lines only.
 */
export function originalColumn(line: string, projection: Projection, column: number): number | undefined {
  if (projection !== 'compatible' || isAscii(line) || compatible(line) === line) return column;
  const origin = clusters(line).origin[column];
  return origin === undefined || origin < 0 ? undefined : origin;
}
