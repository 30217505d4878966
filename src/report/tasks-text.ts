/** The replies to `task`: what the settings describe, when it runs, and how to ask for it. */
import { moment } from './format.ts';
import { code, inline, plain } from './safe.ts';
import { sentence } from './sections.ts';

export interface LastTimeFacts {
  /** Milliseconds since 1970. */
  at: number;
  what: 'opened' | 'updated' | 'nothing' | 'failed' | 'stopped' | 'passed-over';
  /** Hostile. */
  reason?: string | undefined;
  /** Its pull request. */
  pull?: number | undefined;
}

export interface TaskFacts {
  id: string;
  prompt: string;
  paths: readonly string[];
  /** When it comes due, in milliseconds since 1970; absent without a schedule. */
  due?: number | undefined;
  snoozedUntil?: number | undefined;
  isAtWork?: boolean | undefined;
  last?: LastTimeFacts | undefined;
  /** The issue that tells of its failure. */
  issue?: number | undefined;
}

/** `now` in milliseconds since 1970; `isOn`: whether this server starts tasks by their schedules. */
export function tasksText(
  {
    tasks,
    unknown,
    now,
    isOn,
  }: { tasks: readonly TaskFacts[]; unknown?: string | undefined; now: number; isOn: boolean },
  trigger: string,
): string {
  const refusal =
    unknown === undefined
      ? []
      : [
          `${code(unknown, 80)} is none of \`list\`, \`run <task>\`, \`skip <task>\` and \`snooze <task> 7d\` with one of the tasks here. Nothing was started.`,
        ];
  if (tasks.length === 0) {
    return [
      ...refusal,
      'The settings describe no tasks. They stand under `tasks` in `.github/aider.yml`.',
    ].join('\n\n');
  }
  return [
    ...refusal,
    [
      '| Task | What it does | Where | Next | Last time |',
      '| --- | --- | --- | --- | --- |',
      ...tasks.map((task) => {
        const { id, prompt, paths } = task;
        const where = paths.length === 0 ? 'everywhere' : paths.map((path) => code(path)).join(', ');
        const cells = [
          code(id),
          plain(prompt.split('\n')[0] ?? '', 160),
          where,
          next(task, now, isOn),
          last(task),
        ];
        return `| ${cells.join(' | ')} |`;
      }),
    ].join('\n'),
    ...(isOn
      ? []
      : ['On this server no task starts by its schedule; whoever runs it has switched that off.']),
    `\`${trigger} task run <task>\` runs one now, \`skip <task>\` passes its next time over, and \`snooze <task> 7d\` lets it rest.`,
  ].join('\n\n');
}

function next({ due, snoozedUntil, isAtWork }: TaskFacts, now: number, isOn: boolean): string {
  if (isAtWork) return 'at work';
  if (due !== undefined && !isOn) return 'schedules are off';
  if (due === undefined) return 'when asked for';
  return `${moment(due)}${snoozedUntil !== undefined && snoozedUntil > now ? ' (snoozed)' : ''}`;
}

function last({ last: time, issue }: TaskFacts): string {
  if (!time) return 'never';
  return `${moment(time.at)}: ${lastWords(time)}${issue === undefined ? '' : ` (#${issue})`}`;
}

/** A sentence fragment. */
function lastWords({ what, reason = '', pull }: LastTimeFacts): string {
  const why = inline(reason, 200);
  switch (what) {
    case 'opened':
      return pull === undefined ? 'done' : `opened #${pull}`;
    case 'updated':
      return `added to #${pull}`;
    case 'nothing':
      return 'nothing to change';
    case 'failed':
      return `could not finish, ${why}`;
    case 'stopped':
      return 'stopped';
    case 'passed-over':
      return `not run, ${why}${pull === undefined ? '' : ` (#${pull})`}`;
  }
}

/** Says what a command changed about when a task runs. */
export function taskMoved(
  { id, due, until }: { id: string; due: number | undefined; until?: number | undefined },
  trigger: string,
): string {
  const what =
    until === undefined
      ? `The next time of ${code(id)} is passed over`
      : `${code(id)} rests until ${moment(until)}`;
  const next =
    due === undefined
      ? ` It has no schedule, so it runs only when asked for: ${code(`${trigger} task run ${id}`)}.`
      : ` It comes due again on ${moment(due)}.`;
  return `${what}.${next}`;
}

export interface TaskFailure {
  id: string;
  /** Cron line and zone. */
  schedule: string;
  /** Hostile. */
  reason: string;
  /** In a row. */
  failures: number;
  at: number;
  due: number | undefined;
  /** Markdown: what is known beside the reason. */
  details: string;
  run: string;
}

/** Title and text of the issue, or text of the comment, that stands while a task does not work. */
export function taskFailure(
  { id, schedule, reason, failures, at, due, details, run }: TaskFailure,
  trigger: string,
): { title: string; words: string } {
  const times = failures === 1 ? '' : `, ${failures} times in a row`;
  const again = due === undefined ? '' : `It is tried again on ${moment(due)}. `;
  const held = failures > 1 ? 'Because it failed more than once, times are passed over until it works. ' : '';
  const commands = [
    `${code(`${trigger} task run ${id}`)} runs it now`,
    `${code(`${trigger} task snooze ${id} 30d`)} lets it rest`,
  ].join(', ');
  return {
    title: `Maintenance task ${id} could not finish`,
    words: [
      `The task ${code(id)}, which runs by its schedule (${code(schedule)}), could not finish${times}. Last on ${moment(at)}: ${sentence(inline(reason, 600))}`,
      details,
      `${again}${held}${commands}. This is brought up to date in place, and settled as soon as the task works again.`,
      `<sub>run ${code(run, 40)}</sub>`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  };
}

/** The last word, when it works again. */
export function taskWorks(id: string, time: LastTimeFacts): string {
  return `The task ${code(id)} works again (${moment(time.at)}: ${lastWords(time)}).`;
}
