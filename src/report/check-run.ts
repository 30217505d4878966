/** A run as a check run of GitHub shows it: one line, a report, and buttons. Pure facts; nothing here speaks to GitHub. */
import { evidence } from './evidence.ts';
import { count, duration } from './format.ts';
import { fitting, shorten } from './safe.ts';
import { progress } from './stages.ts';
import { headline, runReport } from './tracking-comment.ts';
import type { Outcome, RunFacts, Voice } from './types.ts';

type CheckConclusion = 'success' | 'failure' | 'neutral' | 'cancelled' | 'skipped' | 'action_required';

/** What pressing a button asks for. GitHub takes at most 20 characters. */
export const buttons = ['stop', 'retry', 'undo'] as const;
export type Button = (typeof buttons)[number];

/** At most 20 characters of label, 40 of description. */
interface CheckAction {
  label: string;
  description: string;
  identifier: Button;
}

export interface CheckContent {
  status: 'queued' | 'in_progress' | 'completed';
  /** Present exactly when completed. */
  conclusion?: CheckConclusion;
  /** Plain text, at most 255 characters. */
  title: string;
  /** Markdown, at most 60,000 characters of GitHub's 65,535. */
  summary: string;
  /** At most three. */
  actions: CheckAction[];
}

export function checkContent(run: RunFacts, voice: Voice): CheckContent {
  return {
    ...stateOf(run),
    title: shorten(titleOf(run), 255),
    summary: fitting((share) => runReport(run, voice, share)),
    actions: actionsOf(run, voice),
  };
}

function stateOf(run: RunFacts): Pick<CheckContent, 'status' | 'conclusion'> {
  if (run.outcome) return { status: 'completed', conclusion: conclusionOf(run, run.outcome) };
  const begun = run.stages.some((stage) => stage.state !== 'waiting');
  return { status: begun ? 'in_progress' : 'queued' };
}

/** A success is claimed only where checks proved it, or where the run was not about changing or checking anything. */
function conclusionOf(run: RunFacts, outcome: Outcome): CheckConclusion {
  switch (outcome.kind) {
    case 'done': {
      const { verb } = run.command;
      if (verb === 'ask' || verb === 'map') return 'success';
      const { green } = evidence(run);
      if (green) return 'success';
      return verb === 'test' || verb === 'lint' ? 'failure' : 'neutral';
    }
    case 'partial':
    case 'nothing-to-do':
      return 'neutral';
    case 'failed':
    case 'over-budget':
      return 'failure';
    case 'stopped':
      return 'cancelled';
    case 'refused':
      return 'skipped';
    case 'needs-answer':
      return 'action_required';
  }
}

function titleOf(run: RunFacts): string {
  const { outcome, commits, answer } = run;
  if (!outcome) return `${progress(run)} · ${duration(run.elapsedMs)}`;
  const proved = commits.length > 0 || answer?.kind === 'checks' ? [evidence(run).text] : [];
  const made = commits.length > 0 ? [count(commits.length, 'commit')] : [];
  return [headline(run, outcome), ...made, ...proved].join(' · ');
}

const actions: Record<Button, Omit<CheckAction, 'identifier'>> = {
  stop: { label: 'Stop', description: 'Ends after the current step' },
  retry: { label: 'Run again', description: 'The same request, from the branch as is' },
  undo: { label: 'Undo last commit', description: 'Reverts it by a checked commit' },
};

function actionsOf(run: RunFacts, voice: Voice): CheckAction[] {
  // Commits that did not reach the branch cannot be taken back from it.
  const isPushed = run.commits.length > 0 && !run.kept && !run.suggested;
  const offered: Button[] = run.outcome ? (isPushed ? ['undo', 'retry'] : ['retry']) : ['stop'];
  return offered
    .filter((button) => voice.available.has(button))
    .map((button) => ({ ...actions[button], identifier: button }));
}
