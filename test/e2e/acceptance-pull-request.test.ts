/** How a pull request looks: drafts and what stands in for them, its words, its labels, and what later runs change about it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { block } from '../support/replies.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({
    order: 'any',
    entries: [
      {
        when: { purpose: 'architect', user: 'for good' },
        times: 'any',
        reply: { text: 'In poem.txt, write that it is fixed.' },
      },
      { when: { purpose: 'architect' }, times: 'any', reply: { text: 'In poem.txt, write a capital.' } },
      {
        when: { purpose: 'editor', user: 'that it is fixed' },
        times: 'any',
        reply: { text: block('poem.txt', 'line 2', 'line 2, fixed') },
      },
      { when: { purpose: 'editor' }, times: 'any', reply: { text: block('poem.txt', 'line 1', 'Line 1') } },
      {
        when: { purpose: 'weak', system: 'title and summary of a pull request' },
        times: 'any',
        reply: {
          text: 'feat: let the poem begin well\n\nIt reads better now, @everyone. Fixes #1.\n\n<!-- aiderbot:summary:end -->\n\n- look at line 1',
        },
      },
      { when: { purpose: 'weak' }, times: 'any', reply: { text: 'style: begin with a capital' } },
    ],
  });
});
afterAll(() => app.close());

async function place(login: string, settings: string, options: { drafts?: boolean } = {}) {
  const name = `${login}/poem`;
  await app.github.createRepository(name, {
    ...options,
    roles: { ada: 'write', bob: 'write' },
    labels: ['poetry'],
    files: {
      'poem.txt': 'line 1\nline 2\n',
      '.github/PULL_REQUEST_TEMPLATE.md': '## Checklist\n\n- [ ] I have read it aloud\n',
      '.github/aider.yml': `verify:\n  lint: grep -q fixed poem.txt\n  test: "off"\n${settings}`,
    },
  });
  app.github.install(login);
  const issue = app.github.openIssue(name, 'ada', { title: 'A capital', body: '' }).number;
  const ask = (thread: number, text: string) => app.github.comment(name, thread, 'ada', `/aider fix ${text}`);
  const said = (thread: number, what: RegExp) =>
    until(`${what}`, () => botComments(app.github, name, thread).find((text) => what.test(text)));
  const pull = () => app.github.pulls(name)[0];
  return { name, issue, ask, said, pull };
}

test.each([
  ['draft', true, false],
  ['[WIP] where there are no drafts', false, true],
])('not green yet: %s; a later run that makes it green takes that away', async (_, drafts, isMarked) => {
  const login = drafts ? 'drafts' : 'nodrafts';
  const more = 'pull_request:\n  labels: [poetry]\n  reviewers: [requester, bob, codeowners]\n';
  const here = await place(login, more, { drafts });
  here.ask(here.issue, 'begin with a capital');
  const comment = await here.said(here.issue, /Partly done/);
  expect(comment.includes('(draft)')).toBe(drafts);
  const first = here.pull();
  expect(first?.pull.draft).toBe(drafts);
  expect(first?.title).toBe(`${isMarked ? '[WIP] ' : ''}feat: let the poem begin well`);
  expect(first?.labels.map(({ name }) => name)).toEqual(['poetry']);
  expect(first?.pull.requestedReviewers.map(({ login }) => login)).toEqual(['ada', 'bob']);
  const body = first?.body ?? '';
  expect(
    body.startsWith('## Checklist\n\n- [ ] I have read it aloud\n\n<!-- aiderbot:summary:start -->'),
  ).toBe(true);
  expect(body).toContain('It reads better now, @&#8203;everyone. Fixes #&#8203;1.');
  expect(body).toContain('\nPart of #1\n');

  await app.github.editIssue(here.name, first?.number ?? 0, 'ada', { body: `Mine.\n\n${body}\n\nMine too.` });
  here.ask(first?.number ?? 0, 'it for good');
  await here.said(first?.number ?? 0, /\*\*Done in/);
  const then = here.pull();
  expect(then?.pull.draft).toBe(false);
  expect(then?.title).toBe('feat: let the poem begin well');
  expect(then?.body?.startsWith('Mine.\n\n## Checklist')).toBe(true);
  expect(then?.body?.endsWith('<!-- aiderbot:summary:end -->\n\nMine too.')).toBe(true);
  expect(then?.body).toContain('### Since then');
  expect(then?.body).toContain('\nCloses #1\n');
});

test('`require_green: block` opens nothing, and says where the commits are', async () => {
  const here = await place('block', '  require_green: block\n');
  here.ask(here.issue, 'begin with a capital');
  const comment = await here.said(here.issue, /Partly done/);
  expect(comment).toContain('no pull request was opened (`verify.require_green: block`)');
  expect(comment).toContain('1 commit is kept on `aider/1-a-capital`. [Compare, or open a pull request](');
  expect(here.pull()).toBeUndefined();
});

test('a pull request of a person keeps its text and stays a draft', async () => {
  const here = await place('person', '');
  await app.github.push(here.name, 'ada', { branch: 'mine', files: { 'more.txt': 'x' } });
  const { number } = await app.github.openPull(here.name, 'ada', {
    head: 'mine',
    base: 'main',
    title: '[WIP] Mine',
    body: 'Mine.',
    draft: true,
  });
  here.ask(number, 'it for good');
  await here.said(number, /\*\*Done in/);
  expect(here.pull()).toMatchObject({ title: '[WIP] Mine', body: 'Mine.', pull: { draft: true } });
});

test('nothing of all this broke the rules of the API', () => {
  expect(app.github.violations).toEqual([]);
});
