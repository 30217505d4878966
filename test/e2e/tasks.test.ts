/** Maintenance tasks of the settings: listed, run by name, kept to their files, and closing nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { block } from '../support/replies.ts';

const repository = 'octo/poem';
const settings = `verify:
  lint: test -s poem.txt
  test: "off"
tasks:
  - id: shorten
    schedule: "0 5 * * 1"
    prompt: |
      Shorten the longest line.
      Keep the rhymes.
    paths: ["*.txt"]
  - id: translate
    prompt: Translate what is new.
`;

let app: TestApp;
/** The issue that was opened last. */
let last: number;

beforeAll(async () => {
  app = await startApp({
    order: 'any',
    entries: [
      { when: { purpose: 'architect' }, times: 'any', reply: { text: 'In `poem.txt`, shorten line 3.' } },
      {
        when: { purpose: 'editor', user: 'not among the files that may be changed here' },
        reply: { text: block('poem.txt', 'line 3', 'l3') },
      },
      { when: { purpose: 'editor' }, reply: { text: block('README.md', '# Poem', '# A poem') } },
      { when: { purpose: 'editor' }, reply: { text: block('poem.txt', 'line 1', 'l1') } },
      { when: { purpose: 'weak' }, times: 'any', reply: { text: 'style: shorten line 3' } },
    ],
  });
  await app.github.createRepository(repository, {
    roles: { mo: 'maintain', ada: 'write' },
    files: { 'poem.txt': 'line 1\nline 2\nline 3\n', 'README.md': '# Poem\n', '.github/aider.yml': settings },
  });
  app.github.install('octo');
});
afterAll(() => app.close());

async function say(by: string, text: string, until_: RegExp): Promise<string> {
  last = app.github.openIssue(repository, 'mo', { title: 'Upkeep', body: '' }).number;
  app.github.comment(repository, last, by, text);
  return until(text, () => botComments(app.github, repository, last).find((body) => until_.test(body)));
}

test('the list shows what there is; a name that is none starts nothing', async () => {
  const list = await say('mo', '/aider task list', /\| Task \|/);
  expect(list).toMatch(
    /\| `shorten` \| Shorten the longest line\. \| `\*\.txt` \| \d{4}-\d\d-\d\d 05:\d\d UTC \| never \|/,
  );
  expect(list).toContain('| `translate` | Translate what is new. | everywhere | when asked for | never |');
  const unknown = await say('mo', '/aider task run shorter', /is none of/);
  expect(unknown).toContain(
    '`run shorter` is none of `list`, `run <task>`, `skip <task>` and `snooze <task> 7d` with one of the tasks here. Nothing was started.',
  );
  expect(app.ended).toEqual([]);
});

test('a task is for maintainers', async () => {
  await say('ada', '/aider task run shorten', /role maintain or higher/);
  expect(app.ended).toEqual([]);
});

test('a run has the prompt of the task, changes only its files, and closes no issue', async () => {
  await say('mo', '/aider task run shorten', /\*\*Done in/);
  const asked = JSON.stringify(app.model.requests[0]?.body);
  expect(asked).toContain('Shorten the longest line.');
  expect(asked).toContain('Keep the rhymes.');
  const [pull] = app.github.pulls(repository);
  expect(pull?.body).toContain('Maintenance task `shorten`, asked for in #');
  expect(pull?.body).not.toContain('Closes #');
  expect(app.ended.at(-1)?.commits.flatMap(({ paths }) => paths)).toEqual(['poem.txt']);
});

test('its role is asked for again when somebody else repeats it', async () => {
  const runs = app.ended.length;
  app.github.comment(repository, last, 'ada', '/aider retry');
  const refused = await until('the refusal', () =>
    botComments(app.github, repository, last).find((body) => body.includes('Not started')),
  );
  expect(refused).toContain('maintain');
  expect(botComments(app.github, repository, last)).toHaveLength(2);
  expect(app.ended.slice(runs).flatMap(({ commits }) => commits)).toEqual([]);
});

test('a second run goes to the pull request of the first while that is open', async () => {
  await say('mo', '/aider task run shorten', /\*\*Done in/);
  const pulls = app.github.pulls(repository);
  expect(pulls).toHaveLength(1);
  expect(pulls[0]?.body).toContain('### Since then');
});

test('a time can be passed over, and a task be left alone for a while', async () => {
  const skipped = await say('mo', '/aider task skip shorten', /is passed over/);
  const [, first = ''] = /due again on (\S+)/.exec(skipped) ?? [];
  const rests = await say('mo', '/aider task snooze shorten 3w', /rests until/);
  const [, later = ''] = /due again on (\S+)/.exec(rests) ?? [];
  expect(Date.parse(later) - Date.parse(first)).toBeGreaterThanOrEqual(7 * 24 * 3_600_000);
  const list = await say('mo', '/aider task list', /\| Task \|/);
  expect(list).toMatch(new RegExp(`\\| ${later} 05:\\d\\d UTC \\(snoozed\\) \\|.*not run, as mo asked`));
  await say('mo', '/aider task snooze shorten soon', /is none of/);
  // Without a schedule there is no time to pass over.
  await say('mo', '/aider task skip translate', /is none of/);
  expect(app.github.violations).toEqual([]);
});
