/** Opening pull requests so that a repeated attempt finds the first. */
import { z } from 'zod';
import type { NewPullRequest, PullRequest } from '../runs/forge.ts';
import { type Octokit, statusOf } from './client.ts';

const pullSchema = z.object({ number: z.number().int(), html_url: z.string() });

export async function openPullRequest(
  octokit: Octokit,
  repository: { owner: string; name: string },
  request: NewPullRequest,
): Promise<PullRequest> {
  const existing = await findOpen(octokit, repository, request.branch);
  if (existing) return existing;
  try {
    return await create(octokit, repository, request);
  } catch (error) {
    if (statusOf(error) !== 422) throw error;
    // Somebody, or an attempt whose answer got lost, was faster.
    const found = await findOpen(octokit, repository, request.branch);
    if (found) return found;
    // Private repositories of some plans have no drafts.
    if (request.draft && error instanceof Error && /draft/i.test(error.message)) {
      return create(octokit, repository, { ...request, draft: false, title: `[WIP] ${request.title}` });
    }
    throw error;
  }
}

async function create(
  octokit: Octokit,
  { owner, name }: { owner: string; name: string },
  request: NewPullRequest,
): Promise<PullRequest> {
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
): Promise<PullRequest | undefined> {
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls', {
    owner,
    repo: name,
    head: `${owner}:${branch}`,
    state: 'open',
  });
  const [first] = data;
  return first ? read(first) : undefined;
}

function read(data: unknown): PullRequest {
  const pull = pullSchema.parse(data);
  return { number: pull.number, url: pull.html_url };
}
