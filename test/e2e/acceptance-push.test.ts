/** What happens between the last edit and the branch: others push meanwhile, GitHub refuses, the repository changes. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InstallOptions } from '../../demo/github/driver/people.ts';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { block } from '../support/replies.ts';

const lines = Array.from({ length: 12 }, (_, line) => `line ${line + 1}`);
const poem = (...changed: [line: number, text: string][]) =>
  `${lines.map((text, at) => changed.find(([line]) => line === at + 1)?.[1] ?? text).join('\n')}\n`;

let app: TestApp;

beforeAll(async () => {
  app = await startApp({
    order: 'any',
    entries: [
      {
        when: { purpose: 'architect', user: 'in two steps' },
        times: 'any',
        reply: {
          text: '### Step 1: Capital\nIn poem.txt, line 1.\n\n### Step 2: A note\nAdd notes/é.txt, and shorten line 9 of poem.txt.',
        },
      },
      {
        when: { purpose: 'editor', user: 'step 2 of 2' },
        times: 'any',
        reply: {
          text: block('poem.txt', 'line 9', 'l9') + block('notes/é.txt', '', 'noted'),
        },
      },
      {
        when: { purpose: 'architect' },
        times: 'any',
        reply: { text: 'In poem.txt, write the first line with a capital.' },
      },
      {
        when: { purpose: 'editor' },
        times: 'any',
        reply: { text: block('poem.txt', 'line 1\nline 2\n', 'Line 1\nline 2\n') },
      },
      { when: { purpose: 'weak' }, times: 'any', reply: { text: 'style: begin with a capital' } },
    ],
  });
});
afterAll(() => app.close());

/**
 * A repository whose lint command, on the edited poem, waits until the test opens the gate: so that things happen between the
 * edit and the push. It notes the first line of what it checked, and fails when `strict` is there beside a capital.
 */
async function place(
  login: string,
  options: { install?: InstallOptions; more?: Record<string, string> } = {},
) {
  const name = `${login}/poem`;
  const gate = path.join(app.dataDir, `${login}-gate`);
  const log = path.join(app.dataDir, `${login}-log`);
  writeFileSync(log, '');
  const check = [
    '#!/bin/sh',
    `grep -q 'Line 1' poem.txt || exit 0`,
    `echo waiting >> ${log}`,
    `until [ -e ${gate} ]; do sleep 0.05; done`,
    `echo "checked: $(grep -c . poem.txt) lines, last: $(tail -n 1 poem.txt)" >> ${log}`,
    'test ! -e strict',
  ].join('\n');
  await app.github.createRepository(name, {
    roles: { ada: 'write' },
    files: {
      'poem.txt': poem(),
      'check.sh': `${check}\n`,
      '.github/aider.yml': 'verify:\n  lint: sh check.sh\n  test: "off"\n',
      ...options.more,
    },
  });
  app.github.install(login, options.install);
  const branches = () => app.github.branches(name);
  const git = (...args: string[]) =>
    execFileSync('git', ['--git-dir', app.github.repository(name).dir, ...args], { encoding: 'utf8' });
  return {
    name,
    branches,
    git,
    poemAt: (commit: string) => git('show', `${commit}:poem.txt`),
    read: () => readFileSync(log, 'utf8'),
    open: () => writeFileSync(gate, ''),
    waiting: () => until('the check of the edit', () => readFileSync(log, 'utf8').includes('waiting')),
    async pull() {
      await app.github.push(name, 'ada', {
        branch: 'poem',
        from: 'main',
        files: { 'poem.txt': `${poem()}line 13\n` },
        message: 'one more line',
      });
      const opened = await app.github.openPull(name, 'ada', { head: 'poem', base: 'main', title: 'A poem' });
      return opened.number;
    },
    issue: () => app.github.openIssue(name, 'ada', { title: 'A capital', body: '' }).number,
    ask: (thread: number, what = 'begin with a capital') =>
      app.github.comment(name, thread, 'ada', `/aider fix ${what}`),
    said: (thread: number, what: RegExp) =>
      until(`${what}`, () => botComments(app.github, name, thread).find((text) => what.test(text))),
  };
}

/** Patches stand in a fence of the comment; the text in it has to be what git takes. */
function patchIn(comment: string): string {
  return /```diff\n([\s\S]+?\n)```/.exec(comment)?.[1] ?? '';
}

