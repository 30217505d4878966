/** What a finished run says on a terminal. */
import type { Outcome, RunFacts } from '../report/types.ts';

export function runSummary(facts: RunFacts): string {
  const lines = ['', headline(facts.outcome)];
  for (const commit of facts.commits) {
    const verified = commit.checks.filter((check) => check.status === 'green').map((check) => check.kind);
    lines.push(
      `  ${commit.id.slice(0, 7)} ${commit.subject}${verified.length > 0 ? ` (${verified.join(', ')} green)` : ''}`,
    );
  }
  for (const step of facts.dropped)
    lines.push(`  dropped: step ${step.step}${step.title ? ` ${step.title}` : ''}: ${step.reason}`);
  if (facts.branch) lines.push('', `The commits are on the branch ${facts.branch}.`);
  for (const command of facts.suggestions) lines.push(`Suggested, not run: ${command}`);
  for (const note of facts.notes) lines.push(`Note: ${note}`);
  return `${lines.join('\n')}\n`;
}

function headline(outcome: Outcome | undefined): string {
  return words(outcome).replace(/\.{2,}$/, '.');
}

function words(outcome: Outcome | undefined): string {
  switch (outcome?.kind) {
    case 'done':
      return 'Done.';
    case 'partial':
      return `Partly done: ${outcome.reason}.`;
    case 'failed':
      return `Could not finish: ${outcome.reason}.`;
    case 'refused':
      return `Not started: ${outcome.reason}.`;
    case 'needs-answer':
      return `The model asks: ${outcome.question}`;
    case 'stopped':
      return 'Stopped.';
    case 'over-budget':
      return 'Stopped at the cost limit.';
    case 'nothing-to-do':
      return `Nothing to change: ${outcome.reason}.`;
    case undefined:
      return 'It ended without an outcome.';
  }
}
