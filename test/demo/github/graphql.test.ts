/** What only GraphQL offers: threads, hiding comments, draft and ready. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectNoViolations, mint, startWithWidgets, type Widgets, withToken } from './github.ts';

let world: Widgets;
const repo = 'acme/widgets';

beforeEach(async () => {
  world = await startWithWidgets();
  const { github } = world;
  await github.push(repo, 'alice', { branch: 'fix', files: { 'src/a.ts': 'one\n2\nthree\n' } });
  await github.openPull(repo, 'alice', { title: 'Fix', head: 'fix', base: 'main', draft: true });
});
afterEach(() => world.github.close());

async function graphql(
  query: string,
  variables: Record<string, unknown> = {},
  permissions?: Record<string, 'read' | 'write'>,
) {
  const token = await mint(world.github, world.installation.id, permissions ? { permissions } : {});
  return withToken(world.github, token).graphql<Record<string, unknown>>(query, variables);
}

test('threads are read in pages and resolved', async () => {
  const { github } = world;
  const root = await github.reviewComment(repo, 1, 'mia', { path: 'src/a.ts', line: 2, body: 'why?' });
  github.reply(repo, 1, 'alice', root.id, 'because');
  await github.reviewComment(repo, 1, 'mia', { path: 'src/a.ts', line: 1, body: 'hm' });
  const query = `query ($owner: String!, $name: String!, $number: Int!, $after: String) {
    repository(owner: $owner, name: $name) {
      pullRequest(number: $number) {
        reviewThreads(first: 1, after: $after) {
          totalCount
          nodes { id isResolved path line comments(first: 10) { nodes { databaseId body author { login } } } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }`;
  const read = async (after?: string) => {
    const found = await graphql(query, { owner: 'acme', name: 'widgets', number: 1, after });
    const { repository } = found as { repository: { pullRequest: { reviewThreads: ThreadPage } } };
    return repository.pullRequest.reviewThreads;
  };
  const first = await read();
  expect(first).toMatchObject({ totalCount: 2, pageInfo: { hasNextPage: true } });
  expect(first.nodes[0]?.comments.nodes.map((it) => it.body)).toEqual(['why?', 'because']);
  const id = first.nodes[0]?.id;
  const mutation =
    'mutation ($id: ID!) { resolveReviewThread(input: {threadId: $id}) { thread { isResolved } } }';
  expect(await graphql(mutation, { id })).toEqual({ resolveReviewThread: { thread: { isResolved: true } } });
  expect((await read()).nodes[0]?.isResolved).toBe(true);
  expect((await read(first.pageInfo.endCursor)).nodes[0]?.comments.nodes).toMatchObject([{ body: 'hm' }]);
  expectNoViolations(github);
});

interface ThreadPage {
  totalCount: number;
  nodes: { id: string; isResolved: boolean; comments: { nodes: { body: string }[] } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

test('a pull request becomes ready and draft again', async () => {
  const { github } = world;
  const node = (await world.rest.pulls.get({ owner: 'acme', repo: 'widgets', pull_number: 1 })).data.node_id;
  const change = (name: string) =>
    graphql(`mutation { ${name}(input: {pullRequestId: "${node}"}) { pullRequest { isDraft } } }`);
  expect(await change('markPullRequestReadyForReview')).toMatchObject({
    markPullRequestReadyForReview: { pullRequest: { isDraft: false } },
  });
  await change('convertPullRequestToDraft');
  expect(github.pull(repo, 1).pull.draft).toBe(true);
  expectNoViolations(github);
});

test('a comment is hidden as outdated and found again by its node id', async () => {
  const { github, rest } = world;
  const { id } = github.comment(repo, 1, 'bob', 'old');
  const node = (await rest.issues.getComment({ owner: 'acme', repo: 'widgets', comment_id: id })).data
    .node_id;
  const hide =
    'mutation ($id: ID!) { minimizeComment(input: {subjectId: $id, classifier: OUTDATED}) { minimizedComment { isMinimized minimizedReason } } }';
  expect(await graphql(hide, { id: node })).toEqual({
    minimizeComment: { minimizedComment: { isMinimized: true, minimizedReason: 'outdated' } },
  });
  const read = 'query ($id: ID!) { node(id: $id) { __typename ... on IssueComment { body isMinimized } } }';
  expect(await graphql(read, { id: node })).toEqual({
    node: { __typename: 'IssueComment', body: 'old', isMinimized: true },
  });
  expectNoViolations(github);
});

test('a token without the permission is refused', async () => {
  const node = (await world.rest.pulls.get({ owner: 'acme', repo: 'widgets', pull_number: 1 })).data.node_id;
  const query = `mutation { convertPullRequestToDraft(input: {pullRequestId: "${node}"}) { pullRequest { isDraft } } }`;
  await expect(graphql(query, {}, { contents: 'read' })).rejects.toThrow(
    'Resource not accessible by integration',
  );
  expectNoViolations(world.github);
});

test('what the stand-in does not know is an error, never null', async () => {
  await expect(graphql('{ repository(owner: "acme", name: "widgets") { stargazerCount } }')).rejects.toThrow(
    "Field 'stargazerCount' doesn't exist on type 'Repository'",
  );
  await expect(graphql('{ repository(owner: ')).rejects.toThrow('Parse error');
  await expect(graphql('{ repository(owner: "acme", name: "nothing") { id } }')).rejects.toThrow(
    'Could not resolve',
  );
  expect(world.github.violations).toMatchObject([
    { problem: "Field 'stargazerCount' doesn't exist on type 'Repository'" },
    { problem: expect.stringContaining('Parse error') },
  ]);
});
