/** Which models a run uses: the command goes before the settings, and both choose among what the operator's configuration names. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { fromConfig } from '../../../src/cli/models.ts';
import { replayCommand } from '../../../src/cli/replay.ts';
import { parseModelsConfig } from '../../../src/models/providers.ts';
import { fileJournal } from '../../../src/runs/journal.ts';
import type { Task } from '../../../src/runs/task.ts';
import type { RunModels } from '../../../src/runs/tools.ts';
import { scratch } from '../../support/folders.ts';
import { runLocally } from '../../support/local-run.ts';
import { block } from '../../support/replies.ts';
import { repository } from '../../support/repositories.ts';

const replies = {
  diff: block('hello.sh', 'echo hi', 'echo hello'),
  whole: 'hello.sh\n```\necho hello\n```\n',
};

/** The operator offers `s/architect`, `s/editor`, `s/weak`, and `s/other`, which writes whole files. */
async function run(settings: string, answer: keyof typeof replies, task: Partial<Task> = {}) {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  repository(folder, { 'hello.sh': 'echo hi\n', '.github/aider.yml': settings });
  const script = path.join(dir, 'script.json');
  const entries = [
    { when: { purpose: 'architect' }, reply: { text: 'In hello.sh, say hello.' } },
    { when: { purpose: 'editor' }, reply: { text: replies[answer] } },
    { when: { purpose: 'weak' }, reply: { text: 'feat: say hello' } },
  ];
  writeFileSync(script, JSON.stringify({ entries }));
  const profile = { editFormat: 'diff', window: 128_000 };
  const { models } = fromConfig(
    parseModelsConfig({
      endpoints: { s: { kind: 'scripted', script } },
      model: 's/architect',
      editorModel: 's/editor',
      weakModel: 's/weak',
      profiles: { 's/architect': profile, 's/other': { ...profile, editFormat: 'whole' } },
    }),
  );
  const journal = path.join(dir, 'journal.jsonl');
  const asked: string[] = [];
  const facts = await runLocally({
    dir,
    repository: folder,
    journal: fileJournal(journal),
    models: heard(models, (model) => asked.push(model)),
    task,
  });
  expect(facts.outcome).toEqual({ kind: 'done' });
  const stage = facts.stages.find(({ name }) => name === 'edit');
  const shown = stage?.name === 'edit' ? [stage.model, stage.format] : [];
  return { asked, shown, notes: facts.notes, folder, journal };
}

/** Tells which model is asked, whichever are chosen. */
function heard(models: RunModels, tell: (model: string) => void): RunModels {
  return {
    ...models,
    choose(names) {
      const chosen = models.choose?.(names);
      return chosen && heard(chosen, tell);
    },
    complete(request, options) {
      tell(request.model);
      return models.complete(request, options);
    },
  };
}

test.each<[string, string, Partial<Task>, string[]]>([
  ['those of the server, when nobody says', '', {}, ['s/architect', 's/editor', 's/weak']],
  [
    'those of the settings',
    'models: { architect: s/other, weak: s/architect }\n',
    {},
    ['s/other', 's/editor', 's/architect'],
  ],
  [
    'those of the command',
    'models: { architect: s/other }\n',
    { model: 's/architect' },
    ['s/architect', 's/editor', 's/weak'],
  ],
])('%s', async (_, settings, task, models) => {
  const { asked, notes } = await run(settings, 'diff', task);
  expect(asked).toEqual(models);
  expect(notes.join()).not.toContain('models.');
});

test('an editor of the settings writes in the format that suits it', async () => {
  const { asked, shown } = await run('models: { editor: s/other }\n', 'whole');
  expect(asked).toEqual(['s/architect', 's/other', 's/weak']);
  expect(shown).toEqual(['s/other', 'whole']);
});

test('a model that the operator does not name is not asked: a note says so, and the run goes on with the usual one', async () => {
  const { asked, notes } = await run('models: { architect: s/dearest, editor: s/other }\n', 'whole');
  expect(asked).toEqual(['s/architect', 's/other', 's/weak']);
  expect(notes.join('\n')).toContain(
    '`models.architect` of the settings is `s/dearest`, which this server does not offer; it used its own. It offers `s/architect`, `s/editor`, `s/weak`, `s/other`.',
  );
});

test('a replay knows which they were', async () => {
  const { journal, folder } = await run('models: { editor: s/other }\n', 'whole');
  const out = new PassThrough();
  const io = { stdin: new PassThrough(), stdout: out, stderr: out };
  expect(await replayCommand([journal, '--repo', folder], io)).toBe(0);
});
