/** What a run reads: the thread as it was when the command was given, and what the thread points to. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';

const repository = 'octo/poem';
let app: TestApp;

beforeAll(async () => {
  const script: ScriptInput = {
    order: 'any',
    entries: [
      // Holds up the thread, so that what follows can change before its run begins.
      { when: { purpose: 'architect', user: 'slowly' }, delayMs: 5_000, reply: { text: 'One.' } },
      { when: { purpose: 'architect' }, times: 'any', reply: { text: 'It rhymes.' } },
    ],
  };
  app = await startApp(script, { images: true });
  await app.github.createRepository(repository, {
    roles: { ada: 'write', bob: 'write' },
    files: { 'poem.txt': 'one\n' },
  });
  app.github.install('octo');
});
afterAll(() => app.close());

const ended = (count: number) => until(`run ${count}`, () => app.ended.length >= count);
const lastPrompt = () => JSON.stringify(app.model.requests.at(-1)?.body);
const notes = () => app.ended.at(-1)?.notes.join('\n') ?? '';

test('changes between the command and its run do not reach the models', async () => {
  const { number } = app.github.openIssue(repository, 'eve', { title: 'A rhyme', body: 'the first text' });
  const kept = app.github.comment(repository, number, 'eve', 'the first comment');
  const edited = app.github.comment(repository, number, 'eve', 'harmless');
  const hidden = app.github.comment(repository, number, 'eve', 'TRAP hidden by a maintainer');
  hidden.minimized = 'SPAM';
  app.github.comment(repository, number, 'ada', '/aider ask slowly, what is this?');
  await until('it at work', () => app.model.requests.length === 1);
  app.github.comment(repository, number, 'ada', '/aider ask does it rhyme?');
  // Times are of whole seconds, as on GitHub.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await app.github.editIssue(repository, number, 'eve', { title: 'TRAP title', body: 'TRAP body' });
  app.github.editComment(repository, edited.id, 'eve', 'TRAP edited');
  app.github.comment(repository, number, 'eve', 'TRAP later');
  await ended(2);
  expect(lastPrompt()).toContain('does it rhyme?');
  expect(lastPrompt()).toContain('the first text');
  expect(lastPrompt()).toContain(kept.body);
  expect(lastPrompt()).not.toContain('TRAP');
  expect(notes()).toContain('1 comment edited after the command was left out.');
});

test('linked issues are read as data, those of other repositories are not', async () => {
  const linked = app.github.openIssue(repository, 'eve', { title: 'Meter', body: 'IAMBIC please' });
  await app.github.createRepository('octo/secret', { private: true, files: { a: 'a\n' } });
  const secret = app.github.openIssue('octo/secret', 'octo', { title: 'Plans', body: 'SECRET plans' });
  const { number } = app.github.openIssue(repository, 'ada', {
    title: 'Better verses',
    body: `Fixes #${linked.number}, see octo/secret#${secret.number} and #999.`,
  });
  const before = app.ended.length;
  app.github.comment(repository, number, 'ada', '/aider ask what is missing?');
  await ended(before + 1);
  expect(lastPrompt()).toMatch(
    new RegExp(`<<data \\w+: issue #${linked.number} by @eve \\(outsider\\), which the thread points to`),
  );
  expect(lastPrompt()).toContain('IAMBIC please');
  expect(lastPrompt()).not.toContain('SECRET');
  await until('the end', () =>
    botComments(app.github, repository, number)[0]?.includes('Read issue, 1 linked issue'),
  );
});

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('pixels of a chart')]);

test('a model that sees gets the images of the thread, and only attachments', async () => {
  const fake = Buffer.from('<html>not an image</html>');
  const { number } = app.github.openIssue(repository, 'eve', {
    title: 'The chart is wrong',
    body: `<img width="300" alt="chart" src="${app.github.attach(png)}" />\n![x](http://127.0.0.1:9/secret.png) ![y](${app.github.attach(fake)})`,
  });
  const before = app.ended.length;
  app.github.comment(repository, number, 'ada', '/aider ask what does it show?');
  await ended(before + 1);
  expect(lastPrompt()).toContain(`data:image/png;base64,${png.toString('base64')}`);
  expect(lastPrompt()).toContain('An image of this text is attached to this message, and data as well');
  expect(lastPrompt().match(/data:image/g)).toHaveLength(1);
  expect(notes()).toContain('An image of the thread was not shown: it is no PNG, JPEG, GIF or WebP.');
  await until('the end', () =>
    botComments(app.github, repository, number)[0]?.includes('Read issue, 1 image'),
  );
});

test('nothing of all this broke the rules of the API', () => {
  expect(app.github.violations).toEqual([]);
});
