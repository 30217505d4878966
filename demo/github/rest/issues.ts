/** Issues: get, list, create, update, labels and assignees. */
import { z } from 'zod';
import {
  addLabels,
  assign,
  closeThread,
  editIssue,
  openIssue,
  removeLabel,
  reopenThread,
  unassign,
} from '../acts/threads.ts';
import { type Answer, ApiError, created, notFound, ok } from '../http/answers.ts';
import { bodyOf, type Call, type Needs, type Route, repoOf } from '../http/call.ts';
import { paged } from '../http/paging.ts';
import { fullIssueView, issueView, labelView } from '../views/posts.ts';
import { withRendered } from '../views/rendered.ts';
import type { Issue, Repo } from '../world.ts';
import { accountsNamed, byOf, issueOf } from './find.ts';

export const readThread: Needs = [{ issues: 'read' }, { pull_requests: 'read' }];
export const writeThread: Needs = [{ issues: 'write' }, { pull_requests: 'write' }];

const names = z.array(z.union([z.string(), z.object({ name: z.string() })]));
const namesOf = (list: z.infer<typeof names>) => list.map((it) => (typeof it === 'string' ? it : it.name));

const newIssue = z.object({
  title: z.union([z.string(), z.number()]).transform(String),
  body: z.string().nullish(),
  labels: names.optional(),
  assignees: z.array(z.string()).optional(),
});

const issueChange = z.object({
  title: z.union([z.string(), z.number()]).transform(String).optional(),
  body: z.string().nullish(),
  state: z.enum(['open', 'closed']).optional(),
  state_reason: z.enum(['completed', 'not_planned', 'reopened', 'duplicate']).nullish(),
  labels: names.optional(),
  assignees: z.array(z.string()).optional(),
});

function list(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const state = call.query.get('state') ?? 'open';
  const labels = (call.query.get('labels') ?? '').split(',').filter(Boolean);
  const since = call.query.get('since');
  const creator = call.query.get('creator')?.toLowerCase();
  const found = [...repo.issues.values()]
    .filter((it) => state === 'all' || it.state === state)
    .filter((it) => labels.every((name) => it.labels.some((label) => label.name === name)))
    .filter((it) => since === null || it.updatedAt >= since)
    .filter((it) => creator === undefined || it.author.login.toLowerCase() === creator);
  const key = call.query.get('sort') === 'updated' ? 'updatedAt' : 'createdAt';
  const up = call.query.get('direction') === 'asc' ? 1 : -1;
  found.sort((a, b) => up * (a[key].localeCompare(b[key]) || a.number - b.number));
  return paged(call, found, (it) => issueView(call.world, repo, it));
}

function create(call: Call): Answer {
  const repo = repoOf(call);
  const input = bodyOf(call, newIssue);
  const assignees = accountsNamed(call, input.assignees ?? [], 'Issue');
  const labels = namesOf(input.labels ?? []);
  const issue = openIssue(call, repo, byOf(call), { ...input, labels, assignees });
  return created(fullIssueView(call.world, repo, issue));
}

async function update(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const issue = issueOf(call, repo);
  const by = byOf(call);
  const input = bodyOf(call, issueChange);
  await editIssue(call, repo, issue, by, input);
  if (input.labels) await replaceLabels(call, repo, issue, namesOf(input.labels));
  if (input.assignees) {
    const wanted = accountsNamed(call, input.assignees, 'Issue');
    await unassign(
      call,
      repo,
      issue,
      by.account,
      issue.assignees.filter((it) => !wanted.includes(it)),
    );
    await assign(call, repo, issue, by.account, wanted);
  }
  const reason = input.state_reason === 'not_planned' ? 'not_planned' : 'completed';
  if (input.state === 'closed') await closeThread(call, repo, issue, by.account, reason);
  if (input.state === 'open') await reopenThread(call, repo, issue, by.account);
  return ok(fullIssueView(call.world, repo, issue));
}

async function replaceLabels(call: Call, repo: Repo, issue: Issue, wanted: string[]): Promise<void> {
  const { account } = byOf(call);
  const gone = issue.labels.filter((label) => !wanted.includes(label.name));
  for (const label of gone) await removeLabel(call, repo, issue, account, label.name);
  await addLabels(call, repo, issue, account, wanted);
}

/** The body is `{labels: […]}` or the bare list. */
function labelsIn(call: Call): string[] {
  const list = Array.isArray(call.body) ? { labels: call.body as unknown[] } : call.body;
  return namesOf(bodyOf({ ...call, body: list }, z.object({ labels: names.default([]) })).labels);
}

