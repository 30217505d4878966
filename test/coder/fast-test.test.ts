/** A quicker test for each edit, the full one at the end: what its red means, and what the trailers claim. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import { fileJournal } from '../../src/runs/journal.ts';
import { scratch } from '../support/folders.ts';
import { runLocally, scripted } from '../support/local-run.ts';
import { block } from '../support/replies.ts';
import { git, repository } from '../support/repositories.ts';

/** Each run of a script leaves a line in `runs.log` beside the repository's folder. */
const suite = (name: string, condition: string) =>
  `echo ${name} >> "$RUNS"\nif ${condition}; then echo 'ok 1 - ${name}'; else echo 'not ok 1 - ${name}'; fi\necho 1..1\n`;
const files = {
  'a.txt': 'one\n',
  'b.txt': 'one\n',
  'fast.sh': suite('fast', '! grep -q bad a.txt b.txt'),
  'full.sh': suite('full', '! grep -q "bad\\|slow" a.txt b.txt'),
};

async function run(plan: string, editor: string[], mode = 'architect') {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  const log = path.join(dir, 'runs.log');
  const settings = `edit:\n  mode: ${mode}\nverify:\n  lint: off\n  fast_test: RUNS=${log} sh fast.sh\n  test: RUNS=${log} sh full.sh\n`;
  repository(folder, { ...files, '.github/aider.yml': settings });
  const entries: ScriptInput['entries'] = [
    ...(plan === '' ? [] : [{ when: { purpose: 'architect' as const }, reply: { text: plan } }]),
    ...editor.map((text) => ({
      when: { purpose: mode === 'architect' ? ('editor' as const) : ('architect' as const) },
      reply: { text },
    })),
    { when: { purpose: 'weak' as const }, times: 'any' as const, reply: { text: 'fix: it' } },
  ];
  const facts = await runLocally({
    dir,
    repository: folder,
    journal: fileJournal(path.join(dir, 'journal.jsonl')),
    models: scripted(dir, { order: 'strict', entries }),
    task: { instruction: 'change both', files: ['a.txt', 'b.txt'] },
  });
  const runs = execFileSync('cat', [log], { encoding: 'utf8' }).trim().split('\n');
  const trailers = facts.branch
    ? git(
        folder,
        'log',
        '--reverse',
        '--format=%(trailers:key=Aider-Verified,valueonly,separator=%x2C)',
        `main..${facts.branch}`,
      )
    : '';
  /** Runs a command on each commit, as `git rebase -x` does. */
  const onEach = (command: string) => {
    git(folder, 'checkout', '-q', facts.branch ?? '');
    git(folder, 'rebase', '-q', '-x', command, 'main');
  };
  return { facts, runs, trailers: trailers.split('\n').filter(Boolean), log, onEach };
}

const TWO = '### Step 1: One\nIn `a.txt`.\n\n### Step 2: Two\nIn `b.txt`.';

test('edits are checked by the quick test, the last one by both, and the trailers say which', async () => {
  const { facts, runs, trailers, log, onEach } = await run(TWO, [
    block('a.txt', 'one', 'two'),
    block('b.txt', 'one', 'two'),
  ]);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(runs).toEqual(['fast', 'full', 'fast', 'fast', 'full']);
  expect(trailers).toEqual(['fast_test', 'fast_test,test']);
  expect(facts.final.map(({ status }) => status)).toEqual(['green', 'green']);
  // What the trailer of every commit names passes on every commit.
  onEach(`! RUNS=${log} sh fast.sh | grep '^not ok'`);
  expect(() => onEach(`! grep two a.txt`)).toThrow();
});

test('a full test that is red at the end is reflected within the budget of the last step', async () => {
  const { facts, runs } = await run(TWO, [
    block('a.txt', 'one', 'slow'),
    block('b.txt', 'one', 'two'),
    block('a.txt', 'slow', 'quick'),
  ]);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(facts.reflections.used).toBe(1);
  expect(facts.commits.map(({ paths }) => paths)).toEqual([['a.txt'], ['a.txt', 'b.txt']]);
  expect(runs).toEqual(['fast', 'full', 'fast', 'fast', 'full', 'full', 'fast', 'full']);
});

test('what stays red is never called done: the last step goes, and the full test says so of what is left', async () => {
  const { facts, trailers } = await run(TWO, [
    block('a.txt', 'one', 'slow'),
    block('b.txt', 'one', 'two'),
    'NOTHING TO DO: I see no reason',
  ]);
  expect(facts.outcome).toMatchObject({
    kind: 'partial',
    reason: expect.stringContaining('step 2 of 2 was dropped'),
  });
  expect(facts.final).toMatchObject([
    { status: 'green' },
    { status: 'red', command: expect.stringContaining('full.sh') },
  ]);
  expect(facts.commits.at(-1)?.checks).toHaveLength(2);
  expect(trailers).toEqual(['fast_test']);
});

test('a last step without an edit leaves the full test to the end', async () => {
  const { facts } = await run(TWO, [block('a.txt', 'one', 'slow'), 'NOTHING TO DO: it is right']);
  expect(facts.outcome).toMatchObject({
    kind: 'partial',
    reason: expect.stringContaining('full.sh` still fails'),
  });
  const { facts: green } = await run(TWO, [block('a.txt', 'one', 'two'), 'NOTHING TO DO: it is right']);
  expect(green.outcome).toEqual({ kind: 'done' });
  expect(green.final).toHaveLength(2);
});

test('one model alone is held to the full test as well', async () => {
  const { facts } = await run('', [block('a.txt', 'one', 'slow'), block('a.txt', 'slow', 'quick')], 'direct');
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(facts.reflections.used).toBe(1);
});
