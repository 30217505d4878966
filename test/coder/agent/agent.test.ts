/** Agent mode through the real pipeline, with scripted tool calls. */
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ScriptInput } from '../../../src/models/script/schema.ts';
import { fileJournal } from '../../../src/runs/journal.ts';
import type { Task } from '../../../src/runs/task.ts';
import { scratch } from '../../support/folders.ts';
import { runLocally, scripted } from '../../support/local-run.ts';
import { git, repository } from '../../support/repositories.ts';

const files = {
  'src/add.js': 'export function add(a, b) {\n  return a - b;\n}\n',
  'src/names.js': "export const name = 'sum';\n",
  'check.js':
    "import { add } from './src/add.js';\nif (add(1, 2) !== 3) throw new Error('src/add.js is ' + add(1, 2));\n",
  'package.json': '{ "type": "module" }\n',
  '.env': 'PASSWORD=hunter2\n',
  '.github/aider.yml': 'edit:\n  mode: agent\nverify:\n  lint: node check.js\n  test: off\n',
};

type Entry = ScriptInput['entries'][number];
type Call = { name: string; arguments: Record<string, string | number | boolean | object[]> };

let serial = 0;
/** An answer with calls; `sees`: what the results of the calls before it have to hold. */
const calls = (list: Call[], sees?: string): Entry => ({
  when: { purpose: 'architect', ...(sees === undefined ? {} : { anywhere: sees }) },
  reply: {
    toolCalls: list.map((call) => ({
      name: call.name,
      id: `call-${++serial}`,
      arguments: JSON.parse(JSON.stringify(call.arguments)),
    })),
  },
});
const says = (text: string, sees?: string): Entry => ({
  when: { purpose: 'architect', ...(sees === undefined ? {} : { anywhere: sees }) },
  reply: { text },
});
const edit = (file: string, oldText: string, newText: string): Call => ({
  name: 'edit',
  arguments: { path: file, edits: [{ oldText, newText }] },
});
const read = (file: string): Call => ({ name: 'read_file', arguments: { path: file } });
const right = edit('src/add.js', 'a - b', 'a + b');

async function run(
  entries: Entry[],
  options: {
    tree?: Record<string, string>;
    task?: Partial<Task>;
    prepare?: (folder: string) => void;
    profile?: Record<string, number>;
  } = {},
) {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  repository(folder, options.tree ?? files);
  options.prepare?.(folder);
  const script: ScriptInput = {
    order: 'strict',
    entries: [...entries, { when: { purpose: 'weak' }, times: 'any', reply: { text: 'fix: add' } }],
  };
  const journal = fileJournal(path.join(dir, 'journal.jsonl'));
  const given = {
    dir,
    repository: folder,
    journal,
    task: { instruction: 'add() must add', ...options.task },
  };
  const facts = await runLocally({ ...given, models: scripted(dir, script, options.profile) });
  const show = (file: string) => git(folder, 'show', `${facts.branch}:${file}`);
  /** The same run once more from its journal, by models that answer nothing. */
  const again = () => runLocally({ ...given, models: scripted(dir, { entries: [] }) });
  return { facts, show, again, calls: facts.spending.models.find((use) => use.role === 'architect')?.calls };
}

test('reads, edits, says that it is done: one commit, checked', async () => {
  const {
    facts,
    show,
    calls: count,
  } = await run([
    calls([read('src/add.js'), { name: 'search', arguments: { text: 'add(' } }]),
    calls([right], 'check.js:2: if (add(1, 2) !== 3)'),
    says('It subtracted.', 'Done: updated src/add.js'),
  ]);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(facts.commits.map(({ checks }) => checks.map((check) => check.status))).toEqual([['green']]);
  expect(show('src/add.js')).toContain('a + b');
  expect(count).toBe(3);
});

test('the same journal gives the same commit without asking again', async () => {
  const { facts, again } = await run([calls([read('src/add.js')]), calls([right]), says('Done.')]);
  const second = await again();
  expect(second.commits[0]?.id).toBe(facts.commits[0]?.id);
});

