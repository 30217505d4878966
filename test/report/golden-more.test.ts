/** The rest of what the App can write: answers of other verbs, review threads, check runs, issues of its own, help. */
import { describe, expect, it } from 'vitest';
import { misplacedText, unavailableText } from '../../src/commands/help.ts';
import { parseCommands } from '../../src/commands/parse.ts';
import type { Verb } from '../../src/commands/types.ts';
import { checkContent } from '../../src/report/check-run.ts';
import { type Reply, replyText } from '../../src/report/replies.ts';
import { settingsCheck, settingsIssue, settingsMended } from '../../src/report/settings-check.ts';
import { suggestionReview, suggestionText } from '../../src/report/suggestions.ts';
import { threadAnswer } from '../../src/report/thread-answer.ts';
import { trackingComment } from '../../src/report/tracking-comment.ts';
import type { RunFacts } from '../../src/report/types.ts';
import * as examples from './examples.ts';

const { sign } = examples;
/** Not those of the running version, so that a new command changes nothing here. */
const available: ReadonlySet<Verb> = new Set([
  'fix',
  'ask',
  'undo',
  'redo',
  'stop',
  'retry',
  'status',
  'help',
]);
const voice = { ...examples.voice, available };
const path = '.github/aider.yml';

/** A run of another verb: it plans and publishes nothing. */
function verb(name: string, more: Partial<RunFacts>): RunFacts {
  const { stages, ...rest } = examples.done;
  return {
    ...rest,
    command: { verb: name, text: 'why is the total wrong?', notes: [] },
    stages: stages.filter((stage) => !['plan', 'edit', 'publish'].includes(stage.name)),
    commits: [],
    baseline: [],
    final: [],
    pullRequest: undefined,
    summary: undefined,
    ...more,
  };
}

const onPull = {
  thread: { kind: 'pull-request' as const, number: 45, title: 'Cart total is wrong' },
  pullRequest: examples.done.pullRequest,
};

const runs: Record<string, RunFacts> = {
  answered: verb('ask', {
    answer: {
      kind: 'text',
      text: 'The sum starts at one:\n\n```ts\nreturn items.reduce((sum, item) => sum + item.price, 1);\n```\n\n- `src/cart.ts:12` is the place\n- see #3',
    },
  }),
  mapped: verb('map', {
    answer: {
      kind: 'map',
      ranked: examples.working.context,
      map: 'src/cart.ts:\n  export function total(items: Item[]): number\n',
      tokens: 812,
    },
  }),
  checked: verb('test', { ...onPull, answer: { kind: 'checks' }, final: [examples.testCheck(30, 1)] }),
  undone: verb('undo', {
    ...onPull,
    commits: [examples.commit(1, 1, 'revert: fix(cart): start the total at zero', ['src/cart.ts'])],
    answer: {
      kind: 'taken-back',
      commits: [{ id: '1'.repeat(40), subject: 'fix(cart): start the total at zero' }],
    },
    baseline: [examples.testCheck(31, 0)],
    final: [examples.testCheck(30, 1)],
  }),
  'on-pull-request': { ...examples.done, ...onPull },
  suggested: {
    ...examples.done,
    ...onPull,
    suggested: {
      url: 'https://github.com/acme/shop/pull/45#pullrequestreview-1',
      suggestions: 2,
      left: ['src/keys.ts'],
    },
  },
};

const replies: Reply[] = [
  {
    kind: 'cost',
    month: { usd: 12.4, limitUsd: 200, threads: [{ number: 12, runs: 3, usd: 0.42 }] },
    thread: { usd: 0.42, limitUsd: 10, runs: [{ id: examples.done.id, requester: 'octocat', usd: 0.31 }] },
  },
  { kind: 'cost', month: { usd: 0, threads: [] } },
  { kind: 'settings', path, exists: true, problems: [{ line: 3, message: 'there is no key `tset`' }] },
  {
    kind: 'settings',
    path,
    exists: true,
    wanted: 'verify',
    settings: [
      { key: 'verify.test', value: 'npm test | cat', isWritten: true },
      { key: 'verify.setup', value: [], isWritten: false },
    ],
    idle: ['triggers.label'],
  },
  { kind: 'settings', path, exists: false, wanted: 'nonsense', settings: [], idle: [] },
  { kind: 'tasks', tasks: [], now: Date.UTC(2026, 10, 30), isOn: true },
  {
    kind: 'tasks',
    unknown: 'run lint-depth',
    now: Date.UTC(2026, 10, 30),
    isOn: true,
    tasks: [
      {
        id: 'lint-debt',
        due: Date.UTC(2026, 11, 7, 5, 12),
        last: { at: Date.UTC(2026, 10, 23, 5, 14), what: 'failed', reason: 'it broke `npm test` | @one' },
        issue: 40,
        prompt: 'Fix up to 20 warnings | of @one rule.\nNo change of behaviour.',
        paths: ['src/**'],
      },
      {
        id: 'docs',
        prompt: 'Mend dead links.',
        paths: [],
        due: Date.UTC(2026, 11, 30, 6),
        snoozedUntil: Date.UTC(2026, 11, 29),
        last: { at: Date.UTC(2026, 10, 23, 6), what: 'opened', pull: 12 },
      },
      { id: 'by-hand', prompt: 'Tidy up.', paths: [], isAtWork: true },
    ],
  },
  {
    kind: 'tasks',
    now: Date.UTC(2026, 10, 30),
    isOn: false,
    tasks: [
      { id: 'docs', prompt: 'Mend dead links.', paths: [], due: Date.UTC(2026, 11, 30, 6) },
      { id: 'by-hand', prompt: 'Tidy up.', paths: [] },
    ],
  },
  { kind: 'task-moved', id: 'docs', due: Date.UTC(2026, 11, 30, 6), until: Date.UTC(2026, 11, 29) },
  { kind: 'task-moved', id: 'docs', due: Date.UTC(2026, 11, 1, 6) },
];

