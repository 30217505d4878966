/** The last stage: what the loop made becomes a branch and a pull request. */
import type { CodingResult } from '../../coder/types.ts';
import type { Outcome } from '../../report/types.ts';
import { retireFiles } from '../../workspace/close.ts';
import { diff } from '../../workspace/workspace.ts';
import { RunEnded } from '../outcome.ts';
import { keepRefused } from '../publishing/keep.ts';
import { pushNewBranch } from '../publishing/new-branch.ts';
import { pushOnto } from '../publishing/onto.ts';
import { openPullRequest, tellPullRequest, wordsFor } from '../publishing/pull-request.ts';
import { suggest } from '../publishing/suggest.ts';
import { goOn } from '../stop.ts';
import type { Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';
import type { Checks } from './check.ts';

export async function publish(
  result: CodingResult,
  run: Run,
  checks: Checks,
  tools: RunTools,
): Promise<Outcome> {
  const { record, request } = run;
  record.stage('edit', {
    state: result.commits.length > 0 ? 'done' : result.outcome === 'failed' ? 'failed' : 'skipped',
  });
  record.stage('check', { state: checkState(run), reflections: result.reflections.length });
  record.set({ dropped: result.dropped, suggestions: result.suggestions, summary: result.plan });
  const outcome = outcomeOf(result);
  if (result.commits.length === 0) return outcome;

  if (run.task.dryRun) return showOnly(outcome, run);
  await mayPublish(run, tools);
  if (request.start.pullRequest?.isFork) return suggestAll(outcome, run, checks, tools);
  return request.start.pullRequest ? followUp(outcome, run, checks, tools) : openNew(outcome, run, tools);
}

/** Ends the run when whoever asked has lost the right to push meanwhile, or the repository takes no push any more. */
export async function mayPublish(run: Run, tools: RunTools): Promise<void> {
  const { record } = run;
  goOn(tools);
  record.stage('publish', { state: 'running' });
  const permit = await tools.forge.mayPush();
  switch (permit) {
    case 'yes':
      return;
    case 'no-access':
      record.set({ commits: [] });
      throw new RunEnded({
        kind: 'refused',
        reason:
          run.task.thread === 'task'
            ? 'the settings of the task changed meanwhile, so nothing was pushed'
            : `@${record.facts.requester} has no write access any more, so nothing was pushed`,
      });
    case 'archived':
    case 'gone':
      return keepRefused(run, run.request.start.baseBranch, { kind: permit }, tools);
  }
}

/** What a run with `--dry-run` made is shown, and is nowhere else. */
async function showOnly(outcome: Outcome, { workspace, record }: Run): Promise<Outcome> {
  const text = await diff(workspace, workspace.base, 'HEAD');
  record.set({ answer: { kind: 'diff', text, commits: record.facts.commits.length }, commits: [] });
  record.stage('publish', { state: 'skipped' });
  return outcome;
}

/** Further commits on the branch of a pull request. */
async function followUp(outcome: Outcome, run: Run, checks: Checks, tools: RunTools): Promise<Outcome> {
  const { record } = run;
  await pushOnto(run, { checks, mayWorsen: false }, tools);
  const end = inTheEnd(outcome, run);
  record.stage('check', { state: checkState(run) });
  record.stage('publish', { state: 'done', draft: await tellPullRequest(end, run, tools) });
  return end;
}

/** Suggestions for a pull request from a fork. */
async function suggestAll(outcome: Outcome, run: Run, checks: Checks, tools: RunTools): Promise<Outcome> {
  const { record } = run;
  record.stage('publish', { state: 'running', suggests: true });
  await suggest(run, checks, tools);
  record.stage('check', { state: checkState(run) });
  record.stage('publish', { state: 'done', suggests: true });
  return inTheEnd(outcome, run);
}

/** A branch of its own and a pull request from it, as the settings want it. */
async function openNew(outcome: Outcome, run: Run, tools: RunTools): Promise<Outcome> {
  const { record, request } = run;
  const words = await wordsFor(outcome, run, tools);
  // From here on only commits count: what cannot be pushed is told as patches, which git makes from them.
  const swept = retireFiles(run.workspace);
  const { branch, result } = await pushNewBranch(run, tools).finally(() => swept);
  if (result.state === 'refused') return keepRefused(run, branch, result.refusal, tools);
  if (result.state === 'moved') throw new Error(`No free name for a branch like ${branch} was found.`);
  record.set({ branch });
  const { opened, reason } = await openPullRequest(outcome, run, { branch, words }, tools);
  if (reason !== undefined) {
    const page = tools.forge.comparePage(request.start.baseBranch, branch);
    record.set({ kept: { kind: 'branch', branch, page } });
    throw new RunEnded({ kind: 'partial', reason });
  }
  record.stage('publish', { state: 'done', draft: opened?.draft ?? false });
  return outcome;
}

function checkState({ record: { facts } }: Run): 'done' | 'failed' | 'skipped' {
  if (facts.final.length === 0) return 'skipped';
  return facts.final.every((check) => check.status === 'green') ? 'done' : 'failed';
}

function outcomeOf(result: CodingResult): Outcome {
  switch (result.outcome) {
    case 'done':
      return { kind: 'done' };
    case 'needs-answer':
      return { kind: 'needs-answer', question: result.question };
    case 'partial':
    case 'failed':
    case 'nothing-to-do':
      return { kind: result.outcome, reason: result.reason };
  }
}

/** What others pushed meanwhile may have made the change needless, or its checks red. */
function inTheEnd(outcome: Outcome, { record: { facts } }: Run): Outcome {
  if (facts.commits.length === 0) {
    return { kind: 'nothing-to-do', reason: 'the same changes were pushed by others meanwhile' };
  }
  const red = facts.final.find((check) => check.status !== 'green');
  if (outcome.kind !== 'done' || !red) return outcome;
  const how = red.status === 'red' ? 'still fails' : 'is not green';
  return { kind: 'partial', reason: `\`${red.command}\` ${how}: ${red.reason}` };
}
