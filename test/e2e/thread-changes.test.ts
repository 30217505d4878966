/** What people do to a thread while its runs wait or work: comments edited and deleted, issues closed. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { commitMessages, heardStop, heldFiles, heldScript, letGo, reached } from '../support/held.ts';

const repository = 'octo/poem';
let app: TestApp;
let gate: string;
let stops = 0;

beforeAll(async () => {
  app = await startApp({
    order: 'any',
    entries: [
      ...heldScript('closed', 'deleted', 'behind', 'edited', 'before', 'lost', 'removed'),
      {
        when: { purpose: 'architect', user: 'the new text' },
        times: 'any',
        reply: { text: 'NOTHING TO DO: it is new already' },
      },
      commitMessages,
    ],
  });
  gate = path.join(app.dataDir, 'gate');
  await app.github.createRepository(repository, { roles: { ada: 'write' }, files: heldFiles(gate) });
  app.github.install('octo');
});
afterAll(() => app.close());

const newIssue = () => app.github.openIssue(repository, 'ada', { title: 'The poem', body: '' }).number;
const say = (issue: number, text: string) => app.github.comment(repository, issue, 'ada', text).id;
const comments = (issue: number) => botComments(app.github, repository, issue);
const shown = (issue: number, what: RegExp) =>
  until(`${what}`, () => comments(issue).find((text) => what.test(text)));
const asked = (text: string) =>
  app.model.requests.filter((request) => JSON.stringify(request.body).includes(text)).length;
const git = (...args: string[]) =>
  execFileSync('git', ['--git-dir', app.github.repository(repository).dir, ...args], { encoding: 'utf8' });

test('an issue closed in the middle stops its run within a step; the commit is kept on a branch, and the comment says so', async () => {
  const issue = newIssue();
  say(issue, '/aider fix scenario closed');
  await reached(gate, 'closed');
  await app.github.closeThread(repository, issue, 'ada');
  await heardStop(app, ++stops);
  letGo(gate, 'closed');
  const text = await shown(issue, /Stopped after/);
  expect(comments(issue)).toHaveLength(1);
  expect(text).toContain('ada closed this before the run had ended.');
  const branch = `aider/${issue}-the-poem`;
  expect(text).toContain(`1 commit is kept on \`${branch}\`.`);
  expect(git('diff', '--shortstat', `main..${branch}`)).toMatch(/1 insertion\(\+\), 1 deletion/);
  expect(git('show', `${branch}:poem.txt`)).toMatch(/^LINE 1\n/);
  expect(app.github.pulls(repository)).toEqual([]);
});

test('a comment deleted in the middle stops its run; one deleted while its run waits ends it at once', async () => {
  const issue = newIssue();
  const first = say(issue, '/aider fix scenario deleted');
  await reached(gate, 'deleted');
  const second = say(issue, '/aider fix scenario behind');
  await until('both to be taken up', () => comments(issue).length === 2);
  app.github.deleteComment(repository, second, 'ada');
  expect(await shown(issue, /Stopped after/)).toContain('ada deleted the comment that asked for it.');
  app.github.deleteComment(repository, first, 'ada');
  await heardStop(app, ++stops);
  letGo(gate, 'deleted');
  await until('both to have ended', () => comments(issue).every((text) => text.includes('Stopped after')));
  await until('the end of the run', () => app.ended.some((facts) => facts.command.text.includes('deleted')));
  expect(comments(issue)).toHaveLength(2);
  expect(asked('scenario behind')).toBe(0);
});

test('until a run begins its comment counts as it is; afterwards as it was, and that is said', async () => {
  const issue = newIssue();
  const first = say(issue, '/aider fix scenario edited');
  await reached(gate, 'edited');
  const second = say(issue, '/aider fix scenario before');
  const third = say(issue, '/aider fix scenario removed');
  await until('all to be taken up', () => comments(issue).length === 3);
  app.github.editComment(repository, second, 'ada', 'On second thought:\n\n/aider fix the new text');
  app.github.editComment(repository, third, 'ada', 'Never mind.');
  await shown(issue, /ada took the command out of the comment that asked for it/);
  app.github.editComment(repository, first, 'ada', '/aider fix scenario edited, and faster');
  await shown(
    issue,
    /The run had started when the comment was edited, so it goes on with the text as it was/,
  );
  letGo(gate, 'edited');
  await shown(issue, /Done in/);
  await shown(issue, /Nothing to change.*\n\n.*new already/);
  expect(asked('scenario before')).toBe(0);
  expect(asked('scenario removed')).toBe(0);
  expect(app.github.pulls(repository)).toHaveLength(1);
  const texts = app.ended.map((facts) => facts.command.text);
  expect(texts).toEqual(expect.arrayContaining(['scenario edited', 'the new text']));
  expect(texts).not.toContain('scenario edited, and faster');
});

test('a command that an edit adds starts nothing; a mistyped one can be mended', async () => {
  const issue = newIssue();
  const plain = say(issue, 'The poem could be louder.');
  app.github.editComment(repository, plain, 'ada', '/aider fix the new text');
  const typo = say(issue, '/aider frobnicate');
  await shown(issue, /There is no command/);
  app.github.editComment(repository, typo, 'ada', '/aider fix the new text');
  await shown(issue, /Nothing to change/);
  expect(comments(issue)).toHaveLength(2);
});

test('a tracking comment that somebody deleted is written anew at the end', async () => {
  const issue = newIssue();
  say(issue, '/aider fix scenario lost');
  await reached(gate, 'lost');
  const ours = app.github.issue(repository, issue).comments.find(({ author }) => author.type === 'Bot');
  app.github.deleteComment(repository, ours?.id ?? 0, 'ada');
  letGo(gate, 'lost');
  await shown(issue, /Done in/);
  expect(comments(issue)).toHaveLength(1);
});

test('a comment that is gone before it is taken in leaves nothing to do and nothing behind', async () => {
  const issue = newIssue();
  app.github.faults.inject({
    method: 'GET',
    path: /collaborators/,
    fault: { kind: 'latency', ms: 500 },
  });
  const id = say(issue, '/aider fix the new text');
  app.github.deleteComment(repository, id, 'ada');
  await until('the log line', () => app.log().includes('deleted before it was taken in'));
  expect(comments(issue)).toEqual([]);
});

test('nothing of all this broke the rules of the API', () => {
  expect(app.github.violations).toEqual([]);
});
