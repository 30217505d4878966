/** Whether the comments of an earlier run still say what they said: what it was asked by, and what it posted. */
import { z } from 'zod';
import type { EarlierRun } from '../runs/earlier.ts';
import { type Octokit, statusOf } from './client.ts';
import type { AppIdentity } from './identity.ts';
import { cleanLogin } from './people.ts';

const commentSchema = z.object({ node_id: z.string() });
const editSchema = z.object({
  node: z.object({
    lastEditedAt: z.string().nullish(),
    editor: z.object({ __typename: z.string(), login: z.string() }).nullish(),
  }),
});

/** REST tells that a comment changed, only GraphQL by whom: our own progress is an edit, too. */
const editQuery = `query ($id: ID!) {
  node(id: $id) { ... on IssueComment { lastEditedAt editor { __typename login } } }
}`;

/** A sentence fragment, or undefined when both are as they were. */
export async function editedSince(
  octokit: Octokit,
  place: { owner: string; repo: string },
  app: AppIdentity,
  { asked, comment }: Pick<EarlierRun, 'asked' | 'comment'>,
): Promise<string | undefined> {
  // 0: it was asked for in another way than by a comment.
  if (asked.id !== 0) {
    const request = await lastEdit(octokit, place, asked.id);
    if (!request) return 'the comment that asked for it was deleted';
    if ((request.lastEditedAt ?? '') > asked.updatedAt)
      return 'the comment that asked for it was edited since';
  }
  if (comment === undefined) return undefined;
  const posted = await lastEdit(octokit, place, comment);
  if (!posted) return 'the comment that shows it was deleted';
  const { editor } = posted;
  if (!editor || isUs(editor, app)) return undefined;
  return `the comment that shows it was edited by @${cleanLogin(editor.login)}, so it may not say what the plan is`;
}

/** GraphQL names an App without the `[bot]` of its login. */
function isUs(editor: { __typename: string; login: string }, { login }: AppIdentity): boolean {
  return (editor.__typename === 'Bot' ? `${editor.login}[bot]` : editor.login) === login;
}

async function lastEdit(octokit: Octokit, place: { owner: string; repo: string }, id: number) {
  const found = await read(octokit, place, id);
  return found && editSchema.parse(await octokit.graphql(editQuery, { id: found.node_id })).node;
}

async function read(octokit: Octokit, place: { owner: string; repo: string }, id: number) {
  try {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues/comments/{comment_id}', {
      ...place,
      comment_id: id,
    });
    return commentSchema.parse(data);
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
