/** What the model is told when edits of its reply could not be made: one message for all of them. */
import type { Operation, Problem } from './types.ts';

const longestSought = 1500;
/** Failures told in full; a reply with more of them is best sent anew, piece by piece. */
const mostTold = 30;

/**
 * One message from all problems of a reply. `kept` are the operations that will apply as soon as the rest is right; the model is told not to send
 * them again.
 */
export function reflectionMessage(problems: readonly Problem[], kept: readonly Operation[] = []): string {
  const count = problems.length;
  const failed = `${count} ${count === 1 ? 'edit' : 'edits'} of your answer could not be applied. Nothing has been written yet.`;
  const parts = isUnfinished(problems)
    ? problems.map(({ message }) => message)
    : [failed, ...problems.slice(0, mostTold).map(section)];
  if (count > mostTold) parts.push(`And ${count - mostTold} more, which are not listed here.`);
  if (kept.length > 0) parts.push(keptText(kept, problems));
  parts.push(closing(problems, kept.length > 0));
  return parts.join('\n\n');
}

const isUnfinished = (problems: readonly Problem[]): boolean => problems[0]?.code === 'UNFINISHED';

function section(problem: Problem, index: number): string {
  const where = problem.path === '' ? '' : ` in ${problem.path}`;
  const lines = [`${index + 1}. ${problem.code}${where}`, problem.message];
  const sought = problem.facts?.sought?.trimEnd();
  if (sought) {
    const fence = fenceFor(sought);
    lines.push('What was looked for:', fence, shorten(sought), fence);
  }
  return lines.join('\n');
}

/** A fence that does not occur in the text. */
function fenceFor(text: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  return '`'.repeat(longest + 1);
}

function shorten(text: string): string {
  return text.length > longestSought ? `${text.slice(0, longestSought)}\n[cut]` : text;
}

function keptText(kept: readonly Operation[], problems: readonly Problem[]): string {
  const counts = new Map<string, number>();
  for (const { path } of kept) counts.set(path, (counts.get(path) ?? 0) + 1);
  const files = [...counts].map(([path, count]) => `${path} (${count})`);
  return (
    `The ${isUnfinished(problems) ? '' : 'other '}${kept.length === 1 ? 'edit is' : `${kept.length} edits are`} kept and will be applied together with the ${isUnfinished(problems) ? 'rest' : 'corrected ones'}: ` +
    `${files.join(', ')}. Do not send ${kept.length === 1 ? 'it' : 'them'} again.`
  );
}

function closing(problems: readonly Problem[], hasKept: boolean): string {
  if (isUnfinished(problems)) return 'Continue with the edits that were to follow.';
  if (problems.some((problem) => problem.code === 'TRUNCATED')) {
    return 'Your answer was cut off. Continue with the edit that was cut, complete, and those that were to follow it.';
  }
  return hasKept
    ? 'Send only the corrected edits, in the same format.'
    : 'Send the edits again, corrected, in the same format.';
}
