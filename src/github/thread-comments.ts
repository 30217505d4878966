/** What was said in the threads of a review before a command was given there. */
import { z } from 'zod';
import type { Task } from '../runs/task.ts';
import { atLeast, roleOf } from './access.ts';
import type { Octokit } from './client.ts';

const commentSchema = z.object({
  id: z.number().int(),
  body: z.string(),
  user: z.object({ login: z.string(), type: z.string() }).nullable(),
  in_reply_to_id: z.number().int().nullish(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ThreadComment = z.infer<typeof commentSchema>;

/** Further back nobody refers to. */
const MOST_COMMENTS = 20;

type Others = Task['review'][number]['others'];

/** All comments on lines of a pull request, oldest first. */
export async function threadComments(
  octokit: Octokit,
  { owner, name, issue }: { owner: string; name: string; issue: number },
): Promise<ThreadComment[]> {
  const listed = await octokit.paginate('GET /repos/{owner}/{repo}/pulls/{pull_number}/comments', {
    owner,
    repo: name,
    pull_number: issue,
    per_page: 100,
  });
  return z.array(commentSchema).parse(listed);
}

/**
 * The comments of the thread above a command, as they were then: what was edited after it may say anything now. Ours are left
 * out, since they would only quote its own work.
 */
export async function commentsAbove(
  comments: readonly ThreadComment[],
  command: { id: number; in_reply_to_id?: number | null | undefined; updated_at: string },
  isOurs: (comment: ThreadComment) => boolean,
  place: { octokit: Octokit; owner: string; name: string },
): Promise<Others> {
  const root = command.in_reply_to_id;
  if (!root) return [];
  const above = comments.filter(
    (one) =>
      (one.id === root || one.in_reply_to_id === root) &&
      one.id < command.id &&
      (one.updated_at === one.created_at || one.updated_at < command.updated_at) &&
      !isOurs(one),
  );
  const others: Others = [];
  for (const { user, body } of above.slice(-MOST_COMMENTS)) {
    const author = user?.login ?? 'ghost';
    const isWriter = async () => atLeast(await roleOf(place.octokit, place, author), 'write');
    const from = user?.type === 'Bot' ? 'bot' : (await isWriter()) ? 'writer' : 'outsider';
    others.push({ author, from, body });
  }
  return others;
}
