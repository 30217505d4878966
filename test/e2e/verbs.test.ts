/** Commands beside `fix`: what they answer, that those which only look change nothing, and what `undo` takes back. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { block } from '../support/replies.ts';

const repository = 'octo/poem';
const poem = Array.from({ length: 12 }, (_, line) => `line ${line + 1}`).join('\n');
const settings = `verify:
  lint: test -s poem.txt
  test: sh first-line.sh
edit:
  max_files: 30
`;
const firstLine = `echo 1..1
if grep -qx 'line 1' poem.txt; then echo 'ok 1 - first line'; else echo 'not ok 1 - first line'; exit 1; fi
`;

const script: ScriptInput = {
  order: 'any',
  entries: [
    {
      when: { purpose: 'architect', user: 'end loudly' },
      reply: { text: 'In poem.txt, shout the last line.' },
    },
    {
      when: { purpose: 'editor', user: 'end loudly' },
      reply: { text: block('poem.txt', 'line 12', 'LINE 12') },
    },
    {
      when: { purpose: 'architect', user: 'how many lines' },
      reply: {
        text: '## Answer\n\nTwelve, as `poem.txt` shows. Ask @eve or see ![x](https://evil.example/x.png).',
      },
    },
    { when: { purpose: 'architect', user: 'shorten' }, reply: { text: 'In poem.txt, shorten line 3.' } },
    { when: { purpose: 'editor', user: 'shorten' }, reply: { text: block('poem.txt', 'line 3', 'l3') } },
    { when: { purpose: 'architect', user: 'exclaim' }, reply: { text: 'In poem.txt, exclaim l3.' } },
    { when: { purpose: 'editor', user: 'exclaim' }, reply: { text: block('poem.txt', 'l3', 'l3!') } },
    { when: { purpose: 'weak', anywhere: '+l3!' }, reply: { text: 'style: exclaim line 3' } },
    { when: { purpose: 'weak', anywhere: '+l3' }, reply: { text: 'style: shorten line 3' } },
    { when: { purpose: 'weak' }, times: 'any', reply: { text: 'style: end loudly' } },
  ],
};

let app: TestApp;
let issue: number;
let pull: number;

beforeAll(async () => {
  app = await startApp(script, { prices: { input: 10, cachedInput: 1, cacheWriteInput: 10, output: 50 } });
  await app.github.createRepository(repository, {
    roles: { ada: 'write', eve: 'read' },
    files: {
      'poem.txt': `${poem}\n`,
      'title.txt': 'Untitled\n',
      'first-line.sh': firstLine,
      '.github/aider.yml': settings,
    },
  });
  app.github.install('octo');
  issue = app.github.openIssue(repository, 'ada', { title: 'The poem', body: 'About `poem.txt`.' }).number;
  await app.github.push(repository, 'ada', {
    branch: 'poem',
    from: 'main',
    files: { 'title.txt': 'A poem\n' },
    message: 'a title',
  });
  const opened = await app.github.openPull(repository, 'ada', {
    head: 'poem',
    base: 'main',
    title: 'A poem with a title',
    body: '',
  });
  pull = opened.number;
});
afterAll(() => app.close());

const git = (...args: string[]) =>
  execFileSync('git', ['--git-dir', app.github.repository(repository).dir, ...args], {
    encoding: 'utf8',
  }).trim();
const poemNow = () => git('show', 'poem:poem.txt').split('\n');

/** Comments, and returns the App's next comment in the thread once it fits. */
async function say(thread: number, text: string, fits: RegExp): Promise<string> {
  const before = botComments(app.github, repository, thread).length;
  app.github.comment(repository, thread, 'ada', text);
  return until(`${fits} after ${text}`, () => {
    const comments = botComments(app.github, repository, thread);
    return comments.length > before && comments.slice(before).find((comment) => fits.test(comment));
  });
}

test('config shows what holds, where it comes from and what has no effect', async () => {
  const all = await say(issue, '/aider config', /Settings in force/);
  expect(all).toContain('| `verify.test` | `sh first-line.sh` | file |');
  expect(all).toContain('| `verify.timeout` | `10m` | default |');
  expect(all).toContain('Without effect in this version: `edit.max_files`.');
  const one = await say(issue, '/aider config verify.lint', /Settings in force/);
  expect(one).toContain('| `verify.lint` | `test -s poem.txt` | file |');
  expect(one).not.toContain('verify.test');
  expect(await say(issue, '/aider config checks', /no setting/)).toContain('`checks`');
});

test('config names the lines of mistakes', async () => {
  await app.github.createRepository('octo/broken', {
    roles: { ada: 'write' },
    files: { '.github/aider.yml': 'verify:\n  tset: npm test\n  timeout: soon\n' },
  });
  const { number } = app.github.openIssue('octo/broken', 'ada', { title: 'x', body: '' });
  app.github.comment('octo/broken', number, 'ada', '/aider config');
  const text = await until('the answer', () => botComments(app.github, 'octo/broken', number)[0]);
  expect(text).toContain('has 2 mistakes');
  expect(text).toMatch(/- line 2: there is no key `tset`.*\n- line 3: /);
});

