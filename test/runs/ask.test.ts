/** How a run asks its models: within the window, within the money, and with what the repository and the thread say. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fromConfig } from '../../src/cli/models.ts';
import type { ModelProfile } from '../../src/models/profile.ts';
import { parseModelsConfig } from '../../src/models/providers.ts';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import type { ModelRequest } from '../../src/models/types.ts';
import { fileJournal } from '../../src/runs/journal.ts';
import type { RunModels } from '../../src/runs/tools.ts';
import { scratch } from '../support/folders.ts';
import { runLocally } from '../support/local-run.ts';
import { block } from '../support/replies.ts';
import { git, repository } from '../support/repositories.ts';

type Entries = ScriptInput['entries'];

const edit = (from: string, to: string) => block('hello.sh', from, to);
const oneStep: Entries = [
  { when: { purpose: 'architect' }, reply: { text: 'In hello.sh, say hello.' } },
  { when: { purpose: 'editor' }, reply: { text: edit('echo hi', 'echo hello') } },
  { when: { purpose: 'weak', system: 'git commit' }, reply: { text: 'feat: say hello' } },
];
const usage = (input: number, output: number) => ({ input, output });

interface Run {
  files?: Record<string, string>;
  entries?: Entries;
  profile?: Partial<ModelProfile>;
  settings?: string;
  instruction?: string;
  named?: string[];
  /** Comments of a thread, oldest first. */
  comments?: string[];
}

async function run({ files = {}, entries = oneStep, profile = {}, settings = '', comments, ...task }: Run) {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  repository(folder, { 'hello.sh': 'echo hi\n', '.github/aider.yml': settings || '{}\n', ...files });
  const script = path.join(dir, 'script.json');
  writeFileSync(script, JSON.stringify({ order: 'any', entries }));
  const known = { editFormat: 'diff' as const, window: 128_000, ...profile };
  const { models } = fromConfig(
    parseModelsConfig({
      endpoints: { s: { kind: 'scripted', script } },
      model: 's/architect',
      editorModel: 's/editor',
      weakModel: 's/weak',
      profiles: { 's/architect': known, 's/editor': known, 's/weak': known },
    }),
  );
  const requests: ModelRequest[] = [];
  const watched: RunModels = {
    ...models,
    complete: (request, options) => {
      requests.push(request);
      return models.complete(request, options);
    },
  };
  const journal = fileJournal(path.join(dir, 'journal.jsonl'));
  if (comments) await journal.append({ step: 'thread', key: '', result: thread(comments), milliseconds: 0 });
  const options = {
    dir,
    repository: folder,
    journal,
    models: watched,
    task: { instruction: task.instruction ?? 'greet', files: task.named ?? ['hello.sh'] },
  };
  const facts = await runLocally(options);
  return { facts, requests, folder, models, again: () => runLocally(options) };
}

const thread = (comments: string[]) => ({
  title: 'Greeting',
  body: 'It should greet.',
  author: 'eve',
  authorWrites: false,
  comments: comments.map((body) => ({ author: 'eve', body, from: 'outsider' })),
});

const textOf = (request: ModelRequest | undefined) =>
  (request?.messages ?? []).map((message) => message.content).join('\n');

test('a small window gets the same request in a smaller form, and a note says so', async () => {
  const long = Array.from({ length: 900 }, (_, n) => `step_${n}() { echo ${n}; }`).join('\n');
  const { facts, requests, models } = await run({
    files: { 'long.sh': `${long}\n` },
    named: ['hello.sh', 'long.sh'],
    profile: { window: 8_000, outputLimit: 1_000 },
  });
  expect(facts.outcome).toEqual({ kind: 'done' });
  for (const request of requests) {
    const { window, output } = models.limits(request.model);
    expect(await models.count(request)).toBeLessThanOrEqual(window - output);
  }
  expect(textOf(requests[0])).toContain('long.sh (900 lines, shown in parts;');
  expect(facts.notes.join('\n')).toMatch(/did not fit its window and was sent .*files in parts/);
});