test('a push by a human during the edit is adopted: ours goes on top, checked again, theirs is untouched', async () => {
  const here = await place('adopt');
  const pull = await here.pull();
  here.ask(pull);
  await here.waiting();
  const theirs = await app.github.push(here.name, 'ada', {
    branch: 'poem',
    files: { 'poem.txt': `${poem([11, 'line eleven'])}line 13\nline 14\n` },
    message: 'a line of hers',
  });
  here.open();
  const comment = await here.said(pull, /\*\*Done in/);
  const head = (await here.branches()).poem ?? '';
  expect(here.git('log', '--format=%H', '-1', `${head}^`).trim()).toBe(theirs);
  expect(here.poemAt(head)).toBe(`${poem([1, 'Line 1'], [11, 'line eleven'])}line 13\nline 14\n`);
  // Checked twice: before her push, and on top of it.
  expect(here.read().match(/checked: .*/g)).toEqual([
    'checked: 13 lines, last: line 13',
    'checked: 14 lines, last: line 14',
  ]);
  expect(here.git('log', '-1', '--format=%B', head)).toContain('Aider-Verified: lint');
  expect(comment).toContain('reached poem during the run');
  expect(app.ended.at(-1)?.commits.map(({ id }) => id)).toEqual([head]);
  expect(Object.keys(await here.branches()).sort()).toEqual(['main', 'poem']);
});

test('a push that touches the same line: nothing is overwritten, and the edit waits on a branch of its own', async () => {
  const here = await place('clash');
  const pull = await here.pull();
  here.ask(pull);
  await here.waiting();
  const theirs = await app.github.push(here.name, 'ada', {
    branch: 'poem',
    files: { 'poem.txt': `${poem([1, 'LINE ONE'])}line 13\n` },
    message: 'hers',
  });
  here.open();
  const comment = await here.said(pull, /Could not finish/);
  const branches = await here.branches();
  expect(branches.poem).toBe(theirs);
  expect(Object.keys(branches).sort()).toEqual([`aider/${pull}-a-poem`, 'main', 'poem']);
  expect(here.poemAt(branches[`aider/${pull}-a-poem`] ?? '')).toContain('Line 1\n');
  expect(comment).toContain(
    'The edits conflict with what was pushed to `poem` meanwhile, in `poem.txt`. Nothing there was overwritten.',
  );
  expect(comment).toContain(`1 commit is kept on \`aider/${pull}-a-poem\``);
  expect(comment).toContain(`/clash/poem/compare/poem...aider/${pull}-a-poem?expand=1`);
});

test('a push beside which the edit breaks a check: it is not pushed, and kept', async () => {
  const here = await place('worse');
  const pull = await here.pull();
  here.ask(pull);
  await here.waiting();
  const theirs = await app.github.push(here.name, 'ada', { branch: 'poem', files: { strict: '' } });
  here.open();
  const comment = await here.said(pull, /Could not finish/);
  expect((await here.branches()).poem).toBe(theirs);
  expect(comment).toMatch(
    /on top of what was pushed to `poem` meanwhile, `sh check\.sh` is worse than before/i,
  );
  expect(comment).toContain(`kept on \`aider/${pull}-a-poem\``);
});

test('the same change made by a human meanwhile leaves nothing to push', async () => {
  const here = await place('same');
  const pull = await here.pull();
  here.ask(pull);
  await here.waiting();
  const theirs = await app.github.push(here.name, 'ada', {
    branch: 'poem',
    files: { 'poem.txt': `${poem([1, 'Line 1'])}line 13\n` },
  });
  here.open();
  await here.said(pull, /Nothing to change/);
  expect(await here.branches()).toMatchObject({ poem: theirs });
});

test('a branch that was deleted meanwhile is not made again', async () => {
  const here = await place('deleted');
  const pull = await here.pull();
  here.ask(pull);
  await here.waiting();
  await app.github.deleteBranch(here.name, 'ada', 'poem');
  here.open();
  const comment = await here.said(pull, /was deleted meanwhile/);
  expect(Object.keys(await here.branches()).sort()).toEqual([`aider/${pull}-a-poem`, 'main']);
  expect(comment).toContain(`kept on \`aider/${pull}-a-poem\``);
});

test('a protected branch of a pull request: said, and the commits wait on a branch that takes them', async () => {
  const here = await place('protected');
  const pull = await here.pull();
  app.github.addRule(here.name, { kind: 'protected', branches: 'poem' });
  here.open();
  here.ask(pull);
  const comment = await here.said(pull, /Could not finish/);
  expect(comment).toContain(
    'The rules of the repository do not let the App push to `poem` (Changes must be made through a pull request)',
  );
  expect(Object.keys(await here.branches()).sort()).toEqual([`aider/${pull}-a-poem`, 'main', 'poem']);
});

test('a ruleset that takes no such branch: the patch is in the comment, and git takes it from there', async () => {
  const here = await place('rules');
  app.github.addRule(here.name, {
    kind: 'ruleset',
    branches: 'aider/*',
    violation: 'Branch name is not allowed',
  });
  const issue = here.issue();
  here.open();
  here.ask(issue);
  const comment = await here.said(issue, /Could not finish/);
  expect(comment).toContain('do not let the App push to `aider/1-a-capital` (Branch name is not allowed)');
  expect(comment).toContain('set `branches.prefix` to names that they allow');
  const clone = path.join(app.dataDir, 'rules-clone');
  execFileSync('git', ['clone', '--quiet', app.github.repository(here.name).dir, clone]);
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', 'am', '--quiet'], {
    cwd: clone,
    input: patchIn(comment),
  });
  expect(readFileSync(path.join(clone, 'poem.txt'), 'utf8')).toBe(poem([1, 'Line 1']));
});

