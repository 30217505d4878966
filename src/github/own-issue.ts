/** An issue of the App's own that stands open while something about a repository is wrong: one, brought up to date in place. */
import { z } from 'zod';
import { type Marker, readMarker, writeMarker } from '../report/marker.ts';
import type { Repository } from '../runs/task.ts';
import type { Octokit } from './client.ts';
import type { AppContext } from './context.ts';
import { ensureComment } from './tracking.ts';

type Tools = Pick<AppContext, 'app' | 'sign' | 'redact'>;

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

export interface Complaint {
  /** Tells the issue from others of ours. Its target is by the id of the repository: a renamed one keeps its issue. */
  marker: Marker;
  title: string;
  /** Markdown. */
  words: string;
  /** Whether it is opened again although somebody closed it: they know, and need not be told the same again. */
  insists(isSame: boolean): boolean;
}

/** Opens the issue, or brings it up to date. Returns its number. */
export async function openOwnIssue(
  octokit: Octokit,
  repository: Repository,
  tools: Tools,
  { marker, title, words, insists }: Complaint,
): Promise<number> {
  const body = tools.redact(`${writeMarker(marker, tools.sign)}\n${words}`);
  const issue = await findIssue(octokit, repository, tools, marker);
  const place = { owner: repository.owner, repo: repository.name };
  if (!issue) {
    const { data } = await octokit.request('POST /repos/{owner}/{repo}/issues', {
      ...place,
      title,
      body,
      request: { retries: 0 },
    });
    return data.number;
  }
  const isSame = issue.body === body && issue.title === title;
  const isDone =
    issue.state === 'open'
      ? isSame
      : !insists(isSame) && !(await closedByUs(octokit, repository, issue, tools));
  if (!isDone) {
    await octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
      ...place,
      issue_number: issue.number,
      title,
      body,
      state: 'open',
    });
  }
  return issue.number;
}

/** Closes the issue with a last comment, if it is open. */
export async function closeOwnIssue(
  octokit: Octokit,
  repository: Repository,
  tools: Tools,
  { marker, words }: Pick<Complaint, 'marker' | 'words'>,
): Promise<void> {
  const issue = await findIssue(octokit, repository, tools, marker);
  if (issue?.state !== 'open') return;
  const wanted = { ...marker, run: 'mended' };
  const text = `${writeMarker(wanted, tools.sign)}\n${words}`;
  const { owner, name } = repository;
  await ensureComment(octokit, { owner, name, issue: issue.number }, tools.redact(text), {
    botLogin: tools.app.login,
    // Comments of earlier rounds are older than the last change of the issue.
    since: issue.updated_at,
    isOurs: (body) => {
      const found = readMarker(body, tools.sign);
      return found?.run === wanted.run && found.target === wanted.target;
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

/** By author and signed marker: anybody can give an issue our title. The newest, should there be several. */
async function findIssue(
  octokit: Octokit,
  repository: Repository,
  { app, sign }: Tools,
  wanted: Marker,
): Promise<Issue | undefined> {
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues', {
    owner: repository.owner,
    repo: repository.name,
    creator: app.login,
    state: 'all',
    // Pull requests are listed, too; more of ours than these would hide an issue of long ago, and a new one be opened.
    per_page: 100,
  });
  return z
    .array(issueSchema)
    .parse(data)
    .find((issue) => {
      const marker = issue.pull_request ? undefined : readMarker(issue.body ?? '', sign);
      return marker?.kind === wanted.kind && marker.target === wanted.target;
    });
}

async function closedByUs(octokit: Octokit, repository: Repository, issue: Issue, { app }: Tools) {
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', {
    owner: repository.owner,
    repo: repository.name,
    issue_number: issue.number,
  });
  return closerSchema.parse(data).closed_by?.login === app.login;
}
