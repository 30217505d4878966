/** A plan is read, approved by its hash, and carried out to the letter; a plan that no longer fits is refused with the reason. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { block } from '../support/replies.ts';

const repository = 'octo/poem';
const poem = Array.from({ length: 12 }, (_, line) => `line ${line + 1}`).join('\n');

const loud = `The last line is too quiet.

### Step 1: Shout the last line
In \`poem.txt\`, write the last line in capitals.

### Step 2: Say so
Create \`notes/about.md\` with one sentence about it.`;

const script: ScriptInput = {
  order: 'any',
  entries: [
    { when: { purpose: 'architect', user: 'shout' }, times: 'any', reply: { text: loud } },
    {
      when: { purpose: 'architect', user: 'third line' },
      times: 'any',
      reply: { text: 'In `poem.txt`, shorten line 3.' },
    },
    { when: { purpose: 'architect', user: 'what title' }, reply: { text: 'QUESTION: Which title?' } },
    { when: { purpose: 'architect', user: 'vague' }, reply: { text: 'Improve things in general.' } },
    // Greedy: it wants to change a file that nobody approved, and only then does what the plan says.
    {
      when: { purpose: 'editor', user: 'step 1 of 2' },
      reply: { text: block('title.txt', 'Untitled', 'LOUD') + block('poem.txt', 'line 12', 'LINE 12') },
    },
    {
      when: { purpose: 'editor', user: 'not among the files' },
      reply: { text: block('poem.txt', 'line 12', 'LINE 12') },
    },
    {
      when: { purpose: 'editor', user: 'step 2 of 2' },
      reply: { text: block('notes/about.md', '', 'The poem ends loudly.') },
    },
    {
      when: { purpose: 'editor', user: 'shorten line 3' },
      times: 'any',
      reply: { text: block('poem.txt', 'line 3', 'l3') },
    },
    { when: { purpose: 'weak' }, times: 'any', reply: { text: 'feat: as planned' } },
  ],
};

let app: TestApp;

beforeAll(async () => {
  app = await startApp(script, { prices: { input: 10, cachedInput: 1, cacheWriteInput: 10, output: 50 } });
  await app.github.createRepository(repository, {
    roles: { ada: 'write', bob: 'write', eve: 'read' },
    files: {
      'poem.txt': `${poem}\n`,
      'title.txt': 'Untitled\n',
      '.github/aider.yml': 'verify:\n  lint: test -s poem.txt\n  test: "off"\n',
    },
  });
  app.github.install('octo');
});
afterAll(() => app.close());

const git = (...args: string[]) =>
  execFileSync('git', ['--git-dir', app.github.repository(repository).dir, ...args], {
    encoding: 'utf8',
  }).trim();

const issue = (title: string) =>
  app.github.openIssue(repository, 'ada', { title, body: 'About `poem.txt`.' }).number;

/** Comments, and returns the App's next comment in the thread once it fits. */
async function say(thread: number, text: string, fits: RegExp, login = 'ada'): Promise<string> {
  const before = botComments(app.github, repository, thread).length;
  app.github.comment(repository, thread, login, text);
  return until(`${fits} after ${text}`, () => {
    const comments = botComments(app.github, repository, thread);
    return comments.length > before && comments.slice(before).find((comment) => fits.test(comment));
  });
}
const hashIn = (comment: string) => /approve ([0-9a-f]{8})/.exec(comment)?.[1] ?? 'none';
const asked = (model: string) =>
  app.model.requests.filter(({ body }) => JSON.stringify(body).includes(`"model":"${model}"`)).length;