test('cost adds up what runs of the thread and of the month have spent', async () => {
  expect(await say(pull, '/aider cost', /Runs of this thread/)).toContain('**$0.00 of $');
  await say(pull, '/aider fix it has to end loudly', /Done in/);
  const run = app.ended.at(-1)?.id ?? 'none';
  const thread = await say(pull, '/aider cost', /Asked by/);
  expect(thread).toMatch(new RegExp(`\\| \`${run}\` \\| ada \\| \\$0\\.\\d\\d \\|`));
  expect(thread).not.toContain('**$0.00 of');
  expect(await say(issue, '/aider cost month', /repository and month/)).toContain(`| #${pull} | 1 | `);
});

test('map tells the files that a request is about, and why, without asking a model', async () => {
  const asked = app.model.requests.length;
  const text = await say(issue, '/aider map what is in title.txt?', /\*\*Ranked in/);
  expect(text).toMatch(/1\. `title\.txt` – \S/);
  expect(text).toMatch(/<details><summary>Map \(\d+ tokens\)/);
  expect(text).not.toContain('no commits');
  expect(app.model.requests.length).toBe(asked);
});

test('ask answers in words, shows the files it saw, and changes nothing', async () => {
  const before = await app.github.branches(repository);
  const text = await say(issue, '/aider ask how many lines has poem.txt?', /\*\*Answered in/);
  expect(text).toContain('Twelve, as `poem.txt` shows.');
  expect(text).toContain('Files in context (');
  expect(text).not.toMatch(/!\[x\]\(|@eve/);
  expect(app.ended.at(-1)).toMatchObject({ command: { verb: 'ask' }, commits: [], final: [] });
  expect(await app.github.branches(repository)).toEqual(before);
  expect(await say(issue, '/aider status', /`ask` for/)).toContain('`map` for');
});

test('test and lint run one command each and tell what came of it', async () => {
  const before = await app.github.branches(repository);
  const green = await say(issue, '/aider lint', /\*\*Checked in/);
  expect(green).toContain('all checks green');
  expect(green).toMatch(/\| lint `test -s poem\.txt` \| .* \| ✅ \|/);
  expect(green).not.toContain('first-line.sh');

  await app.github.push(repository, 'ada', {
    branch: 'shout',
    from: 'main',
    files: { 'poem.txt': poem.toUpperCase() },
    message: 'louder',
  });
  const shout = { head: 'shout', base: 'main', title: 'Louder', body: '' };
  const { number } = await app.github.openPull(repository, 'ada', shout);
  const red = await say(number, '/aider test', /\*\*Checked in/);
  expect(red).toContain('test fails (1 of 1 test)');
  expect(red).toMatch(/\| test `sh first-line\.sh` \| 0 passed, 1 failed of 1.* \| ❌ \|/);
  expect(red).toContain('- `first line`');
  expect(await app.github.branches(repository)).toEqual({ ...before, shout: expect.any(String) });
});

test('undo takes back the last commit of the App, checked, and redo brings it back', async () => {
  await say(pull, '/aider fix shorten it', /Done in/);
  await say(pull, '/aider fix exclaim it', /Done in/);
  const [exclaimed = '', shortened = ''] = git('rev-list', '-2', 'poem').split('\n');
  expect(poemNow()[2]).toBe('l3!');

  const undone = await say(pull, '/aider undo', /\*\*Undone in/);
  expect(poemNow()[2]).toBe('l3');
  expect(undone).toContain(`- \`${exclaimed.slice(0, 7)}\` style: exclaim line 3`);
  expect(undone).toContain('all checks green');
  const undo = git('rev-parse', 'poem');
  expect(git('rev-parse', 'poem^')).toBe(exclaimed);
  expect(git('show', '--no-patch', '--format=%an%n%B', undo)).toMatch(
    new RegExp(
      `^${app.github.app.slug}\\[bot\\]\nrevert: style: exclaim line 3\n\nAider-Run: \\w+\nAider-Undo: ${exclaimed}\nAider-Verified: lint,test\nCo-authored-by: ada`,
    ),
  );

  await say(pull, '/aider redo', /\*\*Brought back in/);
  expect(poemNow()[2]).toBe('l3!');
  expect(git('show', '--no-patch', '--format=%B', 'poem')).toContain(`Aider-Redo: ${undo}`);

  const before = git('rev-parse', 'poem');
  const refused = await say(pull, `/aider undo ${shortened.slice(0, 8)}`, /Nothing undone/);
  expect(refused).toContain(`\`${shortened.slice(0, 7)}\` cannot be taken back alone`);
  expect(refused).toContain(`\`${exclaimed.slice(0, 7)}\` (style: exclaim line 3)`);
  expect(git('rev-parse', 'poem')).toBe(before);
});

test('undo leaves the commits of people alone, and says when nothing is left', async () => {
  const title = git('rev-list', '--grep=a title', 'poem');
  expect(await say(pull, `/aider undo ${title}`, /Nothing undone/)).toContain('was not made by the bot');
  expect(await say(pull, '/aider redo', /Nothing brought back/)).toContain('no undo on this pull request');
  const edits = git('rev-list', '--count', '--grep=Aider-Edit', 'main..poem');
  await say(pull, `/aider undo ${edits}`, /\*\*Undone in/);
  expect(git('show', '--no-patch', '--format=%s', 'poem')).toBe(`revert: ${edits} commits`);
  expect(git('diff', '--name-only', title, 'poem')).toBe('');
  expect(await say(pull, '/aider undo', /Nothing undone/)).toContain('Nothing is left to undo');
  expect(await say(issue, '/aider undo', /not on an issue/)).toContain('works on a pull request');
});

test('nothing of all this broke the rules of the API', () => {
  expect(app.github.violations).toEqual([]);
});
