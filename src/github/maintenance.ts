/** `task`: work that the settings describe once, to be asked for by its name, or to be left alone for a while. */
import { parseRepositoryConfig, type RepositoryConfig } from '../config/repository.ts';
import type { Reply } from '../report/replies.ts';
import { digestOf, type KnownTask } from '../runs/schedules.ts';
import type { Asker } from './asker.ts';
import { readSettingsFile, SETTINGS_PATH } from './settings-file.ts';
import type { Wanted } from './start-run.ts';

type Answer = { reply: Reply } | { wanted: Wanted };
type TaskSettings = RepositoryConfig['tasks'][number];

const DAY_MS = 24 * 3_600_000;
const LONGEST_REST_DAYS = 366;

/** What `task list`, `run`, `skip` or `snooze` comes to: an answer, or the prompt of the task as the instruction of a fix. */
export async function maintenanceOf(asker: Asker, wanted: Wanted): Promise<Answer> {
  const { octokit, repository, installation, context } = asker;
  const { schedules } = context;
  const parsed = parseRepositoryConfig((await readSettingsFile(octokit, repository)) ?? '');
  if (!parsed.ok) return { reply: { kind: 'config-broken', path: SETTINGS_PATH, problems: parsed.problems } };
  const { tasks } = parsed.config;
  await schedules.learn(repository, installation, tasks);
  const [verb = '', id = '', more, ...rest] = wanted.instruction.trim().split(/\s+/);
  const list = async (unknown?: string): Promise<Answer> => {
    const known = await Promise.all(tasks.map((task) => factsOf(task, asker)));
    const now = schedules.now();
    const { isOn } = schedules;
    return {
      reply: { kind: 'tasks', tasks: known, now, isOn, ...(unknown === undefined ? {} : { unknown }) },
    };
  };
  if (verb === 'list') return list();
  const task = tasks.find((one) => one.id === id);
  const row = task && (await schedules.get(repository.id, id));
  const unknown = () => list(wanted.instruction.trim());
  if (!task || !row || rest.length > 0) return unknown();
  switch (verb) {
    case 'run':
      // Any words behind the name would be an instruction that the settings do not give.
      return more === undefined ? run(task, row, asker, wanted) : unknown();
    case 'skip':
      return more === undefined && row.due !== undefined ? skip(row, asker) : unknown();
    case 'snooze': {
      const rests = restOf(more);
      return rests === undefined ? unknown() : snooze(row, rests, asker);
    }
    default:
      return unknown();
  }
}

async function run(task: TaskSettings, row: KnownTask, { context }: Asker, wanted: Wanted): Promise<Answer> {
  const { id, prompt, paths, budget } = task;
  await context.schedules.proposeAgain(row);
  const maintenance = {
    id,
    paths,
    digest: digestOf(task),
    ...(row.pull ? { pullRequest: row.pull.number } : {}),
  };
  return {
    wanted: { ...wanted, instruction: prompt, maintenance, ...(budget === undefined ? {} : { budget }) },
  };
}

async function skip(row: KnownTask, { context, requester, origin }: Asker): Promise<Answer> {
  const { schedules } = context;
  const by = `${origin.kind} ${origin.id}`;
  if (row.last?.by === by) return moved(row, schedules);
  await schedules.moveOn(row, row.due ?? schedules.now(), {
    at: schedules.now(),
    what: 'passed-over',
    reason: `as ${requester.login} asked`,
    by,
  });
  return moved(row, context.schedules);
}

async function snooze(row: KnownTask, rests: number, { context }: Asker): Promise<Answer> {
  const { schedules } = context;
  const until = schedules.now() + rests;
  await schedules.snooze(row, until);
  return moved(row, schedules, until);
}

async function moved(
  { repository, task: id }: KnownTask,
  schedules: Asker['context']['schedules'],
  until?: number,
): Promise<Answer> {
  const row = await schedules.get(repository.id, id);
  return { reply: { kind: 'task-moved', id, due: row?.due, ...(until === undefined ? {} : { until }) } };
}

/** `7d`, `2w` or `12h` in milliseconds; 0 ends a rest. */
function restOf(text: string | undefined): number | undefined {
  const found = /^(\d{1,4})([hdw])$/.exec(text ?? '');
  if (!found) return undefined;
  const days = Number(found[1]) * ({ h: 1 / 24, d: 1, w: 7 }[found[2] ?? ''] ?? 0);
  return days > LONGEST_REST_DAYS ? undefined : days * DAY_MS;
}

async function factsOf({ id, prompt, paths }: TaskSettings, { repository, context }: Asker) {
  const row = await context.schedules.get(repository.id, id);
  if (!row) return { id, prompt, paths };
  const { due, snoozedUntil, last, told } = row;
  const isAtWork = await context.schedules.isAtWork(row, '');
  return { id, prompt, paths, due, snoozedUntil, last, issue: told?.issue, isAtWork };
}
