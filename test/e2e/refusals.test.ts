/** Input that must not start anything: each has one visible outcome, and nothing is lost. */
import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';

const repository = 'octo/site';
let app: TestApp;

beforeAll(async () => {
  app = await startApp({
    order: 'any',
    entries: [
      {
        name: 'nonsense',
        times: 'any',
        when: { purpose: 'architect', anywhere: 'colour of the sky' },
        reply: { text: 'Change README.md.' },
      },
      {
        name: 'nonsense',
        times: 'any',
        when: { purpose: 'editor', anywhere: 'colour of the sky' },
        reply: { text: 'The sky is blue. 🌤' },
      },
      {
        name: 'question',
        when: { purpose: 'architect', anywhere: 'which greeting' },
        reply: { text: 'QUESTION: Hello or Welcome?' },
      },
      {
        name: 'nothing',
        when: { purpose: 'architect', anywhere: 'already fine' },
        reply: { text: 'NOTHING TO DO: the title is right as it is' },
      },
      {
        name: 'refused key',
        times: 'any',
        when: { purpose: 'architect', anywhere: 'with a wrong key' },
        fault: { kind: 'auth' },
      },
    ],
  });
  await app.github.createRepository(repository, {
    roles: { ada: 'write', mo: 'maintain', eve: 'read' },
    files: { 'README.md': '# Site\n' },
  });
  await app.github.createRepository('octo/empty', { empty: true, roles: { ada: 'write' } });
  await app.github.createRepository('octo/old', { roles: { ada: 'write' } });
  app.github.install('octo');
  // What the App reads of its own accord when it comes to them is over before it is watched.
  await until(
    'the settings of all three to be read',
    () => app.log().split('"msg":"tasks of the settings"').length > 3,
  );
});
afterAll(() => app.close());

function newIssue(name = repository): number {
  return app.github.openIssue(name, 'ada', { title: 'Something', body: '' }).number;
}

/** Comments, waits until the App has dealt with it, and returns what it wrote. */
async function say(
  issue: number,
  text: string,
  options: { by?: string; in?: string; until?: RegExp } = {},
): Promise<string[]> {
  const name = options.in ?? repository;
  app.github.comment(name, issue, options.by ?? 'ada', text);
  await app.github.idle();
  const done = options.until;
  if (!done) return botComments(app.github, name, issue);
  return until(`${done}`, () => {
    const comments = botComments(app.github, name, issue);
    return comments.some((comment) => done.test(comment)) && comments;
  });
}

const reactions = (issue: number, name = repository) =>
  app.github
    .issue(name, issue)
    .comments.flatMap((comment) => comment.reactions.map((reaction) => reaction.content));

test.each([
  ['no command', 'I think /aider could fix this.'],
  ['a quoted command', '> /aider fix\n\nWhat would that do?'],
  ['a fenced command', 'Try this:\n```\n/aider fix\n```'],
  ['a command in an HTML comment', '<!--\n/aider fix\n-->\nHello'],
])('%s does nothing', async (_name, text) => {
  const issue = newIssue();
  const before = app.github.transcript.length;
  expect(await say(issue, text)).toEqual([]);
  expect(reactions(issue)).toEqual([]);
  expect(app.github.deliveries.at(-1)?.statusCode).toBe(200);
  expect(app.github.transcript.slice(before)).toEqual([]);
});

test('somebody without write access gets one sentence, and nothing is cloned or asked of a model', async () => {
  const issue = newIssue();
  const comments = await say(issue, '/aider fix it', { by: 'eve', until: /write/ });
  expect(comments).toHaveLength(1);
  expect(comments[0]).toContain('is for people with the role write or higher');
  expect(reactions(issue)).toEqual(['confused']);
  expect(app.github.transcript.filter((exchange) => exchange.kind === 'git')).toEqual([]);
  expect(app.model.requests).toEqual([]);
});

test('an unknown verb is answered with the closest ones', async () => {
  const issue = newIssue();
  const comments = await say(issue, '/aider frobnicate', { until: /There is no command/ });
  expect(comments).toHaveLength(1);
  expect(reactions(issue)).toEqual(['confused']);
});

