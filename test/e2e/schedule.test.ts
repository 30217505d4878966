/** Maintenance by the clock: each test sets the clock on, as far as its own task needs. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/app.ts';
import { answers, type ScheduleApp, settingsOf, startScheduleApp, taskOf } from '../support/schedule.ts';

let app: ScheduleApp;
beforeAll(async () => {
  app = await startScheduleApp('2026-12-01T12:00:00Z', [
    ...answers('first', ['line 1', 'LINE 1'], ['line 2', 'LINE 2'], ['line 3', 'LINE 3']),
    ...answers('quiet', 'nothing'),
    ...answers('closed', ['line 1', 'LINE 1'], ['line 2', 'LINE 2']),
    ...answers('broken', 'fails', 'fails', 'nothing', 'fails', 'fails', 'nothing', 'fails'),
    ...answers('half', ['line 1', 'LINE 1'], 'fails', 'nothing'),
    ...answers('late', 'nothing'),
    ...answers('touched', ['line 1', 'LINE 1']),
  ]);
  app.github.install('octo');
});
afterAll(() => app.close());

test('a task opens a pull request by itself, in nobody’s name', async () => {
  const repository = await app.repositoryWith(
    'first',
    settingsOf(
      taskOf('first', '0 5 7 * *', ', paths: ["*.txt"]'),
      'pull_request: { reviewers: [requester], labels: [upkeep] }',
    ),
  );
  await app.oneMoreRun(repository, () => app.at('2026-12-07T05:31:00Z'));
  const [pull] = app.openPulls(repository);
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
  const { dir } = app.github.repository(repository);
  const message = execFileSync('git', ['-C', dir, 'log', '-1', '--format=%B', pull?.pull.headSha ?? '']);
  expect(message.toString()).toContain('Aider-Run: ');
  expect(message.toString()).not.toContain('Co-authored-by');
  expect(app.issues(repository)).toEqual([]);
  const list = await app.say(repository, 'mo', '/aider task list', /\| Task \|/);
  expect(list).toMatch(
    /\| `first` \| Do first\. \| `\*\.txt` \| 2027-01-07 05:\d\d UTC \| 2026-12-07 05:31 UTC: opened #1 \|/,
  );
});

test('while that pull request is open and nobody touched it, the next runs go there, twice at most', async () => {
  const repository = 'octo/first';
  await app.oneMoreRun(repository, () => app.at('2027-01-07T05:31:00Z'));
  await app.oneMoreRun(repository, () => app.at('2027-02-07T05:31:00Z'));
  const pulls = app.github.pulls(repository);
  expect(pulls).toHaveLength(1);
  expect(pulls[0]?.body?.match(/### Since then/g)).toHaveLength(2);
  const reason = await app.passedOver(repository, () => app.at('2027-03-07T05:31:00Z'));
  expect(reason).toBe('its pull request waits for somebody to look at it');
  expect(await app.say(repository, 'mo', '/aider task list', /\| Task \|/)).toContain(
    'not run, its pull request waits for somebody to look at it (#1)',
  );
});

test('nothing to do makes no noise', async () => {
  const repository = await app.repositoryWith('quiet', settingsOf(taskOf('quiet', '0 5 8 3 *')));
  const facts = await app.oneMoreRun(repository, () => app.at('2027-03-08T05:31:00Z'));
  expect(facts?.outcome?.kind).toBe('nothing-to-do');
  expect(app.github.repository(repository).issues.size).toBe(0);
});

test('a pull request that people pushed to is theirs', async () => {
  const repository = await app.repositoryWith('touched', settingsOf(taskOf('touched', '0 5 9 * *')));
  await app.oneMoreRun(repository, () => app.at('2027-03-09T05:31:00Z'));
  const [pull] = app.openPulls(repository);
  await app.github.push(repository, 'ada', {
    branch: pull?.pull.headRef ?? '',
    files: { 'mine.txt': 'mine\n' },
  });
  const reason = await app.passedOver(repository, () => app.at('2027-04-09T05:31:00Z'));
  expect(reason).toBe('people are at work on its pull request');
});

test('closing is an answer, until the settings change', async () => {
  const repository = await app.repositoryWith('closed', settingsOf(taskOf('closed', '0 5 10 * *')));
  await app.oneMoreRun(repository, () => app.at('2027-04-10T05:31:00Z'));
  const [first] = app.openPulls(repository);
  await app.github.closeThread(repository, first?.number ?? 0, 'ada');
  const reason = await app.passedOver(repository, () => app.at('2027-05-10T05:31:00Z'));
  expect(reason).toBe('its pull request was closed without a merge');
  await app.changeSettings(repository, settingsOf(taskOf('closed', '0 5 10 * *', ', paths: ["*.txt"]')));
  await app.oneMoreRun(repository, () => app.at('2027-06-10T05:31:00Z'));
  expect(app.openPulls(repository)).toHaveLength(1);
});

test('a failure is told in one issue, which is closed when the task works again', async () => {
  const repository = await app.repositoryWith('broken', settingsOf(taskOf('broken', '0 5 11 * *')));
  await app.oneMoreRun(repository, () => app.at('2027-06-11T05:31:00Z'));
  const issue = await until('the issue', () => app.issues(repository)[0]);
  expect(issue.title).toBe('Maintenance task broken could not finish');
  expect(issue.body).toContain(
    'which runs by its schedule (`0 5 11 * *, UTC`), could not finish. Last on 2027-06-11',
  );
  await app.oneMoreRun(repository, () => app.at('2027-07-11T05:31:00Z'));
  await until('the issue to be brought up to date', () => issue.body?.includes('2 times in a row'));
  expect(app.issues(repository)).toHaveLength(1);
  expect(issue.comments).toEqual([]);
  // After two failures every other time is passed over.
  expect(issue.body).toMatch(/tried again on 2027-09-11 05:\d\d UTC/);
  app.at('2027-08-11T05:31:00Z');
  await app.oneMoreRun(repository, () => app.at('2027-09-11T05:31:00Z'));
  await until('the issue to be closed', () => issue.state === 'closed');
  expect(issue.comments.at(-1)?.body).toContain('The task `broken` works again');
});

test('a time that was missed for long is passed over, once, with a note', async () => {
  const repository = await app.repositoryWith('late', settingsOf(taskOf('late', '0 5 * * *')));
  // Three days of downtime: three times were missed, and the last one not by a day.
  const reason = await app.passedOver(repository, () => app.at('2027-09-14T05:31:00Z'));
  expect(reason).toBe('its time was missed by more than a day');
  const list = await app.say(repository, 'mo', '/aider task list', /\| Task \|/);
  expect(list).toContain('not run, its time was missed by more than a day');
  await app.oneMoreRun(repository, () => app.at('2027-09-15T05:31:00Z'));
});

test('an issue that a person closed stays closed until the task has worked and fails anew', async () => {
  const repository = 'octo/broken';
  const [issue] = app.issues(repository);
  const fails = (time: string) => app.oneMoreRun(repository, () => app.at(time));
  await fails('2027-10-11T05:31:00Z');
  expect(issue?.state).toBe('open');
  await app.github.closeThread(repository, issue?.number ?? 0, 'ada');
  await fails('2027-11-11T05:31:00Z');
  expect(issue?.state).toBe('closed');
  const works = await app.oneMoreRun(repository, () => app.at('2028-01-11T05:31:00Z'));
  expect(works?.outcome?.kind).toBe('nothing-to-do');
  await fails('2028-02-11T05:31:00Z');
  expect(issue?.state).toBe('open');
  expect(app.issues(repository)).toHaveLength(1);
});

test('a task with an open pull request tells of its failure there, in one comment', async () => {
  const repository = await app.repositoryWith('half', settingsOf(taskOf('half', '0 5 12 * *')));
  await app.oneMoreRun(repository, () => app.at('2028-02-12T05:31:00Z'));
  await app.oneMoreRun(repository, () => app.at('2028-03-12T05:31:00Z'));
  const [pull] = app.openPulls(repository);
  expect(pull?.comments.map(({ body }) => body)).toEqual([
    expect.stringContaining('The task `half`, which runs by its schedule'),
  ]);
  await app.oneMoreRun(repository, () => app.at('2028-04-12T05:31:00Z'));
  expect(pull?.comments.map(({ body }) => body)).toEqual([
    expect.stringContaining('The task `half` works again'),
  ]);
  expect(app.issues(repository)).toEqual([]);
  expect(app.github.violations).toEqual([]);
});
