/** One edit on its way into a file: where it goes, whether it is done already, whether it meets another. */

import type { RepoPath } from '../lib/types.ts';
import { isDone, isDoneAt, isDoneShifted } from './already-applied.ts';
import { blanksUnder, type Choice, choose, type Preferences } from './ambiguity.ts';
import type { Document } from './document.ts';
import { isIndentSensitive } from './gates.ts';
import { planInsertion } from './insertion.ts';
import { locate } from './locate.ts';
import { refuseNewText } from './new-text.ts';
import type { Overlay } from './overlay.ts';
import type { Decisions } from './parity.ts';
import type { Found, LocateOptions, Place, Repetitions } from './places.ts';
import { ambiguous, notFound, type Outcome, problem } from './problems.ts';
import { isBlank } from './projection.ts';
import { holdersOf } from './redirect.ts';
import type { Shelf } from './shelf.ts';
import type { Splice } from './splice.ts';
import type { TextFile } from './text-file.ts';
import type { PlanOptions, Problem, Replace, Tree } from './types.ts';
import { isSpanFormat, isTerminated, type Wanted } from './wanted.ts';

export interface ReplaceContext {
  tree: Tree;
  options: PlanOptions;
  decisions: Decisions;
  overlay: Overlay;
  /** How often the reply sends each edit. */
  copies: ReadonlyMap<string, number>;
  /** Edits that are done; the same one again is a repetition. */
  done: Set<string>;
  shelf: Shelf;
  repetitions: Repetitions;
}

export const keyOf = (operation: Replace): string =>
  [
    operation.path,
    operation.oldText,
    operation.newText,
    operation.afterLine ?? '',
    ...(operation.anchors ?? []),
  ].join('\0');

export interface Item {
  operation: Replace;
  wanted: Wanted;
}

export function locateIn(
  document: Document,
  { operation, wanted }: Item,
  context: ReplaceContext,
): Found | undefined {
  if (wanted.oldLines.every(isBlank)) return blanksUnder(document, operation.anchors ?? [], wanted);
  const options: LocateOptions = {
    terminated: operation.terminated ?? isTerminated(operation.source.format),
    indentSensitive: isIndentSensitive(operation.path),
    effort: context.shelf.effort,
    ...(operation.sequential ? { repetitions: context.repetitions } : {}),
  };
  return locate(document, wanted, options);
}

/** The lines that hunks of one call have taken: the old text and where it stood, with the new text. */
export type Taken = Map<string, string>;

export interface Neighbours {
  after: number;
  before: number;
  stale: boolean;
  taken: Taken;
}

const failed = (refusal: Problem): Outcome => ({ ok: false, problem: refusal });
const done = (...notes: string[]): Outcome => ({ ok: true, notes });

/** One edit on its way into a file. */
export class Placing {
  /** In the located text: where the edit ended, for the order of the next one. */
  lastLine: number | undefined;
  readonly #file: TextFile;
  readonly #operation: Replace;
  readonly #wanted: Wanted;
  readonly #context: ReplaceContext;
  readonly #near: Neighbours;

  constructor(file: TextFile, operation: Replace, wanted: Wanted, context: ReplaceContext, near: Neighbours) {
    this.#file = file;
    this.#operation = operation;
    this.#wanted = wanted;
    this.#context = context;
    this.#near = near;
  }

