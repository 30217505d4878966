/** Fifty runs of one installation at once, against the limits that GitHub has on making content. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitHubPacer } from '../../src/github/client.ts';
import type { PaceClock } from '../../src/github/pace.ts';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';

const repository = 'octo/site';
const RUNS = 50;

/** A minute of GitHub's and of the pacer's takes a second here. Everything else (HTTP, git, the database) is as it is. */
const clock: PaceClock = {
  now: () => performance.now() * 60,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 60)),
};
let app: TestApp;

beforeAll(async () => {
  app = await startApp(
    {
      order: 'any',
      entries: [
        { when: { purpose: 'architect' }, times: 'any', reply: { text: 'NOTHING TO DO: it is fine' } },
      ],
    },
    {},
    {
      pacer: gitHubPacer(clock),
      config: { workers: RUNS },
      github: { content: { perMinute: 80, perHour: 500, now: clock.now } },
    },
  );
  await app.github.createRepository(repository, {
    roles: { ada: 'write' },
    files: { 'README.md': '# Site\n' },
  });
  app.github.install('octo');
});
afterAll(() => app.close());

test('all of them end, each with one comment, and GitHub never had to refuse', async () => {
  const issues = Array.from(
    { length: RUNS },
    (_, n) => app.github.openIssue(repository, 'ada', { title: `Number ${n}`, body: '' }).number,
  );
  for (const issue of issues) app.github.comment(repository, issue, 'ada', '/aider fix it');
  await until(
    'the end of all runs',
    () =>
      issues.every((issue) => botComments(app.github, repository, issue)[0]?.includes('Nothing to change')),
    280_000,
  );
  for (const issue of issues) expect(botComments(app.github, repository, issue)).toHaveLength(1);
  const writes = app.github.transcript.filter(({ method, path }) => method !== 'GET' && /issues/.test(path));
  expect(writes.length).toBeGreaterThanOrEqual(3 * RUNS);
  expect(app.github.transcript.filter(({ status }) => status === 403)).toEqual([]);
  expect(app.github.violations).toEqual([]);
}, 300_000);
