/** A file while a reply's edits are planned on it: the text as it was, the edits so far, and the way from one to the other. */
import { Document } from './document.ts';
import type { Place } from './places.ts';
import { applySplices, type Splice, sortSplices } from './splice.ts';
import { type Encoding, encode, toLines } from './text.ts';
import { hasSubstance } from './wanted.ts';

export class TextFile {
  /** The text before the reply. */
  readonly origin: Document;
  readonly encoding: Encoding;
  readonly #bom: Uint8Array;
  /** The file's bytes, where each stands for one code unit of the text. */
  readonly #source: Uint8Array | undefined;
  /** The text that edits are located in now. */
  #base: Document;
  /** Edits to the base, not yet part of it: located in the same text, so that their order does not matter. */
  #pending: Splice[] = [];
  /** Edits that led from the origin to the base, with the text before them, one list for each settled text. */
  readonly #stages: { text: string; splices: Splice[] }[] = [];

  constructor(text: string, encoding: Encoding, bom: Uint8Array, bytes?: Uint8Array) {
    this.origin = new Document(text);
    this.#base = this.origin;
    this.encoding = encoding;
    this.#bom = bom;
    // Every character beyond ASCII takes more bytes in UTF-8 than code units, so equal lengths mean that there is none.
    const isPlain =
      (encoding === 'utf8' || encoding === 'bytes') && bytes?.length === bom.length + text.length;
    this.#source = isPlain ? bytes : undefined;
  }

  get base(): Document {
    return this.#base;
  }

  get hasPending(): boolean {
    return this.#pending.length > 0;
  }

  get hasStages(): boolean {
    return this.#stages.length > 0;
  }

  /** The text with all edits. */
  get text(): string {
    return applySplices(this.#base.text, sortSplices(this.#pending));
  }

  bytes(): Uint8Array {
    return this.#spliced() ?? encode(this.text, this.encoding, this.#bom);
  }

  /** What stays is copied as it is: encoding all of a large file for one line is most of an edit's time. */
  #spliced(): Uint8Array | undefined {
    const source = this.#source;
    if (!source || this.hasStages) return undefined;
    const none = new Uint8Array(0);
    const parts: Uint8Array[] = [];
    let at = 0;
    for (const { start, end, text } of sortSplices(this.#pending)) {
      parts.push(source.subarray(at, this.#bom.length + start), encode(text, this.encoding, none));
      at = this.#bom.length + end;
    }
    return Buffer.concat([...parts, source.subarray(at)]);
  }

  /** Makes the edits so far part of the text that later ones are located in. */
  settle(): void {
    if (this.#pending.length === 0) return;
    const splices = sortSplices(this.#pending);
    const { text } = this.#base;
    this.#base = new Document(applySplices(text, splices));
    this.#stages.push({ text, splices });
    this.#pending = [];
  }

  add(splices: readonly Splice[]): void {
    for (const splice of splices) {
      // Behind all that start at the same place: insertions keep the order in which they were sent.
      this.#pending.splice(this.#firstFrom(splice.start + 1), 0, splice);
    }
  }

  /** Adds the missing final newline; a file without text needs none. */
  endLastLine(): void {
    const { text } = this;
    if (text === '' || text.endsWith('\n') || text.endsWith('\r')) return;
    const end = this.#base.text.length;
    this.add([{ start: end, end, text: this.#base.majorityEol }]);
  }

  /** Index of the first pending edit that starts at the offset or later. */
  #firstFrom(offset: number): number {
    let low = 0;
    let high = this.#pending.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#pending[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Pending edits do not overlap, so those near a stretch are a few neighbours in the list. */
  #near({ start, end }: Pick<Splice, 'start' | 'end'>): Splice[] {
    const from = Math.max(0, this.#firstFrom(start) - 1);
    const near: Splice[] = [];
    for (let at = from; at < this.#pending.length; at++) {
      const other = this.#pending[at];
      if (!other || other.start > end) break;
      near.push(other);
    }
    return near;
  }

  /** Whether an edit changes, or stands next to, what a pending one changes. */
  touches(splices: readonly Splice[]): boolean {
    return splices.some((one) => this.#near(one).some((other) => one.start <= other.end));
  }

  /** Whether an edit changes what a pending one changes; touching is fine. */
  overlaps(splices: readonly Splice[]): boolean {
    return splices.some((one) => this.#near(one).some((other) => intersect(one, other)));
  }

  /** Whether a text that was found includes something that a pending edit changes. */
  covers({ start, end }: Pick<Place, 'start' | 'end'>): boolean {
    return this.#near({ start, end }).some((other) => intersect({ start, end }, other));
  }

  /**
   * Edits of one place in the origin as edits of the base. Undefined when an earlier edit changed what they change, or made something else
   * of a line that the place includes: the later edit takes that line to stay, and what it heads would hang in the air. One line for
   * one line, lines taken away and lines put in between are no obstacle, unless both edits bring the same line: then the later one is
   * another try at the earlier.
   */
  fromOrigin(splices: readonly Splice[], place: Pick<Place, 'start' | 'end'>): Splice[] | undefined {
    const brought = new Set(splices.flatMap(({ text }) => telling(text)));
    let moved = [...splices];
    let { start, end } = place;
    for (const stage of this.#stages) {
      for (const other of stage.splices) {
        if (!intersect({ start, end }, other)) continue;
        const gone = stage.text.slice(other.start, other.end);
        if (rebuilds(gone, other.text) || telling(other.text).some((line) => brought.has(line)))
          return undefined;
      }
      const next: Splice[] = [];
      for (const splice of moved) {
        const meets = (other: Splice) =>
          intersect(splice, other) || (other.start === splice.start && other.end === splice.end);
        if (stage.splices.some(meets)) return undefined;
        const by = growthBefore(stage.splices, splice.start);
        next.push({ start: splice.start + by, end: splice.end + by, text: splice.text });
      }
      moved = next;
      end += growthBefore(stage.splices, end);
      start += growthBefore(stage.splices, start);
    }
    return moved;
  }
}

/** Whether lines were replaced by another number of lines. */
function rebuilds(gone: string, come: string): boolean {
  return gone !== '' && come !== '' && toLines(gone).length !== toLines(come).length;
}

/** By how much earlier edits move what stands at an offset behind them. */
function growthBefore(stage: readonly Splice[], offset: number): number {
  let growth = 0;
  for (const { start, end, text } of stage) if (end <= offset) growth += text.length - (end - start);
  return growth;
}

/** The lines of a text that say something, without their indentation. */
function telling(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => hasSubstance([line]));
}

function intersect(a: Pick<Splice, 'start' | 'end'>, b: Pick<Splice, 'start' | 'end'>): boolean {
  if (a.start === a.end) return b.start < a.start && a.start < b.end;
  if (b.start === b.end) return a.start < b.start && b.start < a.end;
  return a.start < b.end && b.start < a.end;
}
