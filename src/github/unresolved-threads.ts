/** The review threads of a pull request, which only GraphQL tells apart by whether they are resolved. */
import { z } from 'zod';
import type { Octokit } from './client.ts';

const commentSchema = z.object({
  databaseId: z.number().int(),
  body: z.string(),
  diffHunk: z.string(),
  createdAt: z.string(),
  lastEditedAt: z.string().nullable(),
  author: z.object({ __typename: z.string(), login: z.string() }).nullable(),
});

const threadSchema = z.object({
  isResolved: z.boolean(),
  path: z.string(),
  line: z.number().int().nullable(),
  comments: z.object({ nodes: z.array(commentSchema) }),
});
export type ReviewThread = z.infer<typeof threadSchema>;

const pageSchema = z.object({
  repository: z.object({
    pullRequest: z.object({
      reviewThreads: z.object({
        nodes: z.array(threadSchema),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      }),
    }),
  }),
});

const query = `query ($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 50, after: $after) {
        nodes {
          isResolved path line
          comments(first: 50) {
            nodes { databaseId body diffHunk createdAt lastEditedAt author { __typename login } }
          }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`;

/** More threads than a run could ever work through. */
const MOST_PAGES = 10;

/** Oldest first; of each thread the first 50 comments. */
export async function unresolvedThreads(
  octokit: Octokit,
  place: { owner: string; name: string; issue: number },
): Promise<ReviewThread[]> {
  const found: ReviewThread[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { owner, name, issue: number } = place;
    const answer: unknown = await octokit.graphql(query, { owner, name, number, after });
    const { nodes, pageInfo } = pageSchema.parse(answer).repository.pullRequest.reviewThreads;
    found.push(...nodes.filter((thread) => !thread.isResolved));
    after = pageInfo.endCursor;
    if (!pageInfo.hasNextPage || after === null) break;
  }
  return found;
}
