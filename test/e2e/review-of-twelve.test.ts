/**
 * A long review: twelve inline comments are one run, at most one commit for each, and an answer in every thread. One point needs
 * no change and one cannot be carried out; the others do not suffer from it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { block } from '../support/replies.ts';

const repository = 'octo/verses';
const points = Array.from({ length: 12 }, (_, index) => index + 1);
/** The point that needs no change, and the one whose edits never fit. */
const IDLE = 9;
const LOST = 5;
const lineOf = (point: number) => `line number ${point} of the poem.`;
const poem = `${points.map(lineOf).join('\n')}\n`;
const rewritten = (point: number) => block('poem.txt', lineOf(point), `Verse ${point}, rewritten.`);

let app: TestApp;
let number: number;

beforeAll(async () => {
  app = await startApp({
    order: 'any',
    entries: [
      {
        when: { purpose: 'architect' },
        reply: {
          text: points
            .map((point) => `### Step ${point}: Verse ${point}\nIn poem.txt, rewrite line ${point}.`)
            .join('\n\n'),
        },
      },
      ...points.map((point) => ({
        when: { purpose: 'editor' as const, user: `step ${point} of 12` },
        reply: {
          text:
            point === IDLE
              ? 'NOTHING TO DO: it is fine as it is'
              : point === LOST
                ? rewritten(99)
                : rewritten(point),
        },
      })),
      {
        when: { purpose: 'editor', user: 'could not be applied' },
        times: 'any',
        reply: { text: rewritten(98) },
      },
      ...points.map((point) => ({
        when: { purpose: 'weak' as const, anywhere: `+Verse ${point},` },
        reply: { text: `style: rewrite verse ${point}` },
      })),
    ],
  });
  await app.github.createRepository(repository, { roles: { ada: 'write' }, files: { 'poem.txt': 'soon\n' } });
  app.github.install('octo');
  await app.github.push(repository, 'ada', {
    branch: 'poem',
    from: 'main',
    files: { 'poem.txt': poem },
    message: 'a poem',
  });
  const pull = { head: 'poem', base: 'main', title: 'A poem', body: 'See.' };
  number = (await app.github.openPull(repository, 'ada', pull)).number;
});
afterAll(() => app.close());

test('twelve comments of one review: one run, ten commits, twelve answers', async () => {
  await app.github.review(repository, number, 'ada', {
    event: 'COMMENT',
    body: 'Every line, please.',
    comments: points.map((point) => ({
      path: 'poem.txt',
      line: point,
      body: `/aider fix rewrite line ${point}`,
    })),
  });
  const replies = () =>
    app.github.pull(repository, number).pull.comments.filter((comment) => comment.author.type === 'Bot');
  await until('twelve answers', () => replies().length === 12);
  await app.github.idle();

  expect(app.ended).toHaveLength(1);
  expect(app.ended[0]?.outcome).toMatchObject({ kind: 'partial' });
  expect(app.ended[0]?.commits).toHaveLength(10);
  expect(botComments(app.github, repository, number)).toHaveLength(1);
});

test('each answer stands in the thread of its comment, with its commit or the reason why there is none', () => {
  const { comments } = app.github.pull(repository, number).pull;
  const asked = comments.filter((comment) => comment.author.type !== 'Bot');
  expect(asked).toHaveLength(12);
  for (const comment of asked) {
    const point = Number(/line (\d+)/.exec(comment.body ?? '')?.[1]);
    const [answer = '', ...more] = comments.flatMap(({ replyTo, body }) =>
      replyTo === comment.id ? [(body ?? '').split('\n').slice(1).join('\n')] : [],
    );
    expect(more).toEqual([]);
    if (point === LOST) expect(answer).toMatch(/^Not settled: /);
    else if (point === IDLE) expect(answer).toBe('Nothing had to change for this.');
    else expect(answer).toMatch(new RegExp(`^[0-9a-f]{7} style: rewrite verse ${point} `));
    expect(comment.reactions.map((reaction) => reaction.content)).toEqual(['eyes']);
  }
  expect(app.github.violations).toEqual([]);
});