const rejected = (comment: string) => {
  const parsed = parseCommands(comment, { trigger: '/aider', slug: 'aiderbot', suggest: available });
  return parsed.kind === 'rejected' ? parsed.message : 'not rejected';
};

const joined = (parts: readonly (readonly [name: string, text: string])[]) =>
  parts.map(([name, text]) => `<!-- ${name} -->\n${text}\n`).join('\n---\n\n');

describe('golden files', () => {
  it.each(Object.entries(runs))('comment: %s', async (name, facts) => {
    await expect(trackingComment(facts, voice, sign)).toMatchFileSnapshot(`golden/comment-${name}.md`);
  });

  it('more replies', async () => {
    const parts = replies.map((reply) => [reply.kind, replyText(reply, voice)] as const);
    await expect(joined(parts)).toMatchFileSnapshot('golden/replies-more.md');
  });

  it('answers in review threads', async () => {
    const kinds = {
      done: examples.done,
      partial: examples.partial,
      failed: examples.failed,
      stopped: examples.stopped,
    };
    const parts = Object.entries(kinds).map(
      ([name, facts]) => [name, threadAnswer(facts, { point: 3, points: 3 }, voice)] as const,
    );
    await expect(joined(parts)).toMatchFileSnapshot('golden/threads.md');
  });

  it('check runs', async () => {
    const shown = {
      working: examples.working,
      done: examples.done,
      failed: examples.failed,
      hostile: examples.hostile,
    };
    const parts = Object.entries(shown).map(([name, facts]) => {
      const { title, summary, status, conclusion, actions } = checkContent(facts, voice);
      const buttons = actions.map(({ label, description }) => `[${label}: ${description}]`).join(' ');
      return [`${name}: ${conclusion ?? status}, ${title}, ${buttons}`, summary] as const;
    });
    await expect(joined(parts)).toMatchFileSnapshot('golden/check-runs.md');
  });

  it('settings: checks and the issue', async () => {
    const problems = [
      { line: 3, column: 1, message: 'there is no key `tset`; did you mean `test`?' },
      { line: 9, column: 5, message: '`budget.per_run` must be a number' },
    ];
    const changes = [
      { key: 'verify.test', before: 'auto', after: 'npm test | cat' },
      { key: 'context.always_read', before: ['AGENTS.md'], after: [] },
    ];
    const issue = settingsIssue({ path, branch: 'main', problems }, voice);
    const fine = settingsCheck({ path, changes, idle: ['triggers.label'] });
    const broken = settingsCheck({ path, problems });
    await expect(
      joined([
        [`check: ${broken.title}`, broken.summary],
        [`check: ${fine.title}`, fine.summary],
        [`issue: ${issue.title}`, issue.body],
        ['its last comment', settingsMended(path, 'main')],
      ]),
    ).toMatchFileSnapshot('golden/settings.md');
  });

  it('a review of suggestions', async () => {
    const facts = runs.suggested ?? examples.done;
    const patches = [{ subject: 'fix(cart): start at zero', text: 'From 1111\n---\n a | 1 +\n' }];
    const suggestion = { path: 'src/cart.ts', from: 12, to: 12, lines: ['  return sum(items, 0);'] };
    await expect(
      joined([
        ['review', suggestionReview(facts, { suggestions: 2, left: ['src/keys.ts'], patches })],
        ['comment on a line', suggestionText(suggestion)],
      ]),
    ).toMatchFileSnapshot('golden/suggestions.md');
  });

  // The pages of help are in docs/commands.md, which is made from the same registry and compared with it.
  it('answers to commands that cannot be carried out', async () => {
    await expect(
      joined([
        ['not available', unavailableText('task', voice)],
        ['misplaced', misplacedText('undo', 'issue', '/aider') ?? ''],
        ['unknown verb', rejected('/aider undp')],
        ['bad flag', rejected('/aider fix --no-test=maybe it')],
      ]),
    ).toMatchFileSnapshot('golden/rejections.md');
  });
});
