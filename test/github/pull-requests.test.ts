import { expect, test } from 'vitest';
import { openPullRequest } from '../../src/github/pull-requests.ts';
import { nockedGitHub } from '../support/octokit.ts';

const repository = { owner: 'octo', name: 'site' };
const wanted = {
  branch: 'aider/1-x',
  base: 'main',
  title: 'fix: x',
  body: 'b',
  draft: true,
  labels: [],
  reviewers: [],
  requester: 'ada',
};
const pull = (number: number) => ({ number, html_url: `https://github.com/octo/site/pull/${number}` });
const list = (api: ReturnType<typeof nockedGitHub>['api']) =>
  api.get('/repos/octo/site/pulls').query({ head: 'octo:aider/1-x', state: 'open' });

test('a pull request that is open for the branch already is taken, and no second one is made', async () => {
  const { octokit, api } = nockedGitHub();
  list(api).reply(200, [pull(7)]);
  expect(await openPullRequest(octokit, repository, wanted)).toEqual({
    state: 'opened',
    number: 7,
    url: pull(7).html_url,
    draft: false,
    notes: [],
  });
  expect(api.isDone()).toBe(true);
});

test('an attempt that was faster is found after the refusal', async () => {
  const { octokit, api } = nockedGitHub();
  list(api).reply(200, []);
  api
    .post('/repos/octo/site/pulls')
    .reply(422, { message: 'Validation Failed', errors: [{ message: 'A pull request already exists' }] });
  list(api).reply(200, [pull(8)]);
  expect(await openPullRequest(octokit, repository, wanted)).toMatchObject({ number: 8 });
});

test('where drafts are not to be had, it is a ready one that says [WIP]', async () => {
  const { octokit, api } = nockedGitHub();
  list(api).reply(200, []);
  api
    .post('/repos/octo/site/pulls', (body) => body.draft === true)
    .reply(422, { message: 'Draft pull requests are not supported in this repository.' });
  list(api).twice().reply(200, []);
  api
    .post('/repos/octo/site/pulls', (body) => body.draft === false && body.title === '[WIP] fix: x')
    .reply(201, pull(9));
  expect(await openPullRequest(octokit, repository, wanted)).toMatchObject({ number: 9, draft: false });
});

test('any other refusal is told in the words of GitHub', async () => {
  const { octokit, api } = nockedGitHub();
  list(api).twice().reply(200, []);
  api.post('/repos/octo/site/pulls').reply(422, { message: 'No commits between main and aider/1-x' });
  expect(await openPullRequest(octokit, repository, wanted)).toEqual({
    state: 'refused',
    reason: 'No commits between main and aider/1-x',
  });
});

test('a permission that the App lacks is named, and nothing is thrown away', async () => {
  const { octokit, api } = nockedGitHub();
  list(api).reply(200, []);
  api.post('/repos/octo/site/pulls').reply(403, { message: 'Resource not accessible by integration' });
  expect(await openPullRequest(octokit, repository, wanted)).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining('`pull_requests: write`'),
  });
});

test('labels and reviewers: who cannot be asked is noted, and the others are asked all the same', async () => {
  const { octokit, api } = nockedGitHub();
  list(api).reply(200, [pull(7)]);
  api.post('/repos/octo/site/issues/7/labels', { labels: ['aider'] }).reply(200, []);
  api
    .post('/repos/octo/site/pulls/7/requested_reviewers', { reviewers: ['ada'] })
    .reply(422, { message: 'Reviews may only be requested from collaborators.' });
  api.post('/repos/octo/site/pulls/7/requested_reviewers', { reviewers: ['bob'] }).reply(201, {});
  const opened = await openPullRequest(octokit, repository, {
    ...wanted,
    labels: ['aider'],
    reviewers: ['requester', 'codeowners', 'bob', 'ada'],
  });
  expect(opened).toMatchObject({
    notes: ['ada could not be asked to review: Reviews may only be requested from collaborators.'],
  });
  expect(api.isDone()).toBe(true);
});