test('a request that fits in no form ends the run with a clear word, before anything is sent', async () => {
  const { facts, requests } = await run({
    instruction: 'greet '.repeat(4_000),
    profile: { window: 3_000, outputLimit: 500 },
  });
  expect(facts.outcome).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(/too long for s\/architect.*at least \d+ tokens.*name fewer files/),
  });
  expect(requests).toEqual([]);
});

test('a vendor that counts more than we do gets a smaller request, once', async () => {
  const architect = { when: { purpose: 'architect' as const }, fault: { kind: 'context_exceeded' as const } };
  const files = { 'b.sh': `${'echo some words here\n'.repeat(400)}` };
  const named = ['hello.sh', 'b.sh'];
  const { facts, requests } = await run({ entries: [architect, ...oneStep], files, named });
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(textOf(requests[0])).not.toContain('in parts');
  expect(textOf(requests[1])).toContain('in parts');
  const twice = await run({ entries: [architect, architect, ...oneStep], files, named });
  expect(twice.facts.outcome).toMatchObject({ kind: 'failed' });
  expect(twice.requests).toHaveLength(2);
});

test('the weak model may fail: the edit is committed with words of the harness', async () => {
  const { facts, folder } = await run({
    entries: [...oneStep.slice(0, 2), { when: { purpose: 'weak' }, fault: { kind: 'not_found' } }],
  });
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(git(folder, 'log', '-1', '--format=%s', facts.branch ?? '')).toBe('fix: greet');
});

test('the cost limit stops a run before the call that could pass it, also when it is told again', async () => {
  const entries: Entries = [
    { when: { purpose: 'architect' }, reply: { text: 'In hello.sh.', usage: usage(1_000, 60_000) } },
    ...oneStep.slice(1),
  ];
  const { facts, requests, again } = await run({ entries, settings: 'budget:\n  per_run: 1\n' });
  // 60,000 tokens written at $15 a million: $0.90 of $1.00.
  expect(facts.outcome).toEqual({ kind: 'over-budget' });
  expect(facts.spending).toMatchObject({ usd: expect.closeTo(0.903, 3), limitUsd: 1 });
  expect(facts.notes.join('\n')).toMatch(/\$0\.91 of the \$1\.00 for one run/);
  expect(facts.spending.models.map((use) => use.role)).toEqual(['architect']);
  const before = requests.length;
  expect((await again()).outcome).toEqual({ kind: 'over-budget' });
  expect(requests).toHaveLength(before);
});

test('a dear model gets shorter answers rather than none: only what can be paid is allowed', async () => {
  const { facts, requests } = await run({
    profile: {
      outputLimit: 100_000,
      prices: { input: 1, cachedInput: 1, cacheWriteInput: 1, output: 100 },
    },
  });
  expect(facts.outcome).toEqual({ kind: 'done' });
  const architect = requests.filter((request) => request.purpose === 'architect');
  expect(architect.map((request) => request.maxOutputTokens)).toEqual([32_768, 16_384]);
});

test('what was committed before the limit stands', async () => {
  const { facts, folder } = await run({
    entries: [
      {
        when: { purpose: 'architect' },
        reply: { text: '### Step 1: Greet\nIn hello.sh.\n\n### Step 2: Leave\nIn hello.sh.' },
      },
      {
        when: { purpose: 'editor' },
        reply: { text: edit('echo hi', 'echo hello'), usage: usage(1_000, 125_000) },
      },
    ],
  });
  expect(facts.outcome).toMatchObject({ kind: 'partial', reason: expect.stringContaining('the cost limit') });
  expect(facts.commits).toHaveLength(1);
  expect(git(folder, 'show', `${facts.branch}:hello.sh`)).toBe('echo hello');
});

