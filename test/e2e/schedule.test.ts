/** Maintenance by the clock: each test sets the clock on, as far as its own task needs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';

const block = (search: string, replace: string, file = 'poem.txt') =>
  `${file}\n\`\`\`\n<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n\`\`\`\n`;

type Edit = readonly [from: string, to: string, file?: string] | 'nothing' | 'fails';

/** What the models answer to the task `name`, one entry a run. */
const answers = (name: string, ...edits: Edit[]): ScriptInput['entries'] =>
  edits.flatMap((edit, index): ScriptInput['entries'] => {
    const when = { purpose: 'architect', user: `Do ${name}.` } as const;
    if (edit === 'nothing') return [{ when, reply: { text: 'NOTHING TO DO: all is well' } }];
    const step = `${name} number ${index}`;
    const editor = { purpose: 'editor', user: step } as const;
    return [
      { when, reply: { text: `In \`poem.txt\`, ${step}.` } },
      edit === 'fails'
        ? { when: editor, times: 'any', reply: { text: block('no such line', 'x') } }
        : { when: editor, reply: { text: block(...edit) } },
    ];
  });

let app: TestApp;
let clock = Date.parse('2026-12-01T12:00:00Z');
/** Whatever the share of a repository in the half hour is, its time is over then. */
const advanceTo = (time: string) => {
  clock = Date.parse(time);
};
const days = (count: number) => advanceTo(new Date(clock + count * 24 * 3_600_000).toISOString());

beforeAll(async () => {
  app = await startApp(
    {
      order: 'any',
      entries: [
        ...answers('first', ['line 1', 'LINE 1'], ['line 2', 'LINE 2'], ['line 3', 'LINE 3']),
        ...answers('quiet', 'nothing'),
        ...answers('closed', ['line 1', 'LINE 1'], ['line 2', 'LINE 2']),
        ...answers('broken', 'fails', 'fails', 'nothing'),
        ...answers('late', 'nothing'),
        ...answers('gone', 'nothing'),
        ...answers('touched', ['line 1', 'LINE 1']),
        ...answers('outside', ['line 1', 'LINE 1']),
        { when: { purpose: 'weak' }, times: 'any', reply: { text: 'style: shout' } },
      ],
    },
    {},
    { now: () => clock },
  );
  app.github.install('octo');
});
afterAll(() => app.close());

const settingsOf = (tasks: string, more = '') => `verify: { lint: "off", test: sh test.sh }
${more}
tasks:
${tasks}`;
const taskOf = (name: string, schedule: string, more = '') =>
  `  - { id: ${name}, schedule: "${schedule}", prompt: "Do ${name}."${more} }\n`;

/** A repository whose settings come by a push, as they do in life. */
async function repositoryWith(name: string, settings: string): Promise<string> {
  const repository = `octo/${name}`;
  await app.github.createRepository(repository, {
    roles: { mo: 'maintain', ada: 'write' },
    files: {
      'poem.txt': 'line 1\nline 2\nline 3\nline 4\n',
      'test.sh': "printf '1..1\\nok 1 - poem\\n'\n",
    },
  });
  await changeSettings(repository, settings);
  return repository;
}

async function changeSettings(repository: string, settings: string): Promise<void> {
  const { id } = app.github.repository(repository);
  const times = () => learnt(id);
  const before = times();
  await app.github.push(repository, 'mo', { branch: 'main', files: { '.github/aider.yml': settings } });
  await until('the settings to be read', () => times() > before);
}
const logged = () =>
  app
    .log()
    .split('\n')
    .filter(Boolean)
    .map((line): { msg?: string; repository?: number; reason?: string } => JSON.parse(line));
const learnt = (id: number) =>
  logged().filter(({ msg, repository }) => msg === 'tasks of the settings' && repository === id).length;

/** Waits until one more run of the repository has ended. */
async function oneMoreRun(repository: string, act: () => void) {
  const ends = () => app.ended.filter((facts) => `octo/${facts.repository.name}` === repository);
  const before = ends().length;
  act();
  await until('a run to end', () => ends().length > before);
  await until(
    'its end to be kept',
    () => logged().filter(({ msg }) => msg === 'run ended').length >= app.ended.length,
  );
  return ends().at(-1);
}

/** Waits until a time of the repository is passed over, and tells why. */
async function passedOver(repository: string, act: () => void): Promise<string | undefined> {
  const { id } = app.github.repository(repository);
  const found = () => logged().filter(({ msg, repository: of }) => msg === 'passed over' && of === id);
  const before = found().length;
  act();
  await until('a time to be passed over', () => found().length > before);
  return found().at(-1)?.reason;
}

async function say(repository: string, by: string, text: string, answer: RegExp): Promise<string> {
  const { number } = app.github.openIssue(repository, by, { title: 'Upkeep', body: '' });
  app.github.comment(repository, number, by, text);
  return until(text, () => botComments(app.github, repository, number).find((body) => answer.test(body)));
}

const openPulls = (repository: string) =>
  app.github.pulls(repository).filter(({ state }) => state === 'open');
const issues = (repository: string) =>
  [...app.github.repository(repository).issues.values()].filter(({ pull }) => pull === null);

