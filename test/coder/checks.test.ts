/** Checks through the real pipeline: which are run, what counts as green, and what is never taken for it. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileJournal } from '../../src/runs/journal.ts';
import { scratch } from '../support/folders.ts';
import { runLocally, scripted } from '../support/local-run.ts';
import { block } from '../support/replies.ts';
import { git, repository } from '../support/repositories.ts';

async function run(tree: Record<string, string>, editor: string[]) {
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
        { when: { purpose: 'architect' }, reply: { text: 'Change `mode.txt`.' } },
        ...editor.map((text) => ({ when: { purpose: 'editor' as const }, reply: { text } })),
        { when: { purpose: 'weak' }, times: 'any', reply: { text: 'fix: mode' } },
      ],
    }),
    task: { instruction: 'change the mode', files: ['mode.txt'] },
  });
  return { facts, folder };
}

describe('a suite that only looks green', () => {
  const suite = `case "$(cat mode.txt)" in
  good) printf '1..2\\nok 1 - a\\nok 2 - b\\n' ;;
  slow) sleep 60 ;;
  nothing) printf '1..0\\n' ;;
  deleted) printf '1..1\\nok 1 - a\\n' ;;
  swallowed) printf '1..2\\nok 1 - a\\nnot ok 2 - b\\n'; exit 0 ;;
  skipped) printf '1..2\\nok 1 - a # SKIP later\\nok 2 - b # SKIP later\\n' ;;
  crashed) printf '1..2\\nok 1 - a\\nok 2 - b\\n'; kill -SEGV $$ ;;
  unfinished) printf '1..2\\nok 1 - a\\n' ;;
  flood) printf '1..2\\nok 1 - a\\nok 2 - b\\n'; yes | head -c 20000000 ;;
  silent) echo 'All is well.' ;;
  gone) nosuchrunner ;;
  esac
`;
  const tree = {
    'mode.txt': 'good\n',
    'test.sh': suite,
    '.github/aider.yml': 'verify:\n  lint: off\n  test: sh test.sh\n  timeout: 2s\n',
  };

  test('the suite itself is green as long as it is good', async () => {
    const { facts } = await run(
      { ...tree, 'mode.txt': 'old\ngood\n', 'test.sh': suite.replace('cat mode.txt', 'tail -n 1 mode.txt') },
      [block('mode.txt', 'old', 'new')],
    );
    expect(facts.outcome).toEqual({ kind: 'done' });
    expect(facts.final).toMatchObject([{ status: 'green' }]);
  });

  test.each([
    'slow',
    'nothing',
    'deleted',
    'swallowed',
    'skipped',
    'crashed',
    'unfinished',
    'flood',
    'silent',
    'gone',
  ])('%s: is never reported green', async (mode) => {
    const { facts } = await run(tree, [block('mode.txt', 'good', mode), 'NOTHING TO DO: it passes']);
    expect(facts.outcome).toEqual({
      kind: 'failed',
      reason: 'the checks failed, and no further edit was made',
    });
    expect(facts.reflections.used).toBe(1);
    expect(facts.commits).toEqual([]);
    expect(facts.branch).toBeUndefined();
  });
});

test('a test that fails once and passes on the same files is flaky: labelled, not chased, not green', async () => {
  const { facts } = await run(
    {
      'mode.txt': 'good\n',
      // Fails when it runs on the edited files for the first time.
      'test.sh':
        'if grep -q new mode.txt && mkdir ../ran 2>/dev/null; then echo "not ok 1 - a"; else echo "ok 1 - a"; fi; echo 1..1\n',
      '.github/aider.yml': 'verify:\n  lint: off\n  test: sh test.sh\n',
    },
    [block('mode.txt', 'good', 'new')],
  );
  expect(facts.reflections.used).toBe(0);
  expect(facts.commits).toHaveLength(1);
  expect(facts.final).toMatchObject([{ status: 'not-green', reasonCode: 'flaky' }]);
  expect(facts.outcome).toMatchObject({ kind: 'partial', reason: expect.stringContaining('flaky') });
});

describe('without a configured command', () => {
  const node = {
    'mode.txt': 'good\n',
    'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
    'mode.test.js':
      "import { test } from 'node:test';\nimport assert from 'node:assert';\nimport { readFileSync } from 'node:fs';\ntest('mode', () => assert.notEqual(readFileSync('mode.txt', 'utf8'), 'bad\\n'));\n",
  };

  test('the test command is found, said, and run', async () => {
    const { facts } = await run(node, [block('mode.txt', 'good', 'bad'), block('mode.txt', 'bad', 'better')]);
    expect(facts.outcome).toEqual({ kind: 'done' });
    expect(facts.reflections.used).toBe(1);
    expect(facts.final).toMatchObject([{ command: 'npm test', status: 'green' }]);
    expect(facts.notes.join('\n')).toContain(
      '`npm test` was found as the test command: package.json has a "test" script',
    );
  });

  test('what is found and proves nothing on the base is left out, and said to be', async () => {
    const { 'mode.test.js': _, ...empty } = node;
    const { facts } = await run(empty, [block('mode.txt', 'good', 'new')]);
    expect(facts.outcome).toEqual({ kind: 'done' });
    expect(facts.baseline).toEqual([]);
    expect(facts.notes.join('\n')).toMatch(
      /`npm test` was found .* and left out: on the base commit it proves nothing/,
    );
  });

  test('a configured command that proves nothing stays and is reported', async () => {
    const { facts } = await run(
      { 'mode.txt': 'good\n', '.github/aider.yml': 'verify:\n  lint: off\n  test: echo fine\n' },
      [block('mode.txt', 'good', 'new')],
    );
    expect(facts.final).toMatchObject([{ status: 'not-green', reasonCode: 'no-count' }]);
    expect(facts.outcome).toMatchObject({ kind: 'partial' });
  });
});

test('set-up runs once for a lock file; what it installs stays until the run ends, and reaches no commit', async () => {
  const { facts, folder } = await run(
    {
      'mode.txt': 'good\n',
      'test.sh':
        'if [ -f "installed here/tool" ]; then echo "ok 1 - $(cat ../count)"; else echo "not ok 1"; fi; echo 1..1\n',
      '.github/aider.yml':
        'verify:\n  setup: ["mkdir \\"installed here\\" && touch \\"installed here/tool\\" && echo x >> ../count && echo changed > test.sh"]\n  lint: off\n  test: sh test.sh\n',
    },
    [block('mode.txt', 'good', 'new')],
  );
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(facts.final).toMatchObject([
    { status: 'green', log: { head: expect.stringMatching(/^ok 1 - x$/m) } },
  ]);
  expect(git(folder, 'diff', '--name-only', 'main', facts.branch ?? '')).toBe('mode.txt');
});

test('a set-up that fails is said, and the checks are tried all the same', async () => {
  const { facts } = await run(
    {
      'mode.txt': 'good\n',
      '.github/aider.yml': 'verify:\n  setup: ["exit 3"]\n  lint: off\n  test: echo ok 1 - a; echo 1..1\n',
    },
    [block('mode.txt', 'good', 'new')],
  );
  expect(facts.notes).toContain('`exit 3`, to set the checks up: exit code 3.');
  expect(facts.outcome).toEqual({ kind: 'done' });
});
