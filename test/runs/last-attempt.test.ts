/** A model that goes away in the middle and is still away when no attempt is left: what was verified before stands. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { replayCommand } from '../../src/cli/replay.ts';
import { ModelDeferred, ModelFault } from '../../src/models/faults.ts';
import { gaveUp } from '../../src/runs/asked.ts';
import type { NewPullRequest } from '../../src/runs/forge.ts';
import { cutFileJournal, fileJournal } from '../../src/runs/journal.ts';
import type { RunModels } from '../../src/runs/tools.ts';
import { scratch } from '../support/folders.ts';
import { runLocally, scripted } from '../support/local-run.ts';
import { block } from '../support/replies.ts';
import { git, repository } from '../support/repositories.ts';

const script = {
  order: 'any' as const,
  entries: [
    {
      when: { purpose: 'architect' as const },
      reply: { text: '### Step 1: Greet\nIn hello.sh.\n\n### Step 2: Say goodbye\nIn hello.sh.' },
    },
    {
      when: { purpose: 'editor' as const, user: 'Step 1' },
      reply: { text: block('hello.sh', 'echo hi', 'echo hello') },
    },
    {
      when: { purpose: 'editor' as const, user: 'Step 2' },
      reply: { text: block('hello.sh', 'echo hello', 'echo hello\necho bye') },
    },
    { when: { purpose: 'weak' as const }, times: 'any' as const, reply: { text: 'feat: greet' } },
  ],
};

const overloaded = new ModelFault('overloaded', { model: 's/editor', status: 529, detail: 'Overloaded' });

/** The editor answers `answers` times and is away then, as the client tells it after all its tries. */
function goingAway(models: RunModels, answers: number, fault: Error): RunModels {
  let asked = 0;
  return {
    ...models,
    complete(request, options) {
      if (request.purpose !== 'editor' || ++asked <= answers) return models.complete(request, options);
      return Promise.reject(fault);
    },
  };
}

async function prepared(answers: number, fault: Error = overloaded) {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  repository(folder, {
    'hello.sh': '#!/bin/sh\necho hi\n',
    '.github/aider.yml': 'verify:\n  lint: sh -n hello.sh\n',
  });
  const file = path.join(dir, 'journal.jsonl');
  const opened: NewPullRequest[] = [];
  const models = scripted(dir, script);
  const run = {
    dir,
    repository: folder,
    journal: fileJournal(file),
    forge: {
      openPullRequest: async (request: NewPullRequest) => {
        opened.push(request);
        return { state: 'opened' as const, number: 7, url: 'x', draft: request.draft, notes: [] };
      },
    },
  };
  return { ...run, file, opened, models, away: goingAway(models, answers, fault) };
}

test.each([
  ['a model that is overloaded', overloaded],
  ['one that asks to wait', new ModelDeferred(Date.now() + 300_000, overloaded)],
])('%s: the step that was made is published as a part of what was asked', async (_name, fault) => {
  const run = await prepared(1, fault);
  const facts = await runLocally({ ...run, models: run.away, lastAttempt: true });
  expect(facts.outcome).toEqual({
    kind: 'partial',
    reason: expect.stringMatching(/^step 2 of 2 was dropped: s\/editor is overloaded.*Overloaded/),
  });
  expect(facts.commits.map(({ step, checks }) => [step, ...checks.map(({ status }) => status)])).toEqual([
    [1, 'green'],
  ]);
  expect(git(run.repository, 'show', `${facts.branch}:hello.sh`)).toBe('#!/bin/sh\necho hello');
  expect(run.opened.map(({ draft, branch }) => ({ draft, branch }))).toEqual([
    { draft: true, branch: facts.branch },
  ]);

  // It is told again to the same tree, by a restart as by a replay, although no answer was recorded.
  const again = await runLocally({ ...run, models: run.models, lastAttempt: true });
  expect(again.outcome).toEqual(facts.outcome);
  expect(run.opened).toHaveLength(1);
  const out = new PassThrough();
  const replayed = await replayCommand([run.file, '--repo', run.repository], {
    stdin: new PassThrough(),
    stdout: out,
    stderr: out,
  });
  out.end();
  expect({ replayed, said: await text(out) }).toEqual({
    replayed: 0,
    said: expect.stringContaining('the same tree'),
  });
});

test('while attempts are left the run waits for the model, and then completes', async () => {
  const run = await prepared(1);
  await expect(runLocally({ ...run, models: run.away })).rejects.toBe(overloaded);
  expect(run.opened).toEqual([]);
  const facts = await runLocally({ ...run, models: run.models });
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(facts.commits).toHaveLength(2);
});

test('without a finished step there is nothing to publish: the run fails with what the model said', async () => {
  const run = await prepared(0);
  const facts = await runLocally({ ...run, models: run.away, lastAttempt: true });
  expect(facts.outcome).toEqual({ kind: 'failed', reason: expect.stringContaining('overloaded') });
  expect(git(run.repository, 'branch', '--list', 'aider/*')).toBe('');
});

test('who runs it again by hand from the same journal has waited: it goes on where the model went away', async () => {
  const run = await prepared(1);
  await runLocally({ ...run, models: run.away, lastAttempt: true });
  const before = readFileSync(run.file, 'utf8');
  cutFileJournal(run.file, gaveUp);
  expect(before.startsWith(readFileSync(run.file, 'utf8'))).toBe(true);
  const asked: string[] = [];
  const facts = await runLocally({
    ...run,
    lastAttempt: true,
    models: {
      ...run.models,
      complete(request, options) {
        asked.push(request.purpose ?? '');
        return run.models.complete(request, options);
      },
    },
  });
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(facts.commits).toHaveLength(2);
  // The plan and the first step were not paid for again.
  expect(asked.filter((purpose) => purpose !== 'weak')).toEqual(['editor']);
});

test('a journal without such an end is not cut', async () => {
  const run = await prepared(2);
  await runLocally({ ...run, models: run.away, lastAttempt: true });
  const before = readFileSync(run.file, 'utf8');
  cutFileJournal(run.file, gaveUp);
  expect(readFileSync(run.file, 'utf8')).toBe(before);
  writeFileSync(run.file, `${before}{"step":"cut short`);
  cutFileJournal(run.file, gaveUp);
  expect(readFileSync(run.file, 'utf8')).toBe(`${before}{"step":"cut short`);
});