const labelsOf = (call: Call, repo: Repo, issue: Issue) =>
  ok(issue.labels.map((label) => labelView(call.world, repo, label)));

function repositoryLabel(call: Call): Answer {
  const repo = repoOf(call);
  const label = repo.labels.get((call.params.name ?? '').toLowerCase());
  if (!label) throw notFound();
  return ok(labelView(call.world, repo, label));
}

const newLabel = z.object({
  name: z.string(),
  color: z
    .string()
    .regex(/^[0-9a-f]{6}$/i)
    .optional(),
  description: z.string().max(100).nullish(),
});

function createLabel(call: Call): Answer {
  const repo = repoOf(call);
  const input = bodyOf(call, newLabel);
  const key = input.name.toLowerCase();
  if (repo.labels.has(key))
    throw new ApiError(422, 'Validation Failed', [
      { resource: 'Label', code: 'already_exists', field: 'name' },
    ]);
  const label = {
    id: call.world.id(),
    name: input.name,
    color: input.color ?? 'ededed',
    description: input.description ?? null,
  };
  repo.labels.set(key, label);
  return created(labelView(call.world, repo, label));
}

const issue = '/repos/{owner}/{repo}/issues/{issue_number}';

export const issueRoutes: Route[] = [
  { method: 'GET', path: '/repos/{owner}/{repo}/issues', access: { needs: readThread }, handle: list },
  {
    method: 'POST',
    path: '/repos/{owner}/{repo}/issues',
    access: { needs: [{ issues: 'write' }] },
    handle: create,
  },
  {
    method: 'GET',
    path: issue,
    access: { needs: readThread },
    handle: (call) =>
      ok(withRendered(call.world, call.accept, fullIssueView(call.world, repoOf(call), issueOf(call)))),
  },
  { method: 'PATCH', path: issue, access: { needs: writeThread }, handle: update },
  {
    method: 'GET',
    path: `${issue}/labels`,
    access: { needs: readThread },
    handle: (call) => labelsOf(call, repoOf(call), issueOf(call)),
  },
  {
    method: 'POST',
    path: `${issue}/labels`,
    access: { needs: writeThread },
    handle: async (call) => {
      const repo = repoOf(call);
      const found = issueOf(call, repo);
      await addLabels(call, repo, found, byOf(call).account, labelsIn(call));
      return labelsOf(call, repo, found);
    },
  },
  {
    method: 'PUT',
    path: `${issue}/labels`,
    access: { needs: writeThread },
    handle: async (call) => {
      const repo = repoOf(call);
      const found = issueOf(call, repo);
      await replaceLabels(call, repo, found, labelsIn(call));
      return labelsOf(call, repo, found);
    },
  },
  {
    method: 'DELETE',
    path: `${issue}/labels/{name}`,
    access: { needs: writeThread },
    handle: async (call) => {
      const repo = repoOf(call);
      const found = issueOf(call, repo);
      await removeLabel(call, repo, found, byOf(call).account, call.params.name ?? '');
      return labelsOf(call, repo, found);
    },
  },
  {
    method: 'POST',
    path: `${issue}/assignees`,
    access: { needs: writeThread },
    handle: async (call) => {
      const repo = repoOf(call);
      const found = issueOf(call, repo);
      const { assignees } = bodyOf(call, z.object({ assignees: z.array(z.string()).default([]) }));
      await assign(call, repo, found, byOf(call).account, accountsNamed(call, assignees, 'Issue'));
      return created(issueView(call.world, repo, found));
    },
  },
  {
    method: 'DELETE',
    path: `${issue}/assignees`,
    access: { needs: writeThread },
    handle: async (call) => {
      const repo = repoOf(call);
      const found = issueOf(call, repo);
      const { assignees } = bodyOf(call, z.object({ assignees: z.array(z.string()).default([]) }));
      await unassign(call, repo, found, byOf(call).account, accountsNamed(call, assignees, 'Issue'));
      return ok(issueView(call.world, repo, found));
    },
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/labels/{name}',
    access: { needs: readThread },
    handle: repositoryLabel,
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/labels',
    access: { needs: readThread },
    handle: (call) => {
      const repo = repoOf(call);
      return paged(call, [...repo.labels.values()], (it) => labelView(call.world, repo, it));
    },
  },
  {
    method: 'POST',
    path: '/repos/{owner}/{repo}/labels',
    access: { needs: writeThread },
    handle: createLabel,
  },
];
