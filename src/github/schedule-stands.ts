/** What a run that nobody asked for stands on: the settings of the default branch, as they are at that moment. */
import { parseRepositoryConfig } from '../config/repository.ts';
import { digestOf } from '../runs/schedules.ts';
import type { Task } from '../runs/task.ts';
import type { Octokit } from './client.ts';
import { readSettingsFile, SETTINGS_PATH } from './settings-file.ts';

/** Why they do not want the run any more, as a sentence fragment; undefined when they do. */
export async function whyNotBySchedule(
  octokit: Octokit,
  { repository, maintenance }: Pick<Task, 'repository' | 'maintenance'>,
): Promise<string | undefined> {
  const parsed = parseRepositoryConfig((await readSettingsFile(octokit, repository)) ?? '');
  if (!parsed.ok) return `${SETTINGS_PATH} cannot be read`;
  if (!parsed.config.enabled) return `"enabled: false" in ${SETTINGS_PATH} switches the bot off`;
  const task = parsed.config.tasks.find(({ id }) => id === maintenance?.id);
  if (task?.schedule === undefined) return 'the settings have no schedule for this task any more';
  if (digestOf(task) !== maintenance?.digest) return 'the settings of this task changed meanwhile';
  return undefined;
}
