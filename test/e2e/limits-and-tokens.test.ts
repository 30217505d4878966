/** GitHub does not always do what is asked at once: limits, refused tokens, suspended installations, bodies that are too long. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signer } from '../../src/github/context.ts';
import { readMarker } from '../../src/report/marker.ts';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { commitMessages, heldFiles, heldScript, letGo, reached } from '../support/held.ts';
import { block } from '../support/replies.ts';

const repository = 'octo/poem';
const endless = 'So much is to be said about this poem. '.repeat(3_000);
const steps = Array.from({ length: 900 }, (_, n) => `- thought ${n}: ${'why '.repeat(30)}`).join('\n');
let app: TestApp;
let gate: string;

beforeAll(async () => {
  app = await startApp({
    order: 'any',
    entries: [
      ...heldScript('token', 'limits', 'suspended', 'long'),
      { when: { purpose: 'architect', user: 'say everything' }, reply: { text: endless } },
      {
        when: { purpose: 'architect', user: 'wait for it' },
        times: 'any',
        reply: { text: 'NOTHING TO DO: it is fine' },
      },
      {
        when: { purpose: 'architect', user: 'think aloud' },
        reply: { text: `In poem.txt, shout the fifth line.\n\n${steps}` },
      },
      {
        when: { purpose: 'editor', user: 'think aloud' },
        reply: {
          text: block('poem.txt', 'line 5', 'LINE 5'),
        },
      },
      commitMessages,
    ],
  });
  gate = path.join(app.dataDir, 'gate');
  await app.github.createRepository(repository, {
    private: true,
    roles: { ada: 'write' },
    files: heldFiles(gate),
  });
  app.github.install('octo');
});
afterAll(() => app.close());

const newIssue = () => app.github.openIssue(repository, 'ada', { title: 'The poem', body: '' }).number;
const say = (issue: number, text: string) => app.github.comment(repository, issue, 'ada', text).id;
const comments = (issue: number) => botComments(app.github, repository, issue);
const shown = (issue: number, what: RegExp) =>
  until(`${what}`, () => comments(issue).find((text) => what.test(text)));
const marked = (text: string) => readMarker(text, signer(app.github.app.webhookSecret))?.kind;

test('all tokens are refused in the middle of a run: each kind is renewed once, and the run completes', async () => {
  const issue = newIssue();
  say(issue, '/aider fix scenario token');
  await reached(gate, 'token');
  app.github.tokens.expireAll();
  const mintedBefore = app.github.tokens.minted.length;
  letGo(gate, 'token');
  await shown(issue, /Done in/);
  const refused = app.github.transcript.filter(({ status }) => status === 401);
  expect(refused.some(({ kind }) => kind === 'api')).toBe(true);
  expect(refused.some(({ kind, authorization }) => kind === 'git' && authorization !== undefined)).toBe(true);
  // One for the API, one for git.
  expect(app.github.tokens.minted).toHaveLength(mintedBefore + 2);
  expect(app.github.pulls(repository)).toHaveLength(1);
  // The stand-in lies under `/api/v3`, as a GitHub Enterprise Server does: no proof of the App goes to another house.
  expect(app.log()).not.toContain('api.github.com');
});

test.each([
  ['403 with retry-after', { kind: 'secondary-limit', retryAfter: 1 }],
  ['429', { kind: 'status', status: 429, message: 'Too many requests', headers: { 'retry-after': '1' } }],
] as const)('a secondary limit (%s) is waited out, and the comment catches up', async (_name, fault) => {
  const issue = newIssue();
  app.github.faults.inject({ method: 'POST', path: /comments$/, fault });
  app.github.faults.inject({ method: 'PATCH', path: /comments/, fault, times: 2 });
  say(issue, '/aider fix wait for it');
  await shown(issue, /Nothing to change/);
  expect(comments(issue)).toHaveLength(1);
  expect(app.github.faults.pending()).toEqual([]);
});

test('a suspended installation keeps its work, asks for nothing, and goes on when it may', async () => {
  const issue = newIssue();
  say(issue, '/aider fix scenario suspended');
  await reached(gate, 'suspended');
  app.github.suspend('octo');
  letGo(gate, 'suspended');
  await until('the App to hear of it', () => app.log().includes('suspended; its work waits'));
  // What comes up meanwhile waits too.
  const { deliveries } = app.github;
  const other = newIssue();
  await app.github.idle();
  expect(deliveries.some(({ statusCode }) => statusCode === 200)).toBe(true);
  const before = app.github.transcript.length;
  const calls = () => app.github.transcript.slice(before).filter(({ kind }) => kind === 'api');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(calls().filter(({ status }) => status < 400)).toEqual([]);
  expect(comments(issue)[0]).toContain('aiderbot is working on this');

  app.github.unsuspend('octo');
  await shown(issue, /Done in/);
  expect(comments(issue)).toHaveLength(1);
  say(other, '/aider fix wait for it');
  await shown(other, /Nothing to change/);
});

test('an answer that is longer than a comment may be is cut, and says by how much', async () => {
  const issue = newIssue();
  say(issue, '/aider ask say everything');
  const text = await shown(issue, /Answered in/);
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text).toMatch(/The last \d+ characters are left out/);
  expect(marked(text)).toBe('tracking');
});

test('a plan that is longer than a pull request may be is folded, its markers whole', async () => {
  const issue = newIssue();
  say(issue, '/aider fix think aloud');
  const text = await shown(issue, /Done in/);
  expect(marked(text)).toBe('tracking');
  const body = app.github.pulls(repository).at(-1)?.body ?? '';
  expect(body.length).toBeLessThanOrEqual(65_536);
  expect(body).toContain('<!-- aiderbot:summary:start -->');
  expect(body).toContain('<!-- aiderbot:summary:end -->');
  expect(body).toContain('…');
  const git = (...args: string[]) =>
    execFileSync('git', ['--git-dir', app.github.repository(repository).dir, ...args], { encoding: 'utf8' });
  for (const sha of git('rev-list', `main..${app.github.pulls(repository).at(-1)?.pull.headRef}`).split('\n'))
    expect(git('log', '-1', '--format=%B', sha || 'main').length).toBeLessThan(20_000);
});

test('an uninstalled App ends its runs without a word, and forgets them', async () => {
  const issue = newIssue();
  say(issue, '/aider fix scenario long');
  await reached(gate, 'long');
  app.github.uninstall('octo');
  await until('the App to hear of it', () => app.log().includes('uninstalled'));
  letGo(gate, 'long');
  await until('the end of the attempt', () => /"msg":"(run ended|uninstalled)/.test(app.log()));
  expect(comments(issue)[0]).toContain('aiderbot is working on this');
});

test('nothing of all this broke the rules of the API', () => {
  expect(app.github.violations).toEqual([]);
});
