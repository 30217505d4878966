import { expect, test } from 'vitest';
import { checkRunWriter } from '../../src/github/check-run.ts';
import { taskSchema } from '../../src/runs/task.ts';
import { done, voice } from '../report/examples.ts';
import { nockedGitHub } from '../support/octokit.ts';

const task = taskSchema.parse({
  version: 1,
  run: done.id,
  instruction: 'mend it',
  requester: { login: 'ada', id: 1 },
  repository: { id: 2, owner: 'acme', name: 'shop', defaultBranch: 'main' },
  installation: 3,
  thread: 'pull-request',
  issue: 45,
  comment: { id: 5, updatedAt: '2026-01-01T00:00:00Z' },
});
const facts = { ...done, thread: { kind: 'pull-request' as const, number: 45, title: 'Cart' }, commits: [] };
const head = facts.base.commit;

function writerOn({ octokit }: ReturnType<typeof nockedGitHub>, errors: unknown[]) {
  return checkRunWriter({
    octokit,
    task,
    name: 'aiderbot',
    voice,
    redact: (text) => text,
    now: Date.now,
    onError: (error) => errors.push(error),
  });
}

test('after a restart the check run of the earlier attempt is found by its run, not made again', async () => {
  const github = nockedGitHub();
  github.api
    .get(`/repos/acme/shop/commits/${head}/check-runs`)
    .query({ check_name: 'aiderbot', filter: 'all', per_page: 100 })
    .reply(200, {
      total_count: 2,
      check_runs: [
        { id: 8, external_id: 'another run', html_url: 'https://github.com/acme/shop/runs/8' },
        { id: 7, external_id: done.id, html_url: 'https://github.com/acme/shop/runs/7' },
      ],
    });
  const changed = github.api.patch('/repos/acme/shop/check-runs/7', /"conclusion":"success"/).reply(200, {});
  const errors: unknown[] = [];
  const writer = writerOn(github, errors);
  await writer.finish(facts);
  expect(changed.isDone()).toBe(true);
  expect(writer.url()).toBe('https://github.com/acme/shop/runs/7');
  expect(errors).toEqual([]);
});

test.each([
  ['a permission that was not granted, in silence', 403, 'Resource not accessible by integration', 0],
  ['any other refusal, which the log is told', 422, 'No commit found for SHA', 1],
])('nothing fails for %s', async (_, status, message, told) => {
  const github = nockedGitHub();
  github.api.get(`/repos/acme/shop/commits/${head}/check-runs`).query(true).reply(status, { message });
  const errors: unknown[] = [];
  const writer = writerOn(github, errors);
  await writer.finish(facts);
  expect(errors).toHaveLength(told);
  expect(writer.url()).toBeUndefined();
});

test('a run on an issue marks no commit of the default branch', async () => {
  const errors: unknown[] = [];
  // Any request would fail: nothing is answered here.
  await writerOn(nockedGitHub(), errors).finish({ ...facts, thread: done.thread });
  expect(errors).toEqual([]);
});