  run(found: Found | undefined): Outcome {
    const key = keyOf(this.#operation);
    if (this.#context.done.has(key)) {
      const note = `${this.#operation.path}: the same edit was sent twice and applied once`;
      return this.#meantElsewhere() ?? done(note);
    }
    const { oldLines } = this.#wanted;
    // Blank lines as old text say nothing, except in a file that has nothing else.
    const inserts = oldLines.length === 0 || (oldLines.every(isBlank) && this.#file.text.trim() === '');
    const outcome = inserts ? this.#insert() : this.#replace(found);
    if (outcome.ok) this.#context.done.add(key);
    return outcome;
  }

  /** No old text. */
  #insert(): Outcome {
    if (this.#operation.sequential) this.#file.settle();
    const { base, encoding } = this.#file;
    const { decisions } = this.#context;
    const point = { document: base, encoding, stale: this.#near.stale, decisions };
    const inserted = planInsertion(this.#operation, this.#wanted, point);
    if (!inserted.ok) return failed(inserted.problem);
    this.#file.add(inserted.splices);
    this.lastLine = inserted.at;
    return done(...inserted.notes);
  }

  #replace(known: Found | undefined): Outcome {
    const { path } = this.#operation;
    const found = known ?? this.#locate(this.#file.base);
    if (!found && this.#wanted.oldLines.every(isBlank)) {
      return failed(
        problem(
          this.#operation,
          'EMPTY_OLD',
          `The text to replace in ${path} holds only blank lines, which stand everywhere. Include the lines around the place.`,
        ),
      );
    }
    const first = this.#attempt(this.#file.base, found);
    if (first.state === 'placed') return this.#accept(first);
    if (!this.#operation.sequential) {
      return this.#explainOrDone(first);
    }
    // Blocks apply one after another: what is not there, or not clear, before the others may be after them.
    let second: Attempt = first;
    if (this.#file.hasPending) {
      this.#file.settle();
      second = this.#attempt(this.#file.base, this.#locate(this.#file.base));
      if (second.state === 'placed') return this.#accept(second);
    }
    if (second.state === 'missing' && this.#file.hasStages) {
      const earlier = this.#attempt(this.#file.origin, this.#locate(this.#file.origin));
      if (earlier.state === 'placed') {
        const moved = this.#file.fromOrigin(earlier.splices, spanOf(earlier.places));
        if (moved) {
          return this.#accept({
            ...earlier,
            splices: moved,
            notes: [
              ...earlier.notes,
              `${path}: an edit was written for the text before an earlier edit of the same reply`,
            ],
          });
        }
        if (!isDone(this.#file.base, this.#wanted)) {
          return failed(
            this.#explain({
              ...second,
              reason: `An earlier edit of the same reply already changed the lines that this one wants to change in ${path}. Merge the two edits into one.`,
            }),
          );
        }
      }
    }
    return this.#explainOrDone(second);
  }

