/** What the App hears, how it is signed, and what happens when it does not answer well. */
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  asApp,
  expectNoViolations,
  startReceiver,
  startWithWidgets,
  type Widgets,
  widgets,
} from './github.ts';

let world: Widgets;
beforeEach(async () => {
  world = await startWithWidgets();
});
afterEach(async () => {
  expectNoViolations(world.github);
  await world.github.close();
});

test('a comment arrives signed, with the headers of GitHub', async () => {
  const { github } = world;
  await using app = await startReceiver();
  github.setWebhookUrl(app.url);
  github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
  github.comment('acme/widgets', 1, 'alice', '/aider fix it');
  await github.idle();
  const [, comment] = app.received;
  const digest = createHmac('sha256', github.app.webhookSecret)
    .update(comment?.body ?? '')
    .digest('hex');
  expect(comment?.headers).toMatchObject({
    'x-github-event': 'issue_comment',
    'x-hub-signature-256': `sha256=${digest}`,
    'x-github-hook-installation-target-id': String(github.app.id),
    'x-github-hook-installation-target-type': 'integration',
    connection: 'close',
    'content-type': 'application/json',
  });
  expect(comment?.guid).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(comment?.body ?? '')).toMatchObject({
    action: 'created',
    comment: { body: '/aider fix it', user: { login: 'alice' }, author_association: 'MEMBER' },
    issue: { number: 1, title: 'Broken' },
    repository: { full_name: 'acme/widgets', private: true },
    organization: { login: 'acme' },
    sender: { login: 'alice', type: 'User' },
    installation: { id: world.installation.id },
  });
});

test('everything that people do on threads and pull requests is told in order and as published', async () => {
  const { github } = world;
  await using app = await startReceiver();
  github.setWebhookUrl(app.url);
  const repo = 'acme/widgets';
  github.openIssue(repo, 'bob', { title: 'Broken' });
  const comment = github.comment(repo, 1, 'bob', 'hello');
  github.editComment(repo, comment.id, 'alice', 'hello!');
  github.deleteComment(repo, comment.id, 'alice');
  await github.editIssue(repo, 1, 'bob', { title: 'Broken again' });
  await github.label(repo, 1, 'tom', 'aider');
  await github.unlabel(repo, 1, 'tom', 'aider');
  await github.assign(repo, 1, 'tom', 'alice');
  await github.unassign(repo, 1, 'tom', 'alice');
  await github.lock(repo, 1, 'tom');
  await github.closeThread(repo, 1, 'bob');
  await github.reopenThread(repo, 1, 'bob');
  await github.push(repo, 'alice', { branch: 'fix', files: { 'src/a.ts': 'one\n2\nthree\n' } });
  await github.openPull(repo, 'alice', {
    title: 'Fix',
    head: 'fix',
    base: 'main',
    body: 'Fixes #1',
    draft: true,
  });
  const root = await github.reviewComment(repo, 2, 'mia', { path: 'src/a.ts', line: 2, body: 'why?' });
  github.reply(repo, 2, 'alice', root.id, 'because');
  github.resolve(repo, 2, 'mia', root.id);
  await github.push(repo, 'alice', { branch: 'fix', files: { 'src/a.ts': 'one\nII\nthree\n' } });
  await github.setDraft(repo, 2, 'alice', false);
  await github.setDraft(repo, 2, 'alice', true);
  await github.setDraft(repo, 2, 'alice', false);
  await github.push(repo, 'alice', { branch: 'next', files: { 'n.txt': 'n\n' } });
  await github.changeBase(repo, 2, 'alice', 'next');
  await github.changeBase(repo, 2, 'alice', 'main');
  await github.merge(repo, 2, 'ada');
  await github.deleteBranch(repo, 'ada', 'fix');
  await github.idle();
  const told = github.deliveries
    .toReversed()
    .map((it) => (it.action === null ? it.event : `${it.event}.${it.action}`));
  expect(told).toEqual([
    'issues.opened',
    'issue_comment.created',
    'issue_comment.edited',
    'issue_comment.deleted',
    'issues.edited',
    'issues.labeled',
    'issues.unlabeled',
    'issues.assigned',
    'issues.unassigned',
    'issues.locked',
    'issues.closed',
    'issues.reopened',
    'create',
    'push',
    'pull_request.opened',
    'pull_request_review.submitted',
    'pull_request_review_comment.created',
    'pull_request_review.submitted',
    'pull_request_review_comment.created',
    'pull_request_review_thread.resolved',
    'push',
    'pull_request.synchronize',
    'pull_request.ready_for_review',
    'pull_request.converted_to_draft',
    'pull_request.ready_for_review',
    'create',
    'push',
    'pull_request.edited',
    'pull_request.edited',
    'pull_request.closed',
    'issues.closed',
    'push',
    'delete',
    'push',
  ]);
  expect(app.received).toHaveLength(told.length);
});

