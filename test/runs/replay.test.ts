/** A journal is enough to tell its run again. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { replayCommand } from '../../src/cli/replay.ts';
import { fileJournal, type JournalEntry } from '../../src/runs/journal.ts';
import { scratch } from '../support/folders.ts';
import { runLocally, scripted } from '../support/local-run.ts';
import { block } from '../support/replies.ts';
import { git, repository } from '../support/repositories.ts';

const edit = block('hello.sh', 'echo hi', 'echo hello');

async function recordedRun() {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  repository(folder, {
    'hello.sh': 'echo hi\n',
    'AGENTS.md': 'Be polite.\n',
    '.github/aider.yml': 'verify:\n  lint: sh -n hello.sh\n',
  });
  const file = path.join(dir, 'journal.jsonl');
  const facts = await runLocally({
    dir,
    repository: folder,
    journal: fileJournal(file),
    models: scripted(dir, {
      entries: [
        { when: { purpose: 'architect' }, reply: { text: 'In hello.sh, say hello.' } },
        { when: { purpose: 'editor' }, reply: { text: edit } },
        { when: { purpose: 'weak' }, reply: { text: 'feat: say hello' } },
      ],
    }),
  });
  expect(facts.outcome).toEqual({ kind: 'done' });
  return { folder, file, facts, entries: await fileJournal(file).load() };
}

async function replay(...argv: string[]): Promise<{ code: number; said: string }> {
  const out = new PassThrough();
  const code = await replayCommand(argv, { stdin: new PassThrough(), stdout: out, stderr: out });
  out.end();
  return { code, said: await text(out) };
}

/** The journal with one entry changed or left out. */
function rewritten(file: string, entries: readonly JournalEntry[]): string {
  const changed = `${file}.changed`;
  writeFileSync(changed, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  return changed;
}

test('a replay comes to the same tree, asks nobody and leaves the repository alone', async () => {
  const { folder, file, facts, entries } = await recordedRun();
  const before = git(folder, 'for-each-ref');
  const tree = git(folder, 'rev-parse', `${facts.branch}^{tree}`);
  expect(await replay(file, '--repo', folder)).toEqual({
    code: 0,
    said: `Replayed: the same tree, ${tree}.\n`,
  });
  expect(git(folder, 'for-each-ref')).toBe(before);
  expect(await fileJournal(file).load()).toEqual(entries);

  const model = entries.filter((entry) => entry.step === 'model');
  expect(model.map((entry) => (entry.result as { asked: { purpose: string } }).asked.purpose)).toEqual([
    'architect',
    'editor',
    'weak',
  ]);
  expect(model[0]?.result).toMatchObject({
    asked: { model: 's/architect', hash: expect.stringMatching(/^[0-9a-f]{32}$/), usd: expect.any(Number) },
    usage: { input: expect.any(Number) },
    calls: [{ milliseconds: expect.any(Number) }],
  });
});

test('an answer that leads to another tree is noticed', async () => {
  const { folder, file, entries } = await recordedRun();
  const other = entries.map((entry) =>
    entry.step === 'tree'
      ? { ...entry, result: { commit: 'x', tree: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' } }
      : entry,
  );
  const { code, said } = await replay(rewritten(file, other), '--repo', folder);
  expect(code).toBe(1);
  expect(said).toMatch(/^The tree differs: [0-9a-f]{40} now, 4b825dc/);
});

test('a harness that asks something else than it asked then is noticed, with the step', async () => {
  const { folder, file, entries } = await recordedRun();
  const changed = entries.map((entry) =>
    entry.step === 'model' && entry.key.startsWith('editor')
      ? { ...entry, result: { ...(entry.result as object), text: edit.replace('echo hello', 'echo hullo') } }
      : entry,
  );
  const { code, said } = await replay(rewritten(file, changed), '--repo', folder);
  expect(code).toBe(1);
  expect(said).toMatch(/another way: it comes to a step "check" \([0-9a-f]+\)/);
});

test('the journal of a run that was cut off is told to its end', async () => {
  const { folder, file, entries } = await recordedRun();
  const cut = entries.slice(
    0,
    entries.findIndex((entry) => entry.key.startsWith('editor')),
  );
  const { code, said } = await replay(rewritten(file, cut), '--repo', folder);
  expect(code).toBe(0);
  expect(said).toContain('its next step would have been "model"');
});

test('what is no journal, or has no repository, gets one sentence', async () => {
  const { folder, file, entries } = await recordedRun();
  expect(await replay(path.join(folder, 'hello.sh'), '--repo', folder)).toMatchObject({ code: 2 });
  expect((await replay('/nowhere.jsonl')).said).toContain('there is no file');
  expect((await replay(file, '--repo', path.dirname(path.dirname(folder)))).said).toContain(
    'there is no git repository',
  );
  const headless = rewritten(
    file,
    entries.filter((entry) => entry.step !== 'task'),
  );
  expect((await replay(headless, '--repo', folder)).said).toContain(
    'does not say what its run was started from',
  );
});
