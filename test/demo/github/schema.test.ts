/** The stand-in holds both sides to GitHub's published descriptions. */
import { expect, test } from 'vitest';
import { answerProblem, requestProblem } from '../../../demo/github/schema/openapi.ts';
import type { Violation } from '../../../demo/github/schema/violations.ts';
import { createWebhookCheck } from '../../../demo/github/schema/webhooks.ts';
import { failure, startReceiver, startWithWidgets, widgets } from './github.ts';

const create = { method: 'POST', path: '/repos/{owner}/{repo}/issues/{issue_number}/comments' };
const params = { owner: 'a', repo: 'b', issue_number: '1' };
const query = new URLSearchParams();

test.each([
  ['nothing when all is right', params, { body: 'x' }, undefined],
  ['a missing field', params, {}, "must have required property 'body'"],
  ['a wrong type', params, { body: 7 }, 'body /body must be string'],
  ['a misspelt field', params, { body: 'x', bdoy: 'y' }, "unknown field 'bdoy'"],
  ['no body at all', params, undefined, 'a body is required'],
  ['a wrong path', { ...params, issue_number: 'one' }, { body: 'x' }, 'path /issue_number must be integer'],
])('a request: %s', (_what, params, body, problem) => {
  const found = requestProblem({ ...create, params, query, body });
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});

test('a request: query parameters are known and of the right kind', () => {
  const list = { method: 'GET', path: '/repos/{owner}/{repo}/issues', params, body: undefined };
  const problem = (text: string) => requestProblem({ ...list, query: new URLSearchParams(text) });
  expect(problem('state=all&per_page=100&page=2')).toBeUndefined();
  expect(problem('state=any')).toContain('query /state must be equal to one of the allowed values');
  expect(problem('per_page=many')).toContain('must be integer');
  expect(problem('sate=all')).toBe("unknown query parameter 'sate'");
});

test('an answer: required fields, types, null where it is allowed, and documented statuses', () => {
  const reaction = { id: 1, node_id: 'x', user: null, content: 'eyes', created_at: '2026-01-01T00:00:00Z' };
  const path = '/repos/{owner}/{repo}/issues/{issue_number}/reactions';
  const problem = (body: unknown, status = 201) => answerProblem('POST', path, status, body);
  expect(problem(reaction)).toBeUndefined();
  expect(problem({ ...reaction, content: 'tada' })).toContain(
    '/content must be equal to one of the allowed values',
  );
  expect(problem({ ...reaction, created_at: 'yesterday' })).toContain(
    '/created_at must match format "date-time"',
  );
  expect(problem({ ...reaction, id: undefined })).toContain("must have required property 'id'");
  expect(problem(reaction, 203)).toBe('status 203 is not documented');
  expect(problem({ message: 'Not here' }, 404)).toBeUndefined();
});

test('a wrong request of the App is refused, explained and remembered', async () => {
  const { github, rest } = await startWithWidgets();
  github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
  const typo = rest.issues.createComment({ ...widgets, issue_number: 1, body: 'x', ...{ bodi: 'y' } });
  expect(await failure(typo)).toMatchObject({
    status: 422,
    message: expect.stringContaining("unknown field 'bodi'"),
  });
  expect(await failure(rest.repos.listForks(widgets))).toMatchObject({ status: 404 });
  expect(github.violations).toEqual([
    { where: 'request', operation: `POST ${create.path}`, problem: "unknown field 'bodi' in the body" },
    {
      where: 'request',
      operation: 'GET /repos/acme/widgets/forks',
      problem: 'the stand-in has no such endpoint',
    },
  ]);
  await github.close();
});

test('a wrong answer of ours is a 500 and remembered', async () => {
  const { github, rest } = await startWithWidgets();
  const issue = github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
  issue.createdAt = 'yesterday';
  const refused = await failure(rest.issues.get({ ...widgets, issue_number: 1 }));
  expect(refused.status).toBe(500);
  expect(refused.message).toContain('/created_at must match format "date-time"');
  expect(github.violations).toMatchObject([{ where: 'answer' }]);
  await github.close();
});

test('a wrong webhook payload is remembered', async () => {
  const violations: Violation[] = [];
  const check = createWebhookCheck(violations);
  check('issue_comment', 'created', { action: 'created' });
  check('issue_comment', 'invented', {});
  expect(violations).toMatchObject([
    {
      where: 'webhook',
      operation: 'issue_comment.created',
      problem: expect.stringContaining("required property 'issue'"),
    },
    { where: 'webhook', operation: 'issue_comment.invented', problem: 'no published schema' },
  ]);
});

test('a webhook that the stand-in itself gets wrong shows up', async () => {
  const { github } = await startWithWidgets();
  await using app = await startReceiver();
  github.setWebhookUrl(app.url);
  const issue = github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
  issue.updatedAt = 'never';
  await github.label('acme/widgets', 1, 'tom', 'x');
  expect(github.violations).toMatchObject([{ where: 'webhook', operation: 'issues.labeled' }]);
  await github.close();
});
