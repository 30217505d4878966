/** Calls that broke off are paid for: what a run shows as its cost holds them, also when their answer came in a later attempt. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { ModelDeferred, ModelFault } from '../../src/models/faults.ts';
import { spentIn } from '../../src/runs/asked.ts';
import { fileJournal } from '../../src/runs/journal.ts';
import type { RunModels } from '../../src/runs/tools.ts';
import { scratch } from '../support/folders.ts';
import { runLocally, scripted } from '../support/local-run.ts';
import { repository } from '../support/repositories.ts';

const usage = { input: 1_000_000, cachedInput: 0, cacheWriteInput: 0, output: 0, reasoning: 0 };

/** The architect breaks off after a million tokens were read, `times` times. */
function breaking(models: RunModels, times: number): RunModels {
  let left = times;
  return {
    ...models,
    price: (_model, { input }) => input / 1_000_000,
    complete(request, options) {
      if (request.purpose !== 'architect' || left-- <= 0) return models.complete(request, options);
      const deferred = new ModelDeferred(Date.now(), new ModelFault('cut', { model: request.model }));
      deferred.billed = [{ model: request.model, usage, measured: false, outcome: 'cut', milliseconds: 1 }];
      return Promise.reject(deferred);
    },
  };
}

async function prepared() {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  repository(folder, { 'hello.sh': 'echo hi\n', '.github/aider.yml': '{}\n' });
  const models = scripted(dir, {
    entries: [
      {
        when: { purpose: 'architect' },
        reply: { text: 'NOTHING TO DO: fine', usage: { input: 500_000, output: 0 } },
      },
    ],
  });
  return { dir, repository: folder, journal: fileJournal(path.join(dir, 'journal.jsonl')), models };
}

test('two attempts whose calls broke off and a third that was answered cost what all three did', async () => {
  const run = await prepared();
  const models = breaking(run.models, 2);
  for (const _ of [1, 2]) await expect(runLocally({ ...run, models })).rejects.toBeInstanceOf(ModelDeferred);
  const { spending, outcome } = await runLocally({ ...run, models });
  expect(outcome?.kind).toBe('nothing-to-do');
  expect(spending.usd).toBeCloseTo(2.5);
  expect(spending.models).toMatchObject([{ role: 'architect', calls: 3, input: 2_500_000 }]);
  expect(spentIn(await run.journal.load())).toBeCloseTo(2.5);
  // Told again, it costs the same.
  expect((await runLocally({ ...run, models })).spending.usd).toBeCloseTo(2.5);
});

test('a run that ends with such a fault shows what it cost', async () => {
  const run = await prepared();
  const { spending, outcome } = await runLocally({
    ...run,
    models: breaking(run.models, 9),
    lastAttempt: true,
  });
  expect(outcome?.kind).toBe('failed');
  expect(spending.usd).toBeCloseTo(1);
  expect(spentIn(await run.journal.load())).toBeCloseTo(1);
});