test('calls of one answer are answered one by one: the good edit is made, the bad one is not', async () => {
  const { facts, show } = await run([
    calls([edit('src/names.js', "'sum'", "'addition'"), edit('src/add.js', 'a * b', 'a + b')]),
    calls([right], 'NOT_FOUND'),
    says('Done.'),
  ]);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(show('src/names.js')).toContain('addition');
});

test('a red check goes back to the agent, and the budget of reflections counts', async () => {
  const { facts } = await run([
    calls([edit('src/add.js', 'a - b', 'a * b')]),
    says('Done.'),
    calls([edit('src/add.js', 'a * b', 'a + b')], 'node check.js'),
    says('Now it adds.'),
  ]);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(facts.reflections.used).toBe(1);
  expect(facts.commits).toHaveLength(1);
});

test('an agent that gives up on a red check leaves nothing behind', async () => {
  const green = { ...files, 'src/add.js': files['src/add.js'].replace('-', '+') };
  const { facts } = await run(
    [calls([edit('src/add.js', 'a + b', 'a * b')]), says('Done.'), says('I cannot find it.')],
    { tree: green },
  );
  expect(facts.outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('no further edit') });
  expect(facts.branch).toBeUndefined();
});

test('an answer without edits is asked for again; a question and "nothing to do" are taken at their word', async () => {
  const lazy = await run([says('I would add.'), calls([right], 'You have made no edit'), says('Done.')]);
  expect(lazy.facts.outcome).toEqual({ kind: 'done' });
  expect(lazy.facts.reflections.used).toBe(1);
  const asks = await run([says('QUESTION: Which sum?')]);
  expect(asks.facts.outcome).toEqual({ kind: 'needs-answer', question: 'Which sum?' });
  const idle = await run([says('NOTHING TO DO: it is a feature')]);
  expect(idle.facts.outcome).toEqual({ kind: 'nothing-to-do', reason: 'it is a feature' });
});

test.each([
  ['../secret', 'would leave the repository'],
  ['/etc/passwd', 'absolute'],
  ['.git/config', 'belongs to git'],
  ['sub/.GIT/config', 'belongs to git'],
  ['.env', 'keys or passwords'],
  ['link', 'is a symlink and is not followed'],
  ['linked/hosts', 'There is no file'],
  ['src', 'is a folder'],
  ['src/adds.js', 'Did you mean src/add.js'],
])('reading %s is refused', async (file, why) => {
  const { facts } = await run([calls([read(file)]), says('NOTHING TO DO: ok', why)], {
    prepare(folder) {
      symlinkSync('/etc/passwd', path.join(folder, 'link'));
      symlinkSync('/etc', path.join(folder, 'linked'));
      git(folder, 'add', '-A');
      git(folder, 'commit', '-qm', 'links');
    },
  });
  expect(facts.outcome).toEqual({ kind: 'nothing-to-do', reason: 'ok' });
});

test('neither search nor listing nor a failed edit tells what is in a secret file', async () => {
  const { facts } = await run([
    calls([
      { name: 'search', arguments: { text: 'PASSWORD' } },
      { name: 'list_files', arguments: {} },
      edit('.env', 'PASSWORD=hunter', 'x'),
    ]),
    says('NOTHING TO DO: ok', '/^(?![\\s\\S]*hunter2)[\\s\\S]*Nothing was found/'),
  ]);
  expect(facts.outcome).toEqual({ kind: 'nothing-to-do', reason: 'ok' });
});

test('what a file says stands between data lines', async () => {
  const { facts } = await run([
    calls([read('src/names.js')]),
    says('NOTHING TO DO: ok', '/<<data \\w+: src.names\\.js, lines 1 to 1 of 1>>\\nexport const name/'),
  ]);
  expect(facts.outcome).toEqual({ kind: 'nothing-to-do', reason: 'ok' });
});

test('unknown tools, arguments that are no JSON, and wrong arguments are answered, not fatal', async () => {
  const { facts } = await run([
    {
      when: { purpose: 'architect' },
      reply: {
        toolCalls: [
          { name: 'bash', id: 'a', arguments: { command: 'ls' } },
          { name: 'read_file', id: 'b', arguments: '{"path": ' },
          { name: 'read_file', id: 'c', arguments: { path: 'src/add.js', from_line: 0 } },
          { name: 'search', id: 'd', arguments: { text: '(((', regex: true } },
        ],
      },
    },
    calls([right], '/no tool "bash"[\\s\\S]*not JSON[\\s\\S]*"from_line"[\\s\\S]*no POSIX/'),
    says('Done.'),
  ]);
  expect(facts.outcome).toEqual({ kind: 'done' });
});

