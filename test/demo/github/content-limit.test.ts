/** The limits on making content that GitHub has, on a clock of the test's own. */
import { expect, onTestFinished, test } from 'vitest';
import { startGitHub } from '../../../demo/github/server.ts';
import { expectNoViolations, failure, mint, withToken } from './github.ts';

test('the 81st comment of a minute and the 501st of an hour are refused, reading and reacting is not', async () => {
  let now = 0;
  const github = await startGitHub({ content: { perMinute: 80, perHour: 500, now: () => now } });
  onTestFinished(() => github.close());
  await github.createRepository('acme/widgets', { roles: { ada: 'write' } });
  const installation = github.install('acme');
  const { number } = github.openIssue('acme/widgets', 'ada', { title: 'x' });
  const { rest } = withToken(github, await mint(github, installation.id));
  const place = { owner: 'acme', repo: 'widgets', issue_number: number };
  const comment = () => rest.issues.createComment({ ...place, body: 'x' });

  for (let n = 0; n < 80; n++) await comment();
  expect(await failure(comment())).toMatchObject({
    status: 403,
    message: expect.stringContaining('secondary rate limit'),
  });
  expect((await rest.issues.listComments({ ...place, per_page: 100 })).data).toHaveLength(80);
  await rest.reactions.createForIssue({ ...place, content: 'eyes' });
  for (let minute = 1; minute <= 5; minute++) {
    now += 61_000;
    for (let n = 0; n < 79; n++) await comment();
  }
  now += 61_000;
  for (let n = 0; n < 24; n++) await comment();
  expect(await failure(comment())).toMatchObject({ status: 403 });
  now += 3_600_000;
  await comment();
  expectNoViolations(github);
});
