/** Follow-ups: commands on a pull request become further commits on its branch. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { block } from '../support/replies.ts';

const repository = 'octo/poem';
const poem = Array.from({ length: 12 }, (_, line) => `line ${line + 1}`).join('\n');

let app: TestApp;
let number: number;

beforeAll(async () => {
  app = await startApp({
    order: 'any',
    entries: [
      {
        when: { purpose: 'architect', user: 'capital' },
        reply: { text: 'In poem.txt, write the first line with a capital.' },
      },
      {
        when: { purpose: 'editor', user: 'capital' },
        reply: { text: block('poem.txt', 'line 1\n', 'Line 1\n') },
      },
      {
        when: { purpose: 'architect', user: 'shorter' },
        reply: {
          text: '### Step 1: Shorten\nIn poem.txt, line 3.\n\n### Step 2: Rhyme\nIn poem.txt, line 9.',
        },
      },
      {
        when: { purpose: 'editor', user: 'step 1 of 2' },
        reply: { text: block('poem.txt', 'line 3', 'l3') },
      },
      {
        when: { purpose: 'editor', user: 'step 2 of 2' },
        reply: { text: block('poem.txt', 'line 9', 'line nine, fine') },
      },
      { when: { purpose: 'weak', anywhere: '+l3' }, reply: { text: 'style: shorten line 3' } },
      { when: { purpose: 'weak', anywhere: 'nine, fine' }, reply: { text: 'feat: let line 9 rhyme' } },
      { when: { purpose: 'weak' }, times: 'any', reply: { text: 'style: begin with a capital' } },
    ],
  });
  await app.github.createRepository(repository, {
    roles: { ada: 'write', eve: 'read' },
    files: { 'poem.txt': `${poem}\n` },
  });
  app.github.install('octo');
  await app.github.push(repository, 'ada', {
    branch: 'poem',
    from: 'main',
    files: { 'poem.txt': `${poem}\nline 13\n` },
    message: 'one more line',
  });
  number = (
    await app.github.openPull(repository, 'ada', {
      head: 'poem',
      base: 'main',
      title: 'A longer poem',
      body: 'See.',
    })
  ).number;
});
afterAll(() => app.close());

const branches = () => app.github.branches(repository);

test('a command in the conversation adds commits to the branch and opens nothing new', async () => {
  const before = (await branches()).poem;
  app.github.comment(repository, number, 'ada', '/aider fix begin with a capital letter');
  await until('the end', () => botComments(app.github, repository, number)[0]?.includes('**Done in'));
  const after = await branches();
  expect(Object.keys(after).sort()).toEqual(['main', 'poem']);
  expect(after.poem).not.toBe(before);
  expect(app.github.pulls(repository)).toHaveLength(1);
  const facts = app.ended.at(-1);
  expect(facts?.base.commit).toBe(before);
  expect(facts?.commits.map((commit) => commit.subject)).toEqual(['style: begin with a capital']);
  const prompt = JSON.stringify(app.model.requests[0]?.body);
  expect(prompt).toContain('+line 13');
});

test('a review with two points is one run, with a commit for each and an answer in each thread', async () => {
  const runs = app.ended.length;
  await app.github.review(repository, number, 'ada', {
    event: 'COMMENT',
    body: 'Two things.',
    comments: [
      { path: 'poem.txt', line: 12, body: '/aider fix line 3 could be shorter' },
      { path: 'poem.txt', line: 13, body: 'Nice.' },
      { path: 'poem.txt', line: 11, body: '/aider let the ninth line rhyme' },
    ],
  });
  const replies = () =>
    app.github.pull(repository, number).pull.comments.filter((comment) => comment.author.type === 'Bot');
  await until('both answers', () => replies().length === 2);
  await app.github.idle();
  expect(app.ended.length).toBe(runs + 1);
  const [first, second] = replies();
  expect(first?.body).toMatch(/[0-9a-f]{7} style: shorten line 3 \(`poem\.txt`\)/);
  expect(second?.body).toMatch(/[0-9a-f]{7} feat: let line 9 rhyme \(`poem\.txt`\)/);
  expect(botComments(app.github, repository, number)).toHaveLength(2);
  const asked = app.github
    .pull(repository, number)
    .pull.comments.filter((comment) => comment.body?.includes('/aider'));
  expect(asked.map((comment) => comment.reactions.map((reaction) => reaction.content))).toEqual([
    ['eyes'],
    ['eyes'],
  ]);
});

test('a review by somebody without write access starts nothing', async () => {
  const runs = app.ended.length;
  await app.github.review(repository, number, 'eve', { event: 'COMMENT', body: '/aider fix everything' });
  await until('the answer', () =>
    botComments(app.github, repository, number).some((text) => text.includes('role write or higher')),
  );
  expect(app.ended.length).toBe(runs);
});

test('commits on a pull request from a fork are not for the App to take back', async () => {
  await app.github.fork(repository, 'eve');
  await app.github.push('eve/poem', 'eve', {
    branch: 'mine',
    from: 'main',
    files: { 'poem.txt': 'mine\n' },
    message: 'mine',
  });
  const pull = await app.github.openPull(repository, 'eve', {
    head: 'eve:mine',
    base: 'main',
    title: 'Mine',
    body: '',
  });
  app.github.comment(repository, pull.number, 'ada', '/aider undo');
  const text = await until('the answer', () =>
    botComments(app.github, repository, pull.number).find((body) => body.includes('Nothing undone')),
  );
  expect(text).toContain('comes from a fork, to which the App cannot push');
  expect(
    app.github.transcript.filter((exchange) => exchange.kind === 'git' && exchange.path.includes('eve')),
  ).toEqual([]);
});

test('nothing of all this broke the rules of the API', () => {
  expect(app.github.violations).toEqual([]);
});
