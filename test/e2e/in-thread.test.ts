/** Commands in review threads: each is answered where it stands. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { block } from '../support/replies.ts';

const repository = 'octo/poem';
const lines = Array.from({ length: 8 }, (_, line) => `line ${line + 1}\n`);

let app: TestApp;
let number: number;

beforeAll(async () => {
  app = await startApp({
    order: 'any',
    entries: [
      {
        when: { purpose: 'architect', user: 'why seven' },
        reply: { text: 'Because `poem.txt` has a line 7 in its *middle*.' },
      },
      { when: { purpose: 'architect', user: 'and eight' }, reply: { text: 'That is the last one.' } },
      // What is to be done stands in the comment above the command alone.
      {
        when: { purpose: 'architect', anywhere: 'Shout this line, please.' },
        reply: { text: 'In poem.txt, shout line 5.' },
      },
      {
        when: { purpose: 'editor', user: 'shout line 5' },
        reply: { text: block('poem.txt', 'line 5', 'LINE 5') },
      },
      {
        when: { purpose: 'architect', user: 'Answer: Line 2.' },
        reply: { text: 'In poem.txt, let line 2 rhyme.' },
      },
      {
        when: { purpose: 'architect', user: 'let it rhyme' },
        reply: { text: 'QUESTION: Which line, then?' },
      },
      {
        when: { purpose: 'architect', anywhere: 'Line 2, of course.' },
        reply: { text: 'In poem.txt, let line 2 rhyme.' },
      },
      {
        when: { purpose: 'editor', user: 'let line 2 rhyme' },
        reply: { text: block('poem.txt', 'line 2', 'line two, true') },
      },
      { when: { purpose: 'weak' }, times: 'any', reply: { text: 'style: a better line' } },
    ],
  });
  await app.github.createRepository(repository, {
    roles: { ada: 'write', bob: 'write', eve: 'read' },
    files: { 'poem.txt': 'soon\n' },
  });
  app.github.install('octo');
  const branch = { branch: 'poem', from: 'main', files: { 'poem.txt': lines.join('') } };
  await app.github.push(repository, 'ada', branch);
  const pull = { head: 'poem', base: 'main', title: 'A poem', body: 'See.' };
  number = (await app.github.openPull(repository, 'ada', pull)).number;
});
afterAll(() => app.close());

const inline = (by: string, line: number, body: string) =>
  app.github.reviewComment(repository, number, by, { path: 'poem.txt', line, body });
const reply = (by: string, to: number, body: string) => app.github.reply(repository, number, by, to, body);
/** Our answers in a thread, without their markers. */
const answersIn = (root: number) =>
  app.github
    .pull(repository, number)
    .pull.comments.filter(({ replyTo, author }) => replyTo === root && author.type === 'Bot')
    .map(({ body }) => (body ?? '').split('\n').slice(1).join('\n'));
const answered = (root: number, count = 1) =>
  until('the answer in the thread', () => (answersIn(root).length >= count ? answersIn(root) : undefined));
const conversation = () => botComments(app.github, repository, number);

test('a question is answered in its thread, with the code that it is about before the model', async () => {
  const { id } = await inline('ada', 7, '/aider ask why seven?');
  expect(await answered(id)).toEqual(['Because `poem.txt` has a line 7 in its *middle*.']);
  const asked = JSON.stringify(app.model.requests.at(-1)?.body);
  expect(asked).toContain('code that point 1 is about: poem.txt, line 7');
  // The comment of the run tells what it cost, and where the answer is.
  const told = await until('its comment', () =>
    conversation().find((body) => body.includes('**Answered in')),
  );
  expect(told).toContain('The answer stands in the thread of the review comment that asked.');
});

test('several questions of one review are answered each in its own thread', async () => {
  await app.github.review(repository, number, 'ada', {
    event: 'COMMENT',
    body: '/aider ping',
    comments: [
      { path: 'poem.txt', line: 8, body: '/aider ask and eight?' },
      { path: 'poem.txt', line: 6, body: '/aider plan something' },
    ],
  });
  const [question, plan] = app.github.pull(repository, number).pull.comments.slice(-2);
  expect(await answered(question?.id ?? 0)).toEqual(['That is the last one.']);
  // What has no meaning there is said there, and what stands in the review itself is for the conversation.
  const [kind] = await answered(plan?.id ?? 0);
  expect(kind).toContain('please write `/aider plan` in the conversation. Nothing was started.');
  await until('the pong', () => conversation().some((body) => body.includes('Here. Version')));
});

test('a fix sees the comments above it, and `undo` in the thread takes its commit back', async () => {
  const { id } = await inline('bob', 5, 'Shout this line, please.');
  reply('ada', id, '/aider fix');
  const [fixed = ''] = await answered(id);
  expect(fixed).toMatch(/^[0-9a-f]{7} style: a better line \(`poem\.txt`\)/);
  const asked = JSON.stringify(
    app.model.requests.find((one) => JSON.stringify(one).includes('Shout this'))?.body,
  );
  expect(asked).toContain('comment by @bob (writer) in the thread of point 1');
  reply('ada', id, '/aider undo');
  const [, undone = ''] = await answered(id, 2);
  expect(undone).toMatch(/^[0-9a-f]{7} revert/i);
  expect(app.ended.at(-1)?.answer).toMatchObject({
    kind: 'taken-back',
    commits: [{ id: expect.stringMatching(fixed.slice(0, 7)) }],
  });
});

test('`undo` where no commit is named takes nothing back', async () => {
  const runs = app.ended.length;
  const { id } = await inline('ada', 4, '/aider undo');
  const [text] = await answered(id);
  expect(text).toContain('takes back the commit that the bot named there, and it named none here');
  expect(app.ended).toHaveLength(runs);
});

test('people without write access get nothing in a thread either', async () => {
  const runs = app.ended.length;
  await inline('eve', 3, '/aider ask what is secret here?');
  await until('the refusal', () => conversation().some((body) => body.includes('role write or higher')));
  expect(app.ended).toHaveLength(runs);
});

test('a question of the model stands in the thread, and the reply there goes on with the run', async () => {
  const { id } = await inline('ada', 2, '/aider fix let it rhyme');
  const [question = ''] = await answered(id);
  expect(question).toContain('> Which line, then?');
  expect(question).toContain('just reply here: your next comment in this thread continues the run.');
  const runs = app.ended.length;
  // Neither somebody else, nor the same person in another thread.
  reply('bob', id, 'Any.');
  await inline('ada', 1, 'Line 1 is fine.');
  const answer = reply('ada', id, 'Line 2, of course.');
  const [, done = ''] = await answered(id, 2);
  expect(done).toMatch(/^[0-9a-f]{7} style: a better line/);
  expect(answer.reactions.map(({ content }) => content)).toEqual(['eyes']);
  expect(app.ended).toHaveLength(runs + 1);
  expect(app.ended.at(-1)?.command).toMatchObject({ verb: 'continue', text: 'Line 2, of course.' });
  expect(app.github.violations).toEqual([]);
});
