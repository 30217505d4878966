/** `task`: work that the settings describe once, to be asked for by its name. */
import { parseRepositoryConfig } from '../config/repository.ts';
import type { Reply } from '../report/replies.ts';
import type { Asker } from './asker.ts';
import { readSettingsFile, SETTINGS_PATH } from './settings-file.ts';
import type { Wanted } from './start-run.ts';

/** What `task list` or `task run <id>` comes to: a list, or the prompt of the task as the instruction of a fix. */
export async function maintenanceOf(
  { octokit, repository }: Asker,
  wanted: Wanted,
): Promise<{ reply: Reply } | { wanted: Wanted }> {
  const parsed = parseRepositoryConfig((await readSettingsFile(octokit, repository)) ?? '');
  if (!parsed.ok) return { reply: { kind: 'config-broken', path: SETTINGS_PATH, problems: parsed.problems } };
  const { tasks } = parsed.config;
  const [verb = '', id = ''] = wanted.instruction.trim().split(/\s+/);
  const sought = verb === 'run' ? tasks.find((task) => task.id === id) : undefined;
  if (!sought) {
    const unknown = verb === 'list' ? undefined : wanted.instruction.trim();
    return { reply: { kind: 'tasks', tasks, ...(unknown === undefined ? {} : { unknown }) } };
  }
  const { prompt, paths } = sought;
  return { wanted: { ...wanted, instruction: prompt, maintenance: { id, paths } } };
}
