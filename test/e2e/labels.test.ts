/** Who may ask for what, and labels that ask: by the settings of the default branch, for whoever did it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { block } from '../support/replies.ts';

const repository = 'octo/poem';
const settings = `verify:
  lint: "off"
  test: "off"
triggers:
  label: robot
permissions:
  ask: read
  approve: maintain
  deny: [mallory]
`;
const edit = block('poem.txt', 'line 1', 'Line 1');

let app: TestApp;

beforeAll(async () => {
  app = await startApp({
    order: 'any',
    entries: [
      { when: { purpose: 'architect', user: 'how many' }, reply: { text: 'Two lines.' } },
      {
        when: { purpose: 'architect' },
        times: 'any',
        reply: { text: 'In `poem.txt`, begin with a capital.' },
      },
      { when: { purpose: 'editor' }, times: 'any', reply: { text: edit } },
      { when: { purpose: 'weak' }, times: 'any', reply: { text: 'style: a capital' } },
    ],
  });
  await app.github.createRepository(repository, {
    roles: { ada: 'write', mo: 'maintain', tim: 'triage', eve: 'read', mallory: 'admin' },
    files: { 'poem.txt': 'line 1\nline 2\n', '.github/aider.yml': settings },
  });
  app.github.install('octo');
});
afterAll(() => app.close());

const open = (title: string) =>
  app.github.openIssue(repository, 'eve', { title, body: 'About `poem.txt`.' }).number;
const answerIn = (thread: number, fits: RegExp, before = 0) =>
  until(`${fits} in #${thread}`, () =>
    botComments(app.github, repository, thread)
      .slice(before)
      .find((comment) => fits.test(comment)),
  );
const say = (thread: number, text: string, fits: RegExp, login: string) => {
  const before = botComments(app.github, repository, thread).length;
  app.github.comment(repository, thread, login, text);
  return answerIn(thread, fits, before);
};

test('the label asks for a fix, in the name of whoever put it there', async () => {
  const number = open('A capital');
  app.github.label(repository, number, 'ada', 'bug');
  app.github.label(repository, number, 'ada', 'robot');
  const done = await answerIn(number, /\*\*(?:Done|Partly|Could|Not)/);
  expect(done).toContain('1 commit');
  expect(done).toContain('Asked for by a label.');
  expect(app.github.issue(repository, number).reactions.map(({ content }) => content)).toEqual(['eyes']);
  expect(app.ended).toHaveLength(1);
  expect(app.ended[0]).toMatchObject({ command: { verb: 'fix' }, requester: 'ada' });
});

test('the other label asks for a plan, which only a maintainer may approve here', async () => {
  const number = open('Another capital');
  app.github.label(repository, number, 'ada', 'aider:plan');
  expect(await answerIn(number, /\*\*Planned in/)).toContain('/aider approve');
  expect(await say(number, '/aider approve', /role maintain/, 'ada')).toContain('nothing was started');
  expect(await say(number, '/aider approve', /\*\*(?:Done|Partly|Could|Not)/, 'mo')).toContain('1 commit');
});

test('a label by somebody who may not ask is answered with the reason', async () => {
  const number = open('Please');
  const runs = app.ended.length;
  app.github.label(repository, number, 'tim', 'robot');
  expect(await answerIn(number, /role write/)).toContain('tim');
  // A label of the default name means nothing where the settings have another.
  app.github.label(repository, number, 'ada', 'aider');
  await app.github.idle();
  expect(app.ended.length).toBe(runs);
});

test('readers may ask where the settings say so, and nobody who is denied may do anything', async () => {
  const number = open('Question');
  expect(await say(number, '/aider ask how many lines are there?', /\*\*Answered/, 'eve')).toContain(
    'Two lines.',
  );
  expect(await say(number, '/aider fix it', /role write/, 'eve')).toContain('nothing was started');
  expect(await say(number, '/aider status', /permissions\.deny/, 'mallory')).toContain('mallory');
  expect(app.github.violations).toEqual([]);
});