test('workflow files without the permission: the file and the permission are named', async () => {
  const here = await place('workflows');
  app.github.faults.refusePush(here.name, { kind: 'workflow', file: '.github/workflows/ci.yml' });
  const issue = here.issue();
  here.open();
  here.ask(issue);
  const comment = await here.said(issue, /Could not finish/);
  expect(comment).toContain('may not change workflow files, and `.github/workflows/ci.yml` is one');
  expect(patchIn(comment)).toContain('+Line 1');
  expect(Object.keys(await here.branches())).toEqual(['main']);
});

test('a secret that push protection found is not published by the comment instead', async () => {
  const here = await place('secret');
  app.github.faults.refusePush(here.name, { kind: 'secret' });
  const issue = here.issue();
  here.open();
  here.ask(issue);
  const comment = await here.said(issue, /Could not finish/);
  expect(comment).toContain('push protection found a secret');
  expect(comment).toContain('not shown here, since it would publish the secret');
  expect(comment).not.toContain('+Line 1');
});

test('an App that may not write is told so before any model is asked', async () => {
  const here = await place('readonly', {
    install: { permissions: { metadata: 'read', contents: 'read', issues: 'write', pull_requests: 'write' } },
  });
  const issue = here.issue();
  const asked = app.model.requests.length;
  here.ask(issue);
  const comment = await here.said(issue, /Not started/);
  expect(comment).toContain('`contents: write`');
  expect(app.model.requests.length).toBe(asked);
});

test('the right to write is taken away during the run: the patch is in the comment', async () => {
  const here = await place('demoted');
  const issue = here.issue();
  here.ask(issue);
  await here.waiting();
  app.github.faults.inject({
    path: '/demoted/poem.git/git-receive-pack',
    fault: { kind: 'status', status: 403 },
  });
  here.open();
  const comment = await here.said(issue, /Could not finish/);
  expect(comment).toContain('has no right to write to this repository any more');
  expect(patchIn(comment)).toContain('+Line 1');
});

test('without the right to open pull requests the branch is pushed, and said with a link', async () => {
  const here = await place('nopulls', {
    install: { permissions: { metadata: 'read', contents: 'write', issues: 'write', pull_requests: 'read' } },
  });
  const issue = here.issue();
  here.open();
  here.ask(issue);
  const comment = await here.said(issue, /Partly done/);
  expect(comment).toContain('`pull_requests: write`');
  expect(comment).toContain('1 commit is kept on `aider/1-a-capital`');
  expect(Object.keys(await here.branches()).sort()).toEqual(['aider/1-a-capital', 'main']);
});

test('a repository that was renamed during the run gets its branch and pull request under the new name', async () => {
  const here = await place('renamed');
  const issue = here.issue();
  here.ask(issue);
  await here.waiting();
  app.github.changeRepository(here.name, { name: 'verse' });
  here.open();
  await until('the end', () =>
    botComments(app.github, 'renamed/verse', issue).some((text) => text.includes('**Done in')),
  );
  expect(app.github.pulls('renamed/verse')).toHaveLength(1);
});

test.each(['archived', 'gone'] as const)(
  'a repository that is %s at the end takes no word either: the run ends, and nothing is pushed or tried again',
  async (fate) => {
    const here = await place(fate);
    const issue = here.issue();
    here.ask(issue);
    await here.waiting();
    if (fate === 'archived') app.github.changeRepository(here.name, { archived: true });
    else app.github.deleteRepository(here.name);
    here.open();
    const run = await until('the end', () => app.ended.find((facts) => facts.repository.owner === fate));
    expect(run.outcome).toMatchObject({ kind: 'failed' });
    expect(run.kept).toMatchObject({ kind: 'patch', patches: [{ subject: 'style: begin with a capital' }] });
    await until('the end of the job', () =>
      new RegExp(`"run":"${run.id}"[^\\n]*"msg":"run ended"`).test(app.log()),
    );
    const pushes = app.github.transcript.filter(
      (exchange) => exchange.path.startsWith(`/${here.name}.git`) && exchange.path.endsWith('receive-pack'),
    );
    expect(pushes).toEqual([]);
  },
);

