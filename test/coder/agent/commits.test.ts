/** One commit for each change that an agent calls complete, and what stays when its means end midway. */
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ScriptInput } from '../../../src/models/script/schema.ts';
import { fileJournal } from '../../../src/runs/journal.ts';
import { scratch } from '../../support/folders.ts';
import { runLocally, scripted } from '../../support/local-run.ts';
import { git, repository } from '../../support/repositories.ts';

const files = {
  'src/add.js': 'export const add = (a, b) => a - b;\n',
  'src/double.js': 'export const double = (a) => a + 2;\n',
  'check.js': `import { add } from './src/add.js';
import { double } from './src/double.js';
const tests = { add: add(1, 2) === 3, zero: add(0, 0) === 0, double: double(3) === 6 };
const rows = Object.entries(tests).map(([name, passed], at) => (passed ? '' : 'not ') + 'ok ' + (at + 1) + ' - ' + name);
console.log(['1..3', ...rows].join('\\n'));
process.exitCode = rows.some((row) => row.startsWith('not')) ? 1 : 0;
`,
  'package.json': '{ "type": "module" }\n',
  '.env': 'export const password = 1;\n',
  '.github/aider.yml': 'edit:\n  mode: agent\nverify:\n  lint: off\n  test: node check.js\n',
};

type Entry = ScriptInput['entries'][number];
type Call = { name: string; arguments: Record<string, string | { oldText: string; newText: string }[]> };

let serial = 0;
const calls = (list: Call[], sees?: string, output = 10): Entry => ({
  when: { purpose: 'architect', ...(sees === undefined ? {} : { anywhere: sees }) },
  reply: { toolCalls: list.map((call) => ({ id: `c${++serial}`, ...call })), usage: { output } },
});
const says = (text: string, sees?: string): Entry => ({
  when: { purpose: 'architect', ...(sees === undefined ? {} : { anywhere: sees }) },
  reply: { text },
});
const edit = (file: string, oldText: string, newText: string): Call => ({
  name: 'edit',
  arguments: { path: file, edits: [{ oldText, newText }] },
});
const commit = (title: string): Call => ({ name: 'commit', arguments: { title } });
const adds = edit('src/add.js', 'a - b', 'a + b');
const doubles = edit('src/double.js', 'a + 2', 'a * 2');
/** More than a run may cost: the next call is refused. */
const DEAR = 125_000;

async function run(entries: Entry[], settings = '') {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  repository(folder, { ...files, '.github/aider.yml': `${files['.github/aider.yml']}${settings}` });
  const given = {
    dir,
    repository: folder,
    journal: fileJournal(path.join(dir, 'journal.jsonl')),
    task: { instruction: 'add must add ("add" fails), double must double ("double" fails)' },
  };
  const weak: Entry = { when: { purpose: 'weak' }, times: 'any', reply: { text: '' } };
  const script: ScriptInput = { order: 'strict', entries: [...entries, weak] };
  const facts = await runLocally({ ...given, models: scripted(dir, script) });
  const again = () => runLocally({ ...given, models: scripted(dir, { entries: [] }) });
  const onBranch = () => git(folder, 'log', '--format=%s', `main..${facts.branch}`).split('\n');
  return { facts, folder, again, onBranch };
}

test('each change is a commit of its own, checked, and the next one is held against it', async () => {
  const { facts, folder, onBranch, again } = await run([
    calls([adds, commit('Let add add'), doubles]),
    says('Both work now.', '/Committed as \\"fix: let add add\\"\\. test: red as it was before/'),
  ]);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(onBranch()).toHaveLength(2);
  expect(facts.commits.map(({ paths, step, checks }) => ({ paths, step, test: checks[0]?.status }))).toEqual([
    { paths: ['src/add.js'], step: 1, test: 'red' },
    { paths: ['src/double.js'], step: 2, test: 'green' },
  ]);
  const body = git(folder, 'log', '-1', '--format=%B', facts.branch ?? '');
  expect(body).toMatch(/^Aider-Edit: 2\nAider-Verified: test$/m);
  expect((await again()).commits.map(({ id }) => id)).toEqual(facts.commits.map(({ id }) => id));
});

