/** What GitHub could not deliver, and what the App could not do at once: nothing of it is lost, nothing is done twice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';

const repository = 'octo/site';
let app: TestApp;

beforeAll(async () => {
  app = await startApp(
    {
      order: 'any',
      entries: [
        {
          when: { purpose: 'architect', anywhere: 'fine as it is' },
          times: 'any',
          reply: { text: 'NOTHING TO DO: it is fine' },
        },
      ],
    },
    {},
    {
      before: async (github) => {
        await github.createRepository(repository, {
          roles: { ada: 'write' },
          files: { 'README.md': '# Site\n' },
        });
        github.install('octo');
        for (const title of ['first', 'second', 'third'])
          github.openIssue(repository, 'ada', { title, body: '' });
        // The App is down: GitHub finds nobody there, and does not try again by itself.
        github.setWebhookUrl('http://127.0.0.1:9/');
        github.comment(repository, 1, 'ada', '/aider fix what is fine as it is');
        github.comment(repository, 1, 'ada', 'No command, just words.');
        github.comment(repository, 2, 'ada', '/aider ping');
        await github.idle();
      },
    },
  );
});
afterAll(() => app.close());

const comments = (issue: number) => botComments(app.github, repository, issue);
const shown = (issue: number, what: RegExp) =>
  until(`${what}`, () => comments(issue).find((text) => what.test(text)));

test('commands that came while the App was down are taken in at its start', async () => {
  await shown(1, /Nothing to change/);
  await shown(2, /Here\. Version/);
});

test('a delivery that is sent again by hand afterwards changes nothing', async () => {
  const failed = app.github.deliveries.filter(({ statusCode }) => statusCode === 0);
  expect(failed).toHaveLength(3);
  for (const { id } of failed) expect((await app.github.redeliver(id)).statusCode).toBe(200);
  app.github.comment(repository, 3, 'ada', '/aider ping');
  await shown(3, /Here\. Version/);
  expect(comments(1)).toHaveLength(1);
  expect(comments(2)).toHaveLength(1);
  expect(app.ended).toHaveLength(1);
});

test('a command that comes while GitHub answers nothing is taken in when it does again', async () => {
  const { number } = app.github.openIssue(repository, 'ada', { title: 'outage', body: '' });
  app.github.faults.inject({ path: '/repos/', fault: { kind: 'status', status: 503 }, times: 6 });
  app.github.comment(repository, number, 'ada', '/aider fix what is fine as it is');
  await app.github.idle();
  expect(app.github.deliveries[0]?.statusCode).toBe(200);
  await until('the outage to be met', () => app.github.faults.pending().length === 0);
  await shown(number, /Nothing to change/);
  expect(comments(number)).toHaveLength(1);
  const { reactions } = app.github.issue(repository, number).comments[0] ?? { reactions: [] };
  expect(reactions.map(({ content }) => content)).toEqual(['eyes']);
});

test('nothing of all this broke the rules of the API', () => {
  expect(app.github.violations).toEqual([]);
});
