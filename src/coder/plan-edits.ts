/** Planning of what a model wrote, without telling it of files that it must not see. */
import { planReply, type ReplyPlan } from '../edits/index.ts';
import type { EditReply, FormatName, Operation, PlanOptions, Problem, Tree } from '../edits/types.ts';
import { looksSecret } from './secret-files.ts';

/** As `planReply`; a failed edit of an existing file with keys or passwords is refused without its closest lines. */
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
      looksSecret(problem.path) && tree.read(problem.path) ? secret(problem) : problem,
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
