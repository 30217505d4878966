/** A small set-up without an App: the bot is the owner of a token, and looks for comments instead of being told of them. */
import { createHmac, randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signer } from '../../src/github/context.ts';
import { readMarker } from '../../src/report/marker.ts';
import { startApp, type TestApp, until } from '../support/app.ts';
import { commitMessages, heardStop, heldFiles, heldScript, letGo, reached } from '../support/held.ts';

const repository = 'octo/poem';
const webhookSecret = 'the secret of the repository’s webhook';
let app: TestApp;
let gate: string;

beforeAll(async () => {
  app = await startApp(
    {
      order: 'any',
      entries: [
        ...heldScript('polled', 'stopped', 'told'),
        {
          when: { purpose: 'architect', user: 'nothing much' },
          times: 'any',
          reply: { text: 'NOTHING TO DO: it is fine' },
        },
        {
          when: { purpose: 'architect', user: '/The answer is:\\s+The second one/' },
          reply: { text: 'NOTHING TO DO: it is fine' },
        },
        { when: { purpose: 'architect', user: 'what is vague' }, reply: { text: 'QUESTION: Which line?' } },
        commitMessages,
      ],
    },
    {},
    {
      configFor: (github) => ({
        identity: {
          kind: 'token',
          // The person who asks: the bot writes under the same name, and must not take itself for them.
          token: github.accountToken('ada'),
          repositories: [repository],
          pollSeconds: 0.2,
          webhookSecret,
        },
      }),
    },
  );
  gate = path.join(app.dataDir, 'gate');
  for (const name of [repository, 'octo/other'])
    await app.github.createRepository(name, {
      private: true,
      roles: { ada: 'write', eve: 'read' },
      files: heldFiles(gate),
    });
  await until('the first look', () =>
    app.github.transcript.some(({ path: asked }) => asked === `/repos/${repository}/pulls/comments`),
  );
});
afterAll(() => app.close());

const newIssue = () => app.github.openIssue(repository, 'eve', { title: 'The poem', body: '' }).number;
const sign = () => signer(app.github.accountToken('ada'));
/** What the bot wrote in a thread: comments with a marker that it signed. */
const ours = (issue: number) =>
  app.github.issue(repository, issue).comments.filter(({ body }) => readMarker(body ?? '', sign()));
const shown = (issue: number, what: RegExp) =>
  until(`${what}`, () => ours(issue).find(({ body }) => what.test(body ?? ''))?.body ?? undefined);

test('a comment becomes a pull request, under the name of the owner of the token', async () => {
  const issue = newIssue();
  const comment = app.github.comment(repository, issue, 'ada', '/aider fix scenario polled');
  await reached(gate, 'polled');
  letGo(gate, 'polled');
  await shown(issue, /Done in/);
  expect(ours(issue)).toHaveLength(1);
  expect(ours(issue)[0]?.author.login).toBe('ada');
  expect(comment.reactions.map(({ content }) => content)).toEqual(['eyes']);
  const [pull] = app.github.pulls(repository);
  expect(pull?.author.login).toBe('ada');
  // git and the API were reached with the token alone.
  expect(app.github.tokens.minted).toEqual([]);
  expect(app.log()).not.toContain(app.github.accountToken('ada'));
});

test('its own comments, and commands of people without write access, start nothing', async () => {
  const issue = newIssue();
  app.github.comment(repository, issue, 'eve', '/aider fix nothing much');
  await shown(issue, /is for people with the role write/);
  const text = ours(issue)[0]?.body ?? '';
  app.github.comment(repository, issue, 'ada', `${text}\n\n/aider fix nothing much`);
  app.github.comment(repository, issue, 'ada', '/aider ping');
  await shown(issue, /Here\. Version/);
  expect(app.ended).toHaveLength(1);
});

test('a command that an edit adds to an old comment starts nothing', async () => {
  const issue = newIssue();
  const old = app.github.comment(repository, issue, 'ada', 'The poem is too quiet.');
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  app.github.comment(repository, issue, 'ada', '/aider ping');
  await shown(issue, /Here\. Version/);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  app.github.editComment(repository, old.id, 'ada', '/aider fix nothing much');
  app.github.comment(repository, issue, 'ada', '/aider status');
  await shown(issue, /No run has been asked for here/);
  expect(ours(issue)).toHaveLength(2);
});

test('a closed issue stops its run, although nobody tells', async () => {
  const issue = newIssue();
  app.github.comment(repository, issue, 'ada', '/aider fix scenario stopped');
  await reached(gate, 'stopped');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await app.github.closeThread(repository, issue, 'ada');
  await heardStop(app, 1);
  letGo(gate, 'stopped');
  expect(await shown(issue, /Stopped after/)).toContain('ada closed this');
});

test('a webhook of the repository is taken as well, and not for another one', async () => {
  const send = (name: string, issue: number, id: number) => {
    const repo = app.github.repository(name);
    const payload = {
      action: 'created',
      issue: { number: issue },
      comment: {
        id,
        body: '/aider ping',
        updated_at: '2026-01-01T00:00:00Z',
        user: { login: 'ada', id: 1, type: 'User' },
      },
      repository: {
        id: repo.id,
        name: repo.name,
        full_name: name,
        owner: { login: 'octo' },
        default_branch: 'main',
      },
      sender: { login: 'ada', id: 1, type: 'User' },
    };
    const body = JSON.stringify(payload);
    const signature = createHmac('sha256', webhookSecret).update(body).digest('hex');
    return fetch(`${app.server.url}/api/github/webhooks`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-github-delivery': randomUUID(),
        'x-github-event': 'issue_comment',
        'x-hub-signature-256': `sha256=${signature}`,
      },
    });
  };
  const other = app.github.openIssue('octo/other', 'ada', { title: 'x', body: '' }).number;
  const foreign = app.github.comment('octo/other', other, 'ada', '/aider ping');
  expect((await send('octo/other', other, foreign.id)).status).toBe(200);
  const issue = newIssue();
  const comment = app.github.comment(repository, issue, 'ada', '/aider ping');
  expect((await send(repository, issue, comment.id)).status).toBe(200);
  await shown(issue, /Here\. Version/);
  await until('more looks', () => {
    const looks = app.github.transcript.filter(({ path: asked }) => asked.endsWith('/issues/comments'));
    return looks.length > 3;
  });
  expect(ours(issue)).toHaveLength(1);
  expect(app.github.issue('octo/other', other).comments).toHaveLength(1);
});

test('in a review thread the question of a run is asked, and the reply there goes on with it', async () => {
  await app.github.push(repository, 'ada', {
    branch: 'more',
    from: 'main',
    files: { 'more.txt': 'one\ntwo\n' },
  });
  const pull = { head: 'more', base: 'main', title: 'More', body: '' };
  const { number } = await app.github.openPull(repository, 'ada', pull);
  const { id } = await app.github.reviewComment(repository, number, 'ada', {
    path: 'more.txt',
    line: 2,
    body: '/aider fix what is vague',
  });
  const answer = (what: string) =>
    until(what, () =>
      app.github
        .pull(repository, number)
        .pull.comments.find(({ replyTo, body }) => replyTo === id && body?.includes(what)),
    );
  await answer('> Which line?');
  app.github.reply(repository, number, 'ada', id, 'The second one.');
  await answer('Nothing was changed: it is fine.');
  expect(app.ended.at(-1)?.command).toMatchObject({ verb: 'continue', text: 'The second one.' });
});

test('nothing of all this broke the rules of the API', () => {
  expect(app.github.violations).toEqual([]);
});
