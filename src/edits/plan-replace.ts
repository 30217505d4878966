/** Planning the text edits of one file, in the order sent. */
import { createHash } from 'node:crypto';
import { markerIn } from './gates.ts';
import { similarPaths } from './paths.ts';
import { keyOf, locateIn, Placing, type ReplaceContext, type Taken } from './placing.ts';
import { markerProblem, missingFile, type Outcome, problem, unencodable } from './problems.ts';
import { isBlank } from './projection.ts';
import type { Operation, Problem, Replace, Tree } from './types.ts';
import { isSpanFormat, wantedOf } from './wanted.ts';

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
  const [first, ...rest] = operations;
  if (!first) return [];
  const { overlay, tree } = context;
  if (overlay.kind(first.path) === 'absent') {
    return [startFile(first, context), ...planReplaces(rest, context)];
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
  const taken: Taken = new Map();
  const outcomes = items.map((item, index) => {
    const next = found.slice(index + 1).find((one) => one?.places.length === 1)?.places[0];
    const placing = new Placing(file, item.operation, item.wanted, context, {
      after,
      before: next?.firstLine ?? Number.POSITIVE_INFINITY,
      stale,
      taken,
    });
    const outcome = placing.run(found[index]);
    after = Math.max(after, placing.lastLine ?? after);
    return outcome;
  });
  return retryLater(operations, outcomes, context);
}

/**
 * A patch may have a file in two sections, the second written for what the first leaves: Codex applies one after the other. What does
 * not stand in the file as it was is looked for once more in what the others leave.
 */
function retryLater(operations: readonly Replace[], outcomes: Outcome[], context: ReplaceContext): Outcome[] {
  const [first] = operations;
  const isLate = ({ segments, source }: Replace, outcome: Outcome | undefined): boolean =>
    segments !== undefined &&
    (source.index !== first?.source.index || source.part !== first.source.part) &&
    outcome?.ok === false &&
    outcome.problem.code === 'NOT_FOUND';
  const late = operations.filter((operation, index) => isLate(operation, outcomes[index]));
  if (late.length === 0 || !outcomes.some(({ ok }) => ok)) return outcomes;
  const again = planReplaces(late, context).values();
  return outcomes.map((outcome, index) => {
    const operation = operations[index];
    return (operation && isLate(operation, outcome) ? again.next().value : undefined) ?? outcome;
  });
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

/** Whether the file is another one than the model was shown. Blob ids as git computes them. */
function isStale({ path, baseSha }: Replace, tree: Tree): boolean {
  if (baseSha === undefined) return false;
  const entry = tree.read(path);
  if (entry?.type !== 'file') return false;
  const sha = createHash('sha1').update(`blob ${entry.bytes.length}\0`).update(entry.bytes).digest('hex');
  return !sha.startsWith(baseSha.toLowerCase());
}