  /** A SEARCH/REPLACE block. */
  get #isBlock(): boolean {
    return this.#operation.sequential === true && !isSpanFormat(this.#operation.source.format);
  }

  #locate(document: Document): Found | undefined {
    return locateIn(document, { operation: this.#operation, wanted: this.#wanted }, this.#context);
  }

  #attempt(document: Document, found: Found | undefined): Attempt {
    if (!found) return { state: 'missing' };
    const choice = choose(document, found, this.#preferences());
    if (choice.ok) return this.#build(document, found, choice);
    if (choice.reason === 'ambiguous') return { state: 'ambiguous', places: choice.places, document };
    return { state: 'missing', reason: aboveAnchor(this.#operation) };
  }

  #build(document: Document, found: Found, choice: Extract<Choice, { ok: true }>): Attempt {
    const splices: Splice[] = [];
    const { path } = this.#operation;
    const notes = [found.note, choice.note].flatMap((note) =>
      note === undefined ? [] : [`${path}: ${note}`],
    );
    for (const place of choice.places) {
      if (isDoneAt(document, this.#wanted, place)) {
        if (this.#isBlock) this.#context.repetitions.count += 1;
        const skips = !this.#isBlock || this.#context.repetitions.mode === 'skip';
        notes.push(`${path}: the new text stands there already${skips ? '' : ', now twice'}`);
        if (skips) continue;
      }
      const own = place.splices();
      if (!own) return { state: 'missing', reason: underivable(path, found.level) };
      splices.push(...own);
    }
    const isCurrent = document === this.#file.base;
    if (isCurrent && this.#conflicts(choice.places, splices)) return { state: 'conflict' };
    return { state: 'placed', splices, places: choice.places, notes, document };
  }

  #conflicts(places: readonly Place[], splices: readonly Splice[]): boolean {
    if (this.#operation.sequential) {
      return this.#file.touches(splices) || places.some((place) => this.#file.covers(place));
    }
    if (isSpanFormat(this.#operation.source.format) && places.some((place) => this.#file.covers(place)))
      return true;
    return this.#file.overlaps(splices) || this.#isTaken(places);
  }

  /**
   * The same lines twice in a patch are two places of the file, the English texts and the German ones. When there is only one, the
   * second hunk belongs to lines that look otherwise, and its new lines must not join the first's.
   */
  #isTaken(places: readonly Place[]): boolean {
    const { oldText, newText } = this.#wanted;
    return places.some((place) => {
      const key = `${place.start} ${oldText}`;
      const earlier = this.#near.taken.get(key) ?? newText;
      this.#near.taken.set(key, earlier);
      return earlier !== newText;
    });
  }

  #preferences(): Preferences {
    const { anchors, lineHint, eof, replaceAll, expected } = this.#operation;
    const copies = this.#context.copies.get(keyOf(this.#operation)) ?? 1;
    const count = expected ?? (copies > 1 ? copies : undefined);
    // Hunks stand in file order. The edits of a call may come in any (pi), so that order says nothing.
    const isOrdered = !this.#operation.sequential && !isSpanFormat(this.#operation.source.format);
    return {
      all: replaceAll === true,
      ...(count === undefined ? {} : { count }),
      anchors: anchors ?? [],
      after: isOrdered ? this.#near.after : 0,
      before: isOrdered ? this.#near.before : Number.POSITIVE_INFINITY,
      ...(lineHint && !this.#near.stale ? { lineHint } : {}),
      eof: eof === true,
      first: this.#context.decisions.severalPlaces === 'first',
    };
  }

  #accept(attempt: Extract<Attempt, { state: 'placed' }>): Outcome {
    const refusal = refuseNewText(this.#operation, this.#wanted, attempt.document, this.#file.encoding);
    if (refusal) return failed(refusal);
    const notes = [...attempt.notes];
    const { path } = this.#operation;
    this.#file.add(attempt.splices);
    if (this.#isBlock && this.#context.decisions.finalNewline === 'add') this.#file.endLastLine();
    this.lastLine = attempt.places.at(-1)?.lastLine;
    if (attempt.splices.length === 0 && notes.length === 0) notes.push(`${path}: an edit changes nothing`);
    const emptied = this.#wanted.newText.trim() === '' && this.#file.text.trim() === '';
    if (emptied && attempt.splices.length > 0) notes.push(`${path} is empty after the edit`);
    return done(...notes);
  }

  #explainOrDone(attempt: Attempt): Outcome {
    const { path } = this.#operation;
    const { base } = this.#file;
    const isMade = () => isDone(base, this.#wanted) || isDoneShifted(base, this.#wanted);
    if (attempt.state === 'missing' && isMade()) {
      const note = `${path}: an edit is applied already; its new text stands there`;
      return this.#meantElsewhere() ?? done(note);
    }
    return failed(attempt.state === 'conflict' ? this.#overlap() : this.#explain(attempt));
  }

  /**
   * A block without a file name that is made in the file of the block before it, while another shown file holds its text: "For a.py:",
   * the block, "For b.py:", the same block. Taking it for a repetition would lose the other edits without a word.
   */
  #meantElsewhere(): Outcome | undefined {
    const { path, inherited, oldText } = this.#operation;
    if (inherited !== true) return undefined;
    const others = this.#context.options.shown.filter((file) => file !== path);
    const [other] = holdersOf(this.#wanted.oldLines, this.#context.shelf, others);
    if (!other) return undefined;
    return failed(
      problem(
        this.#operation,
        'NO_FILENAME',
        `An edit names no file. It is made in ${path} already, and its text stands in ${other.path} as well. Send it with the full path of its file on the line above.`,
        { sought: oldText, otherFile: other.path },
      ),
    );
  }

  #overlap(): Problem {
    const { path } = this.#operation;
    return problem(
      this.#operation,
      'OVERLAP',
      `Two edits of ${path} overlap. Merge them into one edit, or choose texts that do not share lines.`,
      { sought: this.#operation.oldText },
    );
  }

  #explain(attempt: Attempt): Problem {
    if (attempt.state === 'ambiguous') return ambiguous(this.#operation, attempt.document, attempt.places);
    const { options, shelf } = this.#context;
    const { path } = this.#operation;
    const withHint = shelf.hints > 0;
    shelf.hints -= 1;
    const shown = withHint ? options.shown.filter((file) => file !== path) : [];
    const [holder, ...more] = holdersOf(this.#wanted.oldLines, shelf, shown);
    const stale = this.#near.stale
      ? `${path} has changed since it was shown, and the text to replace is not in it.`
      : undefined;
    const reason = (attempt.state === 'missing' ? attempt.reason : undefined) ?? stale;
    return notFound(this.#operation, {
      document: this.#file.base,
      lines: this.#wanted.oldLines,
      withHint,
      ...(holder && more.length === 0 ? { otherFile: holder.path } : {}),
      ...(reason === undefined ? {} : { reason }),
    });
  }
}

/** From the first of the places, which come in text order, to the end of the last. */
function spanOf(places: readonly Place[]): Pick<Place, 'start' | 'end'> {
  return { start: places[0]?.start ?? 0, end: places.at(-1)?.end ?? 0 };
}

type Attempt =
  | { state: 'placed'; splices: Splice[]; places: readonly Place[]; notes: string[]; document: Document }
  | { state: 'ambiguous'; places: readonly Place[]; document: Document }
  | { state: 'conflict' }
  | { state: 'missing'; reason?: string };

function aboveAnchor({ path, anchors }: Replace): string {
  const under = (anchors ?? []).join(' @@ ').slice(0, 200);
  return `The text to replace stands in ${path} only above \`@@ ${under}\`, under which the patch puts it.`;
}

function underivable(path: RepoPath, level: string): string {
  return `The text to replace stands in ${path} only under another shape (${level}), and how the new lines would be indented or cut does not follow from it.`;
}
