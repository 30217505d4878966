/** Faults that tests of the App inject, and the transcript they read afterwards. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectNoViolations, failure, startWithWidgets, type Widgets, widgets } from './github.ts';

let world: Widgets;
beforeEach(async () => {
  world = await startWithWidgets();
  world.github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
});
afterEach(async () => {
  expectNoViolations(world.github);
  await world.github.close();
});

const comment = (body = 'x') => world.rest.issues.createComment({ ...widgets, issue_number: 1, body });
const written = () => world.github.issue('acme/widgets', 1).comments.length;

test('the next matching request fails, others and later ones do not', async () => {
  world.github.faults.inject({ method: 'POST', path: '/comments', fault: { kind: 'status', status: 500 } });
  expect((await world.rest.repos.get(widgets)).status).toBe(200);
  expect(await failure(comment())).toMatchObject({ status: 500 });
  expect([(await comment()).status, written()]).toEqual([201, 1]);
});

test('a secondary limit tells how long to wait', async () => {
  world.github.faults.inject({ fault: { kind: 'secondary-limit', retryAfter: 7 }, times: 2 });
  const refused = [await failure(comment()), await failure(comment())];
  expect(refused.map((it) => [it.status, it.headers['retry-after']])).toEqual([
    [403, '7'],
    [403, '7'],
  ]);
  expect(refused[0]?.message).toContain('You have exceeded a secondary rate limit');
  expect((await comment()).status).toBe(201);
});

test('a primary limit tells when the hour is over', async () => {
  world.github.faults.inject({ fault: { kind: 'primary-limit', resetInSeconds: 60 } });
  const { headers, status } = await failure(comment());
  expect([status, headers['x-ratelimit-remaining']]).toEqual([403, '0']);
  expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000);
});

test('an answer can be lost after the work was done', async () => {
  world.github.faults.inject({ path: '/comments', fault: { kind: 'done-but-502' } });
  expect(await failure(comment())).toMatchObject({ status: 502 });
  expect(written()).toBe(1);
  world.github.faults.inject({ path: '/comments', fault: { kind: 'reset', afterWork: true } });
  expect(await failure(comment())).toMatchObject({ status: 500 });
  expect(written()).toBe(2);
});

test('a connection can be cut before the work', async () => {
  world.github.faults.inject({ path: '/comments', fault: { kind: 'reset' } });
  expect((await failure(comment())).message).toMatch(/other side closed|fetch failed|ECONNRESET/);
  expect(written()).toBe(0);
});

test('git requests fail in the same ways', async () => {
  const { github } = world;
  const url = `${github.gitUrl}/acme/widgets.git/info/refs?service=git-upload-pack`;
  const authorization = `Basic ${btoa(`x-access-token:${github.tokens.minted[0]}`)}`;
  const ask = async () => (await fetch(url, { headers: { authorization } })).status;
  github.faults.inject({ path: '/info/refs', fault: { kind: 'status', status: 503 } });
  github.faults.inject({ path: '/info/refs', fault: { kind: 'secondary-limit', retryAfter: 1 } });
  expect([await ask(), await ask(), await ask()]).toEqual([503, 403, 200]);
});

test('a fault can wait for its turn and reports when it never came', async () => {
  world.github.faults.inject({
    path: '/comments',
    after: 1,
    fault: { kind: 'status', status: 404, message: 'Gone' },
  });
  expect((await comment()).status).toBe(201);
  expect((await failure(comment())).message).toContain('Gone');
  world.github.faults.inject({ path: '/never', fault: { kind: 'status', status: 500 } });
  expect(world.github.faults.pending()).toHaveLength(1);
  world.github.faults.clear();
});

test('the transcript keeps every request with its token, so that leaks can be searched for', async () => {
  await comment('hello');
  const last = world.github.transcript.at(-1);
  expect(last).toMatchObject({
    kind: 'api',
    method: 'POST',
    path: '/repos/acme/widgets/issues/1/comments',
    requestBody: { body: 'hello' },
    status: 201,
  });
  expect(world.github.tokens.minted.map((token) => `bearer ${token}`)).toContain(last?.authorization);
});
