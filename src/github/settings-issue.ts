/** The one issue of a repository that stands open while its settings cannot be read. */
import { z } from 'zod';
import { parseRepositoryConfig } from '../config/repository.ts';
import { type Marker, readMarker, writeMarker } from '../report/marker.ts';
import { settingsIssue, settingsMended } from '../report/settings-check.ts';
import type { Repository } from '../runs/task.ts';
import type { Octokit } from './client.ts';
import type { AppContext } from './context.ts';
import { readSettingsFile, SETTINGS_PATH } from './settings-file.ts';
import { ensureComment } from './tracking.ts';

type Tools = Pick<AppContext, 'app' | 'voice' | 'sign' | 'redact' | 'log'>;

const issueSchema = z.object({
  number: z.number().int(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.enum(['open', 'closed']),
  updated_at: z.string(),
  pull_request: z.unknown().optional(),
});
type Issue = z.infer<typeof issueSchema>;
const closerSchema = z.object({ closed_by: z.object({ login: z.string() }).nullish() });

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
  const issue = await findIssue(octokit, repository, tools);
  if (parsed.ok) {
    if (issue?.state === 'open') await close(octokit, repository, issue, tools);
    return;
  }
  const { title, body: words } = settingsIssue(
    { path: SETTINGS_PATH, branch: repository.defaultBranch, problems: parsed.problems },
    tools.voice,
  );
  const body = tools.redact(`${writeMarker(markerOf(repository), tools.sign)}\n${words}`);
  const place = { owner: repository.owner, repo: repository.name };
  if (!issue) {
    await octokit.request('POST /repos/{owner}/{repo}/issues', {
      ...place,
      title,
      body,
      request: { retries: 0 },
    });
    return;
  }
  const isSame = issue.body === body && issue.title === title;
  if (issue.state === 'open' ? isSame : isSame && !(await closedByUs(octokit, repository, issue, tools)))
    // Somebody closed it although nothing was mended: they know, and need not be told again.
    return;
  await octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
    ...place,
    issue_number: issue.number,
    title,
    body,
    state: 'open',
  });
}

/** By author and signed marker: anybody can give an issue our title. The newest, should there be several. */
async function findIssue(
  octokit: Octokit,
  repository: Repository,
  { app, sign }: Tools,
): Promise<Issue | undefined> {
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues', {
    owner: repository.owner,
    repo: repository.name,
    creator: app.login,
    state: 'all',
    // Pull requests are listed, too; more of ours than these would hide an issue of long ago, and a new one be opened.
    per_page: 100,
  });
  const wanted = markerOf(repository);
  return z
    .array(issueSchema)
    .parse(data)
    .find((issue) => {
      const marker = issue.pull_request ? undefined : readMarker(issue.body ?? '', sign);
      return marker?.kind === wanted.kind && marker.target === wanted.target;
    });
}

/** By id: a renamed repository keeps its issue. */
function markerOf({ id }: Repository): Marker {
  return { kind: 'config', target: `repository ${id}` };
}

async function closedByUs(octokit: Octokit, repository: Repository, issue: Issue, { app }: Tools) {
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', {
    owner: repository.owner,
    repo: repository.name,
    issue_number: issue.number,
  });
  return closerSchema.parse(data).closed_by?.login === app.login;
}

async function close(octokit: Octokit, repository: Repository, issue: Issue, tools: Tools): Promise<void> {
  const { owner, name, defaultBranch } = repository;
  const wanted = { ...markerOf(repository), run: 'mended' };
  const text = `${writeMarker(wanted, tools.sign)}\n${settingsMended(SETTINGS_PATH, defaultBranch)}`;
  await ensureComment(octokit, { owner, name, issue: issue.number }, tools.redact(text), {
    botLogin: tools.app.login,
    // Comments of earlier rounds are older than the last change of the issue.
    since: issue.updated_at,
    isOurs: (body) => {
      const marker = readMarker(body, tools.sign);
      return marker?.run === wanted.run && marker.target === wanted.target;
    },
  });
  await octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
    owner,
    repo: name,
    issue_number: issue.number,
    state: 'closed',
    state_reason: 'completed',
  });
}