test('the life of the installation and the repository is told too', async () => {
  const { github } = world;
  await using app = await startReceiver();
  github.setWebhookUrl(app.url);
  github.changeRepository('acme/widgets', { name: 'gadgets' });
  github.changeRepository('acme/gadgets', { archived: true, private: false });
  github.suspend('acme');
  github.openIssue('acme/gadgets', 'bob', { title: 'Nobody hears this' });
  github.unsuspend('acme');
  github.acceptPermissions('acme', { workflows: 'write' });
  github.deleteIssue('acme/gadgets', 1, 'ada');
  github.deleteRepository('acme/gadgets');
  github.uninstall('acme');
  await github.idle();
  expect(app.received.map((it) => `${it.event}.${JSON.parse(it.body).action}`)).toEqual([
    'repository.renamed',
    'repository.archived',
    'repository.publicized',
    'installation.suspend',
    'installation.unsuspend',
    'installation.new_permissions_accepted',
    'issues.deleted',
    'repository.deleted',
    'installation.deleted',
  ]);
});

test('checks, statuses, buttons and re-runs are told', async () => {
  const { github, rest } = world;
  await using app = await startReceiver();
  github.setWebhookUrl(app.url);
  const repo = 'acme/widgets';
  const sha = await github.push(repo, 'alice', { branch: 'fix', files: { x: 'x' } });
  await github.openPull(repo, 'alice', { title: 'Fix', head: 'fix', base: 'main' });
  await github.idle();
  app.received.length = 0;
  await github.runCi(repo, 'build', sha, 'failure');
  await github.setStatus(repo, { sha, state: 'success', context: 'external' });
  const actions = [{ label: 'Stop', description: 'Stop the run', identifier: 'stop' }];
  const { data } = await rest.checks.create({ ...widgets, name: 'aider', head_sha: sha, actions });
  await github.pressCheckButton(repo, data.id, 'alice', 'stop');
  await rest.checks.update({ ...widgets, check_run_id: data.id, conclusion: 'cancelled' });
  await github.rerunCheck(repo, data.id, 'alice');
  await github.rerunAllChecks(repo, sha, 'alice');
  await github.idle();
  expect(app.received.map((it) => [it.event, JSON.parse(it.body).action])).toEqual([
    ['check_run', 'created'],
    ['check_run', 'completed'],
    ['check_suite', 'completed'],
    ['status', undefined],
    ['check_run', 'created'],
    ['check_run', 'requested_action'],
    ['check_run', 'completed'],
    ['check_run', 'rerequested'],
    ['check_suite', 'rerequested'],
  ]);
  expect(JSON.parse(app.received[2]?.body ?? '')).toMatchObject({
    check_suite: {
      conclusion: 'failure',
      head_branch: 'fix',
      pull_requests: [{ number: 1 }],
      app: { slug: 'github-actions' },
    },
  });
  expect(JSON.parse(app.received[5]?.body ?? '')).toMatchObject({
    requested_action: { identifier: 'stop' },
    sender: { login: 'alice' },
  });
});