test('the last call of an answer that was cut off is not carried out', async () => {
  const { facts, show } = await run([
    {
      when: { purpose: 'architect' },
      reply: {
        finish: 'length',
        toolCalls: [
          { name: 'edit', id: 'x', arguments: right.arguments as never },
          { name: 'write', id: 'y', arguments: { path: 'src/names.js', content: 'half' } },
        ],
      },
    },
    says('Done.', 'cut off by the output limit'),
  ]);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(show('src/names.js')).toContain("'sum'");
});

test('the same failing edit three times ends it', async () => {
  const wrong = edit('src/add.js', 'a ** b', 'a + b');
  const { facts } = await run([calls([wrong]), calls([wrong]), calls([wrong])]);
  expect(facts.outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('three times') });
});

test('an agent that never stops is stopped, and what it made is kept if it is no worse', async () => {
  const { facts, calls: count } = await run([
    calls([right]),
    {
      when: { purpose: 'architect' },
      times: 49,
      reply: { toolCalls: [{ name: 'list_files', arguments: {} }] },
    },
  ]);
  expect(count).toBe(50);
  expect(facts.outcome).toMatchObject({ kind: 'partial', reason: expect.stringContaining('50 answers') });
  expect(facts.commits).toHaveLength(1);
});

test('without any command, an edit that no longer parses is reflected', async () => {
  const tree = { ...files, '.github/aider.yml': 'edit:\n  mode: agent\nverify:\n  lint: off\n  test: off\n' };
  const { facts, show } = await run(
    [
      calls([edit('src/add.js', 'a - b;', '(a + b;')]),
      says('Done.'),
      calls([edit('src/add.js', '(a + b;', 'a + b;')], 'does not parse now'),
      says('Mended.'),
    ],
    { tree },
  );
  expect(facts.reflections.used).toBe(1);
  expect(show('src/add.js')).toContain('return a + b;');
});

test('a protected file is not touched', async () => {
  const { facts } = await run([
    calls([{ name: 'write', arguments: { path: '.github/workflows/x.yml', content: 'on: push\n' } }]),
    calls([right], 'PROTECTED'),
    says('Done.'),
  ]);
  expect(facts.commits[0]?.paths).toEqual(['src/add.js']);
});

test('the text editor can view files and folders, and apply_patch works as a tool', async () => {
  const editorCall = (args: Call['arguments']): Call => ({
    name: 'str_replace_based_edit_tool',
    arguments: args,
  });
  const { facts, show } = await run([
    calls([
      editorCall({ command: 'view', path: 'src' }),
      editorCall({ command: 'view', path: '/src/add.js' }),
    ]),
    calls(
      [editorCall({ command: 'str_replace', path: 'src/add.js', old_str: 'a - b', new_str: 'a + b' })],
      'return a - b',
    ),
    calls([
      {
        name: 'apply_patch',
        arguments: {
          input:
            "*** Begin Patch\n*** Update File: src/names.js\n-export const name = 'sum';\n+export const name = 'addition';\n*** End Patch",
        },
      },
    ]),
    says('Done.'),
  ]);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(show('src/names.js')).toContain('addition');
});

test('a window that fills up is emptied of old results, and the work goes on', async () => {
  const big = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [
      `notes/${index}.txt`,
      `note ${index} about nothing\n`.repeat(600),
    ]),
  );
  const { facts } = await run(
    [
      ...Array.from({ length: 8 }, (_, index) => calls([read(`notes/${index}.txt`)])),
      calls([right], '/left out (here )?to save room/i'),
      says('Done.'),
    ],
    { tree: { ...files, ...big }, profile: { window: 24_000, outputLimit: 2_000 } },
  );
  expect(facts.outcome).toEqual({ kind: 'done' });
});
