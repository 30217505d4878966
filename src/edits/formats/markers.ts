/** The three marker lines of a SEARCH/REPLACE block. */
export interface Marker {
  kind: 'head' | 'divider' | 'tail';
  line: number;
  /** How many marker characters; content is escaped by writing longer ones around it. */
  length: number;
  /** Words after the keyword: nothing, junk, or a file name. */
  rest: string;
  /** `<<<<<<< HEAD` opens a block only in the 2023 style that closes with UPDATED; else it is a merge conflict. */
  conflictStyle?: boolean;
  /** `>>>>>>>` alone. */
  bare?: boolean;
}

/** Models miscount: seven is written, five to nine are seen. Ten or more is somebody's banner. */
const SHORTEST = 5;
const LONGEST = 9;

const HEAD_WORDS = ['SEARCH', 'ORIGINAL', 'HEAD'];
const TAIL_WORDS = ['REPLACE', 'UPDATED'];

/** The marker that a line is, or undefined. Case, blanks and what follows the keyword do not matter. */
export function readMarker(text: string, line: number): Marker | undefined {
  const from = markerStart(text);
  if (from < 0) return undefined;
  const mark = text[from] ?? '';
  let end = from;
  while (text[end] === mark) end++;
  const length = end - from;
  if (length < SHORTEST || length > LONGEST) return undefined;
  const after = text.slice(end).trim();
  if (mark === '=') return after === '' ? { kind: 'divider', line, length, rest: '' } : undefined;
  if (after === '') return mark === '>' ? { kind: 'tail', line, length, rest: '', bare: true } : undefined;
  return wordMarker(mark, after, line, length);
}

/** Index of the first marker character: past the indentation, or past a fence glued to the marker; -1 when none. */
function markerStart(text: string): number {
  let i = 0;
  while (isGap(text.charCodeAt(i))) i++;
  const first = text[i];
  if (first === '<' || first === '>' || first === '=' || first === '-' || first === '+') return i;
  if (first !== '`' || !text.startsWith('```', i)) return -1;
  return text.indexOf('<<<<<', i);
}

/** Blank, tab, no-break space, or a byte-order mark at the start of the reply. */
function isGap(code: number): boolean {
  return code === 32 || code === 9 || code === 0xa0 || code === 0xfeff;
}

function wordMarker(mark: string, after: string, line: number, length: number): Marker | undefined {
  const word = leadingWord(after);
  const rest = after
    .slice(word.length)
    .replace(/^[>:\s]+/, '')
    .trim();
  const upper = word.toUpperCase();
  // The arrows may point the wrong way and other dialects write dashes and plus signs: the keyword decides.
  if (HEAD_WORDS.includes(upper) && mark !== '+') {
    if (upper === 'SEARCH') return { kind: 'head', line, length, rest };
    if (mark !== '<') return undefined;
    return { kind: 'head', line, length, rest, conflictStyle: upper === 'HEAD' };
  }
  if (TAIL_WORDS.includes(upper) && mark !== '-') return { kind: 'tail', line, length, rest };
  return undefined;
}

function leadingWord(text: string): string {
  let i = 0;
  while (i < text.length && isWord(text.charCodeAt(i))) i++;
  return text.slice(0, i);
}

function isWord(code: number): boolean {
  return (
    (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95
  );
}
