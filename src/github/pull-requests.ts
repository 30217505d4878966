/** Opening pull requests so that a repeated attempt finds the first. */
import { z } from 'zod';
import type { NewPullRequest, Opened } from '../runs/forge.ts';
import { type Octokit, statusOf } from './client.ts';

/** In front of the title where a draft is meant and cannot be had. */
export const IN_PROGRESS = '[WIP] ';

const pullSchema = z.object({
  number: z.number().int(),
  html_url: z.string(),
  draft: z.boolean().optional(),
});

export async function openPullRequest(
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
      return openPullRequest(octokit, repository, {
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
  return { state: 'opened', number: pull.number, url: pull.html_url, draft: pull.draft ?? false };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** GitHub's own words for a 422: `No commits between main and aider/1-x`. */
function reasonOf(error: unknown): string {
  return messageOf(error)
    .replace(/^Validation Failed: /, '')
    .replace(/ - https?:\/\/\S+$/, '');
}
