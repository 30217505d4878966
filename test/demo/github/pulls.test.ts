/** Pull requests derived from real git, reviews, and merging. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectNoViolations, failure, startWithWidgets, type Widgets, widgets } from './github.ts';

let world: Widgets;
beforeEach(async () => {
  world = await startWithWidgets();
  const files = { 'src/a.ts': 'one\n2\nthree\nfour\nfive\n', 'src/b.ts': 'new\n' };
  await world.github.push('acme/widgets', 'alice', { branch: 'fix', files, message: 'Fix two\n\nBecause.' });
});
afterEach(async () => {
  expectNoViolations(world.github);
  await world.github.close();
});

const open = (more: { draft?: boolean; head?: string; base?: string; body?: string } = {}) =>
  world.rest.pulls.create({ ...widgets, title: 'Fix', head: 'fix', base: 'main', ...more });
const pull = { ...widgets, pull_number: 1 };

test('numbers, commits, files and diff come from git', async () => {
  const { rest } = world;
  const { data } = await open({ body: 'Two is 2', draft: true });
  expect(data).toMatchObject({
    draft: true,
    commits: 1,
    additions: 2,
    deletions: 1,
    changed_files: 2,
    mergeable: null,
  });
  expect((await rest.pulls.listCommits(pull)).data).toMatchObject([
    {
      commit: { message: 'Fix two\n\nBecause.', verification: { verified: false } },
      author: { login: 'alice' },
    },
  ]);
  expect((await rest.pulls.listFiles(pull)).data).toMatchObject([
    {
      filename: 'src/a.ts',
      status: 'modified',
      patch: '@@ -1,5 +1,5 @@\n one\n-two\n+2\n three\n four\n five',
    },
    { filename: 'src/b.ts', status: 'added', additions: 1 },
  ]);
  const diff = await rest.pulls.get({ ...pull, mediaType: { format: 'diff' } });
  expect(String(diff.data)).toContain('+++ b/src/b.ts\n@@ -0,0 +1 @@\n+new\n');
});

test('mergeability is unknown at first, then clean, unstable or dirty', async () => {
  const { github, rest } = world;
  const { data } = await open();
  const state = async () => (await rest.pulls.get(pull)).data.mergeable_state;
  expect([await state(), await state()]).toEqual(['unknown', 'clean']);
  await rest.checks.create({ ...widgets, name: 'tests', head_sha: data.head.sha, conclusion: 'failure' });
  expect(await state()).toBe('unstable');
  await github.push('acme/widgets', 'alice', {
    branch: 'main',
    files: { 'src/a.ts': 'one\nzwei\nthree\nfour\nfive\n' },
  });
  expect([await state(), await state()]).toEqual(['unknown', 'dirty']);
  await expect(github.merge('acme/widgets', 1, 'ada')).rejects.toThrow('Pull Request is not mergeable');
});

test.each([
  ['an unknown head', { head: 'nowhere' }, '"field":"head","code":"invalid"'],
  ['an unknown base', { base: 'nowhere' }, '"field":"base","code":"invalid"'],
  ['nothing to merge', { head: 'main' }, 'No commits between main and main'],
])('refuses %s with 422', async (_what, change, message) => {
  const refused = await failure(open(change));
  expect(refused.status).toBe(422);
  expect(refused.message).toMatch(message.startsWith('"') ? /"code":"invalid"/ : message);
});

test('refuses a second one for the same branch and a draft where there are none', async () => {
  const { github } = world;
  await open();
  expect((await failure(open())).message).toContain('A pull request already exists for acme:fix.');
  await github.createRepository('acme/free', { private: true, drafts: false });
  await github.push('acme/free', 'ada', { branch: 'x', files: { 'x.txt': 'x' } });
  const draft = { owner: 'acme', repo: 'free', title: 'X', head: 'x', base: 'main', draft: true };
  expect((await failure(world.rest.pulls.create(draft))).message).toContain(
    'Draft pull requests are not supported in this repository.',
  );
});

test('is found by its head, also when closed', async () => {
  const { rest } = world;
  await open();
  const find = async (head: string, state: 'open' | 'all' = 'open') =>
    (await rest.pulls.list({ ...widgets, head, state })).data.map((it) => it.number);
  expect(await find('acme:fix')).toEqual([1]);
  expect(await find('acme:other')).toEqual([]);
  await rest.pulls.update({ ...pull, state: 'closed' });
  expect([await find('acme:fix'), await find('acme:fix', 'all')]).toEqual([[], [1]]);
});

test('follows pushes to its head and closes when the branch goes', async () => {
  const { github, rest } = world;
  await open();
  const sha = await github.push('acme/widgets', 'alice', { branch: 'fix', files: { 'src/c.ts': 'c\n' } });
  expect((await rest.pulls.get(pull)).data).toMatchObject({ head: { sha }, commits: 2 });
  expect((await rest.git.getRef({ ...widgets, ref: 'pull/1/head' })).data.object.sha).toBe(sha);
  await github.deleteBranch('acme/widgets', 'alice', 'fix');
  expect((await rest.pulls.get(pull)).data.state).toBe('closed');
});

test('a forced push replaces its commit', async () => {
  const { github, rest } = world;
  const { data } = await open();
  const files = { 'src/b.ts': null, 'src/a.ts': 'one\n22\nthree\nfour\nfive\n' };
  const sha = await github.push('acme/widgets', 'alice', {
    branch: 'fix',
    files,
    amend: true,
    message: 'Better',
  });
  expect(sha).not.toBe(data.head.sha);
  expect((await rest.pulls.listCommits(pull)).data.map((it) => [it.sha, it.commit.message])).toEqual([
    [sha, 'Better'],
  ]);
  expect((await rest.pulls.listFiles(pull)).data.map((it) => it.filename)).toEqual(['src/a.ts']);
});

test('is found by a commit in it', async () => {
  const { github, rest } = world;
  const { data } = await open();
  const of = async (commit_sha: string) =>
    (await rest.repos.listPullRequestsAssociatedWithCommit({ ...widgets, commit_sha })).data.map(
      (it) => it.number,
    );
  expect(await of(data.head.sha)).toEqual([1]);
  expect(await of((await github.branches('acme/widgets')).main ?? '')).toEqual([]);
});

test('a merge closes the issues that the body names', async () => {
  const { github, rest } = world;
  await open({ body: 'Closes #2, fixes acme/widgets#3 and mentions #4' });
  for (const title of ['two', 'three', 'four']) github.openIssue('acme/widgets', 'bob', { title });
  const sha = await github.merge('acme/widgets', 1, 'ada');
  expect((await github.branches('acme/widgets')).main).toBe(sha);
  expect((await rest.pulls.get(pull)).data).toMatchObject({
    merged: true,
    merged_by: { login: 'ada' },
    merge_commit_sha: sha,
  });
  const states = [2, 3, 4].map((number) => github.issue('acme/widgets', number).state);
  expect(states).toEqual(['closed', 'closed', 'open']);
});

test('the App merges only the head it has seen', async () => {
  const { rest } = world;
  const { data } = await open();
  const stale = rest.pulls.merge({ ...pull, sha: data.base.sha });
  expect(await failure(stale)).toMatchObject({ status: 409 });
  expect((await rest.pulls.merge({ ...pull, sha: data.head.sha })).data.merged).toBe(true);
});

test('title, body and base can be changed and reviewers asked', async () => {
  const { github, rest } = world;
  await open();
  await github.push('acme/widgets', 'alice', { branch: 'next', files: { 'n.txt': 'n' } });
  const changed = await rest.pulls.update({ ...pull, title: 'New', body: 'Text', base: 'next' });
  expect(changed.data).toMatchObject({ title: 'New', body: 'Text', base: { ref: 'next' } });
  const asked = await rest.pulls.requestReviewers({ ...pull, reviewers: ['mia'] });
  expect(asked.data.requested_reviewers?.map((it) => it.login)).toEqual(['mia']);
  await rest.pulls.removeRequestedReviewers({ ...pull, reviewers: ['mia'] });
  expect(github.pull('acme/widgets', 1).pull.requestedReviewers).toEqual([]);
});

test('a pull request from a fork keeps its commits readable in the base repository', async () => {
  const { github, rest } = world;
  await github.fork('acme/widgets', 'zoe');
  const sha = await github.push('zoe/widgets', 'zoe', { branch: 'idea', files: { 'idea.txt': 'idea\n' } });
  await github.openPull('acme/widgets', 'zoe', { title: 'Idea', head: 'zoe:idea', base: 'main' });
  const { data } = await rest.pulls.get(pull);
  expect(data).toMatchObject({
    head: { label: 'zoe:idea', sha, repo: { full_name: 'zoe/widgets', fork: true } },
    maintainer_can_modify: true,
  });
  expect((await rest.git.getRef({ ...widgets, ref: 'pull/1/head' })).data.object.sha).toBe(sha);
  const granted = rest.pulls.create({ ...widgets, title: 'Again', head: 'zoe:main', base: 'main' });
  expect((await failure(granted)).message).toContain(
    "Fork collab can't be granted by someone without permission",
  );
});

describe('reviews', () => {
  beforeEach(async () => {
    await world.github.openPull('acme/widgets', 'alice', { title: 'Fix', head: 'fix', base: 'main' });
  });

  test('carry inline comments with their hunk', async () => {
    const { github, rest } = world;
    const review = await github.review('acme/widgets', 1, 'mia', {
      event: 'REQUEST_CHANGES',
      body: 'Please',
      comments: [
        { path: 'src/a.ts', line: 2, body: 'why 2?' },
        { path: 'src/a.ts', startLine: 2, line: 3, body: 'both' },
        { path: 'src/a.ts', side: 'LEFT', line: 2, body: 'was better' },
      ],
    });
    expect((await rest.pulls.listReviews(pull)).data).toMatchObject([
      { state: 'CHANGES_REQUESTED', body: 'Please' },
    ]);
    const comments = (await rest.pulls.listReviewComments(pull)).data;
    expect(comments[0]).toMatchObject({
      line: 2,
      side: 'RIGHT',
      diff_hunk: '@@ -1,5 +1,5 @@\n one\n-two\n+2',
    });
    expect(comments[1]).toMatchObject({ start_line: 2, line: 3 });
    expect(comments[2]).toMatchObject({ line: 2, side: 'LEFT', position: 2 });
    const ofReview = await rest.pulls.listCommentsForReview({ ...pull, review_id: review.id });
    expect(ofReview.data).toHaveLength(3);
  });

  test('the App replies in a thread, but not to a reply', async () => {
    const { github, rest } = world;
    const root = await github.reviewComment('acme/widgets', 1, 'mia', {
      path: 'src/a.ts',
      line: 2,
      body: 'why?',
    });
    const reply = await rest.pulls.createReplyForReviewComment({
      ...pull,
      comment_id: root.id,
      body: 'fixed in abc',
    });
    expect(reply.data).toMatchObject({ in_reply_to_id: root.id, path: 'src/a.ts', line: 2 });
    const nested = rest.pulls.createReplyForReviewComment({ ...pull, comment_id: reply.data.id, body: 'x' });
    expect(await failure(nested)).toMatchObject({ status: 422 });
    await rest.reactions.createForPullRequestReviewComment({
      ...widgets,
      comment_id: root.id,
      content: 'eyes',
    });
    expect(
      (await rest.pulls.getReviewComment({ ...widgets, comment_id: root.id })).data.reactions,
    ).toMatchObject({ eyes: 1 });
    await rest.pulls.updateReviewComment({ ...widgets, comment_id: reply.data.id, body: 'fixed in def' });
    await rest.pulls.deleteReviewComment({ ...widgets, comment_id: reply.data.id });
  });

  test('the App reviews with suggestions on lines of the diff only', async () => {
    const { rest } = world;
    const comment = { path: 'src/a.ts', line: 2, body: '```suggestion\ntwo\n```' };
    expect(
      (await rest.pulls.createReview({ ...pull, event: 'COMMENT', comments: [comment] })).data.state,
    ).toBe('COMMENTED');
    const outside = rest.pulls.createReview({
      ...pull,
      event: 'COMMENT',
      comments: [{ ...comment, line: 200 }],
    });
    expect((await failure(outside)).message).toContain(
      'pull_request_review_thread.line must be part of the diff',
    );
    const commit_id = world.github.pull('acme/widgets', 1).pull.headSha;
    const single = await rest.pulls.createReviewComment({ ...pull, commit_id, ...comment, side: 'RIGHT' });
    expect(single.data.original_commit_id).toBe(commit_id);
  });

  test('inline comments follow their line and lose it when it changes', async () => {
    const { github, rest } = world;
    const push = (text: string) =>
      github.push('acme/widgets', 'alice', { branch: 'fix', files: { 'src/a.ts': text } });
    await github.reviewComment('acme/widgets', 1, 'mia', { path: 'src/a.ts', line: 2, body: 'why?' });
    const read = async () => (await rest.pulls.listReviewComments(pull)).data[0];
    await push('zero\none\n2\nthree\nfour\nfive\n');
    expect(await read()).toMatchObject({ line: 3, original_line: 2 });
    await push('zero\none\nII\nthree\nfour\nfive\n');
    expect(await read()).toMatchObject({
      line: null,
      position: null,
      original_line: 2,
      diff_hunk: expect.any(String),
    });
  });

  test('nobody approves their own pull request', async () => {
    const own = world.github.review('acme/widgets', 1, 'alice', { event: 'APPROVE' });
    await expect(own).rejects.toThrow('Can not approve your own pull request');
  });
});
