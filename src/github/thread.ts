/** What stood in a thread when a command was given. */
import { z } from 'zod';
import type { Thread } from '../runs/forge.ts';
import { atLeast, roleOf } from './access.ts';
import { type Octokit, statusOf } from './client.ts';

const userSchema = z.object({ login: z.string(), type: z.string() }).nullable();
const issueSchema = z.object({
  title: z.string(),
  body: z.string().nullish(),
  user: userSchema,
  updated_at: z.string(),
});
const commentSchema = z.object({
  id: z.number(),
  body: z.string().nullish(),
  user: userSchema,
  created_at: z.string(),
  updated_at: z.string(),
});

/** More would fill any window; the newest count most. */
const MOST_COMMENTS = 50;

export interface ThreadRequest {
  owner: string;
  name: string;
  issue: number;
  isPullRequest: boolean;
  /** The triggering comment: it and whatever came or changed later is left out. */
  comment: { id: number; updatedAt: string };
}

/** Reads title, body and earlier comments. Comments that were edited after the command are left out: they may say anything now. */
export async function readThread(octokit: Octokit, request: ThreadRequest): Promise<Thread> {
  const place = { owner: request.owner, repo: request.name, issue_number: request.issue };
  const issue = issueSchema.parse(
    (await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', place)).data,
  );
  const listed = await octokit.paginate('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
    ...place,
    per_page: 100,
  });
  const writers = new Map<string, boolean>();
  const writes = async (login: string) => {
    const known = writers.get(login);
    if (known !== undefined) return known;
    const answer = atLeast(await roleOf(octokit, request, login), 'write');
    writers.set(login, answer);
    return answer;
  };

  const comments: Thread['comments'] = [];
  const earlier = z
    .array(commentSchema)
    .parse(listed)
    .filter(
      (comment) =>
        comment.id !== request.comment.id &&
        comment.created_at <= request.comment.updatedAt &&
        comment.updated_at <= request.comment.updatedAt,
    )
    .slice(-MOST_COMMENTS);
  for (const { user, body } of earlier) {
    if (!body) continue;
    const author = user?.login ?? 'ghost';
    const from = user?.type === 'Bot' ? 'bot' : (await writes(author)) ? 'writer' : 'outsider';
    // Bots repeat themselves and each other; ours would only quote its own progress.
    if (from !== 'bot') comments.push({ author, body, from });
  }
  const author = issue.user?.login ?? 'ghost';
  const diff = request.isPullRequest ? { diff: await readDiff(octokit, request) } : {};
  return {
    title: issue.title,
    body: issue.body ?? '',
    author,
    authorWrites: await writes(author),
    comments,
    ...diff,
  };
}

/** Enough for a reviewer's point to make sense; the files themselves are shown in full where they matter. */
const LONGEST_DIFF = 20_000;

async function readDiff(octokit: Octokit, { owner, name, issue }: ThreadRequest): Promise<string> {
  try {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
      owner,
      repo: name,
      pull_number: issue,
      mediaType: { format: 'diff' },
    });
    // With this media type GitHub answers text, whatever the types of the JSON answer say.
    const text = String(data);
    return text.length > LONGEST_DIFF ? `${text.slice(0, LONGEST_DIFF)}\n(cut)` : text;
  } catch (error) {
    // 406: too large for GitHub to show.
    if (statusOf(error) === 406) return '';
    throw error;
  }
}
