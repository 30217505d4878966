/** Issues that a request or its thread points to, as they were when it was asked. */
import { z } from 'zod';
import type { Octokit } from './client.ts';

interface Place {
  owner: string;
  name: string;
}

/** What names an issue: `#12`, `owner/repo#12` and its page. What stands in front tells a word or a color from a number. */
const reference =
  /(?:\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+)?(?:(?<![\w&/#.-])(?:([\w.-]+)\/([\w.-]+))?#|https?:\/\/[^\s/]+\/([\w.-]+)\/([\w.-]+)\/(?:issues|pull)\/)(\d{1,9})(?![\w-])/gi;

/**
 * Numbers of the issues of this repository that the texts name, at most `most`: those after a closing keyword first, else in
 * the order of the texts. Other repositories are not looked into: their readers are others.
 */
export function linkedNumbers(
  texts: readonly string[],
  { owner, name }: Place,
  { self, most }: { self: number; most: number },
): number[] {
  const here = `${owner}/${name}`.toLowerCase();
  const found = texts.flatMap((text) =>
    [...withoutCode(text).matchAll(reference)].map(
      ([, keyword, shortOwner, shortName, pageOwner, pageName, number]) => ({
        number: Number(number),
        closes: keyword !== undefined,
        repository: `${shortOwner ?? pageOwner ?? owner}/${shortName ?? pageName ?? name}`.toLowerCase(),
      }),
    ),
  );
  const ours = found.filter(({ number, repository }) => repository === here && number !== self && number > 0);
  const ordered = [...ours.filter(({ closes }) => closes), ...ours.filter(({ closes }) => !closes)];
  return [...new Set(ordered.map(({ number }) => number))].slice(0, most);
}

/** A number in code is a color or a comment. */
function withoutCode(text: string): string {
  return text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, '');
}

export interface LinkedIssue {
  number: number;
  title: string;
  body: string;
  author: string;
  isBot: boolean;
}

const postSchema = z.object({
  title: z.string(),
  body: z.string(),
  lastEditedAt: z.string().nullish(),
  author: z.object({ __typename: z.string(), login: z.string() }).nullish(),
});
const answerSchema = z.object({
  repository: z.object({ issueOrPullRequest: postSchema.nullish() }).nullish(),
});

/** REST tells when an issue changed, and a mere mention changes it; only GraphQL tells when its text was edited. */
const query = `query ($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    issueOrPullRequest(number: $number) {
      ... on Issue { title body lastEditedAt author { __typename login } }
      ... on PullRequest { title body lastEditedAt author { __typename login } }
    }
  }
}`;

/** Undefined when there is none of this number (any more), or the App may not see it. `edited`: changed since, so left out. */
export async function readLinkedIssue(
  octokit: Octokit,
  place: Place,
  number: number,
  before: string,
): Promise<LinkedIssue | 'edited' | undefined> {
  const { owner, name } = place;
  try {
    const answer = answerSchema.parse(await octokit.graphql(query, { owner, name, number }));
    const post = answer.repository?.issueOrPullRequest;
    if (!post) return undefined;
    if ((post.lastEditedAt ?? '') > before) return 'edited';
    const { title, body, author } = post;
    return {
      number,
      title,
      body,
      author: author?.login ?? 'ghost',
      isBot: author?.__typename === 'Bot',
    };
  } catch (error) {
    // Not found, or not for us: what cannot be read is not part of the request.
    if (error instanceof Error && error.name === 'GraphqlResponseError') return undefined;
    throw error;
  }
}
