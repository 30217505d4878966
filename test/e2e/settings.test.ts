/** `.github/aider.yml`: checked in pull requests, and an issue of its own while it is broken on the default branch. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';

const repository = 'octo/poem';
const path = '.github/aider.yml';
const good = 'version: 1\nverify:\n  lint: "test -s poem.txt"\n';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ entries: [] });
  await app.github.createRepository(repository, {
    roles: { ada: 'write' },
    files: { 'poem.txt': 'one\n', [path]: good },
  });
  app.github.install('octo');
});
afterAll(() => app.close());

const checks = (name = 'aiderbot settings') =>
  [...app.github.repository(repository).checkRuns.values()].filter((run) => run.name === name);
const issues = () =>
  [...app.github.repository(repository).issues.values()].filter((issue) => issue.author.type === 'Bot');
const push = (branch: string, files: Record<string, string>, from = 'main') =>
  app.github.push(repository, 'ada', { branch, from, files, message: 'change' });
const open = (head: string) =>
  app.github.openPull(repository, 'ada', { head, base: 'main', title: head, body: '' });

test('a pull request that breaks the settings is told line by line', async () => {
  const mistakes = Array.from({ length: 60 }, (_, n) => `wrong${n}: 1`).join('\n');
  const sha = await push('broken', { [path]: `${good}${mistakes}\n` });
  await open('broken');
  const check = await until('the check', () => checks()[0]);
  await until('all annotations', () => check.annotations.length === 60);
  expect(check).toMatchObject({
    headSha: sha,
    conclusion: 'failure',
    title: `${path} has 60 mistakes`,
  });
  expect(check.annotations[0]).toMatchObject({ path, start_line: 4, annotation_level: 'failure' });
  expect(check.annotations[0]?.message).toContain('there is no key `wrong0`');
});

test('the next push is checked anew, and the summary says what would change', async () => {
  await push('broken', { [path]: `${good}  test: "true"\nmodels:\n  reasoning: low\n` }, 'broken');
  const check = await until('the second check', () => checks()[1]);
  expect(check).toMatchObject({ conclusion: 'success', annotations: [] });
  expect(check.summary).toContain('| `verify.test` | `auto` | `true` |');
  expect(check.summary).not.toContain('verify.lint');
  await app.github.rerunCheck(repository, check.id, 'ada');
  await until('the check that was asked for', () => checks()[2]);
  await app.github.rerunAllChecks(repository, check.headSha, 'ada');
  await until('once more, among all', () => checks()[3]);
});

test('a pull request that leaves the settings alone gets no such check, whatever happened on its base', async () => {
  await push('other', { 'poem.txt': 'two\n' });
  await push('main', { [path]: `${good}# a remark\n` });
  const before = checks().length;
  await open('other');
  await app.github.idle();
  app.github.comment(repository, 2, 'ada', '/aider ping');
  await until('the App to be through', () => botComments(app.github, repository, 2).length === 1);
  expect(checks()).toHaveLength(before);
});

test('settings that break on the default branch open one issue, which follows them and closes itself', async () => {
  await push('main', { [path]: `${good}tset: 1\n` });
  const issue = await until('the issue', () => issues()[0]);
  expect(issue.body).toContain('line 4: there is no key `tset`');
  // A run that cannot start says so, and opens no second issue.
  const asked = app.github.openIssue(repository, 'ada', { title: 'Mend it' });
  app.github.comment(repository, asked.number, 'ada', '/aider fix');
  await until('the refusal', () =>
    botComments(app.github, repository, asked.number)[0]?.includes('has a mistake in line 4'),
  );
  await push('main', { [path]: `${good}\ntset: 1\n` });
  await until('the new line', () => issue.body?.includes('line 5:'));
  await push('main', { [path]: good });
  await until('its end', () => issue.state === 'closed');
  expect(issues()).toEqual([issue]);
  expect(issue.comments.map((comment) => comment.body)).toEqual([
    expect.stringContaining('can be read again'),
  ]);
});

test('broken again, the same issue opens again; somebody who closes it is not told a second time', async () => {
  await push('main', { [path]: 'version: one\n' });
  const [issue] = issues();
  await until('it to open again', () => issue?.state === 'open' && issue.body?.includes('line 1:'));
  await app.github.closeThread(repository, issue?.number ?? 0, 'ada');
  const asked = app.github.openIssue(repository, 'ada', { title: 'Mend it again' });
  app.github.comment(repository, asked.number, 'ada', '/aider fix');
  await until('the refusal', () =>
    botComments(app.github, repository, asked.number)[0]?.includes('has a mistake in line 1'),
  );
  expect(issue?.state).toBe('closed');
  expect(issues()).toEqual([issue]);
});

test('nothing of all this broke the rules of the API', () => {
  expect(app.github.violations).toEqual([]);
});