test('help and ping answer readers too; stop, status and retry say when there is nothing', async () => {
  const issue = newIssue();
  await say(issue, '/aider ping', { by: 'eve', until: /Here\. Version/ });
  await say(issue, `@${app.github.app.slug} ping`, { by: 'eve', until: /Here\. Version/ });
  await say(issue, '/aider help', { by: 'eve', until: /What it does/ });
  await say(issue, '/aider status', { until: /No run has been asked for/ });
  await say(issue, '/aider stop', { until: /Nothing is running here/ });
  const comments = await say(issue, '/aider retry', { until: /no earlier run/ });
  expect(comments).toHaveLength(6);
});

test('the same delivery five times at once, and once more later, is one run and one comment', async () => {
  const issue = newIssue();
  await say(issue, '/aider fix what is already fine', { until: /Nothing to change/ });
  const delivery = app.github.deliveries.at(-1);
  if (!delivery) throw new Error('There was no delivery.');
  const repeats = await Promise.all(Array.from({ length: 5 }, () => app.github.redeliver(delivery.id)));
  expect(repeats.map((repeat) => repeat.statusCode)).toEqual([200, 200, 200, 200, 200]);
  await app.github.redeliver(delivery.id);
  await say(issue, '/aider ping', { until: /Here\. Version/ });
  expect(
    botComments(app.github, repository, issue).filter((comment) => comment.includes('Nothing to change')),
  ).toHaveLength(1);
  expect(
    app.ended.filter((facts) => facts.thread.kind === 'issue' && facts.thread.number === issue),
  ).toHaveLength(1);
});

test('a forged signature is refused and leaves nothing', async () => {
  const body = JSON.stringify({ action: 'created' });
  const send = (secret: string) =>
    fetch(`${app.server.url}/api/github/webhooks`, {
      method: 'POST',
      body,
      headers: {
        'x-github-delivery': randomUUID(),
        'x-github-event': 'ping',
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
    });
  expect((await send('guessed secret, long enough')).status).toBe(401);
  expect((await send(app.github.app.webhookSecret)).status).toBe(200);
});

test('a repository without commits is refused with what to do', async () => {
  const issue = newIssue('octo/empty');
  const comments = await say(issue, '/aider fix it', { in: 'octo/empty', until: /Not started/ });
  expect(comments).toHaveLength(1);
  expect(comments[0]).toContain('no commits yet; push a first one and ask again');
});

test('an archived repository takes no answer; the log tells, and the queue goes on', async () => {
  const issue = newIssue('octo/old');
  app.github.comment('octo/old', issue, 'ada', '/aider fix it');
  app.github.changeRepository('octo/old', { archived: true });
  await app.github.idle();
  const line = new RegExp(
    `"repository":${app.github.repository('octo/old').id},.*archived or locked, and GitHub takes no answer there`,
  );
  await until('the log line', () => line.test(app.log()));
  await say(newIssue(), '/aider ping', { until: /Here\. Version/ });
});

test('a model that answers nonsense ends as failed after the third time, with no branch', async () => {
  const issue = newIssue();
  const comments = await say(issue, '/aider fix the colour of the sky', { until: /Could not finish/ });
  expect(comments).toHaveLength(1);
  expect(comments[0]).toContain('the answer held no edits');
  const asked = app.model.requests.filter((request) => request.request?.model === 'editor');
  // The same failure three times in a row ends the step: a fourth question would be money for nothing.
  expect(asked).toHaveLength(3);
  expect(Object.keys(await app.github.branches(repository))).toEqual(['main']);
});

test('a question of the model is posted', async () => {
  const comments = await say(newIssue(), '/aider fix which greeting to use', { until: /Needs an answer/ });
  expect(comments[0]).toContain('> Hello or Welcome?');
});

test('a model that refuses the key ends the run at once, with what to mend and without the key', async () => {
  const comments = await say(newIssue(), '/aider fix it with a wrong key', { until: /Could not finish/ });
  expect(comments[0]).toContain('refused the API key');
  expect(comments[0]).not.toContain('sk-test');
});

test('broken settings stop the run and name the line', async () => {
  await app.github.createRepository('octo/broken', {
    roles: { ada: 'write' },
    files: { 'README.md': '# x\n', '.github/aider.yml': 'verify:\n  tset: npm test\n' },
  });
  const issue = newIssue('octo/broken');
  const comments = await say(issue, '/aider fix it', { in: 'octo/broken', until: /Not started/ });
  expect(comments[0]).toMatch(/line 2.*tset/);
});

test('nothing of all this broke the rules of the API', () => {
  expect(app.github.violations).toEqual([]);
});