test('a plan shows steps, files, checks, an estimate and its hash, and changes nothing', async () => {
  const number = issue('Shout');
  const before = await app.github.branches(repository);
  const plan = await say(number, '/aider plan shout at the end', /\*\*Planned in/);
  expect(plan).toContain('The last line is too quiet.');
  expect(plan).toContain('**1. Shout the last line** – `poem.txt`');
  expect(plan).toContain('**2. Say so** – `notes/about.md`');
  expect(plan).toContain('- Files to change: `poem.txt`');
  expect(plan).toContain('- Files to create: `notes/about.md`');
  expect(plan).toContain('- Checks that will run: lint `test -s poem.txt`');
  expect(plan).toMatch(/- Estimate: \$0\.\d\d to \$0\.\d\d \([\d.]+k to [\d.]+k tokens\)/);
  expect(plan).toMatch(/`\/aider approve [0-9a-f]{8}` carries out exactly this/);
  expect(await app.github.branches(repository)).toEqual(before);
  expect(asked('editor')).toBe(0);

  const architect = asked('architect');
  const done = await say(number, `/aider approve ${hashIn(plan)}`, /\*\*(?:Done|Partly|Could|Not)/, 'bob');
  expect(done).toContain('2 commits');
  expect(done).toContain(`Carried out: plan \`${hashIn(plan)}\``);
  expect(asked('architect')).toBe(architect);
  const [pull] = app.github.pulls(repository);
  const changed = git('diff', '--name-only', 'main', pull?.pull.headRef ?? '');
  expect(changed.split('\n').sort()).toEqual(['notes/about.md', 'poem.txt']);
  expect(JSON.stringify(app.model.requests.map((request) => request.body))).toContain(
    'title.txt is not among the files that may be changed here',
  );

  const again = await say(number, '/aider approve', /Not started/);
  expect(again).toContain('carried out already');
});

test('words beside the hash are refused: they would change the plan', async () => {
  const number = issue('Third line');
  const plan = await say(number, '/aider plan the third line', /\*\*Planned in/);
  const before = app.ended.length;
  expect(await say(number, `/aider approve ${hashIn(plan)} but in capitals`, /cannot change it/)).toContain(
    '`/aider plan …`',
  );
  expect(app.ended.length).toBe(before);
});

test('a newer plan takes the place of an older one', async () => {
  const number = issue('Third line, too');
  const first = await say(number, '/aider plan the third line', /\*\*Planned in/);
  const second = await say(number, '/aider plan the third line, please', /\*\*Planned in/);
  expect(hashIn(second)).not.toBe(hashIn(first));
  expect(await say(number, `/aider approve ${hashIn(first)}`, /Not started/)).toContain(
    `the last plan here is \`${hashIn(second)}\``,
  );
  expect(await say(number, '/aider approve abcd1234', /Not started/)).toContain('has the hash `abcd1234`');
});

test('a plan is stale when its files, its thread or its comment have changed', async () => {
  const moved = issue('Moved');
  await say(moved, '/aider plan the third line', /\*\*Planned in/);
  await app.github.push(repository, 'ada', {
    branch: 'main',
    files: { 'title.txt': 'A title\n' },
    message: 'a title',
  });
  await app.github.push(repository, 'ada', {
    branch: 'main',
    files: { 'poem.txt': `${poem}\nline 13\n` },
    message: 'more',
  });
  expect(await say(moved, '/aider approve', /Not started/)).toContain('with changes in `poem.txt`');

  const edited = issue('Edited');
  await say(edited, '/aider plan the third line', /\*\*Planned in/);
  await app.github.editIssue(repository, edited, 'eve', { body: 'About the title.' });
  expect(await say(edited, '/aider approve', /Not started/)).toContain('were edited since');

  const forged = issue('Forged');
  const plan = await say(forged, '/aider plan the third line', /\*\*Planned in/);
  const comment = app.github.issue(repository, forged).comments.find(({ body }) => body === plan);
  app.github.editComment(repository, comment?.id ?? 0, 'bob', plan.replace('shorten', 'delete'));
  expect(await say(forged, '/aider approve', /Not started/)).toMatch(/was edited by @\S*bob/);
});

test('changes elsewhere leave a plan as it is', async () => {
  const number = issue('Elsewhere');
  await say(number, '/aider plan the third line', /\*\*Planned in/);
  await app.github.push(repository, 'ada', {
    branch: 'main',
    files: { 'title.txt': 'Another title\n' },
    message: 'a title',
  });
  expect(await say(number, '/aider approve', /\*\*(?:Done|Partly|Could|Not)/)).toContain('1 commit');
});

test('an architect may ask instead, or plan nothing that could be approved', async () => {
  const number = issue('Title');
  expect(await say(number, '/aider plan what title it wants', /Needs an answer/)).toContain('Which title?');
  expect(await say(number, '/aider approve', /Not started/)).toContain('no plan here');
  expect(await say(number, '/aider plan something vague', /Could not finish/)).toContain(
    'names no file of the repository',
  );
  expect(await say(number, '/aider plan it', /role write/, 'eve')).toContain('@eve');
});

test('nothing of all this broke the rules of the API', () => {
  expect(app.github.violations).toEqual([]);
});
