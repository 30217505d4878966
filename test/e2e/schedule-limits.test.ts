/** What a run that nobody asked for may not do, where none is started, and what people may do with what it made. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { botComments, until } from '../support/app.ts';
import { heldFiles, heldScript, letGo, reached } from '../support/held.ts';
import { answers, type ScheduleApp, settingsOf, startScheduleApp, taskOf } from '../support/schedule.ts';

let app: ScheduleApp;
beforeAll(async () => {
  app = await startScheduleApp('2026-12-01T12:00:00Z', [
    ...answers('outside', ['jobs: {}', 'jobs: { steal: {} }', '.github/workflows/ci.yml']),
    ...answers('ours', ['line 1', 'LINE 1']),
    ...heldScript('changed'),
    ...answers('asleep', 'nothing'),
    ...answers('early', 'nothing'),
  ]);
  app.github.install('octo');
});
afterAll(() => app.close());

test('protected files stay as they are, whatever the prompt and the model say', async () => {
  const repository = await app.repositoryWith('outside', settingsOf(taskOf('outside', '0 5 2 12 *')));
  await app.github.push(repository, 'mo', {
    branch: 'main',
    files: { '.github/workflows/ci.yml': 'jobs: {}\n' },
  });
  const facts = await app.oneMoreRun(repository, () => app.at('2026-12-02T05:31:00Z'));
  expect(facts?.outcome?.kind).toBe('failed');
  expect(Object.keys(await app.github.branches(repository))).toEqual(['main']);
  expect(app.issues(repository)).toHaveLength(1);
});

test('a task that is gone from the settings when its run wants to push pushes nothing, and nobody is bothered', async () => {
  const repository = 'octo/changed';
  const gate = path.join(app.dataDir, 'gate');
  const { '.github/aider.yml': checks = '', ...files } = heldFiles(gate);
  await app.repositoryWith(repository, 'enabled: true\n');
  await app.github.push(repository, 'mo', { branch: 'main', files });
  const task = 'tasks: [{ id: held, schedule: "0 5 3 12 *", prompt: scenario changed }]\n';
  await app.changeSettings(repository, `${checks}${task}`);
  app.at('2026-12-03T05:31:00Z');
  await reached(gate, 'changed');
  await app.changeSettings(repository, checks);
  const facts = await app.oneMoreRun(repository, () => letGo(gate, 'changed'));
  expect(facts?.outcome).toEqual({
    kind: 'refused',
    reason: 'the settings of the task changed meanwhile, so nothing was pushed',
  });
  expect(Object.keys(await app.github.branches(repository))).toEqual(['main']);
  expect(app.github.repository(repository).issues.size).toBe(0);
});

test('archived repositories and forks are left alone', async () => {
  const repository = await app.repositoryWith('asleep', settingsOf(taskOf('asleep', '0 5 4 * *')));
  app.github.changeRepository(repository, { archived: true });
  expect(await app.passedOver(repository, () => app.at('2026-12-04T05:31:00Z'))).toBe(
    'the repository is archived',
  );
  app.github.changeRepository(repository, { archived: false });
  await app.github.fork(repository, 'fin');
  app.github.install('fin');
  await app.changeSettings('fin/asleep', settingsOf(taskOf('asleep', '0 5 5 * *')));
  expect(await app.passedOver('fin/asleep', () => app.at('2026-12-05T05:31:00Z'))).toBe(
    'the repository is a fork',
  );
});

test('a suspended installation waits', async () => {
  const repository = 'octo/asleep';
  app.github.suspend('octo');
  await until('the suspension to be heard', () => app.log().includes('suspended; its work waits'));
  app.at('2027-01-04T05:31:00Z');
  // Something else happens meanwhile: the clock was looked at.
  await app.passedOver('fin/asleep', () => app.at('2027-01-05T05:31:00Z'));
  expect(app.endedOf(repository)).toEqual([]);
  expect(await app.passedOver(repository, () => app.github.unsuspend('octo'))).toBe(
    'its time was missed by more than a day',
  );
  await app.oneMoreRun(repository, () => app.at('2027-02-04T05:31:00Z'));
});

test('an App that comes to repositories reads their settings, and forgets them when it is sent away', async () => {
  const repository = 'sel/early';
  await app.github.createRepository(repository, {
    roles: { mo: 'maintain' },
    files: { 'poem.txt': 'line 1\n', '.github/aider.yml': settingsOf(taskOf('early', '0 5 6 * *')) },
  });
  await app.github.createRepository('sel/other', { roles: { mo: 'maintain' } });
  app.github.install('sel', { repositories: ['sel/other'] });
  app.github.addToInstallation(repository);
  await until('the settings to be read', () => app.learnt(repository) > 0);
  await app.oneMoreRun(repository, () => app.at('2027-02-06T05:31:00Z'));
  app.github.removeFromInstallation(repository);
  await app.github.idle();
  // A whole month later another repository is looked at, and this one is not.
  app.at('2027-03-06T05:31:00Z');
  await app.passedOver('fin/asleep', () => app.at('2027-04-05T05:31:00Z'));
  expect(app.endedOf(repository)).toHaveLength(1);
});

test('what a schedule may, a person does not get by repeating it', async () => {
  const repository = await app.repositoryWith('ours', settingsOf(taskOf('ours', '0 5 7 4 *')));
  await app.oneMoreRun(repository, () => app.at('2027-04-07T05:31:00Z'));
  const [pull] = app.openPulls(repository);
  const number = pull?.number ?? 0;
  const check = [...app.github.repository(repository).checkRuns.values()].find(({ by }) => by === 'app');
  expect(check?.headSha).toBe(pull?.pull.headSha);
  await app.github.pressCheckButton(repository, check?.id ?? 0, 'ada', 'retry');
  const refused = await until('the refusal', () =>
    botComments(app.github, repository, number).find((body) => body.includes('Not started')),
  );
  expect(refused).toContain('ada has no longer the role maintain on this repository, which `task` needs');
  // What a person with write access may do on any pull request they may do here.
  await app.oneMoreRun(
    repository,
    () => void app.github.pressCheckButton(repository, check?.id ?? 0, 'ada', 'undo'),
  );
  await until('the undo', () =>
    botComments(app.github, repository, number).find((body) => /\*\*Undone/.test(body)),
  );
  expect(app.github.violations).toEqual([]);
});

test('an App that was away finds what was there before it', async () => {
  const repository = 'octo/before';
  const away = await startScheduleApp('2026-12-01T12:00:00Z', answers('before', 'nothing'), {
    before: async (github) => {
      await github.createRepository(repository, {
        files: { 'poem.txt': 'line 1\n', '.github/aider.yml': settingsOf(taskOf('before', '0 5 2 12 *')) },
      });
      github.install('octo');
    },
  });
  onTestFinished(() => away.close());
  await until('the settings to be read', () => away.learnt(repository) > 0);
  const facts = await away.oneMoreRun(repository, () => away.at('2026-12-02T05:31:00Z'));
  expect(facts?.outcome?.kind).toBe('nothing-to-do');
});

test('with a token, the settings are found by looking', async () => {
  const repository = 'octo/plain';
  const plain = await startScheduleApp('2026-12-01T12:00:00Z', answers('plain', ['line 1', 'LINE 1']), {
    before: async (github) => {
      await github.createRepository(repository, {
        roles: { ada: 'write' },
        files: {
          'poem.txt': 'line 1\n',
          'test.sh': 'true\n',
          '.github/aider.yml': settingsOf(taskOf('plain', '0 5 2 12 *')),
        },
      });
    },
    configFor: (github) => ({
      identity: {
        kind: 'token',
        token: github.accountToken('ada'),
        repositories: [repository],
        pollSeconds: 60,
        webhookSecret: undefined,
      },
    }),
  });
  onTestFinished(() => plain.close());
  await until('the settings to be read', () => plain.learnt(repository) > 0);
  const facts = await plain.oneMoreRun(repository, () => plain.at('2026-12-02T05:31:00Z'));
  expect(plain.openPulls(repository)).toHaveLength(1);
  // The owner of the token did not ask for it, so nobody is credited beside the author.
  const { dir } = plain.github.repository(repository);
  const message = execFileSync('git', ['-C', dir, 'log', '-1', '--format=%B', facts?.commits[0]?.id ?? '']);
  expect(message.toString()).not.toContain('Co-authored-by');
  expect(plain.github.violations).toEqual([]);
});
