/** Pull requests: list, open, read, change, commits, files, diff, merge, reviewers. */
import { z } from 'zod';
import { changeBase, mergePull, openPull, pullsOf } from '../acts/pulls.ts';
import { closeThread, editIssue, reopenThread } from '../acts/threads.ts';
import { git } from '../git/git.ts';
import { pullCommits, pullFacts, pullFiles, pullRange } from '../git/pull-facts.ts';
import { type Answer, ApiError, created, invalid, ok } from '../http/answers.ts';
import { bodyOf, type Call, type Route, repoOf } from '../http/call.ts';
import { paged } from '../http/paging.ts';
import { commitView, fileView } from '../views/git.ts';
import { pullView, simplePullView } from '../views/pull.ts';
import type { Issue, Pull, Repo } from '../world.ts';
import { accountsNamed, byOf, pullOf, shaOf } from './find.ts';

/** The diff media type fails above these, and lists end there. */
const largestDiff = { files: 300, lines: 20_000 };
const mostFiles = 3000;
const mostCommits = 250;

const newPull = z.object({
  title: z.string().optional(),
  head: z.string(),
  base: z.string(),
  body: z.string().nullish(),
  draft: z.boolean().optional(),
  maintainer_can_modify: z.boolean().optional(),
});

const pullChange = z.object({
  title: z.string().optional(),
  body: z.string().nullish(),
  state: z.enum(['open', 'closed']).optional(),
  base: z.string().optional(),
  maintainer_can_modify: z.boolean().optional(),
});

function list(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const state = call.query.get('state') ?? 'open';
  const head = call.query.get('head');
  const base = call.query.get('base');
  const found = pullsOf(repo)
    .filter((it) => state === 'all' || it.state === state)
    // Without an owner (`branch` instead of `owner:branch`) GitHub ignores the filter.
    .filter(({ pull }) => !head?.includes(':') || `${pull.headOwner.login}:${pull.headRef}` === head)
    .filter(({ pull }) => base === null || pull.baseRef === base);
  const key = call.query.get('sort') === 'updated' ? 'updatedAt' : 'createdAt';
  const up = (call.query.get('direction') ?? (call.query.has('sort') ? 'asc' : 'desc')) === 'asc' ? 1 : -1;
  found.sort((a, b) => up * (a[key].localeCompare(b[key]) || a.number - b.number));
  return paged(call, found, (it) => simplePullView(call.world, repo, it, it.pull));
}

async function full(call: Call, repo: Repo, issue: Issue, pull: Pull) {
  return pullView(call.world, repo, issue, pull, await pullFacts(repo, issue, pull));
}

async function create(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const { maintainer_can_modify: maintainerCanModify, title, ...input } = bodyOf(call, newPull);
  if (title === undefined) throw invalid({ resource: 'PullRequest', code: 'missing_field', field: 'title' });
  const issue = await openPull(call, repo, byOf(call), { ...input, title, maintainerCanModify });
  return created(await full(call, repo, issue, issue.pull));
}

async function get(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const issue = pullOf(call, repo);
  if (/vnd\.github\.(v3\.)?(diff|patch)/.test(call.accept)) return asText(call, repo, issue.pull);
  const body = await full(call, repo, issue, issue.pull);
  issue.pull.mergeabilityAsked = true;
  return ok(body);
}

async function asText(call: Call, repo: Repo, pull: Pull): Promise<Answer> {
  const files = await pullFiles(repo, pull);
  const lines = files.reduce((sum, file) => sum + file.additions + file.deletions, 0);
  if (files.length > largestDiff.files || lines > largestDiff.lines)
    throw new ApiError(
      406,
      'Sorry, the diff exceeded the maximum number of files or lines (300 files, 20000 lines).',
      [{ resource: 'PullRequest', field: 'diff', code: 'too_large' }],
    );
  const { from, to } = await pullRange(repo, pull);
  const patch = call.accept.includes('patch');
  const text = patch
    ? await git(repo.dir, ['format-patch', '--stdout', `${from}..${to}`])
    : await git(repo.dir, ['diff', '--no-color', '--no-ext-diff', from, to, '--']);
  const type = `application/vnd.github.${patch ? 'patch' : 'diff'}; charset=utf-8`;
  return { status: 200, body: Buffer.from(text === '' ? '' : `${text}\n`), type };
}

