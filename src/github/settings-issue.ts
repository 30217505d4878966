/** The one issue of a repository that stands open while its settings cannot be read. */
import { parseRepositoryConfig } from '../config/repository.ts';
import type { Marker } from '../report/marker.ts';
import { settingsIssue, settingsMended } from '../report/settings-check.ts';
import type { Repository } from '../runs/task.ts';
import type { Octokit } from './client.ts';
import type { AppContext } from './context.ts';
import { closeOwnIssue, openOwnIssue } from './own-issue.ts';
import { readSettingsFile, SETTINGS_PATH } from './settings-file.ts';

type Tools = Pick<AppContext, 'app' | 'voice' | 'sign' | 'redact' | 'log'>;

/** Tending of one repository at a time in this process, so that two events cannot open two issues. */
const underWay = new Map<number, Promise<void>>();

/**
 * Opens, brings up to date or closes the issue, as the settings on the default branch demand. `text`: the file, when it was
 * read already. Never throws: it is a service beside the work.
 */
export function tendSettingsIssue(
  octokit: Octokit,
  repository: Repository,
  tools: Tools,
  text?: { file: string | undefined },
): Promise<void> {
  const before = underWay.get(repository.id) ?? Promise.resolve();
  const tending = before
    .then(() => tend(octokit, repository, tools, text))
    .catch((error: unknown) =>
      tools.log.warn({ err: error, repository: repository.id }, 'the issue about settings was not tended'),
    )
    .finally(() => {
      if (underWay.get(repository.id) === tending) underWay.delete(repository.id);
    });
  underWay.set(repository.id, tending);
  return tending;
}

async function tend(
  octokit: Octokit,
  repository: Repository,
  tools: Tools,
  text: { file: string | undefined } | undefined,
): Promise<void> {
  const file = text ? text.file : await readSettingsFile(octokit, repository);
  const parsed = parseRepositoryConfig(file ?? '');
  const marker: Marker = { kind: 'config', target: `repository ${repository.id}` };
  const branch = repository.defaultBranch;
  if (parsed.ok) {
    const words = settingsMended(SETTINGS_PATH, branch);
    return closeOwnIssue(octokit, repository, tools, { marker, words });
  }
  const { title, body } = settingsIssue(
    { path: SETTINGS_PATH, branch, problems: parsed.problems },
    tools.voice,
  );
  const insists = (isSame: boolean) => !isSame;
  await openOwnIssue(octokit, repository, tools, { marker, title, words: body, insists });
}