test('conventions and instructions direct; a large file of them is named, and read when the plan names it', async () => {
  const guide = `# The long guide\n\n${'Every rule has a reason. '.repeat(600)}\n`;
  const { requests } = await run({
    files: {
      'AGENTS.md': 'Greet in German.\n',
      'CONVENTIONS.md': guide,
      'web/AGENTS.md': 'Only for the web.\n',
    },
    settings: 'instructions: Never shout.\n',
    entries: [
      { when: { purpose: 'architect' }, reply: { text: 'In hello.sh; see CONVENTIONS.md.' } },
      ...oneStep.slice(1),
    ],
  });
  for (const request of requests.slice(0, 2)) {
    expect(textOf(request)).toContain('From AGENTS.md:\n\nGreet in German.');
    expect(textOf(request)).toContain('Never shout.');
    expect(textOf(request)).not.toContain('From web/AGENTS.md');
    expect(textOf(request)).toMatch(/CONVENTIONS\.md \(\d+ lines, not shown; .*\): The long guide/);
  }
  expect(textOf(requests[1])).toMatch(/\nCONVENTIONS\.md\n```\n# The long guide\n/);
});

test('the older part of a long thread is summarised, the newest comments stay word for word', async () => {
  const comments = Array.from(
    { length: 40 },
    (_, n) => `comment ${n}: ${'it fails for me too. '.repeat(60)}`,
  );
  const { facts, requests } = await run({
    comments,
    entries: [
      { when: { purpose: 'weak', system: 'Summarise' }, times: 'any', reply: { text: 'They want "hello".' } },
      ...oneStep,
    ],
  });
  expect(facts.outcome).toEqual({ kind: 'done' });
  const summary = requests.filter((request) => textOf(request).startsWith('Summarise'));
  expect(summary.length).toBeGreaterThan(0);
  expect(textOf(summary[0])).toContain('comment 0:');
  const asked = textOf(requests.find((request) => request.purpose === 'architect'));
  expect(asked).toMatch(
    /<<data [0-9a-f]{8}: summary of \d+ earlier comments, made by a model>>\nThey want "hello"\./,
  );
  expect(asked).not.toContain('comment 0:');
  expect(asked).toContain(comments[39]?.trim());
});

test('a thread that nobody could summarise is shown as it is', async () => {
  const comments = Array.from(
    { length: 30 },
    (_, n) => `comment ${n}: ${'it fails for me too. '.repeat(60)}`,
  );
  const { requests } = await run({
    comments,
    entries: [
      { when: { purpose: 'weak', system: 'Summarise' }, fault: { kind: 'content_policy' } },
      ...oneStep,
    ],
  });
  expect(textOf(requests.find((request) => request.purpose === 'architect'))).toContain('comment 0:');
});

const many = Object.fromEntries(
  Array.from({ length: 80 }, (_, n) => [
    `src/part${n}.js`,
    `// part ${n}\n${`export const value${n} = 'some text that fills the file';\n`.repeat(40)}`,
  ]),
);

test('in a large repository a cheap model names the files, until two rounds agree', async () => {
  const entries: Entries = [
    { when: { purpose: 'weak', system: 'You choose' }, reply: { text: 'src/part7.js\nsrc/part8.js' } },
    { when: { purpose: 'weak', system: 'You choose' }, reply: { text: '`src/part8.js`\nhello.sh' } },
    {
      when: { purpose: 'weak', system: 'You choose' },
      reply: { text: 'hello.sh\nsrc/part8.js\nsrc/nowhere.js' },
    },
    ...oneStep,
  ];
  const large = {
    files: many,
    named: [],
    instruction: 'say good morning',
    profile: { window: 16_000, outputLimit: 2_000 },
  };
  const { facts, requests } = await run({ ...large, entries });
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(requests.filter((request) => textOf(request).startsWith('You choose'))).toHaveLength(3);
  const chosen = facts.context.filter((file) => file.reasons.includes('chosen by the context pass'));
  expect(chosen.map((file) => file.path).sort()).toEqual(['hello.sh', 'src/part8.js']);

  const off = await run({ ...large, settings: 'context:\n  file_pass: "off"\n' });
  expect(off.requests.filter((request) => textOf(request).startsWith('You choose'))).toEqual([]);
});
