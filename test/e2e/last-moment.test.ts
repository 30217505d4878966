/** The moment between the last comment of a run and its end: people see the comment, and what they say next comes after it. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { heardStop } from '../support/held.ts';

const repository = 'octo/poem';
let app: TestApp;

beforeAll(async () => {
  const script: ScriptInput = {
    order: 'any',
    entries: [
      {
        when: { purpose: 'architect', user: '/The answer is:\\s+the ninth/' },
        reply: { text: 'NOTHING TO DO: line nine rhymes' },
      },
      { when: { purpose: 'architect', user: 'make it rhyme' }, reply: { text: 'QUESTION: Which line?' } },
      {
        when: { purpose: 'architect', user: 'check the metre' },
        times: 'any',
        reply: { text: 'NOTHING TO DO: the metre is fine' },
      },
    ],
  };
  // As with several processes, of which none waits for the writes of another.
  app = await startApp(script, {}, { pacer: { run: (_lane, _weight, send) => send() } });
  await app.github.createRepository(repository, {
    roles: { ada: 'write' },
    files: { 'poem.txt': 'line 1\nline 2\n' },
  });
  app.github.install('octo');
});
afterEach(() => app.github.faults.clear());
afterAll(() => app.close());

const newIssue = () => app.github.openIssue(repository, 'ada', { title: 'The poem', body: '' }).number;
const say = (issue: number, text: string) => app.github.comment(repository, issue, 'ada', text);
const comments = (issue: number) => botComments(app.github, repository, issue);
/** The comment of this number of the App, once it says that. */
const shown = (issue: number, index: number, what: string) =>
  until(`"${what}"`, () => comments(issue)[index]?.includes(what) && comments(issue)[index]);
const ended = (count: number) =>
  until(`the end of ${count} runs`, () => app.log().split('"msg":"run ended"').length > count);

/** GitHub shows the comment that says `words`, and does not answer whoever wrote it before `open` is called. */
function holdAfter(words: string): { open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  app.github.faults.inject({
    method: 'PATCH',
    path: '/issues/comments/',
    body: words,
    fault: { kind: 'held', until: promise },
  });
  return { open: resolve };
}

test('retry, stop and status take the run as ended', async () => {
  const issue = newIssue();
  const held = holdAfter('The metre is fine');
  say(issue, '/aider fix check the metre');
  await shown(issue, 0, 'The metre is fine');
  say(issue, '/aider status');
  expect(await shown(issue, 1, '`fix`')).toContain('nothing to do');
  say(issue, '/aider stop');
  await shown(issue, 2, 'Nothing is running here.');
  say(issue, '/aider retry');
  await shown(issue, 3, '**');
  expect(app.log()).not.toContain('"msg":"run ended"');
  held.open();
  expect(await shown(issue, 3, 'The metre is fine')).toContain('- [x] Plan');
  await ended(2);
  expect(app.ended.map(({ command, outcome }) => [command.text, outcome?.kind])).toEqual([
    ['check the metre', 'nothing-to-do'],
    ['check the metre', 'nothing-to-do'],
  ]);
});

test('the answer to its question is taken', async () => {
  const issue = newIssue();
  const held = holdAfter('Which line?');
  say(issue, '/aider fix make it rhyme');
  await shown(issue, 0, 'Which line?');
  say(issue, 'the ninth');
  await until('the next run', () => comments(issue).length === 2);
  held.open();
  await shown(issue, 1, 'Line nine rhymes');
  await ended(4);
});

test('a run at work is not repeated; one that is being stopped is, after its end', async () => {
  const issue = newIssue();
  const { promise, resolve } = Promise.withResolvers<void>();
  app.github.faults.inject({ path: '/git/ref/heads', fault: { kind: 'held', until: promise } });
  say(issue, '/aider fix check the metre');
  await until('the run to be at work', () => app.github.faults.pending().length === 0);
  say(issue, '/aider retry');
  await shown(issue, 1, 'A run is at work here already (`fix` for ada');
  say(issue, '/aider stop');
  await shown(issue, 2, 'Stopping');
  say(issue, '/aider retry');
  await until('the next run', () => comments(issue).length === 4);
  await heardStop(app, 1);
  resolve();
  await shown(issue, 3, 'The metre is fine');
  await ended(6);
  expect(app.ended.slice(-2).map(({ outcome }) => outcome?.kind)).toEqual(['stopped', 'nothing-to-do']);
});

test('nothing of all this broke the rules of the API', () => {
  expect(app.github.violations).toEqual([]);
});
