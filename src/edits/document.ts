/** A file's text cut into lines, with everything needed to splice it without touching its other bytes. */

import { type DenseText, withoutBlanks } from './dense.ts';
import { cutLines, hashLines, type LineTable } from './line-table.ts';
import { indentOf, isBlank, type Projection, project } from './projection.ts';

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
  readonly #table: LineTable;
  readonly #hashes = new Map<'exact' | 'trimmed', Int32Array>();
  readonly #views = new Map<Projection, LineView>();
  readonly #solid = new Map<Projection, LineView & { at: readonly number[] }>();
  #dense: DenseText | undefined;
  #foldable: boolean | undefined;
  #indentUnit: number | undefined;
  #majority: string | undefined;
  #isSearched = false;

  constructor(text: string) {
    this.text = text;
    this.#table = cutLines(text);
  }

  get lineCount(): number {
    return this.#table.count;
  }

  line(index: number): string {
    return this.text.slice(this.start(index), this.end(index));
  }

  /** Offset of a line's start; the line after the last starts at the end of the text. */
  start(index: number): number {
    return index < this.#table.count ? (this.#table.starts[index] ?? 0) : this.text.length;
  }

  end(index: number): number {
    return index >= 0 && index < this.#table.count ? (this.#table.ends[index] ?? 0) : this.text.length;
  }

  /** A line's own line end: CRLF, LF, CR, or empty for an unterminated last line. */
  eol(index: number): string {
    return this.text.slice(this.end(index), this.start(index + 1));
  }

  /** The line end that a new line takes over from a line. A CR among other line ends is debris (CR CR LF, say) and is not spread. */
  eolLike(index: number): string {
    const eol = this.eol(index);
    return eol === '\r' ? this.majorityEol : eol;
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
    let high = this.#table.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.start(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Whether a view exists already, so that using it costs nothing more. */
  hasView(projection: Projection): boolean {
    return this.#views.has(projection);
  }

  /** True once: the first search of a text can do without what makes many of them cheap. */
  takeFirstSearch(): boolean {
    const isFirst = !this.#isSearched;
    this.#isSearched = true;
    return isFirst;
  }

  /** One number for each line's text, from which equal lines cannot differ (others can agree): cheaper than a view. */
  hashes(projection: 'exact' | 'trimmed'): Int32Array {
    let hashes = this.#hashes.get(projection);
    if (!hashes) {
      hashes = hashLines(this.text, this.#table, projection);
      this.#hashes.set(projection, hashes);
    }
    return hashes;
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

  /** The lines that are not blank, as a view of their own: `at` gives each one's place in the file. */
  solid(projection: Projection): LineView & { at: readonly number[] } {
    let solid = this.#solid.get(projection);
    if (!solid) {
      const view = this.view(projection);
      const at: number[] = [];
      for (let line = 0; line < view.lines.length; line++)
        if (!isBlank(view.lines[line] ?? '')) at.push(line);
      solid = { at, lines: [], ids: Int32Array.from(at, (line) => view.ids[line] ?? -1), idOf: view.idOf };
      this.#solid.set(projection, solid);
    }
    return solid;
  }

  /** The number of blanks that all indentations of the file are a multiple of; 1 when there is none. Comment bodies (` * `) aside. */
  get indentUnit(): number {
    if (this.#indentUnit === undefined) {
      let unit = 0;
      for (let line = 0; line < this.lineCount && unit !== 1; line++) {
        const text = this.line(line);
        const indent = indentOf(text);
        if (indent === text || indent.includes('\t') || text[indent.length] === '*') continue;
        unit = greatestCommon(unit, indent.length);
      }
      this.#indentUnit = Math.max(1, unit);
    }
    return this.#indentUnit;
  }

  /** The text without its blanks; see `withoutBlanks`. */
  get dense(): DenseText {
    this.#dense ??= withoutBlanks(this.text);
    return this.#dense;
  }

  /** Whether folding quotes, dashes and spaces can matter: pure ASCII text needs no such projection. */
  get hasFoldable(): boolean {
    this.#foldable ??= /[^\u0000-\u007f]/.test(this.text);
    return this.#foldable;
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

function greatestCommon(a: number, b: number): number {
  return b === 0 ? a : greatestCommon(b, a % b);
}
