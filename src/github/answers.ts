/** Answers that need no run: what was spent, and which settings hold. */
import { honouredKeys } from '../config/honoured.ts';
import { settingSections } from '../config/json-schema.ts';
import { parseRepositoryConfig } from '../config/repository.ts';
import type { Reply } from '../report/replies.ts';
import type { Asker } from './asker.ts';
import { readSettingsFile, SETTINGS_PATH } from './settings-file.ts';

const MOST_RUNS = 10;

/** `month` in the text asks for all threads of the repository. Limits are shown when the settings can be read. */
export async function costReply(
  { context, octokit, repository, place }: Asker,
  text: string,
): Promise<Reply> {
  const { store, spending } = context;
  const parsed = parseRepositoryConfig((await readSettingsFile(octokit, repository)) ?? '');
  const budget = parsed.ok ? parsed.config.budget : undefined;
  const month = {
    ...(await spending.ofMonth(repository.id)),
    ...(budget ? { limitUsd: budget.per_repo_month } : {}),
  };
  if (/^month\b/i.test(text)) return { kind: 'cost', month };
  const spent = await spending.ofThread(repository.id, place.issue);
  const recent = await store.ofThread(repository.id, place.issue, MOST_RUNS);
  return {
    kind: 'cost',
    month,
    thread: {
      usd: [...spent.values()].reduce((sum, usd) => sum + usd, 0),
      ...(budget ? { limitUsd: budget.per_thread } : {}),
      runs: recent.map((run) => ({
        id: run.id,
        requester: run.task.requester.login,
        usd: spent.get(run.id) ?? 0,
      })),
    },
  };
}

/** All settings that are obeyed, or those whose key starts with the first word of the text. */
export async function configReply({ octokit, repository }: Asker, text: string): Promise<Reply> {
  const file = await readSettingsFile(octokit, repository);
  const parsed = parseRepositoryConfig(file ?? '');
  const base = { kind: 'settings', path: SETTINGS_PATH, exists: file !== undefined } as const;
  if (!parsed.ok) return { ...base, problems: parsed.problems };
  const { written } = parsed;
  const [wanted = ''] = text.trim().split(/\s+/);
  const known = settingSections().flatMap((section) => section.keys);
  return {
    ...base,
    wanted,
    settings: known
      .filter(({ key }) => honouredKeys.has(key))
      .filter(({ key }) => wanted === '' || key === wanted || key.startsWith(`${wanted}.`))
      .map(({ key, default: value }) => ({
        key,
        value: written.has(key) ? written.get(key) : value,
        isWritten: written.has(key),
      })),
    idle: [...written.keys()].filter((key) => !honouredKeys.has(key)),
  };
}
