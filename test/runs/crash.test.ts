/** A run that dies at any step, before or after its record is kept, ends like one that did not, and pays for nothing twice. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileJournal, hashOf, type JournalStore } from '../../src/runs/journal.ts';
import type { RunModels } from '../../src/runs/tools.ts';
import { scratch } from '../support/folders.ts';
import { runLocally, scripted } from '../support/local-run.ts';
import { block } from '../support/replies.ts';
import { git, repository } from '../support/repositories.ts';

/** Two steps; the first needs one reflection because the check is red after its first try. */
const script = {
  entries: [
    {
      when: { purpose: 'architect' as const },
      reply: { text: '### Step 1: Greet\nIn hello.sh.\n\n### Step 2: Say goodbye\nIn hello.sh.' },
    },
    { when: { purpose: 'editor' as const }, reply: { text: block('hello.sh', 'echo hi', 'echo hello (') } },
    {
      when: { purpose: 'editor' as const },
      reply: { text: block('hello.sh', 'echo hello (', 'echo hello') },
    },
    { when: { purpose: 'weak' as const }, reply: { text: 'feat: greet' } },
    {
      when: { purpose: 'editor' as const },
      reply: { text: block('hello.sh', 'echo hello', 'echo hello\necho bye') },
    },
    { when: { purpose: 'weak' as const }, reply: { text: 'feat: say goodbye' } },
  ],
};

class Death extends Error {}

/** Dies at the n-th record: before it is kept, or right after. */
function dyingAt(store: JournalStore, n: number, when: 'before' | 'after'): JournalStore {
  let records = 0;
  return {
    load: () => store.load(),
    async append(entry) {
      records++;
      if (records === n && when === 'before') throw new Death();
      const kept = await store.append(entry);
      if (records === n && when === 'after') throw new Death();
      return kept;
    },
  };
}

/** Counts the calls that are paid for. A request that comes again gets the same answer, and is counted again. */
function metered(models: RunModels): { models: RunModels; calls: () => number } {
  const answers = new Map<string, ReturnType<RunModels['complete']>>();
  let calls = 0;
  return {
    calls: () => calls,
    models: {
      ...models,
      complete: (request, options) => {
        calls++;
        const answer = answers.get(hashOf(request)) ?? models.complete(request, options);
        answers.set(hashOf(request), answer);
        return answer;
      },
    },
  };
}

async function prepared() {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  repository(folder, {
    'hello.sh': '#!/bin/sh\necho hi\n',
    '.github/aider.yml': 'verify:\n  lint: sh -n hello.sh\n',
  });
  return {
    dir,
    repository: folder,
    journal: fileJournal(path.join(dir, 'journal.jsonl')),
    ...metered(scripted(dir, script)),
  };
}

test('a run that is not disturbed', async () => {
  const run = await prepared();
  const facts = await runLocally(run);
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(facts.reflections.used).toBe(1);
  expect(run.calls()).toBe(6);
  expect(git(run.repository, 'log', '--format=%s', `main..${facts.branch}`).split('\n')).toEqual([
    'feat: say goodbye',
    'feat: greet',
  ]);
  expect(git(run.repository, 'show', `${facts.branch}:hello.sh`)).toBe('#!/bin/sh\necho hello\necho bye');
});

test('death at every step, before and after its record', async () => {
  const quiet = await prepared();
  await runLocally(quiet);
  const steps = (await quiet.journal.load()).map((entry) => entry.step);
  expect(steps.length).toBeGreaterThan(12);

  for (const when of ['before', 'after'] as const) {
    for (let n = 1; n <= steps.length; n++) {
      const at = `${when} step ${n} (${steps[n - 1]})`;
      const run = await prepared();
      await expect(runLocally({ ...run, journal: dyingAt(run.journal, n, when) }), at).rejects.toBeInstanceOf(
        Death,
      );
      const before = run.calls();
      const facts = await runLocally(run);
      expect(facts.outcome, at).toEqual({ kind: 'done' });
      const tree = (of: { repository: string }, branch: string) =>
        git(of.repository, 'rev-parse', `${branch}^{tree}`);
      expect(tree(run, facts.branch ?? ''), at).toBe(
        tree(quiet, git(quiet.repository, 'branch', '--list', 'aider/*', '--format=%(refname:short)')),
      );
      // One branch, also when death came between push and record.
      expect(git(run.repository, 'branch', '--list', 'aider/*', '--format=%(refname:short)'), at).toBe(
        facts.branch,
      );
      // An answer whose record was lost is asked for again; no other is.
      const lost = when === 'before' && steps[n - 1] === 'model' ? 1 : 0;
      expect(run.calls(), at).toBe(6 + lost);
      expect(before, at).toBeLessThanOrEqual(6);
      expect((await run.journal.load()).length, at).toBe(steps.length);
    }
  }
}, 300_000);
