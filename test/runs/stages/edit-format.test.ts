/** The format of edits: what suits the model, unless the settings name one, unless the command does. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileJournal } from '../../../src/runs/journal.ts';
import type { Task } from '../../../src/runs/task.ts';
import { scratch } from '../../support/folders.ts';
import { runLocally, scripted } from '../../support/local-run.ts';
import { block } from '../../support/replies.ts';
import { git, repository } from '../../support/repositories.ts';

const replies = {
  diff: block('hello.sh', 'echo hi', 'echo hello'),
  whole: 'hello.sh\n```\necho hello\n```\n',
};

/** A run whose editor answers in one format. The profile of the model says `diff`. */
async function run(settings: string, answer: keyof typeof replies, task: Partial<Task> = {}) {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  repository(folder, { 'hello.sh': 'echo hi\n', '.github/aider.yml': settings });
  const facts = await runLocally({
    dir,
    repository: folder,
    journal: fileJournal(path.join(dir, 'journal.jsonl')),
    models: scripted(dir, {
      entries: [
        { when: { purpose: 'architect' }, reply: { text: 'In hello.sh, say hello.' } },
        { when: { purpose: 'editor' }, reply: { text: replies[answer] } },
        { when: { purpose: 'weak' }, reply: { text: 'feat: say hello' } },
      ],
    }),
    task,
  });
  const stage = facts.stages.find(({ name }) => name === 'edit');
  return {
    outcome: facts.outcome,
    format: stage?.name === 'edit' ? stage.format : undefined,
    text: facts.branch && git(folder, 'show', `${facts.branch}:hello.sh`),
  };
}

test.each<[string, string, keyof typeof replies, Partial<Task>]>([
  ['what suits the model', '', 'diff', {}],
  ['what the settings name', 'edit:\n  format: whole\n', 'whole', {}],
  ['what the command names', 'edit:\n  format: whole\n', 'diff', { format: 'diff' }],
  ['what suits the model, when the command says so', 'edit:\n  format: whole\n', 'diff', { format: 'auto' }],
])('%s', async (_, settings, format, task) => {
  expect(await run(settings, format, task)).toEqual({
    outcome: { kind: 'done' },
    format,
    text: 'echo hello',
  });
});
