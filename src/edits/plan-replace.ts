/** Placing text edits: in the text that stands there now, in the order sent, without ever overlapping. */
import { createHash } from 'node:crypto';
import type { RepoPath } from '../lib/types.ts';
import { isDone, isDoneAt } from './already-applied.ts';
import { anchorLines, type Choice, choose, type Preferences } from './ambiguity.ts';
import type { Document } from './document.ts';
import { hasEscapedLineEnd, isIndentSensitive, looksLikeRewrite, markerIn, omissionIn } from './gates.ts';
import { type Found, type LocateOptions, locate, type Place, type Repetitions } from './locate.ts';
import type { Overlay } from './overlay.ts';
import { similarPaths } from './paths.ts';
import {
  ambiguous,
  markerProblem,
  missingFile,
  notFound,
  type Outcome,
  omissionProblem,
  problem,
  unencodable,
} from './problems.ts';
import { isBlank } from './projection.ts';
import { holdersOf } from './redirect.ts';
import type { Shelf } from './shelf.ts';
import { insertLines, type Splice } from './splice.ts';
import { representable } from './text.ts';
import type { TextFile } from './text-file.ts';
import type { Operation, PlanOptions, Problem, Replace, Tree } from './types.ts';
import { isSpanFormat, isTerminated, type Wanted, wantedOf } from './wanted.ts';

export interface ReplaceContext {
  tree: Tree;
  options: PlanOptions;
  overlay: Overlay;
  /** How often the reply sends each edit. */
  copies: ReadonlyMap<string, number>;
  /** Edits that are done; the same one again is a repetition. */
  done: Set<string>;
  shelf: Shelf;
  repetitions: Repetitions;
}

const keyOf = (operation: Replace): string =>
  [
    operation.path,
    operation.oldText,
    operation.newText,
    operation.afterLine ?? '',
    ...(operation.anchors ?? []),
  ].join('\0');

export function copiesOf(operations: readonly Operation[]): Map<string, number> {
  const copies = new Map<string, number>();
  for (const operation of operations) {
    if (operation.kind !== 'replace') continue;
    const key = keyOf(operation);
    copies.set(key, (copies.get(key) ?? 0) + 1);
  }
  return copies;
}

/** Plans edits of one file: one sequential edit, or all the hunks of a call. */
export function planReplaces(operations: readonly Replace[], context: ReplaceContext): Outcome[] {
  const [first] = operations;
  if (!first) return [];
  const { overlay, tree } = context;
  if (overlay.kind(first.path) === 'absent') {
    const [head, ...rest] = operations;
    if (!head) return [];
    return [startFile(head, context), ...(rest.length > 0 ? planReplaces(rest, context) : [])];
  }
  const access = overlay.text(first.path);
  if (!access.ok) {
    return operations.map((operation) => failed(problem(operation, access.code, access.reason)));
  }
  const { file } = access;
  // Hunks belong to the text before them, which is the one after earlier calls.
  if (!first.sequential) file.settle();
  const items = operations.map((operation) => ({ operation, wanted: wantedOf(operation) }));
  const found = operations.length > 1 ? items.map((item) => locateIn(file.base, item, context)) : [];
  const stale = isStale(first, tree);
  let after = 0;
  return items.map((item, index) => {
    const next = found.slice(index + 1).find((one) => one?.places.length === 1)?.places[0];
    const placing = new Placing(file, item.operation, item.wanted, context, {
      after,
      before: next?.firstLine ?? Number.POSITIVE_INFINITY,
      stale,
    });
    const outcome = placing.run(found[index]);
    after = Math.max(after, placing.lastLine ?? after);
    return outcome;
  });
}

interface Item {
  operation: Replace;
  wanted: Wanted;
}