/** Every commit of a branch over main: whether GitHub signed it, by whom it is, and its message. */
function signatures(here: Awaited<ReturnType<typeof place>>, range: string) {
  const signed = app.github.repository(here.name).signedCommits;
  const out = here.git('log', '--reverse', '--format=%H%n%ae%n%B%x00', range);
  return out
    .split('\0')
    .map((record) => record.trim().split('\n'))
    .filter(([id]) => id)
    .map(([id = '', email = '', ...message]) => ({
      signed: signed.has(id),
      id,
      email,
      message: message.join('\n'),
    }));
}

test('where a ruleset wants signed commits they are made through the API: one for each edit, Verified, the same trees', async () => {
  const here = await place('signed');
  app.github.addRule(here.name, { kind: 'signed', branches: '*' });
  const issue = here.issue();
  here.open();
  here.ask(issue, 'it in two steps');
  const comment = await here.said(issue, /\*\*Done in/);
  const branch = `aider/${issue}-a-capital`;
  const commits = signatures(here, `main..${branch}`);
  expect(commits.map(({ signed }) => signed)).toEqual([true, true]);
  for (const [index, { email, message, id }] of commits.entries()) {
    expect(email).toMatch(/^\d+\+[\w-]+\[bot\]@users\.noreply\.github\.com$/);
    expect(message).toContain(`Aider-Edit: ${index + 1}/2`);
    expect(message).toMatch(/Co-authored-by: ada <\d+\+ada@/);
    expect(app.ended.at(-1)?.commits[index]?.id).toBe(id);
    expect(app.github.pulls(here.name)[0]?.body).toContain(`/aider undo ${id.slice(0, 7)}`);
  }
  expect(here.poemAt(branch)).toBe(poem([1, 'Line 1'], [9, 'l9']));
  expect(here.git('show', `${branch}:notes/é.txt`)).toBe('noted\n');
  expect(comment).toContain('2 commits');
  // Nothing was pushed by git: such a push would have been refused.
  const pushes = app.github.transcript.filter(
    (exchange) => exchange.path === `/${here.name}.git/git-receive-pack`,
  );
  expect(pushes).toEqual([]);
});

test('signed commits go on top of what a human pushed meanwhile, and can be undone', async () => {
  const here = await place('signedpull', {
    more: {
      '.github/aider.yml':
        'verify:\n  lint: sh check.sh\n  test: "off"\ncommits:\n  sign: api\n  coauthor: none\n',
    },
  });
  const pull = await here.pull();
  here.ask(pull);
  await here.waiting();
  const theirs = await app.github.push(here.name, 'ada', { branch: 'poem', files: { 'more.txt': 'hers\n' } });
  here.open();
  await here.said(pull, /\*\*Done in/);
  const [made, ...others] = signatures(here, `${theirs}..poem`);
  expect(others).toEqual([]);
  expect(made).toMatchObject({ signed: true, message: expect.not.stringContaining('Co-authored-by') });
  app.github.comment(here.name, pull, 'ada', `/aider undo ${made?.id.slice(0, 7)}`);
  await here.said(pull, /\*\*Undone in/);
  expect(here.poemAt('poem')).toBe(`${poem()}line 13\n`);
  expect(signatures(here, `${theirs}..poem`).map(({ signed }) => signed)).toEqual([true, true]);
});

test('protection that shows only at the push leads to signed commits as well', async () => {
  const here = await place('latesigned');
  app.github.faults.refusePush(here.name, {
    kind: 'ruleset',
    violation: 'Commits must have verified signatures.',
  });
  const issue = here.issue();
  here.open();
  here.ask(issue);
  await here.said(issue, /\*\*Done in/);
  expect(signatures(here, `main..aider/${issue}-a-capital`).map(({ signed }) => signed)).toEqual([true]);
});

test('`sign: off` on such a branch says what to set', async () => {
  const here = await place('unsigned', {
    more: { '.github/aider.yml': 'verify:\n  lint: sh check.sh\n  test: "off"\ncommits:\n  sign: "off"\n' },
  });
  app.github.addRule(here.name, { kind: 'signed', branches: '*' });
  const issue = here.issue();
  here.open();
  here.ask(issue);
  const comment = await here.said(issue, /Could not finish/);
  expect(comment).toContain('takes only signed commits. Set `commits.sign` to `auto` or `api`');
  expect(patchIn(comment)).toContain('+Line 1');
});

test('a branch of that name is there already: the next free one is taken', async () => {
  const here = await place('taken');
  const issue = here.issue();
  await app.github.push(here.name, 'ada', { branch: `aider/${issue}-a-capital`, files: { x: 'x' } });
  const before = await here.branches();
  here.open();
  here.ask(issue);
  await here.said(issue, /\*\*Done in/);
  const after = await here.branches();
  expect(after).toMatchObject(before);
  expect(Object.keys(after)).toContain(`aider/${issue}-a-capital-2`);
});

test('nothing of all this broke the rules of the API', () => {
  expect(app.github.violations).toEqual([]);
});