test('an installation on selected repositories is told about changes of the selection', async () => {
  const { github } = world;
  await using app = await startReceiver();
  await github.createRepository('zed/one');
  await github.createRepository('zed/two');
  github.install('zed', { repositories: ['zed/one'] });
  github.setWebhookUrl(app.url);
  github.addToInstallation('zed/two');
  github.removeFromInstallation('zed/one');
  github.openIssue('zed/one', 'bob', { title: 'Unheard' });
  github.openIssue('zed/two', 'bob', { title: 'Heard' });
  await github.idle();
  expect(app.received.map((it) => `${it.event}.${JSON.parse(it.body).action}`)).toEqual([
    'installation_repositories.added',
    'installation_repositories.removed',
    'issues.opened',
  ]);
});

test('what the App does itself is told as well, from its bot', async () => {
  const { github, rest } = world;
  await using app = await startReceiver();
  github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
  github.setWebhookUrl(app.url);
  await rest.issues.createComment({ ...widgets, issue_number: 1, body: 'working on it' });
  await github.idle();
  expect(JSON.parse(app.received[0]?.body ?? '')).toMatchObject({
    sender: { login: 'aiderbot[bot]', type: 'Bot' },
    comment: { performed_via_github_app: { slug: 'aiderbot' } },
  });
});

test('an event without the permission to read it is not sent', async () => {
  const { github } = world;
  await using app = await startReceiver();
  github.setWebhookUrl(app.url);
  await github.createRepository('zed/tool', { roles: {} });
  github.install('zed', { permissions: { contents: 'read', metadata: 'read' } });
  github.openIssue('zed/tool', 'bob', { title: 'Unheard' });
  await github.push('zed/tool', 'zed', { branch: 'main', files: { a: 'b' } });
  await github.idle();
  expect(app.received.map((it) => it.event)).toEqual(['installation', 'push']);
});

test('a failed delivery is recorded, never repeated by itself, and redelivered under the same GUID', async () => {
  const { github } = world;
  let status = 503;
  await using app = await startReceiver(() => status);
  github.setWebhookUrl(app.url);
  github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
  await github.idle();
  const { apps } = asApp(github).rest;
  const failed = (await apps.listWebhookDeliveries({ status: 'failure' })).data;
  expect(failed).toMatchObject([
    { event: 'issues', status_code: 503, status: 'Invalid HTTP Response: 503', redelivery: false },
  ]);
  status = 200;
  await apps.redeliverWebhookDelivery({ delivery_id: failed[0]?.id ?? 0 });
  await github.idle();
  expect(app.received.map((it) => it.guid)).toEqual([failed[0]?.guid, failed[0]?.guid]);
  expect(app.received[0]?.body).toBe(app.received[1]?.body);
  const [latest] = (await apps.listWebhookDeliveries()).data;
  expect(latest).toMatchObject({ guid: failed[0]?.guid, status: 'OK', redelivery: true });
  const detail = await apps.getWebhookDelivery({ delivery_id: latest?.id ?? 0 });
  expect(detail.data).toMatchObject({
    request: { payload: { action: 'opened' } },
    response: { payload: 'heard' },
  });
});

test('deliveries come newest first in pages by cursor', async () => {
  const { github } = world;
  await using app = await startReceiver();
  github.setWebhookUrl(app.url);
  for (const title of ['1', '2', '3']) github.openIssue('acme/widgets', 'bob', { title });
  await github.idle();
  const octokit = asApp(github);
  const all = await octokit.paginate(octokit.rest.apps.listWebhookDeliveries, { per_page: 2 });
  expect(all.map((it) => it.id)).toEqual(github.deliveries.map((it) => it.id));
  expect(all).toHaveLength(3);
});

test('an App that cannot be reached does not stop the world', async () => {
  const { github } = world;
  github.setWebhookUrl('http://127.0.0.1:9/');
  github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
  await github.idle();
  expect(github.deliveries).toMatchObject([{ status: 'failed to connect to host', statusCode: 0 }]);
});