async function update(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const issue = pullOf(call, repo);
  const by = byOf(call);
  const input = bodyOf(call, pullChange);
  await editIssue(call, repo, issue, by, input);
  if (input.base !== undefined && input.base !== issue.pull.baseRef)
    await changeBase(call, repo, issue, issue.pull, by, input.base);
  if (input.state === 'closed') await closeThread(call, repo, issue, by.account);
  if (input.state === 'open') await reopenThread(call, repo, issue, by.account);
  return ok(await full(call, repo, issue, issue.pull));
}

async function commits(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const all = await pullCommits(repo, pullOf(call, repo).pull);
  return paged(call, all.slice(0, mostCommits), (it) => commitView(call.world, repo, it));
}

async function files(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const { pull } = pullOf(call, repo);
  const all = await pullFiles(repo, pull);
  return paged(call, all.slice(0, mostFiles), (it) => fileView(call.world, repo, pull.headSha, it));
}

async function merge(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const issue = pullOf(call, repo);
  const { sha } = bodyOf(call, z.object({ sha: z.string().optional() }));
  if (sha !== undefined && sha !== issue.pull.headSha)
    throw new ApiError(409, 'Head branch was modified. Review and try the merge again.');
  const merged = await mergePull(call, repo, issue, issue.pull, byOf(call));
  return ok({ sha: merged, merged: true, message: 'Pull Request successfully merged' });
}

function requestReviewers(call: Call): Answer {
  const repo = repoOf(call);
  const issue = pullOf(call, repo);
  const { reviewers } = bodyOf(call, z.object({ reviewers: z.array(z.string()).default([]) }));
  const accounts = accountsNamed(call, reviewers, 'PullRequest');
  if (accounts.includes(issue.author))
    throw new ApiError(422, 'Review cannot be requested from pull request author.');
  for (const account of accounts)
    if (!issue.pull.requestedReviewers.includes(account)) issue.pull.requestedReviewers.push(account);
  return created(simplePullView(call.world, repo, issue, issue.pull));
}

function removeReviewers(call: Call): Answer {
  const repo = repoOf(call);
  const issue = pullOf(call, repo);
  const { reviewers } = bodyOf(call, z.object({ reviewers: z.array(z.string()).default([]) }));
  const gone = accountsNamed(call, reviewers, 'PullRequest');
  issue.pull.requestedReviewers = issue.pull.requestedReviewers.filter((it) => !gone.includes(it));
  return ok(simplePullView(call.world, repo, issue, issue.pull));
}

/** Pull requests that contain a commit: how a check on a commit finds its pull request, also for forks. */
async function ofCommit(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const sha = await shaOf(repo, call.params.commit_sha ?? '');
  const found = [];
  for (const issue of pullsOf(repo))
    if ((await pullCommits(repo, issue.pull)).some((commit) => commit.sha === sha)) found.push(issue);
  return paged(call, found, (it) => simplePullView(call.world, repo, it, it.pull));
}

const read = { needs: [{ pull_requests: 'read' as const }] };
const write = { needs: [{ pull_requests: 'write' as const }] };
const all = '/repos/{owner}/{repo}/pulls';
const one = '/repos/{owner}/{repo}/pulls/{pull_number}';

export const pullRoutes: Route[] = [
  { method: 'GET', path: all, access: read, handle: list },
  { method: 'POST', path: all, access: write, handle: create },
  { method: 'GET', path: one, access: read, handle: get },
  { method: 'PATCH', path: one, access: write, handle: update },
  { method: 'GET', path: `${one}/commits`, access: read, handle: commits },
  { method: 'GET', path: `${one}/files`, access: read, handle: files },
  { method: 'PUT', path: `${one}/merge`, access: { needs: [{ contents: 'write' }] }, handle: merge },
  { method: 'POST', path: `${one}/requested_reviewers`, access: write, handle: requestReviewers },
  { method: 'DELETE', path: `${one}/requested_reviewers`, access: write, handle: removeReviewers },
  { method: 'GET', path: '/repos/{owner}/{repo}/commits/{commit_sha}/pulls', access: read, handle: ofCommit },
];