test('a task opens a pull request by itself, in nobody’s name', async () => {
  const repository = await repositoryWith(
    'first',
    settingsOf(
      taskOf('first', '0 5 7 * *', ', paths: ["*.txt"]'),
      'pull_request: { reviewers: [requester], labels: [upkeep] }',
    ),
  );
  await oneMoreRun(repository, () => advanceTo('2026-12-07T05:31:00Z'));
  const [pull] = openPulls(repository);
  expect(pull?.pull.headRef).toBe('aider/task-first');
  expect(pull?.body).toContain('Asked by the schedule of the task `first`: “Do first.”');
  expect(pull?.body).toContain(
    'Maintenance task `first`, by its schedule. Closed without a merge, this is not',
  );
  expect(pull?.body).not.toContain('@');
  expect(pull?.labels.map(({ name }) => name)).toEqual(['upkeep']);
  // Nobody can be asked in place of a requester.
  expect(pull?.pull.requestedReviewers).toEqual([]);
  expect(pull?.comments).toEqual([]);
  expect(issues(repository)).toEqual([]);
  const list = await say(repository, 'mo', '/aider task list', /\| Task \|/);
  expect(list).toMatch(
    /\| `first` \| Do first\. \| `\*\.txt` \| 2027-01-07 05:\d\d UTC \| 2026-12-07 05:31 UTC: opened #1 \|/,
  );
});

test('while that pull request is open and nobody touched it, the next runs go there, twice at most', async () => {
  const repository = 'octo/first';
  await oneMoreRun(repository, () => advanceTo('2027-01-07T05:31:00Z'));
  await oneMoreRun(repository, () => advanceTo('2027-02-07T05:31:00Z'));
  const pulls = app.github.pulls(repository);
  expect(pulls).toHaveLength(1);
  expect(pulls[0]?.body?.match(/### Since then/g)).toHaveLength(2);
  const reason = await passedOver(repository, () => advanceTo('2027-03-07T05:31:00Z'));
  expect(reason).toBe('its pull request waits for somebody to look at it');
  expect(await say(repository, 'mo', '/aider task list', /\| Task \|/)).toContain(
    'not run, its pull request waits for somebody to look at it (#1)',
  );
});

test('nothing to do makes no noise', async () => {
  const repository = await repositoryWith('quiet', settingsOf(taskOf('quiet', '0 5 8 3 *')));
  const facts = await oneMoreRun(repository, () => advanceTo('2027-03-08T05:31:00Z'));
  expect(facts?.outcome?.kind).toBe('nothing-to-do');
  expect(app.github.repository(repository).issues.size).toBe(0);
});

test('a pull request that people pushed to is theirs', async () => {
  const repository = await repositoryWith('touched', settingsOf(taskOf('touched', '0 5 9 * *')));
  await oneMoreRun(repository, () => advanceTo('2027-03-09T05:31:00Z'));
  const [pull] = openPulls(repository);
  await app.github.push(repository, 'ada', {
    branch: pull?.pull.headRef ?? '',
    files: { 'mine.txt': 'mine\n' },
  });
  const reason = await passedOver(repository, () => advanceTo('2027-04-09T05:31:00Z'));
  expect(reason).toBe('people are at work on its pull request');
});

test('closing is an answer, until the settings change', async () => {
  const repository = await repositoryWith('closed', settingsOf(taskOf('closed', '0 5 10 * *')));
  await oneMoreRun(repository, () => advanceTo('2027-04-10T05:31:00Z'));
  const [first] = openPulls(repository);
  await app.github.closeThread(repository, first?.number ?? 0, 'ada');
  const reason = await passedOver(repository, () => advanceTo('2027-05-10T05:31:00Z'));
  expect(reason).toBe('its pull request was closed without a merge');
  await changeSettings(repository, settingsOf(taskOf('closed', '0 5 10 * *', ', paths: ["*.txt"]')));
  await oneMoreRun(repository, () => advanceTo('2027-06-10T05:31:00Z'));
  expect(openPulls(repository)).toHaveLength(1);
});

test('a failure is told in one issue, which is closed when the task works again', async () => {
  const repository = await repositoryWith('broken', settingsOf(taskOf('broken', '0 5 11 * *')));
  await oneMoreRun(repository, () => advanceTo('2027-06-11T05:31:00Z'));
  const issue = await until('the issue', () => issues(repository)[0]);
  expect(issue.title).toBe('Maintenance task broken could not finish');
  expect(issue.body).toContain(
    'which runs by its schedule (`0 5 11 * *, UTC`), could not finish. Last on 2027-06-11',
  );
  await oneMoreRun(repository, () => advanceTo('2027-07-11T05:31:00Z'));
  await until('the issue to be brought up to date', () => issue.body?.includes('2 times in a row'));
  expect(issues(repository)).toHaveLength(1);
  expect(issue.comments).toEqual([]);
  // After two failures every other time is passed over.
  expect(issue.body).toMatch(/tried again on 2027-09-11 05:\d\d UTC/);
  advanceTo('2027-08-11T05:31:00Z');
  await oneMoreRun(repository, () => advanceTo('2027-09-11T05:31:00Z'));
  await until('the issue to be closed', () => issue.state === 'closed');
  expect(issue.comments.at(-1)?.body).toContain('The task `broken` works again');
});

test('a time that was missed for long is passed over, once, with a note', async () => {
  const repository = await repositoryWith('late', settingsOf(taskOf('late', '0 5 * * *')));
  // Three days of downtime: three times were missed, and the last one not by a day.
  const reason = await passedOver(repository, () => days(3));
  expect(reason).toBe('its time was missed by more than a day');
  const list = await say(repository, 'mo', '/aider task list', /\| Task \|/);
  expect(list).toContain('not run, its time was missed by more than a day');
  await oneMoreRun(repository, () => days(1));
});