test('a change that breaks what the commit before it mended is not kept, though it is better than the base', async () => {
  const { facts, onBranch } = await run([
    calls([adds, commit('Let add add')]),
    calls([doubles, edit('src/add.js', 'a + b', 'a - b')]),
    says('Done.'),
    says('I cannot do both.', 'Your edits were applied. Then `node check.js` was run'),
  ]);
  expect(facts.outcome).toMatchObject({ kind: 'partial', reason: expect.stringContaining('was dropped') });
  expect(onBranch()).toHaveLength(1);
});

test('a commit that the checks refuse is told why, and what was to follow it is not carried out', async () => {
  const { facts } = await run([
    calls([edit('src/add.js', 'a - b', '1'), commit('Let add add'), doubles]),
    calls(
      [edit('src/add.js', '=> 1', '=> a + b'), commit('Let add add')],
      '/Nothing was committed[\\s\\S]*zero/',
    ),
    calls([doubles]),
    says('Done.'),
  ]);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(facts.commits.map((commit) => commit.reflections)).toEqual([1, 0]);
});

test('there is no commit without an edit', async () => {
  const { facts } = await run([
    calls([commit('Nothing')]),
    says('NOTHING TO DO: all is well', 'nothing to commit'),
  ]);
  expect(facts.outcome).toEqual({ kind: 'nothing-to-do', reason: 'all is well' });
});

test.each<[string, Entry[], string, string]>([
  [
    'the model gives up on the last change',
    [calls([edit('src/add.js', 'a + b', '1')]), says('Done.'), says('I cannot.')],
    '',
    'the last change was dropped',
  ],
  [
    'the model asks',
    [calls([doubles]), says('QUESTION: Which double?')],
    '',
    'the model asked: Which double?',
  ],
  [
    'money ends',
    [calls([edit('src/add.js', 'a + b', '1')], undefined, DEAR)],
    '',
    'the cost limit was reached',
  ],
])('what was committed stays when %s', async (_, entries, settings, reason) => {
  const { facts, onBranch } = await run([calls([adds, commit('Let add add')]), ...entries], settings);
  expect(facts.outcome).toMatchObject({ kind: 'partial', reason: expect.stringContaining(reason) });
  expect(onBranch()).toHaveLength(1);
  expect(facts.final).toMatchObject([{ kind: 'test', status: 'red' }]);
});

test('when money ends, edits that the checks find no worse are kept too, also without a commit before them', async () => {
  const { facts, again } = await run([calls([adds, doubles], undefined, DEAR)]);
  expect(facts.outcome).toEqual({ kind: 'partial', reason: 'the cost limit was reached' });
  expect(facts.final).toMatchObject([{ kind: 'test', status: 'green' }]);
  expect((await again()).commits.map(({ id }) => id)).toEqual(facts.commits.map(({ id }) => id));
});

test('when money ends before anything is worth keeping, that is the outcome', async () => {
  const broken = await run([calls([edit('src/add.js', 'a - b', '1')], undefined, DEAR)]);
  expect(broken.facts.outcome).toEqual({ kind: 'over-budget' });
  expect(broken.facts.branch).toBeUndefined();
  const looked = await run([calls([{ name: 'list_files', arguments: {} }], undefined, DEAR)]);
  expect(looked.facts.outcome).toEqual({ kind: 'over-budget' });
});

test('the outline finds definitions, with the edits so far, and none of a secret file', async () => {
  const outline = (about: string): Call => ({ name: 'outline', arguments: { about } });
  const { facts, again } = await run([
    calls([outline('double password')]),
    calls(
      [
        edit(
          'src/double.js',
          'export const double',
          'export function twice(a) {\n  return 2 * a;\n}\n\nexport const double',
        ),
        outline('twice'),
      ],
      '/^(?![\\s\\S]*export const password)[\\s\\S]*<<data \\w+: outline, the best files first>>\\nsrc\\/double\\.js:\\n[\\s\\S]*double/',
    ),
    calls([adds, doubles], 'function twice(a)'),
    says('Done.'),
  ]);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect((await again()).commits[0]?.id).toBe(facts.commits[0]?.id);
});
