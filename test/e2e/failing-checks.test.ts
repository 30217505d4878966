/** `/aider … failing checks`: what a CI system said reaches the model, as data. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, until } from '../support/app.ts';

const repository = 'octo/poem';
let app: TestApp;
let number: number;

const log = [
  '\uFEFF2026-01-02T03:04:05.0000000Z ##[group]Run npm test',
  '2026-01-02T03:04:05.1000000Z npm test',
  '2026-01-02T03:04:05.2000000Z ##[endgroup]',
  ...Array.from({ length: 5_000 }, (_, n) => `2026-01-02T03:04:06.0000000Z ok ${n} - verse ${n}`),
  '2026-01-02T03:04:07.0000000Z \u001b[31mverse 7 does not scan: expected 10 syllables, got 11\u001b[0m',
  '2026-01-02T03:04:07.1000000Z ##[error]Process completed with exit code 1.',
  '2026-01-02T03:04:08.0000000Z Post job cleanup.',
].join('\r\n');

beforeAll(async () => {
  app = await startApp({
    order: 'any',
    entries: [{ when: { purpose: 'architect' }, times: 'any', reply: { text: 'Verse 7 is too long.' } }],
  });
  await app.github.createRepository(repository, { roles: { ada: 'write' }, files: { 'poem.txt': 'one\n' } });
  app.github.install('octo');
  const sha = await app.github.push(repository, 'ada', {
    branch: 'poem',
    from: 'main',
    files: { 'poem.txt': 'two\n' },
    message: 'two',
  });
  const pull = await app.github.openPull(repository, 'ada', {
    head: 'poem',
    base: 'main',
    title: 'Two',
    body: '',
  });
  number = pull.number;
  await app.github.runCi(repository, 'lint', sha, 'success');
  const failed = await app.github.runCi(repository, 'scansion', sha, 'failure');
  app.github.setJobLog(repository, failed.id, log);
});
afterAll(() => app.close());

const ask = async (text: string) => {
  const before = app.ended.length;
  app.github.comment(repository, number, 'ada', `/aider ask ${text}`);
  await until('the end', () => app.ended.length > before);
  return JSON.stringify(app.model.requests.at(-1)?.body);
};

test('the telling part of the log is shown, without the rest', async () => {
  const prompt = await ask('why do the checks fail?');
  expect(prompt).toMatch(/<<data \w+: check \\"scansion\\", which fails on the last commit/);
  expect(prompt).toContain('verse 7 does not scan: expected 10 syllables, got 11');
  expect(prompt).toContain('Process completed with exit code 1.');
  expect(prompt).not.toContain('verse 4000');
  expect(prompt).not.toContain('2026-01-02T03:04');
  const toStorage = app.github.transcript.filter(({ path }) => path.includes('job-logs'));
  expect(toStorage.map(({ authorization }) => authorization)).toEqual(toStorage.map(() => undefined));
});

test('it is not read for requests about something else', async () => {
  expect(await ask('what is this poem about?')).not.toContain('scansion');
});

test('without the permission to read logs that is said, and what the check itself tells is shown', async () => {
  await app.github.createRepository('small/poem', {
    roles: { ada: 'write' },
    files: { 'poem.txt': 'one\n' },
  });
  app.github.install('small', {
    permissions: {
      metadata: 'read',
      contents: 'write',
      issues: 'write',
      pull_requests: 'write',
      checks: 'write',
    },
  });
  const change = { branch: 'poem', from: 'main', files: { 'poem.txt': 'two\n' }, message: 'two' };
  const sha = await app.github.push('small/poem', 'ada', change);
  const wanted = { head: 'poem', base: 'main', title: 'Two', body: '' };
  const pull = await app.github.openPull('small/poem', 'ada', wanted);
  const failed = await app.github.runCi('small/poem', 'scansion', sha, 'failure');
  Object.assign(failed, { title: 'Verse 7', summary: 'It has 11 syllables.' });
  app.github.setJobLog('small/poem', failed.id, log);
  const before = app.ended.length;
  app.github.comment('small/poem', pull.number, 'ada', '/aider ask why do the checks fail?');
  await until('the end', () => app.ended.length > before);
  expect(JSON.stringify(app.model.requests.at(-1)?.body)).toContain('It has 11 syllables.');
  expect(app.ended.at(-1)?.notes).toContain(
    'Logs of jobs could not be read: the App lacks `actions: read` here.',
  );
});

test('nothing of all this broke the rules of the API', () => {
  expect(app.github.violations).toEqual([]);
});
