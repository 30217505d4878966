/** From a reply to a plan: read by its format, then planned, with the problems of both. */
import { detectFormat, formats } from './formats/index.ts';
import { plan } from './plan.ts';
import type { ChangeSet, EditReply, FormatName, Operation, PlanOptions, Problem, Tree } from './types.ts';

export type ReplyPlan = {
  format: FormatName;
  /** Shell snippets that the reply suggested; never run. */
  commands: string[];
  notes: string[];
} & ({ ok: true; changeSet: ChangeSet } | { ok: false; problems: Problem[]; staged: Operation[] });

/**
 * Plans a whole reply. A reply with any problem changes nothing; its good operations are `staged`, to be passed along with the next reply
 * of the same request.
 */
export function planReply(
  reply: EditReply,
  format: FormatName | 'auto',
  tree: Tree,
  options: PlanOptions,
  staged: readonly Operation[] = [],
): ReplyPlan {
  const context = { shown: options.shown, tree };
  const name = format === 'auto' ? detectFormat(reply, context) : format;
  const parsed = formats[name].parse(reply, context);
  const planned = plan([...staged, ...parsed.operations], tree, options);
  const common = { format: parsed.format, commands: parsed.commands };
  const problems = [...parsed.problems, ...(planned.ok ? [] : planned.problems)];
  if (problems.length === 0 && staged.length + parsed.operations.length === 0) problems.push(noEdits(name));
  const notes = [...new Set([...parsed.notes, ...(planned.ok ? planned.changeSet.notes : planned.notes)])];
  if (problems.length === 0 && planned.ok)
    return { ...common, notes, ok: true, changeSet: planned.changeSet };
  const kept = planned.ok ? [...staged, ...parsed.operations] : planned.staged;
  return { ...common, notes, ok: false, problems, staged: kept };
}

function noEdits(format: FormatName): Problem {
  return {
    code: 'NO_EDITS',
    path: '',
    message: `The answer holds no edits in the ${format} form. Send the edits themselves, or say that nothing has to change.`,
    source: { format, index: 0 },
  };
}
