/** From a reply to a plan: read by its format, then planned, with the problems of both. */
import { detectFormat, formats } from './formats/index.ts';
import { type Leftover, leftover, listedBeside } from './formats/leftover.ts';
import { plan } from './plan.ts';
import type {
  ChangeSet,
  EditReply,
  FormatName,
  Operation,
  ParsedReply,
  PlanOptions,
  Problem,
  Tree,
} from './types.ts';

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
  const second = planned.ok && parsed.problems.length === 0 ? leftover(reply, parsed, context) : undefined;
  const common = { format: parsed.format, commands: parsed.commands };
  const problems = [...parsed.problems, ...(planned.ok ? [] : planned.problems)];
  if (problems.length === 0 && staged.length + parsed.operations.length === 0) problems.push(noEdits(name));
  if (isCutBetweenEdits(reply, parsed) && planned.ok && problems.length === 0)
    problems.push(restIsMissing(parsed.format));
  if (second && planned.ok)
    problems.push(...unread(second, parsed, planned.changeSet, tree, options, staged));
  const left = listedBeside(reply, parsed, context).map(
    (path) => `${path}: a listing beside the edits, not in the ${parsed.format} form, was left out`,
  );
  const notes = [
    ...new Set([...parsed.notes, ...(planned.ok ? planned.changeSet.notes : planned.notes), ...left]),
  ];
  if (problems.length === 0 && planned.ok)
    return { ...common, notes, ok: true, changeSet: planned.changeSet };
  const kept = planned.ok ? [...staged, ...parsed.operations] : planned.staged;
  return { ...common, notes, ok: false, problems, staged: kept };
}

/**
 * A reply in two forms: refused when the second would change anything more. The same edits told once more are an explanation; whether
 * the second form is one as well, only the model can say.
 */
function unread(
  { format, operations }: Leftover,
  parsed: ParsedReply,
  first: ChangeSet,
  tree: Tree,
  options: PlanOptions,
  staged: readonly Operation[],
): Problem[] {
  const both = plan([...staged, ...parsed.operations, ...operations], tree, options);
  if (both.ok && sameFiles(both.changeSet, first)) return [];
  const paths = [...new Set(operations.map(({ path }) => path))];
  const names = paths.slice(0, 5).join(', ');
  const source = { format, index: parsed.operations.length };
  const message =
    `The answer holds edits in two forms: besides those in the ${parsed.format} form there are some in the ${format} form (${names}). ` +
    `Send all edits in one form.`;
  return [{ code: 'BAD_PATCH', path: paths[0] ?? '', message, source }];
}

function sameFiles(one: ChangeSet, other: ChangeSet): boolean {
  const contents = ({ files }: ChangeSet) =>
    files.map(({ path, after }) => `${path}\0${after ? Buffer.from(after).toString('latin1') : ''}`).sort();
  return JSON.stringify(contents(one)) === JSON.stringify(contents(other));
}

/** The output limit struck between two edits, or behind the last: which of the two, the text does not tell. */
const isCutBetweenEdits = ({ cutOff, toolCalls = [] }: EditReply, { operations }: ParsedReply): boolean =>
  cutOff === true && toolCalls.length === 0 && operations.length > 0;

function restIsMissing(format: FormatName): Problem {
  return {
    code: 'UNFINISHED',
    path: '',
    message: 'The answer reached the output limit after its last finished edit, so edits may be missing.',
    source: { format, index: 0 },
  };
}

function noEdits(format: FormatName): Problem {
  return {
    code: 'NO_EDITS',
    path: '',
    message: `The answer holds no edits in the ${format} form. Send the edits themselves, or say that nothing has to change.`,
    source: { format, index: 0 },
  };
}
