/**
 * How the App gets to know the schedules of repositories: from pushes that touch their settings, from each run, when it is
 * installed, and by a slow look at all of them, since any of these can be missed.
 */
import { z } from 'zod';
import { parseRepositoryConfig } from '../config/repository.ts';
import { Gone, Paused } from '../runs/outcome.ts';
import type { Repository } from '../runs/task.ts';
import type { Octokit } from './client.ts';
import type { AppContext } from './context.ts';
import { type Inbox, saveDelivery } from './inbox.ts';
import { readSettingsFile } from './settings-file.ts';

type Tools = Pick<AppContext, 'schedules' | 'store' | 'octokit' | 'log' | 'now'>;

const SWEPT = 'schedules swept';
const NEVER = new Date(0).toISOString();
/** One request for each repository and day. */
const SWEEP_EVERY_MS = 24 * 3_600_000;

/** As GitHub answers it. */
export const repositorySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  owner: z.object({ login: z.string() }),
  default_branch: z.string(),
  archived: z.boolean().default(false),
  fork: z.boolean().default(false),
});
type Found = z.infer<typeof repositorySchema>;

export const repositoryFrom = ({ id, name, owner, default_branch: defaultBranch }: Found): Repository => ({
  id,
  name,
  owner: owner.login,
  defaultBranch,
});

/** What a settings file says of tasks. One that cannot be read says nothing: what was known stays. */
export async function learnSchedules(
  repository: Repository,
  installation: number,
  file: string | undefined,
  { schedules, log }: Pick<AppContext, 'schedules' | 'log'>,
): Promise<void> {
  const parsed = parseRepositoryConfig(file ?? '');
  if (!parsed.ok) return;
  const { tasks } = parsed.config;
  await schedules.learn(repository, installation, tasks);
  log.debug({ repository: repository.id, tasks: tasks.length }, 'tasks of the settings');
}

/** More are left to the slow look, which has the time. */
const MOST_AT_ONCE = 100;

/** The App came to some repositories of an installation. */
export async function learnAdded(
  installation: number,
  added: readonly { id: number }[],
  tools: Tools,
): Promise<void> {
  if (added.length > MOST_AT_ONCE) return tools.store.setCursor(SWEPT, NEVER);
  await learnInstallation(installation, tools, { only: new Set(added.map(({ id }) => id)) });
}

/** Every repository that an installation covers, or those of them that are named. */
async function learnInstallation(
  installation: number,
  tools: Pick<Tools, 'octokit' | 'schedules' | 'log'>,
  { only, signal }: { only?: ReadonlySet<number>; signal?: AbortSignal } = {},
): Promise<void> {
  const octokit = await tools.octokit(installation);
  for await (const { data } of octokit.paginate.iterator('GET /installation/repositories', {
    per_page: 100,
  })) {
    // Octokit takes the list out of its envelope when it turns pages.
    for (const found of z.array(repositorySchema).parse(data)) {
      if (signal?.aborted) return;
      if (only && !only.has(found.id)) continue;
      await look(found, installation, octokit, tools).catch((error: unknown) => {
        if (isAway(error)) throw error;
        // One that is locked or broken keeps the others from nothing.
        tools.log.warn({ err: error, repository: found.id }, 'its schedules could not be read');
      });
    }
  }
}

const isAway = (error: unknown) => error instanceof Gone || error instanceof Paused;

/** A copy has the settings of what it was copied from, and nobody there asked for its maintenance. */
async function look(
  found: Found,
  installation: number,
  octokit: Octokit,
  tools: Pick<Tools, 'schedules' | 'log'>,
): Promise<void> {
  if (found.archived || found.fork) return tools.schedules.forget(found.id);
  const repository = repositoryFrom(found);
  await learnSchedules(repository, installation, await readSettingsFile(octokit, repository), tools);
}

const installationsSchema = z.array(z.object({ id: z.number().int(), suspended_at: z.string().nullish() }));

/**
 * At most once a day, whatever the number of processes and starts; one that was cut short by `signal` is made up for at the
 * next start. `app`: the App itself, not an installation of it.
 */
export async function sweepInstallations(app: Octokit, tools: Tools, signal: AbortSignal): Promise<void> {
  const { store, log, now } = tools;
  const last = Date.parse((await store.cursor(SWEPT)) ?? '');
  if (now() - last < SWEEP_EVERY_MS) return;
  await store.setCursor(SWEPT, new Date(now()).toISOString());
  const found = installationsSchema.parse(await app.paginate('GET /app/installations', { per_page: 100 }));
  for (const { id } of found.filter(({ suspended_at }) => !suspended_at)) {
    if (signal.aborted) break;
    await learnInstallation(id, tools, { signal }).catch((error: unknown) => {
      if (!isAway(error)) log.warn({ err: error, installation: id }, 'its schedules could not be read');
    });
  }
  if (signal.aborted) await store.setCursor(SWEPT, NEVER);
}

/** Without webhooks there is only looking: for the few repositories that a token is for, that is cheap. */
export async function sweepNamed(
  octokit: Octokit,
  repositories: readonly string[],
  tools: Tools,
): Promise<void> {
  for (const name of repositories) {
    const [owner = '', repo = ''] = name.split('/');
    try {
      const { data } = await octokit.request('GET /repos/{owner}/{repo}', { owner, repo });
      await look(repositorySchema.parse(data), 0, octokit, tools);
    } catch (error) {
      tools.log.warn({ err: error, repository: name }, 'its schedules could not be read');
    }
  }
}

/**
 * Makes a delivery of every task whose time has come. Its name says which time of which task it is, so however many
 * processes look, each time is taken in once.
 */
export async function fireDue(inbox: Inbox): Promise<void> {
  if (!inbox.schedules.isOn) return;
  for (const row of await inbox.schedules.due()) {
    const { repository, installation, task, due } = row;
    if (due === undefined) continue;
    const { id, owner, name, defaultBranch } = repository;
    await saveDelivery(inbox, `due ${id}/${task}/${new Date(due).toISOString()}`, 'schedule', {
      kind: 'due',
      installation: { id: installation },
      repository: { id, name, owner: { login: owner }, default_branch: defaultBranch },
      task,
      due,
    });
    await inbox.schedules.sent(row);
  }
}
