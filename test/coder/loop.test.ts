/** Every kind of reflection, through the real pipeline on a local repository. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import { fileJournal } from '../../src/runs/journal.ts';
import { scratch } from '../support/folders.ts';
import { runLocally, scripted } from '../support/local-run.ts';
import { block } from '../support/replies.ts';
import { git, repository } from '../support/repositories.ts';

const files = {
  'src/add.js': 'export function add(a, b) {\n  return a - b;\n}\n',
  'src/names.js': "export const name = 'sum';\n",
  'check.js':
    "import { add } from './src/add.js';\nif (add(1, 2) !== 3) throw new Error('src/add.js is ' + add(1, 2));\n",
  'package.json': '{ "type": "module" }\n',
};
const withCheck = { ...files, '.github/aider.yml': 'verify:\n  lint: node check.js\n' };

type Say = NonNullable<ScriptInput['entries'][number]['reply']>;
const right = block('src/add.js', '  return a - b;', '  return a + b;');

async function run(
  tree: Record<string, string>,
  editor: (string | Say)[],
  plan = 'In `src/add.js`, add instead of subtracting.',
) {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  repository(folder, tree);
  const facts = await runLocally({
    dir,
    repository: folder,
    journal: fileJournal(path.join(dir, 'journal.jsonl')),
    models: scripted(dir, {
      order: 'any',
      entries: [
        { when: { purpose: 'architect' }, reply: { text: plan } },
        ...editor.map((reply) => ({
          when: { purpose: 'editor' as const },
          reply: typeof reply === 'string' ? { text: reply } : reply,
        })),
        { when: { purpose: 'weak' }, times: 'any', reply: { text: 'fix: add' } },
      ],
    }),
    task: { instruction: 'add() must add', files: ['src/add.js'] },
  });
  const changed = facts.branch ? git(folder, 'diff', '--name-only', 'main', facts.branch) : '';
  const show = (file: string) => git(folder, 'show', `${facts.branch}:${file}`);
  return { facts, changed, show, kinds: facts.reflections.used };
}

test('the right edit at once needs no reflection', async () => {
  const { facts, kinds, changed } = await run(withCheck, [right]);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(kinds).toBe(0);
  expect(changed).toBe('src/add.js');
});

test('an edit that does not match is asked for again; the good one beside it is kept and sent once', async () => {
  const good = block('src/names.js', "export const name = 'sum';", "export const name = 'addition';");
  const wrong = block('src/add.js', '  return a * b;', '  return a + b;');
  const { facts, kinds, show } = await run(
    withCheck,
    [good + wrong, right],
    'In `src/add.js` and `src/names.js`.',
  );
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(kinds).toBe(1);
  expect(show('src/names.js')).toContain('addition');
  expect(facts.commits).toHaveLength(1);
});

test('an answer that was cut off is never applied half', async () => {
  const half = right.slice(0, right.indexOf('>>>>>>>'));
  const { facts, kinds } = await run(withCheck, [{ text: half, finish: 'stop' }, right]);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(kinds).toBe(1);
});

describe('an answer that reaches the output limit between two edits', () => {
  const limit = { finish: 'length' } as const;
  // A cut answer is continued three times before it counts as cut.
  const cut = [{ text: right, ...limit }, ...['Now', 'the', 'name'].map((text) => ({ text, ...limit }))];
  const plan = 'In `src/add.js` and `src/names.js`.';
  test('is asked for the rest, and what it held is not sent again', async () => {
    const rest = block('src/names.js', "export const name = 'sum';", "export const name = 'addition';");
    const { facts, kinds, show } = await run(withCheck, [...cut, rest], plan);
    expect(facts.outcome).toEqual({ kind: 'done' });
    expect(kinds).toBe(1);
    expect(show('src/add.js')).toContain('a + b');
    expect(show('src/names.js')).toContain('addition');
  });
  test('is all there is when nothing was to follow', async () => {
    const { facts, kinds, show } = await run(withCheck, [...cut, 'NOTHING TO DO'], plan);
    expect(facts.outcome).toEqual({ kind: 'done' });
    expect(kinds).toBe(1);
    expect(show('src/add.js')).toContain('a + b');
  });
});

test('a check that is still red is reflected, twice if need be', async () => {
  const times = block('src/add.js', '  return a - b;', '  return a * b;');
  const power = block('src/add.js', '  return a * b;', '  return a ** b;');
  const plus = block('src/add.js', '  return a ** b;', '  return a + b;');
  const { facts, kinds } = await run(withCheck, [times, power, plus]);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(kinds).toBe(2);
  expect(facts.commits).toHaveLength(1);
});

test('when the budget is spent on something worse than before, nothing of the step stays', async () => {
  const green = { ...withCheck, 'src/add.js': files['src/add.js'].replace('-', '+') };
  const breaks = (from: string, to: string) =>
    block('src/add.js', `  return a ${from} b;`, `  return a ${to} b;`);
  const { facts, kinds } = await run(green, [
    breaks('+', '-'),
    breaks('-', '*'),
    breaks('*', '%'),
    breaks('%', '/'),
  ]);
  expect(facts.outcome).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('worse than before'),
  });
  expect(kinds).toBe(3);
  expect(facts.branch).toBeUndefined();
});

test('a file that the editor names without having seen it is shown, and then edited', async () => {
  const blind = block('src/names.js', "export const name = 'total';", "export const name = 'addition';");
  const seen = block('src/names.js', "export const name = 'sum';", "export const name = 'addition';");
  const { facts, kinds, show } = await run(withCheck, [right + blind, seen]);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(kinds).toBe(1);
  expect(show('src/names.js')).toContain('addition');
});

test('without any command, an edit that no longer parses is reflected', async () => {
  const broken = block('src/add.js', '  return a - b;', '  return (a + b;');
  const mended = block('src/add.js', '  return (a + b;', '  return a + b;');
  const { facts, kinds, show } = await run(files, [broken, mended]);
  expect(kinds).toBe(1);
  expect(facts.commits).toHaveLength(1);
  expect(show('src/add.js')).toContain('return a + b;');
});

describe('a file that no run may change is not touched, whatever the model wants:', () => {
  const settings = `${withCheck['.github/aider.yml']}paths:\n  read_only: [src/names.js]\n`;
  test.each([
    ['a workflow', block('.github/workflows/x.yml', '', 'on: push')],
    ['one that the settings call read-only', block('src/names.js', "'sum'", "'addition'")],
  ])('%s', async (_name, barred) => {
    const tree = { ...withCheck, '.github/aider.yml': settings };
    const plan = 'In `src/add.js` and `src/names.js`.';
    const { facts, kinds, changed } = await run(tree, [barred + right, right], plan);
    expect(facts.outcome).toEqual({ kind: 'done' });
    expect(kinds).toBe(1);
    expect(changed).toBe('src/add.js');
  });
});
