/** Places in which nothing can be said any more. */
import type { Octokit } from './client.ts';

/** Whether a repository is archived or a thread locked; asked anew, since payloads tell how things were. */
export async function isClosedPlace(
  octokit: Octokit,
  place: { owner: string; repo: string },
  issue: number | undefined,
): Promise<boolean> {
  const { data: repository } = await octokit.request('GET /repos/{owner}/{repo}', place);
  if (repository.archived) return true;
  if (issue === undefined) return false;
  const { data: thread } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', {
    ...place,
    issue_number: issue,
  });
  return thread.locked === true;
}
