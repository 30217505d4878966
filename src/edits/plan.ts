/**
 * One planner for every format: operations in, a byte-exact change set or the reasons why not out. Nothing touches the disk; all of
 * a reply's edits or none are in the result.
 */
import type { RepoPath } from '../lib/types.ts';
import { matchesAny } from './globs.ts';
import { Overlay } from './overlay.ts';
import { type Decisions, ours } from './parity.ts';
import { caseClash, foreignRoot, parentsOf, readPath, unseenCharacter } from './paths.ts';
import type { ReplaceContext } from './placing.ts';
import { planCreate, planDelete, planOverwrite, planRename } from './plan-kinds.ts';
import { copiesOf, planReplaces } from './plan-replace.ts';
import { type Outcome, problem, quoted } from './problems.ts';
import { redirect } from './redirect.ts';
import { Shelf } from './shelf.ts';
import type {
  FileChange,
  Operation,
  PlanOptions,
  PlanResult,
  Problem,
  Rename,
  Replace,
  Tree,
} from './types.ts';

interface Planning {
  tree: Tree;
  options: PlanOptions;
  decisions: Decisions;
  overlay: Overlay;
  replaces: ReplaceContext;
  /** What the reply's absolute paths take for the repository root. */
  root: string | undefined;
}

/**
 * Plans all operations of a reply in order. With problems nothing is to be written: `staged` holds the operations that would apply, to
 * be passed in front of the repaired ones.
 *
 * A SEARCH/REPLACE block whose new text stands around its old text already is a repetition. When that is all that a reply holds, the reply
 * was sent again, and nothing changes; next to real changes the block is applied as it says.
 */
export function plan(operations: readonly Operation[], tree: Tree, options: PlanOptions): PlanResult {
  const { repeated } = options.decisions ?? ours;
  const first = planOnce(operations, tree, options, repeated);
  const again = repeated === 'skip' && first.repeated > 0 && first.files.length > 0;
  return (again ? planOnce(operations, tree, options, 'apply') : first).result;
}

interface Planned {
  result: PlanResult;
  files: FileChange[];
  /** Blocks whose new text stood there already. */
  repeated: number;
}

function planOnce(
  operations: readonly Operation[],
  tree: Tree,
  options: PlanOptions,
  mode: ReplaceContext['repetitions']['mode'],
): Planned {
  const overlay = new Overlay(tree);
  const paths = operations.map((operation) => operation.path);
  const decisions = options.decisions ?? ours;
  const planning: Planning = {
    tree,
    options,
    decisions,
    overlay,
    root: foreignRoot(paths, tree, options.shown),
    replaces: {
      tree,
      options,
      decisions,
      overlay,
      copies: copiesOf(operations),
      done: new Set(),
      shelf: new Shelf(tree),
      repetitions: { mode, count: 0 },
    },
  };
  const problems: Problem[] = [];
  const staged: Operation[] = [];
  const notes = new Set<string>();
  for (const group of groups(operations)) {
    const settled = group.map((operation) => settle(operation, planning));
    const ready = settled.flatMap((one) => (one.ok ? [one.operation] : []));
    const outcomes = runGroup(ready, planning);
    let next = 0;
    for (const [index, one] of settled.entries()) {
      const outcome = one.ok ? outcomes[next++] : one;
      const original = group[index];
      if (!outcome || !original) continue;
      if (!outcome.ok) problems.push(outcome.problem);
      else {
        staged.push(original);
        for (const note of [...original.notes, ...(one.ok ? one.notes : []), ...outcome.notes])
          notes.add(note);
      }
    }
  }
  const files = overlay.changes();
  const repeated = planning.replaces.repetitions.count;
  if (problems.length > 0)
    return { result: { ok: false, problems, staged, notes: [...notes] }, files, repeated };
  const warnings = options.syntaxClean ? brokenSyntax(files, options.syntaxClean) : [];
  return { result: { ok: true, changeSet: { files, notes: [...notes], warnings } }, files, repeated };
}

/** Hunks of one file and one call are planned together: their order helps to place them, and they must not overlap. */
function groups(operations: readonly Operation[]): Operation[][] {
  const result: Operation[][] = [];
  let key: string | undefined;
  for (const operation of operations) {
    const own =
      operation.kind === 'replace' && !operation.sequential
        ? `${operation.source.format}\0${operation.source.callId ?? ''}\0${operation.path}`
        : undefined;
    const last = result.at(-1);
    if (own !== undefined && own === key && last) last.push(operation);
    else result.push([operation]);
    key = own;
  }
  return result;
}

function runGroup(operations: readonly Operation[], planning: Planning): Outcome[] {
  const replaces = operations.filter((operation) => operation.kind === 'replace');
  if (replaces.length > 0) return planReplaces(replaces, planning.replaces);
  const others = operations.filter((operation) => operation.kind !== 'replace');
  return others.map((operation) => runOne(operation, planning));
}

function runOne(operation: Exclude<Operation, Replace>, planning: Planning): Outcome {
  switch (operation.kind) {
    case 'create':
      return planCreate(operation, planning);
    case 'overwrite':
      return planOverwrite(operation, planning);
    case 'delete':
      return planDelete(operation, planning);
    case 'rename':
      return planRename(operation, planning);
  }
}

type Settled = { ok: true; operation: Operation; notes: string[] } | { ok: false; problem: Problem };

