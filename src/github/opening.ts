/** The text that opens a thread: of an issue, or of a pull request. */
import { z } from 'zod';
import type { Octokit } from './client.ts';
import type { Place } from './tracking.ts';

const openingSchema = z.object({ title: z.string(), body: z.string().nullish() });

/** As it is now. */
export async function readOpening(
  octokit: Octokit,
  { owner, name, issue }: Place,
): Promise<{ title: string; body: string }> {
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', {
    owner,
    repo: name,
    issue_number: issue,
  });
  const { title, body } = openingSchema.parse(data);
  return { title, body: body ?? '' };
}
