/** Comments that somebody has hidden: spam and what is off topic is no part of a request. Only GraphQL tells. */
import { z } from 'zod';
import type { Octokit } from './client.ts';
import type { Place } from './tracking.ts';

const answerSchema = z.object({
  repository: z
    .object({
      issueOrPullRequest: z
        .object({
          comments: z.object({
            nodes: z.array(z.object({ databaseId: z.number(), isMinimized: z.boolean() })),
          }),
        })
        .nullish(),
    })
    .nullish(),
});

const query = `query ($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    issueOrPullRequest(number: $number) {
      ... on Issue { comments(last: 100) { nodes { databaseId isMinimized } } }
      ... on PullRequest { comments(last: 100) { nodes { databaseId isMinimized } } }
    }
  }
}`;

/** The ids of the hidden ones among the newest hundred comments of a thread. */
export async function minimizedComments(
  octokit: Octokit,
  { owner, name, issue }: Place,
): Promise<ReadonlySet<number>> {
  const answer = answerSchema.parse(await octokit.graphql(query, { owner, name, number: issue }));
  const nodes = answer.repository?.issueOrPullRequest?.comments.nodes ?? [];
  return new Set(nodes.filter(({ isMinimized }) => isMinimized).map(({ databaseId }) => databaseId));
}
