/** The one comment of a run: rewritten as it goes on, and its last word on how it ended. */
import { answerSection, doneWord, notDoneWord } from './answer.ts';
import { evidence } from './evidence.ts';
import { count, dollars, duration } from './format.ts';
import { keptWork } from './kept.ts';
import { type Sign, writeMarker } from './marker.ts';
import { shortHash } from './plan.ts';
import { code, fitting, inline, ownLink, person, prose } from './safe.ts';
import { contextDetails, cost, details, failureDetails, notDone, notes, sentence } from './sections.ts';
import { checklist, progress } from './stages.ts';
import { suggestedWords } from './suggestions.ts';
import type { Outcome, RunFacts, StopCause, Voice } from './types.ts';

/**
 * The whole comment, marker first, at most 60,000 characters. While `outcome` is absent it shows progress; then what came
 * of it, what is kept, and what to do next.
 */
export function trackingComment(run: RunFacts, voice: Voice, sign: Sign): string {
  const marker = writeMarker({ kind: 'tracking', run: run.id, target: targetOf(run) }, sign);
  return fitting((share) => `${marker}\n${runReport(run, voice, share)}\n`);
}

/** What there is to tell of a run, wherever it is told. `share` (1 to 0) scales how much; see `fitting`. */
export function runReport(run: RunFacts, voice: Voice, share: number): string {
  const parts = run.outcome ? finished(run, run.outcome, voice, share) : working(run, voice, share);
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The place that a run's comments are signed for. */
export function targetOf({ repository, thread }: Pick<RunFacts, 'repository' | 'thread'>): string {
  const place = thread.kind === 'task' ? `task/${thread.id}` : String(thread.number);
  return `${repository.owner}/${repository.name}#${place}`;
}

function working(run: RunFacts, voice: Voice, share: number): string[] {
  const header = [
    '**aiderbot is working on this**',
    progress(run),
    duration(run.elapsedMs),
    cost(run.spending),
    ...links(run),
  ];
  const stop = voice.available.has('stop') ? [`Comment \`${voice.trigger} stop\` to stop`] : [];
  return [
    joined(header),
    checklist(run),
    assumed(run),
    contextDetails(run.context, share),
    footer([...stop, `run ${code(run.id, 40)}`]),
  ];
}

function finished(run: RunFacts, outcome: Outcome, voice: Voice, share: number): string[] {
  const header = [
    `**${headline(run, outcome)}**`,
    ...result(run, outcome),
    cost(run.spending),
    ...links(run),
  ];
  const unfinished =
    outcome.kind !== 'done' && outcome.kind !== 'nothing-to-do' && outcome.kind !== 'refused';
  const left = notDone(run, share);
  const remarks = notes(run, share);
  return [
    joined(header),
    explanation(outcome, share),
    answerSection(run, share, voice),
    approved(run),
    keptWork(run, voice, share),
    next(run, outcome, voice),
    unfinished ? failureDetails(run, share) : '',
    left === '' ? '' : `**Not done**\n\n${left}`,
    remarks === '' ? '' : details('Notes', remarks),
    details('Steps', checklist(run)),
    contextDetails(run.context, share),
    footer([...undoHint(run, voice), `run ${code(run.id, 40)}`]),
  ];
}

/** How it ended, in a few plain words: `Done in 3m 12s`. */
export function headline(run: RunFacts, outcome: Outcome): string {
  const took = duration(run.elapsedMs);
  switch (outcome.kind) {
    case 'done':
      return `${run.answer?.kind === 'plan' ? 'Planned' : doneWord(run.command.verb)} in ${took}`;
    case 'partial':
      return `Partly done in ${took}`;
    case 'failed':
      return `Could not finish, after ${took}`;
    case 'refused':
      return notDoneWord(run.command.verb);
    case 'needs-answer':
      return run.thread.kind === 'task' ? 'Needs an answer' : `Needs an answer from ${person(run.requester)}`;
    case 'stopped':
      return outcome.because ? `Stopped after ${took}` : `Stopped by ${person(outcome.by)} after ${took}`;
    case 'over-budget': {
      const limit = run.spending.limitUsd;
      return `Stopped at the cost limit${limit === undefined ? '' : ` of ${dollars(limit)}`}, after ${took}`;
    }
    case 'nothing-to-do':
      return 'Nothing to change';
  }
}

function result(run: RunFacts, outcome: Outcome): string[] {
  if (outcome.kind === 'refused' || outcome.kind === 'nothing-to-do') return [];
  const { pullRequest, commits, answer } = run;
  if (answer?.kind === 'checks') return [evidence(run).text];
  if (answer && answer.kind !== 'taken-back' && answer.kind !== 'merged') return [];
  const request = pullRequest
    ? [ownLink(`PR #${pullRequest.number}`, pullRequest.url) + (pullRequest.draft ? ' (draft)' : '')]
    : [];
  if (commits.length === 0) return [...request, 'no commits'];
  if (run.suggested)
    return [...request, ownLink(suggestedWords(run.suggested), run.suggested.url), evidence(run).text];
  const proved = run.final.length > 0 || outcome.kind === 'done' ? [evidence(run).text] : [];
  return [...request, count(commits.length, 'commit'), ...proved];
}

/** Why it ended this way, in the words of whoever knows. */
function explanation(outcome: Outcome, share: number): string {
  switch (outcome.kind) {
    case 'needs-answer':
      return quoted(prose(outcome.question, Math.max(500, 6_000 * share)));
    case 'partial':
    case 'failed':
    case 'refused':
    case 'nothing-to-do':
      return sentence(inline(outcome.reason, Math.max(200, 1_000 * share)));
    case 'stopped':
      return outcome.because ? stopWords(outcome.because, person(outcome.by)) : '';
    default:
      return '';
  }
}

function stopWords(cause: StopCause, who: string): string {
  switch (cause) {
    case 'closed':
      return `${who} closed this before the run had ended.`;
    case 'comment-deleted':
      return `${who} deleted the comment that asked for it.`;
    case 'command-removed':
      return `${who} took the command out of the comment that asked for it.`;
    case 'uninstalled':
      return `${who} took the App away from this repository.`;
  }
}

/** Which plan it was. */
function approved({ carriesOut }: RunFacts): string {
  return carriesOut ? `Carried out: plan ${code(shortHash(carriesOut.hash))}, and nothing else.` : '';
}

function next(run: RunFacts, outcome: Outcome, { trigger, available }: Voice): string {
  if (run.thread.kind === 'task' && outcome.kind !== 'done')
    return `${code(`${trigger} task run ${run.thread.id}`)} runs it again.`;
  switch (outcome.kind) {
    case 'needs-answer':
      return available.has('continue')
        ? `${person(run.requester)}, just reply here: your next comment continues the run. Others answer with \`${trigger} continue …\`.`
        : `Answer with \`${trigger} fix …\` and the missing detail.`;
    case 'partial':
    case 'failed':
    case 'stopped':
      return available.has('retry') ? `\`${trigger} retry\` runs it again.` : '';
    case 'over-budget':
      return `A smaller request may get further: \`${trigger} fix …\`.`;
    case 'nothing-to-do':
      return `If something should change after all, say what: \`${trigger} fix …\`.`;
    default:
      return '';
  }
}

function assumed(run: RunFacts): string {
  return run.command.notes.join(' ');
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

function links({ links: { run, check } }: RunFacts): string[] {
  return [
    ...(run === undefined ? [] : [ownLink('transcript', run)]),
    ...(check === undefined ? [] : [ownLink('check', check)]),
  ];
}

/** On an issue the pull request tells it, commit by commit. */
function undoHint({ thread, commits, command, kept, suggested }: RunFacts, voice: Voice): string[] {
  const isPushed = thread.kind === 'pull-request' && commits.length > 0 && !kept && !suggested;
  if (!isPushed || command.verb === 'undo' || !voice.available.has('undo')) return [];
  return [`Comment \`${voice.trigger} undo\` to take the last commit back`];
}

function footer(parts: readonly string[]): string {
  return `<sub>${joined(parts)}</sub>`;
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
