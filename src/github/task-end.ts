/** What the end of a run means for the maintenance task that it was of: where its changes are, and whether it works. */

import { keptWork } from '../report/kept.ts';
import { type Marker, readMarker, writeMarker } from '../report/marker.ts';
import { failureDetails } from '../report/sections.ts';
import { taskFailure, taskWorks } from '../report/tasks-text.ts';
import type { Outcome, RunFacts } from '../report/types.ts';
import { nextDueAfterFailures } from '../runs/due.ts';
import type { KnownTask, LastTime, TaskPull, ToldAt } from '../runs/schedules.ts';
import type { Task } from '../runs/task.ts';
import { type Octokit, statusOf } from './client.ts';
import type { AppContext } from './context.ts';
import { closeOwnIssue, openOwnIssue } from './own-issue.ts';
import { shownFacts } from './posted.ts';
import { whyNotBySchedule } from './schedule-stands.ts';
import { ensureComment, lastWord } from './tracking.ts';

/**
 * Keeps it in the books, and tells of a failure in one place: on the pull request of the task, or in an issue of its own,
 * brought up to date and settled when the task works again. Runs that somebody asked for tell themselves of their failure.
 * Repeatable: it comes before the end of the run is stored.
 */
export async function endOfTask(
  task: Task,
  facts: RunFacts,
  octokit: Octokit,
  context: AppContext,
): Promise<void> {
  const { schedules } = context;
  const row = await schedules.get(task.repository.id, task.maintenance?.id ?? '');
  if (!row || !task.maintenance || row.endedRun === task.run) return;
  const last = await lastTimeOf(task, facts, octokit, schedules.now());
  const isScheduled = task.thread === 'task';
  const failed = last.what === 'failed';
  const works = last.what === 'opened' || last.what === 'updated' || last.what === 'nothing';
  const failures = works ? 0 : failed && isScheduled ? row.failures + 1 : row.failures;
  let { told } = row;
  if (failed && isScheduled) told = await tell(row, { ...facts, last, failures }, octokit, context);
  if (works && told) {
    await settle(row, told, last, octokit, context);
    told = undefined;
  }
  await schedules.ended(row, task.run, { last, failures, pull: pullOf(row, task, facts), told });
}

/** How the run counts. A pull request tells of itself what is missing in it. */
async function lastTimeOf(task: Task, facts: RunFacts, octokit: Octokit, at: number): Promise<LastTime> {
  const { outcome, pullRequest, commits, kept } = facts;
  const isPublished = pullRequest !== undefined && commits.length > 0 && !kept;
  switch (outcome?.kind) {
    case 'done':
    case 'partial':
      if (isPublished) {
        const what = pullRequest.number === task.maintenance?.pullRequest ? 'updated' : 'opened';
        return { at, what, pull: pullRequest.number };
      }
      // Shown only, or on a branch that no pull request could be opened from.
      return outcome.kind === 'done'
        ? { at, what: 'opened' }
        : { at, what: 'failed', reason: outcome.reason };
    case 'nothing-to-do':
      return { at, what: 'nothing' };
    case 'stopped':
      return { at, what: 'stopped' };
    case 'refused': {
      // What the settings do not want any more is no failure.
      const unwanted = task.thread === 'task' ? await whyNotBySchedule(octokit, task) : undefined;
      return unwanted === undefined
        ? { at, what: 'failed', reason: outcome.reason }
        : { at, what: 'passed-over', reason: unwanted };
    }
    default:
      return { at, what: 'failed', reason: reasonOf(outcome) };
  }
}

function reasonOf(outcome: Outcome | undefined): string {
  switch (outcome?.kind) {
    case 'failed':
      return outcome.reason;
    case 'needs-answer':
      return `nobody is there to answer the question of the model, so the prompt has to say it: ${outcome.question}`;
    case 'over-budget':
      return 'it reached its cost limit';
    default:
      return 'it ended inside the bot without a word';
  }
}

/** The pull request that the next run looks after. */
function pullOf(row: KnownTask, task: Task, { pullRequest, commits, kept }: RunFacts): TaskPull | undefined {
  const head = commits.at(-1)?.id;
  if (!pullRequest || head === undefined || kept) return row.pull;
  const { number } = pullRequest;
  // A person who asked for it has looked at it.
  const updates = row.pull?.number === number && task.thread === 'task' ? row.pull.updates + 1 : 0;
  return { number, head, digest: task.maintenance?.digest ?? '', updates };
}

interface Failure extends RunFacts {
  last: LastTime;
  failures: number;
}

async function tell(
  row: KnownTask,
  failure: Failure,
  octokit: Octokit,
  context: AppContext,
): Promise<ToldAt | undefined> {
  const { last, failures, pullRequest } = failure;
  const { schedules, voice } = context;
  const { repository, schedule } = row;
  const after = Math.max(schedules.now(), row.snoozedUntil ?? 0);
  // Nobody gave a command that `retry` could repeat.
  const quiet = { ...voice, available: new Set<string>() };
  const shown = shownFacts(failure, context.redact);
  const { title, words } = taskFailure(
    {
      id: row.task,
      schedule: schedule ? `${schedule.cron}, ${schedule.timezone}` : 'none any more',
      reason: last.reason ?? '',
      failures,
      at: last.at,
      due: schedule && nextDueAfterFailures(schedule, repository.id, after, failures),
      details: [keptWork(shown, quiet, 0.5), failureDetails(shown, 0.5)].filter(Boolean).join('\n\n'),
      run: failure.id,
    },
    voice.trigger,
  );
  const marker = markerOf(row);
  if (pullRequest) return tellPull(row, pullRequest.number, marker, words, octokit, context);
  try {
    // Whoever closed it knows; a task that worked in between fails anew.
    const insists = () => failures === 1;
    return { issue: await openOwnIssue(octokit, repository, context, { marker, title, words, insists }) };
  } catch (error) {
    // 410: the repository has no issues. Then `task list` alone tells it.
    if (statusOf(error) !== 410) throw error;
    return undefined;
  }
}

/** One comment, written anew in its place each time. */
async function tellPull(
  row: KnownTask,
  number: number,
  marker: Marker,
  words: string,
  octokit: Octokit,
  { app, sign, redact }: AppContext,
): Promise<ToldAt> {
  const { owner, name } = row.repository;
  const place = { owner, name, issue: number };
  const body = redact(`${writeMarker(marker, sign)}\n${words}`);
  const known = row.told?.issue === number ? row.told.comment : undefined;
  const comment =
    known ??
    (await ensureComment(octokit, place, body, {
      botLogin: app.login,
      since: new Date(0).toISOString(),
      isOurs: (text) => {
        const found = readMarker(text, sign);
        return found?.kind === marker.kind && found.target === marker.target;
      },
    }));
  await lastWord(octokit, place, comment, body);
  return { issue: number, comment };
}

async function settle(
  row: KnownTask,
  { issue, comment }: ToldAt,
  last: LastTime,
  octokit: Octokit,
  context: AppContext,
): Promise<void> {
  const { repository } = row;
  const marker = markerOf(row);
  const words = taskWorks(row.task, last);
  if (comment === undefined) return closeOwnIssue(octokit, repository, context, { marker, words });
  const place = { owner: repository.owner, name: repository.name, issue };
  await lastWord(octokit, place, comment, context.redact(`${writeMarker(marker, context.sign)}\n${words}`));
}

/** By id: a renamed repository keeps its issues. */
const markerOf = ({ repository, task }: KnownTask): Marker => ({
  kind: 'tasks',
  target: `repository ${repository.id} task ${task}`,
});
