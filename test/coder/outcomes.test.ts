/** Every way for a run to end, and every kind of reflection, in the mode where one model plans and edits in one answer. */
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Reflection } from '../../src/coder/types.ts';
import { fileJournal } from '../../src/runs/journal.ts';
import { scratch } from '../support/folders.ts';
import { runLocally, scripted } from '../support/local-run.ts';
import { repository } from '../support/repositories.ts';

const settings = 'edit:\n  mode: direct\nverify:\n  lint: node lint.js\n  test: node --test\n';
const files = {
  'package.json': '{ "type": "module" }\n',
  'add.js': 'export const add = (a, b) => a - b;\n',
  'add.test.js':
    "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { add } from './add.js';\ntest('one and two', () => assert.equal(add(1, 2), 3));\ntest('zero', () => assert.equal(add(0, 0), 0));\n",
  'lint.js':
    "import { readFileSync } from 'node:fs';\nif (readFileSync('add.js', 'utf8').includes('var ')) {\n  console.log('add.js:1: no var');\n  process.exit(1);\n}\n",
  '.github/aider.yml': settings,
};
const block = (before: string, after: string) =>
  `I change one line.\n\nadd.js\n\`\`\`\n<<<<<<< SEARCH\n${before}\n=======\n${after}\n>>>>>>> REPLACE\n\`\`\`\n`;
const old = 'export const add = (a, b) => a - b;';
const right = block(old, 'export const add = (a, b) => a + b;');

async function run(
  answers: (string | { text: string; finish?: 'refusal' })[],
  more: { settings?: string; stopped?: boolean } = {},
) {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  repository(folder, { ...files, '.github/aider.yml': more.settings ?? settings });
  const kinds: Reflection['kind'][] = [];
  const facts = await runLocally({
    dir,
    repository: folder,
    journal: fileJournal(path.join(dir, 'journal.jsonl')),
    models: scripted(dir, {
      order: 'any',
      entries: [
        ...answers.map((answer) => ({
          when: { purpose: 'architect' as const },
          reply: typeof answer === 'string' ? { text: answer } : answer,
        })),
        { when: { purpose: 'weak' }, times: 'any', reply: { text: 'fix: add' } },
      ],
    }),
    task: { instruction: 'make "one and two" pass', files: ['add.js'] },
    listener: {
      onFacts: () => undefined,
      onEvent(event) {
        if (event.type === 'reflecting') kinds.push(event.reflection.kind);
      },
    },
    ...(more.stopped ? { stopped: () => ({ by: 'ada' }) } : {}),
  });
  return { facts, kinds };
}

test('done', async () => {
  const { facts, kinds } = await run([right]);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(facts.commits).toHaveLength(1);
  expect(kinds).toEqual([]);
});

test('partial: the requested test is still red when the budget is spent, and the edit is no worse', async () => {
  const { facts, kinds } = await run([
    block(old, 'export const add = (a, b) => a * b;'),
    'NOTHING TO DO: it multiplies',
  ]);
  expect(facts.outcome).toMatchObject({ kind: 'partial', reason: expect.stringContaining('still fails') });
  expect(facts.final).toContainEqual(expect.objectContaining({ kind: 'test', status: 'red' }));
  expect(kinds).toEqual(['tests']);
});

test('failed: what passed before fails', async () => {
  const { facts } = await run(
    [
      block(old, 'export const add = (a, b) => 7;'),
      block('export const add = (a, b) => 7;', 'export const add = (a, b) => 8;'),
    ],
    { settings: `${settings}  max_reflections: 1\n` },
  );
  expect(facts.outcome).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('worse than before'),
  });
  expect(facts.branch).toBeUndefined();
});

test('failed: the model refuses', async () => {
  const { facts } = await run([{ text: '', finish: 'refusal' }]);
  expect(facts.outcome).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('refused to answer'),
  });
});

test('refused: switched off in the settings', async () => {
  const { facts } = await run([], { settings: 'enabled: false\n' });
  expect(facts.outcome).toMatchObject({ kind: 'refused', reason: expect.stringContaining('enabled: false') });
});

test('needs-answer: a question', async () => {
  const { facts } = await run(['QUESTION: Add what?']);
  expect(facts.outcome).toEqual({ kind: 'needs-answer', question: 'Add what?' });
});

test('stopped: by somebody', async () => {
  const { facts } = await run([], { stopped: true });
  expect(facts.outcome).toEqual({ kind: 'stopped', by: 'ada' });
});

test('over-budget: no call fits the ceiling', async () => {
  const { facts } = await run([], { settings: `${settings}budget:\n  per_run: 0\n` });
  expect(facts.outcome).toEqual({ kind: 'over-budget' });
});

test('nothing-to-do: said by the model, or no byte differs', async () => {
  const said = await run(['NOTHING TO DO: it is right']);
  expect(said.facts.outcome).toEqual({ kind: 'nothing-to-do', reason: 'it is right' });
});

test.each([
  ['no-edits', 'I would add.'],
  ['bad-edits', block('export const plus = 1;', 'export const plus = 2;')],
  ['cut-off', right.slice(0, right.indexOf('>>>>>>>'))],
  ['lint', block(old, 'var sum = (a, b) => a + b;\nexport { sum as add };')],
  ['tests', block(old, 'export const add = (a, b) => a / b;')],
])('%s is reflected as such', async (kind, first) => {
  const again =
    kind === 'lint'
      ? block('var sum = (a, b) => a + b;', 'const sum = (a, b) => a + b;')
      : kind === 'tests'
        ? block('export const add = (a, b) => a / b;', 'export const add = (a, b) => a + b;')
        : right;
  const { facts, kinds } = await run([first, again]);
  expect(kinds).toEqual([kind]);
  expect(facts.outcome).toEqual({ kind: 'done' });
});
