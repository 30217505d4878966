/** Issues, comments, reactions and labels through octokit. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  asApp,
  expectNoViolations,
  failure,
  mint,
  startWithWidgets,
  type Widgets,
  widgets,
  withToken,
} from './github.ts';

let world: Widgets;
beforeEach(async () => {
  world = await startWithWidgets();
});
afterEach(async () => {
  expectNoViolations(world.github);
  await world.github.close();
});

test('an issue can be read, listed, changed and closed', async () => {
  const { github, rest } = world;
  github.openIssue('acme/widgets', 'bob', { title: 'Broken', body: 'It is', labels: ['bug'] });
  const issue = { ...widgets, issue_number: 1 };
  expect((await rest.issues.get(issue)).data).toMatchObject({
    title: 'Broken',
    user: { login: 'bob' },
    author_association: 'MEMBER',
    labels: [{ name: 'bug' }],
    performed_via_github_app: null,
  });
  const changed = await rest.issues.update({
    ...issue,
    title: 'Broken badly',
    state: 'closed',
    state_reason: 'not_planned',
  });
  expect(changed.data).toMatchObject({
    title: 'Broken badly',
    state: 'closed',
    state_reason: 'not_planned',
    closed_by: { login: 'aiderbot[bot]' },
  });
  expect((await rest.issues.listForRepo(widgets)).data).toEqual([]);
  expect((await rest.issues.listForRepo({ ...widgets, state: 'all', labels: 'bug' })).data).toHaveLength(1);
  expect(await failure(rest.issues.get({ ...widgets, issue_number: 99 }))).toMatchObject({ status: 404 });
});

test('the App opens an issue as its bot', async () => {
  const { data } = await world.rest.issues.create({
    ...widgets,
    title: 'Dashboard',
    body: 'x',
    labels: ['aider'],
    assignees: ['alice'],
  });
  expect(data).toMatchObject({
    user: { login: 'aiderbot[bot]', type: 'Bot' },
    performed_via_github_app: { slug: 'aiderbot' },
    assignees: [{ login: 'alice' }],
  });
});

test('a comment is written, edited with history, and deleted', async () => {
  const { github, rest } = world;
  github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
  const { data } = await rest.issues.createComment({ ...widgets, issue_number: 1, body: 'working' });
  const comment = { ...widgets, comment_id: data.id };
  await rest.issues.updateComment({ ...comment, body: 'done' });
  expect((await rest.issues.getComment(comment)).data.body).toBe('done');
  expect(github.issue('acme/widgets', 1).comments[0]?.edits).toMatchObject([
    { by: { login: 'aiderbot[bot]' }, from: 'working' },
  ]);
  await rest.issues.deleteComment(comment);
  expect(await failure(rest.issues.getComment(comment))).toMatchObject({ status: 404 });
});

test('a comment has at most 65,536 characters', async () => {
  world.github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
  const write = (body: string) => world.rest.issues.createComment({ ...widgets, issue_number: 1, body });
  expect((await write('x'.repeat(65_536))).status).toBe(201);
  expect(await failure(write('x'.repeat(65_537)))).toMatchObject({
    status: 422,
    message: expect.stringContaining('body is too long (maximum is 65536 characters)'),
  });
  expect(await failure(write(' '))).toMatchObject({ status: 422 });
});

test('a long thread comes in pages that octokit follows', async () => {
  const { github } = world;
  github.openIssue('acme/widgets', 'bob', { title: 'Long' });
  for (let at = 1; at <= 65; at += 1) github.comment('acme/widgets', 1, 'bob', `comment ${at}`);
  const octokit = withToken(github, await mint(github, world.installation.id));
  const all = await octokit.paginate(octokit.rest.issues.listComments, {
    ...widgets,
    issue_number: 1,
    per_page: 20,
  });
  expect(all.map((it) => it.body)).toEqual(Array.from({ length: 65 }, (_, at) => `comment ${at + 1}`));
});

test('a second look with the ETag costs nothing and says 304', async () => {
  const { rest } = world;
  const first = await rest.repos.get(widgets);
  const headers = { 'if-none-match': String(first.headers.etag) };
  expect(await failure(rest.repos.get({ ...widgets, headers }))).toMatchObject({ status: 304 });
  world.github.openIssue('acme/widgets', 'bob', { title: 'Changes the count' });
  expect((await rest.repos.get({ ...widgets, headers })).data.open_issues_count).toBe(1);
});

test('reactions on an issue and a comment are given once', async () => {
  const { github, rest } = world;
  github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
  const { id } = github.comment('acme/widgets', 1, 'bob', '/aider fix it');
  const comment = { ...widgets, comment_id: id };
  const first = await rest.reactions.createForIssueComment({ ...comment, content: 'eyes' });
  expect([
    first.status,
    (await rest.reactions.createForIssueComment({ ...comment, content: 'eyes' })).status,
  ]).toEqual([201, 200]);
  await rest.reactions.createForIssue({ ...widgets, issue_number: 1, content: 'rocket' });
  github.react('acme/widgets', id, 'bob', '+1');
  expect((await rest.issues.getComment(comment)).data.reactions).toMatchObject({
    total_count: 2,
    eyes: 1,
    '+1': 1,
  });
  await rest.reactions.deleteForIssueComment({ ...comment, reaction_id: first.data.id });
  expect((await rest.reactions.listForIssueComment(comment)).data.map((it) => it.content)).toEqual(['+1']);
});

test('labels are made on use, listed and removed', async () => {
  const { github, rest } = world;
  github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
  const issue = { ...widgets, issue_number: 1 };
  await rest.issues.addLabels({ ...issue, labels: ['aider', 'bug'] });
  expect((await rest.issues.setLabels({ ...issue, labels: ['aider'] })).data.map((it) => it.name)).toEqual([
    'aider',
  ]);
  await rest.issues.removeLabel({ ...issue, name: 'aider' });
  expect(await failure(rest.issues.removeLabel({ ...issue, name: 'aider' }))).toMatchObject({ status: 404 });
  await rest.issues.createLabel({ ...widgets, name: 'new', color: 'ff0000' });
  expect((await rest.issues.listLabelsForRepo(widgets)).data.map((it) => it.name)).toEqual([
    'aider',
    'bug',
    'new',
  ]);
  expect(await failure(rest.issues.createLabel({ ...widgets, name: 'new' }))).toMatchObject({ status: 422 });
});

test('with pull_requests alone the App may comment on pull requests but not on issues', async () => {
  const { github, installation } = world;
  github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
  await github.push('acme/widgets', 'alice', { branch: 'b', files: { 'x.txt': 'x' } });
  await github.openPull('acme/widgets', 'alice', { title: 'B', head: 'b', base: 'main' });
  const { rest } = withToken(
    github,
    await mint(github, installation.id, { permissions: { pull_requests: 'write' } }),
  );
  expect(await failure(rest.issues.createComment({ ...widgets, issue_number: 1, body: 'x' }))).toMatchObject({
    status: 403,
  });
  expect((await rest.issues.createComment({ ...widgets, issue_number: 2, body: 'x' })).status).toBe(201);
});

test('a deleted issue is gone, and its number is not used again', async () => {
  const { github, rest } = world;
  github.openIssue('acme/widgets', 'bob', { title: 'One' });
  github.deleteIssue('acme/widgets', 1, 'ada');
  expect(await failure(rest.issues.get({ ...widgets, issue_number: 1 }))).toMatchObject({ status: 410 });
  expect(github.openIssue('acme/widgets', 'bob', { title: 'Two' }).number).toBe(2);
});

test('the installation lists its repositories', async () => {
  expect((await world.rest.apps.listReposAccessibleToInstallation()).data).toMatchObject({
    total_count: 1,
    repositories: [{ full_name: 'acme/widgets' }],
  });
  expect(
    (await asApp(world.github).rest.apps.getInstallation({ installation_id: world.installation.id })).data
      .account,
  ).toMatchObject({ login: 'acme' });
});
