/** Planning of what a model wrote. What it is told of files is marked as theirs, and nothing of those that it must not see. */
import { renderSpan } from '../context/spans.ts';
import { planReply, type ReplyPlan } from '../edits/index.ts';
import type { EditReply, FormatName, Operation, PlanOptions, Problem, Tree } from '../edits/types.ts';
import { looksSecret } from './secret-files.ts';

/**
 * As `planReply`; lines of files that a refusal shows stand in a data span, since they could say anything, and a failed edit
 * of an existing file with keys or passwords is refused without its closest lines.
 */
export function planEdits(
  reply: EditReply,
  format: FormatName,
  tree: Tree,
  options: PlanOptions,
  staged: readonly Operation[] = [],
): ReplyPlan {
  const planned = planReply(reply, format, tree, options, staged);
  if (planned.ok) return planned;
  return {
    ...planned,
    problems: planned.problems.map((problem) =>
      looksSecret(problem.path) && tree.read(problem.path) ? secret(problem) : asData(problem),
    ),
  };
}

function secret({ path, source }: Problem): Problem {
  return {
    code: 'PROTECTED',
    path,
    message: `${path} is not edited by search: by its name it holds keys or passwords, and its content is not shown.`,
    ...(source ? { source } : {}),
  };
}

function asData(problem: Problem): Problem {
  const { message, quoted, path } = problem;
  const at = quoted === undefined ? -1 : message.indexOf(quoted);
  if (quoted === undefined || at < 0) return problem;
  const span = renderSpan({ provenance: 'repository', label: `lines of ${path}`, text: quoted });
  return { ...problem, message: `${message.slice(0, at)}${span}${message.slice(at + quoted.length)}` };
}
