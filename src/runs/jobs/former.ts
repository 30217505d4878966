/** The former run as the next one is told of it: what directs it, and what is only material. */
import type { Span } from '../../context/spans.ts';
import type { EarlierRun } from '../earlier.ts';

export interface Continued {
  instruction: string;
  spans: Span[];
}

/**
 * The words of people are joined into the instruction; whatever a model wrote (question, plan, titles of steps) is a span
 * of data, so that an outsider's text that it repeated gains nothing by that.
 *
 * @param text what was said now: the answer to a question, or what else to do; empty: to finish what was left
 * @param since what people changed on the branch after the former run, as a diff
 */
export function continued(former: EarlierRun, text: string, since: string | undefined): Continued {
  const { left } = former;
  const asked =
    left.request ?? (former.instruction || `Resolve #${former.thread}, as described in the thread.`);
  const isAnswer = left.outcome?.kind === 'needs-answer';
  const now = text.trim();
  const next = isAnswer
    ? `You asked a question about this (see "the question of the former run"). The answer is:\n\n${now === '' ? 'Decide for yourself.' : now}`
    : now === ''
      ? 'A former run worked on this. Finish what it left undone, and leave what it did right as it is.'
      : `A former run worked on this. Go on from what it left:\n\n${now}`;
  const spans: Span[] = [];
  const data = (provenance: Span['provenance'], label: string, words: string) => {
    if (words.trim() !== '') spans.push({ provenance, label, text: words });
  };
  data('bot', 'the question of the former run', left.outcome?.question ?? '');
  data(
    'bot',
    'the plan of the former run',
    left.plan?.steps.map((step) => step.text).join('\n\n') ?? left.summary ?? '',
  );
  data('bot', 'how the former run ended', outcomeWords(former));
  data('repository', 'what people changed on the branch since the former run (diff)', since ?? '');
  return { instruction: `${asked}\n\n${next}`, spans };
}

function outcomeWords({ left }: EarlierRun): string {
  const { outcome, commits, dropped, failures } = left;
  const reason = outcome?.reason === undefined ? '' : `: ${outcome.reason}`;
  return [
    ...(outcome ? [`It ended as "${outcome.kind}"${reason}.`] : []),
    ...commits.map(
      ({ id, subject, paths }) => `Commit ${id.slice(0, 7)}: ${subject} (${paths.slice(0, 8).join(', ')})`,
    ),
    ...dropped.map(({ step, title, reason: why }) => `Step ${step} was dropped (${title}): ${why}`),
    ...failures.map(({ kind, command, reason: why }) => `${kind} \`${command}\` at its end: ${why}`),
  ].join('\n');
}
