/** `continue --base`: the base branch comes into the branch of a pull request, and nothing half-merged ever does. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';

const repository = 'octo/poem';
const lines = (changes: Record<number, string> = {}) =>
  `${Array.from({ length: 12 }, (_, line) => changes[line + 1] ?? `line ${line + 1}`).join('\n')}\n`;
const whole = (content: string) => ({ text: `poem.txt\n\`\`\`\n${content}\`\`\`\n` });

let app: TestApp;

beforeAll(async () => {
  app = await startApp({
    order: 'any',
    entries: [
      // First it forgets one of the markers.
      {
        when: { purpose: 'architect', user: 'is being merged into' },
        reply: whole(lines({ 3: 'a short and rhyming line 3\n>>>>>>> main' })),
      },
      {
        when: { purpose: 'architect', user: 'still markers of a conflict' },
        reply: whole(lines({ 3: 'a short and rhyming line 3', 9: 'line nine' })),
      },
    ],
  });
  await app.github.createRepository(repository, {
    roles: { ada: 'write' },
    files: {
      'poem.txt': lines(),
      'count.sh': 'test "$(wc -l < poem.txt)" -ge 12 && test ! -f broken\n',
      '.github/aider.yml': 'verify:\n  lint: sh count.sh\n  test: "off"\n',
    },
  });
  app.github.install('octo');
});
afterAll(() => app.close());

const git = (...args: string[]) =>
  execFileSync('git', ['--git-dir', app.github.repository(repository).dir, ...args], {
    encoding: 'utf8',
  }).trim();
const say = async (thread: number, text: string, fits: RegExp) => {
  const before = botComments(app.github, repository, thread).length;
  app.github.comment(repository, thread, 'ada', text);
  return until(`${fits} after ${text}`, () =>
    botComments(app.github, repository, thread)
      .slice(before)
      .find((comment) => fits.test(comment)),
  );
};
const push = (branch: string, files: Record<string, string>, from?: string) =>
  app.github.push(repository, 'ada', { branch, files, message: 'change', ...(from ? { from } : {}) });
const open = async (head: string) =>
  (await app.github.openPull(repository, 'ada', { head, base: 'main', title: head, body: '' })).number;
const ended = /\*\*(?:Done|Partly|Could|Not|Nothing)/;

test('without conflicts it is a checked merge commit, and costs no model call', async () => {
  await push('title', { 'title.txt': 'A title\n' }, 'main');
  const pull = await open('title');
  const head = git('rev-parse', 'title');
  await push('main', { 'poem.txt': lines({ 1: 'Line 1' }) });
  const done = await say(pull, '/aider continue --base', ended);
  expect(done).toContain('**Done in');
  expect(done).toContain(
    `\`main\` at \`${git('rev-parse', '--short=7', 'main')}\` is merged into the branch. There were no conflicts.`,
  );
  expect(git('rev-list', '--parents', '-1', 'title')).toBe(
    `${git('rev-parse', 'title')} ${head} ${git('rev-parse', 'main')}`,
  );
  expect(git('show', 'title:poem.txt')).toContain('Line 1');
  expect(git('show', '--no-patch', '--format=%B', 'title')).toMatch(
    /^chore: merge branch main\n\nAider-Run: \w+\nAider-Edit: 1\/1\nAider-Verified: lint\n/,
  );
  expect(app.model.requests).toEqual([]);
  expect(await say(pull, '/aider continue --base', ended)).toContain('is in the branch already');
});

test('conflicts are resolved by the model, and no marker may stay', async () => {
  await push('rhyme', { 'poem.txt': lines({ 3: 'a rhyming line 3', 9: 'line nine' }) }, 'main');
  const pull = await open('rhyme');
  const head = git('rev-parse', 'rhyme');
  await push('main', { 'poem.txt': lines({ 3: 'a short line 3' }), 'new.txt': 'new\n' });
  const done = await say(pull, '/aider continue --base keep both meanings', ended);
  expect(done).toContain('Conflicts in `poem.txt` were resolved by the model');
  expect(git('show', 'rhyme:poem.txt')).toBe(
    lines({ 3: 'a short and rhyming line 3', 9: 'line nine' }).trim(),
  );
  expect(git('show', 'rhyme:new.txt')).toBe('new');
  expect(git('rev-list', '--parents', '-1', 'rhyme').split(' ').slice(1)).toEqual([
    head,
    git('rev-parse', 'main'),
  ]);
  const asked = app.model.requests.map(({ body }) => JSON.stringify(body));
  expect(asked[0]).toMatch(/a rhyming line 3[\s\S]*line 3[\s\S]*a short line 3/);
  expect(asked[0]).toContain('keep both meanings');
  expect(app.model.requests).toHaveLength(2);
  expect(await say(pull, '/aider undo', /Nothing undone/)).toContain('Nothing is left to undo');
});

test('a merge that breaks a check is not pushed', async () => {
  await push('quiet', { 'title.txt': 'Quiet\n' }, 'main');
  const pull = await open('quiet');
  const head = git('rev-parse', 'quiet');
  await push('main', { broken: '' });
  const failed = await say(pull, '/aider continue --base', ended);
  expect(failed).toContain('merges without a conflict, but then');
  expect(git('rev-parse', 'quiet')).toBe(head);
});

test('what no edit can resolve is refused with the reason', async () => {
  await push('gone', { 'new.txt': 'newer\n', 'title.txt': 'x\n' }, 'main');
  const pull = await open('gone');
  await app.github.push(repository, 'ada', {
    branch: 'main',
    files: { 'new.txt': null, broken: null },
    message: 'gone',
  });
  expect(await say(pull, '/aider continue --base', ended)).toContain(
    '`new.txt` is one that no edit can resolve (modify/delete)',
  );
  const issue = app.github.openIssue(repository, 'ada', { title: 'x', body: '' }).number;
  expect(await say(issue, '/aider continue --base', ended)).toContain('no open pull request here');
  expect(app.github.violations).toEqual([]);
});
