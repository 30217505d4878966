/** The check run of a run on a pull request, and its buttons. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { block } from '../support/replies.ts';

const repository = 'octo/poem';

let app: TestApp;
let number: number;

beforeAll(async () => {
  app = await startApp({
    order: 'any',
    entries: [
      {
        when: { purpose: 'architect', user: 'capital' },
        times: 2,
        reply: { text: 'In poem.txt, write the first line with a capital.' },
      },
      {
        when: { purpose: 'editor', user: 'capital' },
        times: 2,
        reply: { text: block('poem.txt', 'one\n', 'One\n') },
      },
      // Slow enough for somebody to press "Stop" meanwhile.
      { when: { purpose: 'architect', user: 'slow' }, delayMs: 8_000, reply: { text: 'In poem.txt, …' } },
      {
        when: { purpose: 'editor', user: 'slow' },
        times: 'any',
        reply: { text: block('poem.txt', 'two\n', 'Two\n') },
      },
      { when: { purpose: 'weak' }, times: 'any', reply: { text: 'style: begin with a capital' } },
    ],
  });
  await app.github.createRepository(repository, {
    roles: { ada: 'write', eve: 'read' },
    files: {
      'poem.txt': 'one\ntwo\n',
      '.github/aider.yml': 'version: 1\nverify:\n  lint: "test -s poem.txt"\n  test: "off"\n',
    },
  });
  app.github.install('octo');
  await app.github.push(repository, 'ada', {
    branch: 'poem',
    from: 'main',
    files: { 'poem.txt': 'one\ntwo\nthree\n' },
    message: 'one more line',
  });
  number = (
    await app.github.openPull(repository, 'ada', { head: 'poem', base: 'main', title: 'Poem', body: '' })
  ).number;
});
afterAll(() => app.close());

const checks = () =>
  [...app.github.repository(repository).checkRuns.values()].filter((it) => it.by === 'app');
const comments = () => botComments(app.github, repository, number);
/** In the books, too. */
const ended = (count: number) =>
  until(`run ${count}`, () => app.log().split('"msg":"run ended"').length > count, 60_000);

test('it begins where the run begins and ends on the commit that the run made', async () => {
  const before = (await app.github.branches(repository)).poem;
  app.github.comment(repository, number, 'ada', '/aider fix begin with a capital');
  await ended(1);
  await app.github.idle();
  const after = (await app.github.branches(repository)).poem;
  const [begun, made, ...more] = checks();
  expect(more).toEqual([]);
  expect(begun).toMatchObject({ headSha: before, status: 'completed', conclusion: 'success', actions: [] });
  expect(made).toMatchObject({
    headSha: after,
    name: 'aiderbot',
    conclusion: 'success',
    externalId: app.ended[0]?.id,
    title: expect.stringMatching(/^Done in \d+s · 1 commit · all checks green$/),
  });
  expect(made?.actions.map(({ identifier }) => identifier)).toEqual(['undo', 'retry']);
  const link = `[check](${app.github.webUrl}/${repository}/runs/${made?.id})`;
  await until('the link', () => comments()[0]?.includes(link));
  const states = app.github.transcript
    .filter((exchange) => exchange.path.includes('/check-runs'))
    .flatMap(
      ({ requestBody }) =>
        /"(?:status|conclusion)":"(\w+)"/.exec(JSON.stringify(requestBody) ?? '')?.[1] ?? [],
    );
  expect(states[0]).toBe('queued');
  expect(states).toContain('in_progress');
});

test('a button needs the same role as the command', async () => {
  const made = checks().at(-1);
  await app.github.pressCheckButton(repository, made?.id ?? 0, 'eve', 'undo');
  await until('the answer', () =>
    comments().some((text) => text.includes('@eve') && text.includes('role write')),
  );
  expect(app.ended).toHaveLength(1);
});

