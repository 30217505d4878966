/** A file's text cut into lines, with everything needed to splice it without touching its other bytes. */
import { fold, type Projection, project } from './projection.ts';

/** The lines of one projection, numbered so that equal lines have equal numbers. */
export interface LineView {
  lines: readonly string[];
  /** For each line the number of its text; comparing numbers is comparing lines. */
  ids: Int32Array;
  /** The number of a text, or undefined when no line reads like that. */
  idOf: ReadonlyMap<string, number>;
}

export class Document {
  readonly text: string;
  /** Offset of each line's first code unit; one more entry for the end of the text. */
  readonly starts: readonly number[];
  /** Offset behind each line's last code unit, before its line end. */
  readonly ends: readonly number[];
  readonly #views = new Map<Projection, LineView>();
  #majority: string | undefined;

  constructor(text: string) {
    this.text = text;
    const { starts, ends } = cut(text);
    this.starts = starts;
    this.ends = ends;
  }

  get lineCount(): number {
    return this.ends.length;
  }

  line(index: number): string {
    return this.text.slice(this.start(index), this.end(index));
  }

  /** Offset of a line's start; the line after the last starts at the end of the text. */
  start(index: number): number {
    return this.starts[Math.min(index, this.ends.length)] ?? this.text.length;
  }

  end(index: number): number {
    return this.ends[index] ?? this.text.length;
  }

  /** A line's own line end: CRLF, LF, CR, or empty for an unterminated last line. */
  eol(index: number): string {
    return this.text.slice(this.end(index), this.start(index + 1));
  }

  /** The most frequent line end; LF when there is none. */
  get majorityEol(): string {
    if (this.#majority === undefined) {
      const counts = { '\n': 0, '\r\n': 0, '\r': 0 };
      if (this.text.includes('\r')) {
        for (let at = 0; at < this.lineCount; at++) {
          const eol = this.eol(at);
          if (eol === '\n' || eol === '\r\n' || eol === '\r') counts[eol] += 1;
        }
      }
      this.#majority =
        counts['\r\n'] > counts['\n'] && counts['\r\n'] >= counts['\r']
          ? '\r\n'
          : counts['\r'] > counts['\n']
            ? '\r'
            : '\n';
    }
    return this.#majority;
  }

  /** Index of the line that holds an offset. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.ends.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.start(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The lines under a projection; computed once. */
  view(projection: Projection): LineView {
    const known = this.#views.get(projection);
    if (known) return known;
    const lines: string[] = new Array(this.lineCount);
    for (let at = 0; at < this.lineCount; at++) lines[at] = project(this.line(at), projection);
    const view = { lines, ...number(lines) };
    this.#views.set(projection, view);
    return view;
  }

  /** Whether folding quotes, dashes and spaces can matter: pure ASCII text needs no such projection. */
  get hasFoldable(): boolean {
    return fold(this.text) !== this.text;
  }
}

function number(lines: readonly string[]): { ids: Int32Array; idOf: Map<string, number> } {
  const idOf = new Map<string, number>();
  const ids = new Int32Array(lines.length);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    let id = idOf.get(line);
    if (id === undefined) {
      id = idOf.size;
      idOf.set(line, id);
    }
    ids[at] = id;
  }
  return { ids, idOf };
}

function cut(text: string): { starts: number[]; ends: number[] } {
  const starts: number[] = [];
  const ends: number[] = [];
  const hasCr = text.includes('\r');
  let at = 0;
  while (at < text.length) {
    starts.push(at);
    const lf = text.indexOf('\n', at);
    const cr = hasCr ? crBefore(text, at, lf) : -1;
    if (cr >= 0) {
      ends.push(cr);
      at = text[cr + 1] === '\n' ? cr + 2 : cr + 1;
    } else if (lf >= 0) {
      ends.push(lf);
      at = lf + 1;
    } else {
      ends.push(text.length);
      at = text.length;
    }
  }
  starts.push(text.length);
  return { starts, ends };
}

/** First CR in the range; scanned by hand because `indexOf` would run past the line to the end of a long file. */
function crBefore(text: string, from: number, lf: number): number {
  const stop = lf < 0 ? text.length : lf;
  for (let at = from; at < stop; at++) if (text.charCodeAt(at) === 13) return at;
  return -1;
}