function locateIn(
  document: Document,
  { operation, wanted }: Item,
  context: ReplaceContext,
): Found | undefined {
  if (wanted.oldLines.every(isBlank)) return undefined;
  const options: LocateOptions = {
    terminated: isTerminated(operation.source.format),
    indentSensitive: isIndentSensitive(operation.path),
    effort: context.shelf.effort,
    ...(operation.sequential ? { repetitions: context.repetitions } : {}),
  };
  return locate(document, wanted, options);
}

const failed = (refusal: Problem): Outcome => ({ ok: false, problem: refusal });
const done = (...notes: string[]): Outcome => ({ ok: true, notes });

/** An edit without old text for a file that is not there makes the file. */
function startFile(operation: Replace, { overlay, tree, options }: ReplaceContext): Outcome {
  const wanted = wantedOf(operation);
  if (!wanted.oldLines.every(isBlank) || (operation.afterLine ?? 0) > 0) {
    const similar = similarPaths(operation.path, [...options.shown, ...tree.list()]);
    return failed(missingFile(operation, [...new Set(similar)]));
  }
  if (!wanted.newText.isWellFormed()) return failed(unencodable(operation));
  const marker = markerIn(wanted.newLines, () => false);
  if (marker !== undefined) return failed(markerProblem(operation, marker));
  const text = isSpanFormat(operation.source.format)
    ? wanted.newText
    : wanted.newLines.map((line) => `${line}\n`).join('');
  overlay.create(operation.path, text);
  return done();
}

interface Neighbours {
  after: number;
  before: number;
  stale: boolean;
}