/** Reads the path, finds the file that was meant, and asks whether it may be edited. */
function settle(operation: Operation, planning: Planning): Settled {
  const { tree, options, overlay, root } = planning;
  const notes: string[] = [];
  let path: RepoPath = '';
  if (operation.path.trim() !== '') {
    const read = readPath(operation.path, tree, options.shown, root);
    if (!read.ok) {
      return {
        ok: false,
        problem: problem(operation, read.code, `${quoted(operation.path)} cannot be edited: ${read.reason}.`),
      };
    }
    if (read.note !== undefined) notes.push(read.note);
    path = read.path;
  }
  let target: Operation = { ...operation, path };
  if (target.kind === 'replace' && overlay.kind(path) === 'absent' && !overlay.isGone(path)) {
    const meant = redirect(target, planning.replaces.shelf, options.shown);
    if (meant) {
      notes.push(
        path === ''
          ? `the edit named no file; it was applied to \`${meant}\`, the only shown file that holds the text`
          : `there is no \`${path}\`; the edit was applied to \`${meant}\``,
      );
      target = { ...target, path: meant };
    } else if (path === '') {
      return {
        ok: false,
        problem: problem(
          operation,
          'NO_FILENAME',
          'The edit names no file, and its text does not stand in exactly one of the files shown. Name the file.',
        ),
      };
    }
  }
  const barred = barrier(target, target.path, planning);
  if (barred) return { ok: false, problem: barred };
  if (target.kind !== 'rename') return { ok: true, operation: target, notes };
  const to = readPath(target.toPath, tree, options.shown, root);
  if (!to.ok) {
    return {
      ok: false,
      problem: problem(operation, to.code, `${quoted(target.toPath)} cannot be written: ${to.reason}.`),
    };
  }
  const moved: Rename = { ...target, toPath: to.path };
  const blocked = barrier(moved, to.path, planning);
  return blocked ? { ok: false, problem: blocked } : { ok: true, operation: moved, notes };
}

/** Why this path may not be changed, if so. */
function barrier(
  operation: Operation,
  path: RepoPath,
  { tree, options, overlay }: Planning,
): Problem | undefined {
  if (matchesAny(path, options.protect)) {
    return problem(
      operation,
      'PROTECTED',
      `${path} is protected in this repository and must not be changed. Leave it as it is.`,
    );
  }
  if (options.untouched?.includes(path)) {
    return problem(operation, 'PROTECTED', `${path} is only to be read here. Leave it as it is.`);
  }
  const outside = options.only?.includes(path) === false;
  if (outside || (options.allow && !matchesAny(path, options.allow))) {
    return problem(operation, 'PROTECTED', `${path} is not among the files that may be changed here.`);
  }
  for (const parent of parentsOf(path)) {
    const kind = overlay.kind(parent);
    if (kind === 'symlink' || kind === 'submodule') {
      return problem(operation, 'OUTSIDE', `${path} lies behind the ${kind} ${parent} and cannot be edited.`);
    }
    if (kind === 'file') {
      return problem(operation, 'IS_DIRECTORY', `${parent} is a file, so there can be no ${path}.`);
    }
    if (kind === 'absent') break;
  }
  const kind = overlay.kind(path);
  if (kind === 'symlink' || kind === 'submodule') {
    return problem(operation, 'PROTECTED', `${path} is a ${kind}; those are never edited.`);
  }
  if (kind === 'directory') return problem(operation, 'IS_DIRECTORY', `${path} is a folder, not a file.`);
  if (kind === 'unreadable') {
    return problem(
      operation,
      'PROTECTED',
      `${path} cannot be read here as a file: it is too large, no regular file, or access to it is denied. Leave it as it is.`,
    );
  }
  if (kind === 'absent') {
    const hidden = makesFile(operation, path) ? unseenCharacter(path) : undefined;
    if (hidden !== undefined) {
      return problem(
        operation,
        'OUTSIDE',
        `${quoted(path)} cannot be a new name: it holds the invisible or direction-changing character ${hidden}. Use a name without it.`,
      );
    }
    const clash = caseClash(path, tree) ?? overlay.caseClash(path);
    const isItsOwn = operation.kind === 'rename' && clash === operation.path;
    if (clash !== undefined && !isItsOwn) {
      return problem(
        operation,
        'EXISTS',
        `${path} differs from the existing ${clash} only in how its letters are written. Use ${clash}, or another name.`,
      );
    }
  }
  return undefined;
}

/** Whether the operation would put a new file at this path. */
function makesFile(operation: Operation, path: RepoPath): boolean {
  switch (operation.kind) {
    case 'create':
    case 'overwrite':
      return true;
    case 'rename':
      return path === operation.toPath;
    case 'replace':
      return operation.oldText.trim() === '';
    case 'delete':
      return false;
  }
}

function brokenSyntax(
  files: readonly { path: RepoPath; before?: Uint8Array; after?: Uint8Array }[],
  clean: NonNullable<PlanOptions['syntaxClean']>,
): string[] {
  const warnings: string[] = [];
  for (const { path, before, after } of files) {
    if (!after || clean(path, after) !== false) continue;
    if (before && clean(path, before) !== true) continue;
    warnings.push(
      before
        ? `${path} could be parsed before these edits and cannot be any more: look for a missing or doubled bracket, quote or line.`
        : `${path} is new and cannot be parsed: look for a missing or doubled bracket, quote or line.`,
    );
  }
  return warnings;
}
