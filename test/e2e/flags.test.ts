/** Flags of one command: what is shown and not pushed, what may not be changed, what it may cost, and what stays a draft. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { block } from '../support/replies.ts';

const repository = 'octo/poem';
const edit = block('poem.txt', 'line 3', 'l3');

let app: TestApp;

beforeAll(async () => {
  app = await startApp(
    {
      order: 'any',
      entries: [
        { when: { purpose: 'architect' }, times: 'any', reply: { text: 'In `poem.txt`, shorten line 3.' } },
        { when: { purpose: 'editor' }, times: 'any', reply: { text: edit } },
        { when: { purpose: 'weak' }, times: 'any', reply: { text: 'style: shorten line 3' } },
      ],
    },
    { prices: { input: 1, cachedInput: 1, cacheWriteInput: 1, output: 1 } },
  );
  await app.github.createRepository(repository, {
    roles: { ada: 'write' },
    files: {
      'poem.txt': 'line 1\nline 2\nline 3\n',
      'notes/metre.txt': 'Four feet.\n',
      '.github/aider.yml': 'verify:\n  lint: test -s poem.txt\n  test: "off"\nbudget:\n  per_run: 1.5\n',
    },
  });
  app.github.install('octo');
});
afterAll(() => app.close());

async function say(text: string): Promise<string> {
  const thread = app.github.openIssue(repository, 'ada', { title: 'Shorter', body: '' }).number;
  app.github.comment(repository, thread, 'ada', text);
  return until(text, () =>
    botComments(app.github, repository, thread).find((comment) =>
      /\*\*(?:Done|Partly|Could|Not|Stopped)/.test(comment),
    ),
  );
}

test('--dry-run shows the changes and leaves no trace of them', async () => {
  const before = await app.github.branches(repository);
  const shown = await say('/aider fix line 3 --dry-run');
  expect(shown).toContain('Nothing was pushed (`--dry-run`). These are the changes of 1 commit:');
  expect(shown).toMatch(/```diff[\s\S]*-line 3\n\+l3/);
  expect(shown).toMatch(/\| lint `test -s poem\.txt` \|.*\| ✅ \|/);
  expect(await app.github.branches(repository)).toEqual(before);
  expect(app.github.pulls(repository)).toEqual([]);
});

test('--read shows a file and keeps it as it is', async () => {
  const failed = await say('/aider fix line 3 --read=*.txt');
  expect(failed).toContain('Could not finish');
  expect(failed).toContain('named with --files');
  expect(JSON.stringify(app.model.requests.at(-1)?.body)).toContain('poem.txt is only to be read here');
  expect(await say('/aider fix line 3 --read=lost.txt --dry-run')).toContain(
    'No file of the repository is called lost.txt',
  );
});

test('--budget only lowers, and --draft keeps a pull request a draft that would be ready', async () => {
  const done = await say('/aider fix line 3 --budget=$0.50 --draft');
  expect(done).toContain('of $0.50');
  expect(done).toContain('(draft)');
  expect(app.github.pulls(repository)[0]?.pull.draft).toBe(true);
  const above = await say('/aider fix line 3 --budget=50');
  expect(above).toContain('of $1.50');
  expect(above).toContain('only lowers the limit');
  expect(app.github.pulls(repository)[1]?.pull.draft).toBe(false);
});

test('--format=whole asks the editor for whole files', async () => {
  await say('/aider fix line 3 --format=whole --dry-run');
  const asked = app.model.requests.findLast(({ body }) => JSON.stringify(body).includes('"model":"editor"'));
  expect(JSON.stringify(asked?.body)).not.toContain('REPLACE');
});

test('--model takes what the configuration of the server names, and nothing else', async () => {
  const asked = app.model.requests.length;
  const refused = await say('/aider fix line 3 --model=other/dear --dry-run');
  expect(refused).toContain('`other/dear` cannot be chosen here; this server allows `test/architect`');
  expect(app.model.requests.length).toBe(asked);
  expect(
    await say('/aider fix line 3 --model=test/architect --editor-model=test/editor --dry-run'),
  ).toContain('1 commit');
  expect(app.github.violations).toEqual([]);
});