/** One edit on its way into a file. */
class Placing {
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
      return done(`${this.#operation.path}: the same edit was sent twice and applied once`);
    }
    const { oldLines } = this.#wanted;
    // Blank lines as old text say nothing, except in a file that has nothing else.
    const inserts = oldLines.length === 0 || (oldLines.every(isBlank) && this.#file.text.trim() === '');
    const outcome = inserts ? this.#insert() : this.#replace(found);
    if (outcome.ok) this.#context.done.add(key);
    return outcome;
  }

  #replace(known: Found | undefined): Outcome {
    const { path } = this.#operation;
    if (this.#wanted.oldLines.every(isBlank)) {
      return failed(
        problem(
          this.#operation,
          'EMPTY_OLD',
          `The text to replace in ${path} holds only blank lines, which stand everywhere. Include the lines around the place.`,
        ),
      );
    }
    const first = this.#attempt(this.#file.base, known ?? this.#locate(this.#file.base));
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
        const moved = this.#file.fromOrigin(earlier.splices);
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

  #locate(document: Document): Found | undefined {
    return locateIn(document, { operation: this.#operation, wanted: this.#wanted }, this.#context);
  }

  #attempt(document: Document, found: Found | undefined): Attempt {
    if (!found) return { state: 'missing' };
    const choice = choose(document, found, this.#preferences());
    if (!choice.ok) return { state: 'ambiguous', places: choice.places, document };
    return this.#build(document, found, choice);
  }

  #build(document: Document, found: Found, choice: Extract<Choice, { ok: true }>): Attempt {
    const splices: Splice[] = [];
    const { path } = this.#operation;
    const notes = [found.note, choice.note].flatMap((note) =>
      note === undefined ? [] : [`${path}: ${note}`],
    );
    for (const place of choice.places) {
      if (isDoneAt(document, this.#wanted, place)) {
        const isBlock = this.#operation.sequential === true && !isSpanFormat(this.#operation.source.format);
        if (isBlock) this.#context.repetitions.count += 1;
        const skips = !isBlock || this.#context.repetitions.mode === 'skip';
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
    return this.#file.overlaps(splices);
  }

  #preferences(): Preferences {
    const { anchors, lineHint, eof, replaceAll, expected } = this.#operation;
    const copies = this.#context.copies.get(keyOf(this.#operation)) ?? 1;
    const count = expected ?? (copies > 1 ? copies : undefined);
    return {
      all: replaceAll === true,
      ...(count === undefined ? {} : { count }),
      anchors: anchors ?? [],
      after: this.#operation.sequential ? 0 : this.#near.after,
      before: this.#operation.sequential ? Number.POSITIVE_INFINITY : this.#near.before,
      ...(lineHint && !this.#near.stale ? { lineHint } : {}),
      eof: eof === true,
      first: this.#context.options.ambiguous === 'first',
    };
  }

  #accept(attempt: Extract<Attempt, { state: 'placed' }>): Outcome {
    const refusal = this.#gate(attempt.document);
    if (refusal) return failed(refusal);
    const notes = [...attempt.notes];
    const { path } = this.#operation;
    this.#file.add(attempt.splices);
    this.lastLine = attempt.places.at(-1)?.lastLine;
    if (attempt.splices.length === 0 && notes.length === 0) notes.push(`${path}: an edit changes nothing`);
    const emptied = this.#wanted.newText.trim() === '' && this.#file.text.trim() === '';
    if (emptied && attempt.splices.length > 0) notes.push(`${path} is empty after the edit`);
    return done(...notes);
  }

  /** Lines that would be new must be code, and of an encoding that the file has. */
  #gate(document: Document): Problem | undefined {
    const added = this.#wanted.script.flatMap(({ kind, text }) => (kind === 'add' ? [text] : []));
    if (!representable(added.join('\n'), this.#file.encoding)) return unencodable(this.#operation);
    const { path, source } = this.#operation;
    const { newText, oldText } = this.#wanted;
    if (
      isSpanFormat(source.format) &&
      newText.includes('\\n') &&
      hasEscapedLineEnd(path, newText, oldText, document.text)
    ) {
      return problem(
        this.#operation,
        'BAD_ARGS',
        `The new text for ${path} holds \\n as two characters where a line end seems to be meant. Send real line ends.`,
        { sought: oldText },
      );
    }
    const known = (line: string) =>
      this.#wanted.oldLines.includes(line) || document.view('flush').idOf.has(line.trim());
    const omitted = omissionIn(this.#operation.path, this.#wanted.script, known);
    if (omitted !== undefined) return omissionProblem(this.#operation, omitted);
    const marker = markerIn(added, (one) => document.view('exact').lines.some((line) => one.test(line)));
    return marker === undefined ? undefined : markerProblem(this.#operation, marker);
  }

  #explainOrDone(attempt: Attempt): Outcome {
    const { path } = this.#operation;
    if (attempt.state === 'missing' && isDone(this.#file.base, this.#wanted)) {
      return done(`${path}: an edit is applied already; its new text stands there`);
    }
    return failed(attempt.state === 'conflict' ? this.#overlap() : this.#explain(attempt));
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

  /** No old text: after a line, after an anchor, or at the end. */
  #insert(): Outcome {
    const { path, afterLine, anchors, sequential } = this.#operation;
    if (
      this.#wanted.newLines.every(isBlank) &&
      this.#wanted.oldLines.length >= this.#wanted.newLines.length
    ) {
      return done(`${path}: an edit changes nothing`);
    }
    if (sequential) this.#file.settle();
    const document = this.#file.base;
    if (afterLine !== undefined) return this.#insertAfter(document, afterLine);
    if (anchors && anchors.length > 0) return this.#insertUnder(document, anchors);
    if (isSpanFormat(this.#operation.source.format)) {
      return failed(
        problem(
          this.#operation,
          'EMPTY_OLD',
          `The text to replace in ${path} is empty. Give the lines to replace, or the line to insert after.`,
        ),
      );
    }
    return this.#append(document);
  }

  #insertAfter(document: Document, afterLine: number): Outcome {
    const { path } = this.#operation;
    if (this.#near.stale) {
      return failed(
        problem(
          this.#operation,
          'STALE',
          `${path} has changed since it was shown; its line numbers are void. Read it again.`,
        ),
      );
    }
    if (!Number.isInteger(afterLine) || afterLine < 0 || afterLine > document.lineCount) {
      return failed(
        problem(
          this.#operation,
          'BAD_ARGS',
          `There is no line ${afterLine} in ${path} to insert after; it has ${document.lineCount} lines.`,
        ),
      );
    }
    return this.#insertAt(document, afterLine);
  }

  #insertUnder(document: Document, anchors: readonly string[]): Outcome {
    const lines = anchorLines(document, anchors);
    const hint = this.#near.stale ? undefined : this.#operation.lineHint;
    const [only] = lines;
    if (lines.length === 1 && only !== undefined) return this.#insertAt(document, only + 1);
    const hinted = hint && lines.filter((line) => line + 1 >= hint.start - 1 && line + 1 <= hint.end);
    const [near] = hinted ?? [];
    if (hinted?.length === 1 && near !== undefined) return this.#insertAt(document, near + 1);
    if (lines.length === 0) {
      return failed(
        notFound(this.#operation, {
          document,
          lines: anchors,
          withHint: true,
          reason: `The line to insert under (\`@@ ${anchors.join(' @@ ').slice(0, 200)}\`) is not in ${this.#operation.path}.`,
        }),
      );
    }
    return failed(
      ambiguous(
        this.#operation,
        document,
        lines.map((line) => ({
          firstLine: line,
          lastLine: line + 1,
          start: document.start(line),
          end: document.start(line + 1),
          splices: () => undefined,
        })),
      ),
    );
  }

  #insertAt(document: Document, at: number): Outcome {
    const { path } = this.#operation;
    if (standsAt(document, at, this.#wanted.newLines))
      return done(`${path}: the new text stands there already`);
    const refusal = this.#gate(document);
    if (refusal) return failed(refusal);
    this.#file.add([
      insertLines(document, at, this.#wanted.newLines, isTerminated(this.#operation.source.format)),
    ]);
    this.lastLine = at;
    return done();
  }

  #append(document: Document): Outcome {
    const { path } = this.#operation;
    const fresh = this.#wanted.newLines;
    if (document.text.trim() !== '') {
      if (isDone(document, this.#wanted)) return done(`${path}: the text to append stands there already`);
      if (looksLikeRewrite(document.view('exact').lines, fresh)) {
        return failed(
          problem(
            this.#operation,
            'EMPTY_OLD',
            `The text to replace in ${path} is empty, and the new text repeats most of the file: appending it would double the file. Send the lines to replace, or a whole-file edit.`,
          ),
        );
      }
    }
    const refusal = this.#gate(document);
    if (refusal) return failed(refusal);
    const splice = insertLines(document, document.lineCount, fresh, true);
    const blank = document.text.trim() === '';
    // Blank lines that are a file's only content are not worth keeping in front of its text.
    this.#file.add([
      blank ? { start: 0, end: document.text.length, text: splice.text.replace(/^[\r\n]+/, '') } : splice,
    ]);
    return blank ? done() : done(`${path}: the new text was appended at the end`);
  }
}

type Attempt =
  | { state: 'placed'; splices: Splice[]; places: readonly Place[]; notes: string[]; document: Document }
  | { state: 'ambiguous'; places: readonly Place[]; document: Document }
  | { state: 'conflict' }
  | { state: 'missing'; reason?: string };

function underivable(path: RepoPath, level: string): string {
  return `The text to replace stands in ${path} only under another shape (${level}), and how the new lines would be indented or cut does not follow from it.`;
}

function standsAt(document: Document, at: number, lines: readonly string[]): boolean {
  return (
    lines.some((line) => line.trim().length > 2) &&
    lines.every((line, index) => document.line(at + index) === line && at + index < document.lineCount)
  );
}

/** Whether the file is another one than the model was shown. Blob ids as git computes them. */
function isStale({ path, baseSha }: Replace, tree: Tree): boolean {
  if (baseSha === undefined) return false;
  const entry = tree.read(path);
  if (entry?.type !== 'file') return false;
  const sha = createHash('sha1').update(`blob ${entry.bytes.length}\0`).update(entry.bytes).digest('hex');
  return !sha.startsWith(baseSha.toLowerCase());
}
