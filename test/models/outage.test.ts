/** A vendor that is down for an hour: runs are put off instead of failed, and the vendor is asked now and then, not by everyone. */
import { expect, test } from 'vitest';
import { createCompleter } from '../../src/models/complete.ts';
import { ModelDeferred, ModelFault } from '../../src/models/faults.ts';
import { createTokenCounter } from '../../src/models/tokens.ts';
import type { ModelEvent, ModelProvider } from '../../src/models/types.ts';
import { ask, CAPABLE } from './support.ts';

const MINUTE = 60_000;

test('thirty runs meet an outage of an hour', async () => {
  let now = 0;
  let requests = 0;
  const provider: ModelProvider = {
    name: 'test',
    kind: 'openai-chat',
    async *stream(request): AsyncGenerator<ModelEvent> {
      requests += 1;
      if (now < 60 * MINUTE) throw new ModelFault('overloaded', { model: request.model });
      yield { type: 'text', text: 'back' };
      yield { type: 'finish', reason: 'stop' };
    },
  };
  const completer = createCompleter({
    providers: new Map([['test', provider]]),
    profileOf: () => CAPABLE,
    fallbacksOf: () => [],
    counter: createTokenCounter(),
    clock: {
      now: () => now,
      random: () => 1,
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
    },
  });
  const signal = new AbortController().signal;

  const waiting = Array.from({ length: 30 }, () => ({ at: 0, answered: false }));
  while (waiting.some((run) => !run.answered) && now < 120 * MINUTE) {
    const next = waiting.filter((run) => !run.answered).toSorted((a, b) => a.at - b.at)[0];
    if (!next) break;
    now = Math.max(now, next.at);
    try {
      next.answered = (await completer.complete(ask('go'), { signal })).text === 'back';
    } catch (error) {
      if (!(error instanceof ModelDeferred)) throw error;
      expect(error.retryAt).toBeGreaterThan(now);
      next.at = error.retryAt;
    }
  }

  expect(waiting.every((run) => run.answered)).toBe(true);
  expect(now).toBeLessThan(70 * MINUTE);
  // Five tries that find it out, about one probe a minute, and the thirty answers: not thirty runs times five tries.
  expect(requests).toBeLessThan(5 + 65 + 30);
});
