/** The time of a maintenance task has come: it starts a run, or is passed over for a reason that `task list` tells. */
import { ulid } from 'ulid';
import { z } from 'zod';
import { parseRepositoryConfig } from '../config/repository.ts';
import { STALE_MS } from '../runs/due.ts';
import { digestOf, type KnownTask } from '../runs/schedules.ts';
import type { Task } from '../runs/task.ts';
import { repositoryOf } from './asker.ts';
import { type Octokit, statusOf } from './client.ts';
import type { AppContext } from './context.ts';
import type { DueDelivery } from './delivery.ts';
import { enqueueRun } from './enqueue.ts';
import { repositoryFrom, repositorySchema } from './schedules.ts';
import { readSettingsFile, SETTINGS_PATH } from './settings-file.ts';
import { tendSettingsIssue } from './settings-issue.ts';
import { wantedBy } from './wanted.ts';

/** A pull request that nobody looks at is added to no more often than this. */
const MOST_UPDATES = 2;

const pullSchema = z.object({
  state: z.enum(['open', 'closed']),
  merged: z.boolean(),
  head: z.object({ sha: z.string() }),
});

/** Repeatable: the run is found again by its origin, and a time that is over is not the row's any more. */
export async function takeInDue(delivery: DueDelivery, octokit: Octokit, context: AppContext): Promise<void> {
  const { schedules, log } = context;
  const known = await rowOf(delivery, context);
  if (!known) return;
  // Sent before somebody switched them off.
  if (!schedules.isOn) return passOver(delivery, 'schedules are switched off on this server', context);
  if (schedules.now() - delivery.due > STALE_MS)
    return passOver(delivery, 'its time was missed by more than a day', context);
  const found = await findRepository(octokit, delivery);
  if (!found || found.id !== delivery.repository.id) {
    log.info({ repository: delivery.repository.id }, 'gone from the App, and so are its schedules');
    return schedules.forget(delivery.repository.id);
  }
  if (found.archived) return passOver(delivery, 'the repository is archived', context);
  if (found.fork) return passOver(delivery, 'the repository is a fork', context);
  const repository = repositoryFrom(found);
  const file = await readSettingsFile(octokit, repository);
  const parsed = parseRepositoryConfig(file ?? '');
  if (!parsed.ok) {
    await tendSettingsIssue(octokit, repository, context, { file });
    return passOver(delivery, `${SETTINGS_PATH} cannot be read`, context);
  }
  if (!parsed.config.enabled) return passOver(delivery, 'the bot is switched off here', context);
  await schedules.learn(repository, delivery.installation.id, parsed.config.tasks);
  // What the file says now may have another time, or none.
  const row = await rowOf(delivery, context);
  const settings = parsed.config.tasks.find(({ id }) => id === delivery.task);
  if (!row || !settings) return;
  const origin = `schedule ${repository.id}/${row.task}/${new Date(delivery.due).toISOString()}`;
  const chance = await chanceOf(row, origin, octokit, context);
  if ('against' in chance) return passOver(delivery, chance.against, context, chance.pull);
  const { id, prompt, paths, budget } = settings;
  const task: Task = {
    ...wantedBy('task', { verb: 'task', text: prompt, flags: {}, line: 1, notes: [] }),
    version: 1,
    run: ulid(context.now()),
    thread: 'task',
    issue: 0,
    // Nobody: the name of the App, for what has to name somebody.
    requester: { login: context.app.login, id: 0 },
    repository,
    installation: delivery.installation.id,
    comment: { id: 0, updatedAt: new Date(delivery.due).toISOString() },
    maintenance: {
      id,
      paths,
      digest: digestOf(settings),
      ...(chance.pull === undefined ? {} : { pullRequest: chance.pull }),
    },
    ...(budget === undefined ? {} : { budget }),
  };
  const run = await context.store.create(task, origin);
  if (run.state !== 'ended') await enqueueRun(context.queue, run);
  await schedules.moveOn(row, schedules.now());
  log.info({ run: run.id, repository: repository.id, task: id }, 'started by its schedule');
}

/** This time of the task is over, and why. */
export async function passOver(
  delivery: DueDelivery,
  reason: string,
  context: AppContext,
  pull?: number,
): Promise<void> {
  const { schedules, log } = context;
  const row = await rowOf(delivery, context);
  if (!row) return;
  log.info({ repository: row.repository.id, task: row.task, reason }, 'passed over');
  await schedules.moveOn(row, schedules.now(), {
    at: schedules.now(),
    what: 'passed-over',
    reason,
    ...(pull === undefined ? {} : { pull }),
  });
}

/** The row, as long as it waits for this very time. */
async function rowOf({ repository, task, due }: DueDelivery, { schedules }: AppContext) {
  const row = await schedules.get(repository.id, task);
  return row?.due === due ? row : undefined;
}

/** Why a task should not run although it is due; or on which pull request it should go on. */
async function chanceOf(
  row: KnownTask,
  origin: string,
  octokit: Octokit,
  { schedules }: AppContext,
): Promise<{ against: string; pull?: number } | { pull?: number }> {
  if (await schedules.isAtWork(row, origin)) return { against: 'its last run is still at work' };
  const { pull } = row;
  const present = pull && (await findPull(octokit, row, pull.number));
  if (!pull || !present || present.merged) return {};
  const { number } = pull;
  if (present.state === 'closed') {
    // Closing is an answer. It holds for what was proposed: other settings are another proposal.
    return pull.digest === row.digest
      ? { against: 'its pull request was closed without a merge', pull: number }
      : {};
  }
  if (present.head.sha !== pull.head)
    return { against: 'people are at work on its pull request', pull: number };
  if (pull.updates >= MOST_UPDATES)
    return { against: 'its pull request waits for somebody to look at it', pull: number };
  return { pull: number };
}

async function findPull(octokit: Octokit, { repository }: KnownTask, number: number) {
  try {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
      owner: repository.owner,
      repo: repository.name,
      pull_number: number,
    });
    return pullSchema.parse(data);
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

/** By the name that it had: GitHub leads on from there. */
async function findRepository(octokit: Octokit, delivery: DueDelivery) {
  const { owner, name } = repositoryOf(delivery);
  try {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}', { owner, repo: name });
    return repositorySchema.parse(data);
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
