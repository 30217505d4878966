import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commentWriter, ensureComment } from '../../src/github/tracking.ts';
import { nockedGitHub } from '../support/octokit.ts';

const place = { owner: 'octo', name: 'site', issue: 3 };
const comment = (id: number, login: string, body: string) => ({ id, body, user: { login } });

test('a comment of ours is found again; one of somebody who copied its marker is not', async () => {
  const options = {
    botLogin: 'aiderbot[bot]',
    since: '2026-01-01T00:00:00Z',
    isOurs: (body: string) => body.startsWith('<!-- marker -->'),
  };
  const first = nockedGitHub();
  first.api
    .get('/repos/octo/site/issues/3/comments')
    .query({ since: options.since, per_page: 100 })
    .reply(200, [
      comment(1, 'eve', '<!-- marker -->'),
      comment(2, 'aiderbot[bot]', 'other'),
      comment(3, 'aiderbot[bot]', '<!-- marker -->'),
    ]);
  expect(await ensureComment(first.octokit, place, '<!-- marker -->', options)).toBe(3);

  first.api
    .get('/repos/octo/site/issues/3/comments')
    .query(true)
    .reply(200, [comment(1, 'eve', '<!-- marker -->')]);
  first.api.post('/repos/octo/site/issues/3/comments', { body: '<!-- marker -->' }).reply(201, { id: 4 });
  expect(await ensureComment(first.octokit, place, '<!-- marker -->', options)).toBe(4);
});

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

test('edits come at most every five seconds, the newest text wins, and the last word is always written', async () => {
  const { octokit, api } = nockedGitHub();
  const written: string[] = [];
  let sent = '';
  const takes = (body: { body: string }) => {
    sent = body.body;
    return true;
  };
  api
    .persist()
    .patch('/repos/octo/site/issues/comments/5', takes)
    .reply(200, () => {
      written.push(sent);
      return {};
    });
  const errors: unknown[] = [];
  const writer = commentWriter(octokit, place, 5, { now: Date.now, onError: (error) => errors.push(error) });
  writer.show('1');
  await vi.advanceTimersByTimeAsync(1);
  for (const text of ['2', '3', '4']) writer.show(text);
  await vi.advanceTimersByTimeAsync(4_000);
  await vi.waitFor(() => expect(written).toEqual(['1']));
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(written).toEqual(['1', '4']));
  writer.show('5');
  await writer.finish('end');
  writer.show('too late');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written).toEqual(['1', '4', 'end']);
  expect(errors).toEqual([]);
});
