/** Opening pull requests so that a repeated attempt finds the first. */
import { z } from 'zod';
import type { NewPullRequest, Opened, PullRequestChange } from '../runs/forge.ts';
import { type Octokit, statusOf } from './client.ts';

type Place = { owner: string; repo: string };

/** In front of the title where a draft is meant and cannot be had. */
const IN_PROGRESS = '[WIP] ';

const pullSchema = z.object({
  number: z.number().int(),
  html_url: z.string(),
  draft: z.boolean().optional(),
});

/**
 * Opens it, or finds the one that an earlier attempt opened, and gives it its labels and reviewers. `requester`: undefined
 * when nobody asked for it.
 */
export async function openPullRequest(
  octokit: Octokit,
  repository: { owner: string; name: string },
  request: NewPullRequest & { requester: string | undefined },
): Promise<Opened> {
  const opened = await openOrFind(octokit, repository, request);
  if (opened.state === 'refused') return opened;
  const { labels, reviewers } = request;
  // Code owners are asked by GitHub itself, as soon as it is no draft.
  const people = reviewers
    .filter((who) => who !== 'codeowners')
    .flatMap((who) => (who === 'requester' ? (request.requester ?? []) : who));
  const place = { owner: repository.owner, repo: repository.name };
  const notes = [
    ...(await addLabels(octokit, place, opened.number, labels)),
    ...(await askReviewers(octokit, place, opened.number, [...new Set(people)])),
  ];
  return { ...opened, notes };
}

async function addLabels(
  octokit: Octokit,
  place: Place,
  number: number,
  labels: readonly string[],
): Promise<string[]> {
  if (labels.length === 0) return [];
  try {
    await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
      ...place,
      issue_number: number,
      labels: [...labels],
    });
    return [];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [`The labels of \`pull_request.labels\` could not be set: ${messageOf(error)}.`];
  }
}

/** One by one: GitHub refuses all when one of them is no collaborator. */
async function askReviewers(
  octokit: Octokit,
  place: Place,
  number: number,
  people: readonly string[],
): Promise<string[]> {
  const notes: string[] = [];
  for (const login of people) {
    try {
      await octokit.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers', {
        ...place,
        pull_number: number,
        reviewers: [login],
      });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      notes.push(`${login} could not be asked to review: ${reasonOf(error).replace(/\.$/, '')}.`);
    }
  }
  return notes;
}

const isRefusal = (error: unknown) => [403, 404, 422].includes(statusOf(error) ?? 0);

const presentSchema = z.object({
  node_id: z.string(),
  title: z.string(),
  body: z.string().nullable(),
  draft: z.boolean().default(false),
});

const readyMutation = `mutation ($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } }
}`;

/** Repeatable: what is as wanted already is left alone. */
export async function changePullRequest(
  octokit: Octokit,
  place: Place,
  { number, body, isReady }: PullRequestChange,
): Promise<{ draft: boolean }> {
  const at = { ...place, pull_number: number };
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', at);
  const present = presentSchema.parse(data);
  const wanted = {
    body: body(present.body ?? ''),
    title:
      isReady && present.title.startsWith(IN_PROGRESS)
        ? present.title.slice(IN_PROGRESS.length)
        : present.title,
  };
  if (wanted.body !== (present.body ?? '') || wanted.title !== present.title)
    await octokit.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', { ...at, ...wanted });
  if (!present.draft || !isReady) return { draft: present.draft };
  // Only GraphQL can do this.
  await octokit.graphql(readyMutation, { id: present.node_id });
  return { draft: false };
}

async function openOrFind(
  octokit: Octokit,
  repository: { owner: string; name: string },
  request: NewPullRequest,
): Promise<Opened> {
  const existing = await findOpen(octokit, repository, request.branch);
  if (existing) return existing;
  try {
    return await create(octokit, repository, request);
  } catch (error) {
    const status = statusOf(error);
    if (status === 403 && /not accessible by integration/i.test(messageOf(error)))
      return {
        state: 'refused',
        reason:
          'the App lacks the permission `pull_requests: write`, which an owner can grant it; the branch is there all the same',
      };
    if (status !== 422) throw error;
    // Somebody, or an attempt whose answer got lost, was faster.
    const found = await findOpen(octokit, repository, request.branch);
    if (found) return found;
    // Private repositories of some plans have no drafts.
    if (request.draft && /draft/i.test(messageOf(error))) {
      return openOrFind(octokit, repository, {
        ...request,
        draft: false,
        title: IN_PROGRESS + request.title,
      });
    }
    return { state: 'refused', reason: reasonOf(error) };
  }
}

async function create(
  octokit: Octokit,
  { owner, name }: { owner: string; name: string },
  request: NewPullRequest,
): Promise<Opened> {
  const { data } = await octokit.request('POST /repos/{owner}/{repo}/pulls', {
    owner,
    repo: name,
    head: request.branch,
    base: request.base,
    title: request.title,
    body: request.body,
    draft: request.draft,
    // Looked for before, so a retry of Octokit's own after a lost answer could only make a second one.
    request: { retries: 0 },
  });
  return read(data);
}

async function findOpen(
  octokit: Octokit,
  { owner, name }: { owner: string; name: string },
  branch: string,
): Promise<Opened | undefined> {
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls', {
    owner,
    repo: name,
    head: `${owner}:${branch}`,
    state: 'open',
  });
  const [first] = data;
  return first ? read(first) : undefined;
}

function read(data: unknown): Opened {
  const pull = pullSchema.parse(data);
  return { state: 'opened', number: pull.number, url: pull.html_url, draft: pull.draft ?? false, notes: [] };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** GitHub's own words for a 422: `No commits between main and aider/1-x`. */
function reasonOf(error: unknown): string {
  return messageOf(error)
    .replace(/^Validation Failed: /, '')
    .replace(/ - https?:\/\/\S+$/, '');
}
