/** Another round: on what a run left, on the branch where it left it, or with the answer that it waited for. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { block } from '../support/replies.ts';

const repository = 'octo/poem';
const poem = Array.from({ length: 12 }, (_, line) => `line ${line + 1}`).join('\n');

const script: ScriptInput = {
  order: 'any',
  entries: [
    // The answer is in the request of the second call, and the question only among the material.
    {
      when: { purpose: 'architect', user: '/The answer is:\\s+The ninth/' },
      reply: { text: 'In `poem.txt`, let line 9 rhyme.' },
    },
    {
      when: { purpose: 'architect', user: 'let a line rhyme' },
      times: 'any',
      reply: { text: 'QUESTION: Which line, then?' },
    },
    {
      when: { purpose: 'editor', user: 'let line 9 rhyme' },
      times: 'any',
      reply: { text: block('poem.txt', 'line 9', 'line nine, fine') },
    },
    {
      when: { purpose: 'architect', user: 'also the first' },
      reply: { text: 'In `poem.txt`, begin with a capital.' },
    },
    {
      when: { purpose: 'editor', user: 'begin with a capital' },
      reply: { text: block('poem.txt', 'line 1\n', 'Line 1\n') },
    },
    {
      when: { purpose: 'architect', user: 'and the second' },
      reply: { text: 'In `poem.txt`, shorten line 2.' },
    },
    {
      when: { purpose: 'editor', user: 'shorten line 2' },
      reply: { text: block('poem.txt', 'line 2', 'l2') },
    },
    {
      when: { purpose: 'architect', user: '/The answer is:\\s+in capitals/' },
      reply: { text: 'In `poem.txt`, write line 4 in capitals.' },
    },
    { when: { purpose: 'architect', user: 'something for line 4' }, reply: { text: 'QUESTION: How?' } },
    { when: { purpose: 'weak' }, times: 'any', reply: { text: 'feat: go on' } },
  ],
};

let app: TestApp;

beforeAll(async () => {
  app = await startApp(script);
  await app.github.createRepository(repository, {
    roles: { ada: 'write', bob: 'write' },
    files: { 'poem.txt': `${poem}\n`, 'title.txt': 'Untitled\n' },
  });
  app.github.install('octo');
});
afterAll(() => app.close());

const git = (...args: string[]) =>
  execFileSync('git', ['--git-dir', app.github.repository(repository).dir, ...args], {
    encoding: 'utf8',
  }).trim();
const open = (title: string) =>
  app.github.openIssue(repository, 'ada', { title, body: 'About `poem.txt`.' }).number;

/** Comments, and returns the App's next comment in the thread once it fits. */
async function say(thread: number, text: string, fits: RegExp, login = 'ada'): Promise<string> {
  const before = botComments(app.github, repository, thread).length;
  app.github.comment(repository, thread, login, text);
  return until(`${fits} after ${text}`, () => {
    const comments = botComments(app.github, repository, thread);
    return comments.length > before && comments.slice(before).find((comment) => fits.test(comment));
  });
}
const architectPrompt = (fits: string) =>
  app.model.requests
    .map(({ body }) => JSON.stringify(body))
    .findLast((body) => body.includes('"model":"architect"') && body.includes(fits)) ?? '';

let issue: number;
let pull: number;

test('the next comment of whoever asked is the answer to the question of the run', async () => {
  issue = open('Rhyme');
  const question = await say(issue, '/aider fix let a line rhyme', /Needs an answer/);
  expect(question).toContain('> Which line, then?');
  expect(question).toContain('just reply here: your next comment continues the run');
  const runs = app.ended.length;
  app.github.comment(repository, issue, 'bob', 'I like the second.');
  await app.github.idle();
  const done = await say(issue, 'The ninth, please: the ninth.', /\*\*Done in/);
  expect(app.ended.length).toBe(runs + 1);
  expect(done).toContain('1 commit');
  const [opened] = app.github.pulls(repository);
  pull = opened?.number ?? 0;
  expect(git('show', `${opened?.pull.headRef}:poem.txt`)).toContain('line nine, fine');
  const comments = app.github
    .issue(repository, issue)
    .comments.filter(({ author }) => author.type === 'User');
  expect(comments.map(({ reactions }) => reactions.map(({ content }) => content))).toEqual([
    ['eyes'],
    [],
    ['eyes'],
  ]);
});

test('afterwards a comment is only a comment', async () => {
  const runs = app.ended.length;
  app.github.comment(repository, issue, 'ada', 'Thank you!');
  await app.github.idle();
  await say(issue, '/aider status', /`continue` for/);
  expect(app.ended.length).toBe(runs);
});

test('on the issue, continue goes on with the pull request that came of it', async () => {
  await app.github.push(repository, 'bob', {
    branch: app.github.pull(repository, pull).pull.headRef,
    files: { 'title.txt': 'A human title\n' },
    message: 'a title',
  });
  const before = app.github.pull(repository, pull).pull.headSha;
  const done = await say(issue, '/aider continue also the first', /\*\*Done in/);
  expect(done).toContain(`PR #${pull}`);
  expect(app.github.pulls(repository)).toHaveLength(1);
  expect(git('rev-parse', `${app.github.pull(repository, pull).pull.headRef}^`)).toBe(before);
  const prompt = architectPrompt('also the first');
  expect(prompt).toContain('let a line rhyme');
  expect(prompt).toContain('feat: go on (poem.txt)');
  expect(prompt).toContain('+A human title');
});

test('on the pull request, continue knows the runs of the issue', async () => {
  expect(await say(pull, '/aider continue and the second', /\*\*Done in/, 'bob')).toContain('1 commit');
  expect(app.ended.at(-1)?.commits).toHaveLength(1);
  expect(architectPrompt('and the second')).toContain('also the first');
});

test('the answer to the question of a plan makes a plan', async () => {
  const number = open('Plan');
  await say(number, '/aider plan something for line 4', /Needs an answer/);
  const plan = await say(number, '/aider continue in capitals', /\*\*Planned in/, 'bob');
  expect(plan).toContain('In `poem.txt`, write line 4 in capitals.');
  expect(plan).toMatch(/`\/aider approve [0-9a-f]{8}`/);
});

test('without a former run there is nothing to go on with', async () => {
  const number = open('Nothing yet');
  expect(await say(number, '/aider continue', /Not started/)).toContain('`/aider fix …` starts one');
  expect(app.github.violations).toEqual([]);
});
