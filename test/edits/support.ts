/** Shared by the planner's tests: operations in one call, and what is left of a file after them. */
import { memoryTree, plan, planReply } from '../../src/edits/index.ts';
import type {
  FormatName,
  Operation,
  PlanOptions,
  PlanResult,
  Problem,
  Replace,
  TreeEntry,
} from '../../src/edits/types.ts';

export type Content = string | Uint8Array | TreeEntry;
export type Contents = Record<string, Content>;

let serial = 0;

/** A SEARCH/REPLACE block unless `more` says otherwise. */
export function replace(
  path: string,
  oldText: string,
  newText: string,
  more: Partial<Replace> = {},
): Replace {
  serial += 1;
  return {
    kind: 'replace',
    path,
    oldText,
    newText,
    sequential: true,
    notes: [],
    source: { format: 'diff', index: serial },
    ...more,
  };
}

const from = (format: FormatName) => ({ source: { format, index: 0 } });

/** One edit of pi's tool: a text that may start and end in mid-line. */
export const edit = (path: string, oldText: string, newText: string, more: Partial<Replace> = {}): Replace =>
  replace(path, oldText, newText, { sequential: false, ...from('edit'), ...more });

/** A hunk from lines that begin with a blank, `-` or `+`. */
export function hunk(path: string, lines: readonly string[], more: Partial<Replace> = {}): Replace {
  const kinds = { ' ': 'context', '-': 'delete', '+': 'add' } as const;
  const segments = lines.map((line) => {
    const sign = line[0];
    if (sign !== ' ' && sign !== '-' && sign !== '+') throw new Error(`no hunk line: ${line}`);
    return { kind: kinds[sign], text: line.slice(1) };
  });
  const text = (without: 'add' | 'delete') =>
    segments.flatMap((one) => (one.kind === without ? [] : [`${one.text}\n`])).join('');
  return replace(path, text('add'), text('delete'), {
    sequential: false,
    segments,
    source: { format: 'patch', index: 0 },
    ...more,
  });
}

export function planOn(
  files: Contents,
  operations: readonly Operation[],
  options: Partial<PlanOptions> = {},
): PlanResult {
  const shown = Object.keys(files);
  return plan(operations, memoryTree(files), { shown, protect: [], ...options });
}

export type Left =
  | { ok: true; files: Record<string, string>; notes: string[]; warnings: string[] }
  | { ok: false; codes: string[]; problems: Problem[]; staged: number };

/** The repository after the plan, as text; or the codes of what was refused. */
export function outcome(
  files: Contents,
  operations: readonly Operation[],
  options: Partial<PlanOptions> = {},
): Left {
  return leftBy(planOn(files, operations, options), files);
}

function leftBy(result: PlanResult, files: Contents): Left {
  if (!result.ok) {
    const codes = result.problems.map((problem) => problem.code);
    return { ok: false, codes, problems: result.problems, staged: result.staged.length };
  }
  const left: Record<string, string> = {};
  for (const [path, content] of Object.entries(files)) {
    if (typeof content === 'string') left[path] = content;
    else if (content instanceof Uint8Array) left[path] = Buffer.from(content).toString('latin1');
  }
  for (const change of result.changeSet.files) {
    if (change.fromPath !== undefined) delete left[change.fromPath];
    if (change.after) left[change.path] = Buffer.from(change.after).toString('utf8');
    else delete left[change.path];
  }
  return { ok: true, files: left, notes: result.changeSet.notes, warnings: result.changeSet.warnings };
}

/** The one file after edits to it; a refusal as its codes, so that a table can hold both. */
export function leaves(before: string, operations: readonly Operation[], path = 'f.txt'): string {
  const left = outcome({ [path]: before }, operations);
  return left.ok ? (left.files[path] ?? '(deleted)') : left.codes.join(',');
}

/** What a whole reply leaves, read by its format. */
export function afterReply(
  files: Contents,
  text: string,
  format: FormatName | 'auto' = 'auto',
  shown = Object.keys(files),
): Left {
  const tree = memoryTree(files);
  const planned = planReply({ text }, format, tree, { shown, protect: [] });
  if (planned.ok) return leftBy({ ok: true, changeSet: planned.changeSet }, files);
  return leftBy(
    { ok: false, problems: planned.problems, staged: planned.staged, notes: planned.notes },
    files,
  );
}