test('"Undo" takes the last commit back', async () => {
  const made = checks().at(-1);
  await app.github.pressCheckButton(repository, made?.id ?? 0, 'ada', 'undo');
  await ended(2);
  expect(app.ended[1]).toMatchObject({
    command: { verb: 'undo' },
    requester: 'ada',
    outcome: { kind: 'done' },
  });
  const head = (await app.github.branches(repository)).poem;
  await until('its check run', () => checks().some((it) => it.headSha === head && it.conclusion !== null));
});

test('"Re-run" repeats the request of that check run, not the last one', async () => {
  const first = checks().find((it) => it.externalId === app.ended[0]?.id);
  await app.github.rerunCheck(repository, first?.id ?? 0, 'ada');
  await ended(3);
  expect(app.ended[2]).toMatchObject({
    command: { verb: 'fix', text: 'begin with a capital' },
    outcome: { kind: 'done' },
  });
});

test('"Re-run all checks" repeats the last request whose check run is on the commit', async () => {
  const { poem: head = '' } = await app.github.branches(repository);
  app.github.comment(repository, number, 'ada', '/aider lint');
  await ended(4);
  await until('its check run', () => checks().some((it) => it.externalId === app.ended[3]?.id));
  const onHead = checks().filter((it) => it.headSha === head);
  // The fix that made the commit, and the lint: one suite and one name.
  expect(new Set(onHead.map(({ suiteId }) => suiteId)).size).toBe(1);
  expect(onHead.length).toBeGreaterThan(1);
  await app.github.rerunAllChecks(repository, head, 'ada');
  await ended(5);
  expect(app.ended.slice(4).map(({ command, requester }) => [command.verb, requester])).toEqual([
    ['lint', 'ada'],
  ]);
});

test('"Re-run all checks" needs the role of the request', async () => {
  const { poem: head = '' } = await app.github.branches(repository);
  const refusals = () =>
    comments().filter((text) => text.includes('@eve') && text.includes('role write')).length;
  const before = refusals();
  await app.github.rerunAllChecks(repository, head, 'eve');
  await until('the answer', () => refusals() > before);
  expect(app.ended).toHaveLength(5);
});

test('"Stop" stops, and a second press meanwhile does no harm', async () => {
  app.github.comment(repository, number, 'ada', '/aider fix something slow');
  const running = await until('the check run at work', () =>
    checks().find((it) => it.status === 'in_progress' && it.conclusion === null),
  );
  expect(running.actions.map(({ identifier }) => identifier)).toEqual(['stop']);
  await app.github.pressCheckButton(repository, running.id, 'ada', 'stop');
  await until('the answer', () => comments().some((text) => text.includes('Stopping `fix` for ada')));
  await ended(6);
  expect(app.ended[5]?.outcome).toEqual({ kind: 'stopped', by: 'ada' });
  await until('its end', () => running.conclusion === 'cancelled');
  expect(running.actions.map(({ identifier }) => identifier)).toEqual(['retry']);
});

test('without the permission there is no check run, and nothing fails', async () => {
  const fewer = { metadata: 'read', contents: 'write', issues: 'write', pull_requests: 'write' } as const;
  await app.github.createRepository('small/poem', {
    roles: { ada: 'write' },
    files: { 'poem.txt': 'one\ntwo\n' },
  });
  app.github.install('small', { permissions: fewer });
  await app.github.push('small/poem', 'ada', {
    branch: 'poem',
    from: 'main',
    files: { 'poem.txt': 'one\ntwo\nthree\n' },
    message: 'more',
  });
  const pull = await app.github.openPull('small/poem', 'ada', {
    head: 'poem',
    base: 'main',
    title: 'Poem',
    body: '',
  });
  app.github.comment('small/poem', pull.number, 'ada', '/aider lint');
  await until('the end', () => botComments(app.github, 'small/poem', pull.number)[0]?.includes('**'));
  await ended(7);
  expect(app.github.repository('small/poem').checkRuns.size).toBe(0);
  expect(botComments(app.github, 'small/poem', pull.number)[0]).not.toContain('[check]');
});

test('nothing of all this broke the rules of the API', () => {
  expect(app.github.violations).toEqual([]);
});
