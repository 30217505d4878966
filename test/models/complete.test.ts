/** The client over a scripted model without HTTP, and over HTTP where the protocol matters. No test waits for a real clock. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CompleteOptions, createCompleter } from '../../src/models/complete.ts';
import { costOf, createBudget } from '../../src/models/cost.ts';
import { ModelDeferred, ModelFault } from '../../src/models/faults.ts';
import type { ModelProfile } from '../../src/models/profile.ts';
import { parseScript, type ScriptInput } from '../../src/models/script/schema.ts';
import { createTokenCounter } from '../../src/models/tokens.ts';
import { createScripted } from '../../src/models/vendors/scripted/provider.ts';
import { ask, CAPABLE, faultOf, rig } from './support.ts';

type Entries = ScriptInput['entries'];
const NOW = 1_800_000_000_000;
const PRICES = { input: 3, cachedInput: 0.3, cacheWriteInput: 3.75, output: 15 };

/** A client whose endpoints replay scripts and whose clock jumps instead of waiting. */
function client(
  endpoints: Record<string, Entries>,
  setup: { profile?: Partial<ModelProfile>; fallbacks?: string[] } = {},
) {
  const providers = Object.entries(endpoints).map(([name, entries]) =>
    createScripted({ name, limits: { idleMs: 15_000, totalMs: 20_000 } }, parseScript({ entries })),
  );
  const waits: number[] = [];
  let now = NOW;
  const completer = createCompleter({
    providers: new Map(providers.map((provider) => [provider.name, provider])),
    profileOf: () => ({ ...CAPABLE, prices: PRICES, ...setup.profile }),
    fallbacksOf: () => setup.fallbacks ?? [],
    counter: createTokenCounter(),
    clock: {
      now: () => now,
      random: () => 1,
      sleep: async (milliseconds, signal) => {
        signal.throwIfAborted();
        waits.push(milliseconds);
        now += milliseconds;
      },
    },
  });
  return {
    waits,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
    assertFinished: () => {
      for (const provider of providers) provider.assertFinished();
    },
    complete: (request = ask('hello'), options: Partial<CompleteOptions> = {}) =>
      completer.complete(request, { signal: new AbortController().signal, ...options }),
  };
}

async function deferralOf(call: Promise<unknown>): Promise<ModelDeferred> {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (error instanceof ModelDeferred) return error;
  throw error;
}

const FAIL: Entries[number] = { fault: { kind: 'server_error' } };
const times = (count: number, entry: Entries[number]): Entries => Array.from({ length: count }, () => entry);

describe('an answer', () => {
  test('is collected whole', async () => {
    const toolCalls = [{ id: 'c1', name: 'edit', arguments: '{}' }];
    const usage = { input: 10, output: 5, cachedInput: 0, cacheWriteInput: 0, reasoning: 2 };
    const { complete } = client({ test: [{ reply: { text: 'a b c', reasoning: 'hm', toolCalls, usage } }] });
    expect(await complete()).toEqual({
      text: 'a b c',
      reasoning: 'hm',
      toolCalls: [{ id: 'c1', name: 'edit', arguments: '{}' }],
      usage,
      finish: 'tool_calls',
      outcome: 'answered',
      model: 'test/some-model',
      pieces: 1,
      calls: [{ model: 'test/some-model', usage, measured: true, outcome: 'answered', milliseconds: 0 }],
    });
  });

  test.each([
    ['refused', { text: 'I cannot help with that.', finish: 'refusal' as const }],
    ['empty', { text: ' \n' }],
    ['cut', { text: '', reasoning: 'thinking and thinking', finish: 'length' as const }],
  ])('has its outcome named: %s', async (outcome, reply) => {
    expect((await client({ test: [{ reply }] }).complete()).outcome).toBe(outcome);
  });

  test('is told event by event', async () => {
    const seen: string[] = [];
    const { complete } = client({ test: [{ reply: { text: 'a b' } }] });
    await complete(undefined, { onEvent: (event) => seen.push(event.type) });
    expect(seen).toEqual(['text', 'text', 'usage', 'finish']);
  });
});

describe('trying again', () => {
  test('a fault that passes is tried again, and the broken text is not part of the answer', async () => {
    const { complete, waits, assertFinished } = client({
      test: [
        { fault: { kind: 'cut', after: 2 }, reply: { text: 'half of it' } },
        { reply: { text: 'all of it' } },
      ],
    });
    const reply = await complete();
    expect(reply.text).toBe('all of it');
    expect(reply.calls.map(({ outcome }) => outcome)).toEqual(['cut', 'answered']);
    // The broken call is billed by vendors, so it is in the usage, as an estimate.
    expect(reply.calls[0]).toMatchObject({ measured: false });
    expect(reply.calls[0]?.usage.output).toBeGreaterThan(0);
    expect(reply.usage.input).toBe((reply.calls[0]?.usage.input ?? 0) + (reply.calls[1]?.usage.input ?? 0));
    expect(waits).toEqual([2_000]);
    assertFinished();
  });

  test('a broken call whose input the vendor had already counted is booked with that count', async () => {
    const usage = { input: 5_000, cachedInput: 4_000 };
    await using rigged = await rig('anthropic', [
      { fault: { kind: 'cut', after: 3 }, reply: { text: 'one two three four', usage } },
      { reply: { text: 'all of it', usage } },
    ]);
    const completer = createCompleter({
      providers: new Map([['test', rigged.provider]]),
      profileOf: () => CAPABLE,
      fallbacksOf: () => [],
      counter: createTokenCounter(),
      clock: { now: () => NOW, random: () => 0, sleep: async () => {} },
    });
    const { calls } = await completer.complete(ask('hello'), { signal: new AbortController().signal });
    expect(calls[0]).toMatchObject({
      outcome: 'cut',
      measured: false,
      usage: { input: 5_000, cachedInput: 4_000 },
    });
    // The vendor had not counted what it wrote; we count what came.
    expect(calls[0]?.usage.output).toBeGreaterThanOrEqual(3);
  });

  test('a call that failed before it answered costs nothing', async () => {
    const reply = await client({ test: [FAIL, { reply: { text: 'yes' } }] }).complete();
    expect(reply.calls[0]?.usage).toEqual({
      input: 0,
      cachedInput: 0,
      cacheWriteInput: 0,
      output: 0,
      reasoning: 0,
    });
  });

  test('the wait that the vendor asks for is kept', async () => {
    const { complete, waits } = client({
      test: [{ fault: { kind: 'rate_limit', retryAfter: 30 } }, { reply: { text: 'yes' } }],
    });
    await complete();
    expect(waits).toEqual([30_000]);
  });

  test('an hour is not waited for: the run is put off', async () => {
    const { complete, waits } = client({ test: [{ fault: { kind: 'rate_limit', retryAfter: 3_600 } }] });
    expect((await deferralOf(complete())).retryAt).toBe(NOW + 3_600_000);
    expect(waits).toEqual([]);
  });

  test('after five failures the run is put off', async () => {
    const { complete, waits, assertFinished } = client({ test: times(5, FAIL) });
    const deferral = await deferralOf(complete());
    expect(deferral.fault.kind).toBe('server');
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000]);
    assertFinished();
  });

  test('a refused request is not repeated', async () => {
    const { complete, assertFinished } = client({ test: [{ fault: { kind: 'bad_request' } }] });
    expect((await faultOf(complete())).kind).toBe('bad_request');
    assertFinished();
  });

  test('cancelling during the wait ends it', async () => {
    const controller = new AbortController();
    const { complete } = client({ test: [FAIL] });
    const options = { signal: controller.signal, onEvent: () => controller.abort() };
    expect((await faultOf(complete(undefined, options))).kind).toBe('cancelled');
  });

  test('an endpoint that is down is left alone by the next run, and probed later', async () => {
    const { complete, advance, assertFinished } = client({
      test: [...times(5, FAIL), { reply: { text: 'back' } }],
    });
    await deferralOf(complete());
    const next = await deferralOf(complete());
    expect(next.fault.detail).toContain('left alone');
    advance(120_000);
    expect((await complete()).text).toBe('back');
    assertFinished();
  });
});

describe('falling back', () => {
  test.each(['auth', 'quota', 'not_found'] as const)(
    'on %s the next model answers, and the reply says so',
    async (kind) => {
      const { complete } = client(
        { test: [{ fault: { kind } }], other: [{ reply: { text: 'mine' } }] },
        { fallbacks: ['other/model'] },
      );
      const reply = await complete();
      expect(reply).toMatchObject({ text: 'mine', model: 'other/model' });
      expect(reply.calls.map(({ model }) => model)).toEqual(['test/some-model', 'other/model']);
    },
  );

  test('a model that stays down is replaced instead of putting the run off', async () => {
    const { complete } = client(
      { test: times(5, FAIL), other: [{ reply: { text: 'mine' } }] },
      { fallbacks: ['other/model'] },
    );
    expect((await complete()).model).toBe('other/model');
  });

  test.each(['content_policy', 'bad_request', 'context_exceeded'] as const)(
    '%s is a fault of the request, so no other model is asked',
    async (kind) => {
      const { complete } = client({ test: [{ fault: { kind } }], other: [] }, { fallbacks: ['other/model'] });
      expect((await faultOf(complete())).kind).toBe(kind);
    },
  );

  test('when all are down, the run is put off to the first of them that may be back', async () => {
    const { complete } = client(
      {
        test: [{ fault: { kind: 'rate_limit', retryAfter: 600 } }],
        other: [{ fault: { kind: 'rate_limit', retryAfter: 7_200 } }],
      },
      { fallbacks: ['other/model'] },
    );
    expect((await deferralOf(complete())).retryAt).toBe(NOW + 600_000);
  });

  test('an endpoint that is not configured is named', async () => {
    const fault = await faultOf(client({ test: [] }).complete(ask('x', { model: 'nowhere/model' })));
    expect(fault.message).toContain('configured: test');
  });
});

describe('an answer that the output limit cut', () => {
  test('is continued, and the joined reply says so', async () => {
    const { complete, assertFinished } = client({
      test: [
        { reply: { text: 'one two th', finish: 'length', usage: { input: 10, output: 3 } } },
        { when: { user: 'one two th' }, reply: { text: 'ree four', usage: { input: 14, output: 2 } } },
      ],
    });
    const reply = await complete();
    expect(reply).toMatchObject({
      text: 'one two three four',
      finish: 'stop',
      outcome: 'answered',
      pieces: 2,
    });
    expect(reply.usage).toMatchObject({ input: 24, output: 5 });
    assertFinished();
  });

  test('is given up after four pieces, and is then not complete', async () => {
    const { complete, assertFinished } = client({
      test: times(4, { reply: { text: 'more ', finish: 'length' } }),
    });
    expect(await complete()).toMatchObject({
      text: 'more more more more ',
      outcome: 'cut',
      finish: 'length',
      pieces: 4,
    });
    assertFinished();
  });

  test('in a tool call is not continued: half of a call has no place in a conversation', async () => {
    const toolCalls = [{ name: 'edit', arguments: '{"path": "a' }];
    const { complete, assertFinished } = client({
      test: [{ reply: { text: 'Editing.', toolCalls, finish: 'length' } }],
    });
    expect((await complete()).outcome).toBe('cut');
    assertFinished();
  });

  test('keeps what was paid for when the rest cannot be had', async () => {
    const { complete } = client({
      test: [
        { reply: { text: 'the first half', finish: 'length' } },
        { fault: { kind: 'context_exceeded' } },
      ],
    });
    expect(await complete()).toMatchObject({ text: 'the first half', outcome: 'cut', pieces: 1 });
  });

  test('goes on from its own words where the model takes a prefill', async () => {
    const { complete } = client(
      { test: [{ reply: { text: 'alpha ', finish: 'length' } }, { reply: { text: ' beta' } }] },
      { profile: { prefill: true } },
    );
    expect((await complete()).text).toBe('alpha beta');
  });
});

describe('the budget', () => {
  test('a call that could pass the ceiling is not made', async () => {
    const { complete, assertFinished } = client({ test: [] });
    const fault = await faultOf(complete(undefined, { budget: createBudget(0.01) }));
    expect(fault.kind).toBe('budget');
    assertFinished();
  });

  test('the output limit of the request makes the reservation smaller', async () => {
    const { complete } = client({ test: [{ reply: { text: 'short' } }] });
    const budget = createBudget(0.01);
    await complete(ask('hello', { maxOutputTokens: 100 }), { budget });
    expect(budget.spent).toBeGreaterThan(0);
    expect(budget.reserved).toBe(0);
  });

  test('a model without a price is counted as dear', async () => {
    const { complete } = client({ test: [] }, { profile: { prices: undefined } });
    expect((await faultOf(complete(undefined, { budget: createBudget(1) }))).kind).toBe('budget');
  });

  test('spend never passes the ceiling, whatever the replies', async () => {
    // A vendor bills what it counted, up to what the request allowed; broken streams are billed too.
    const outcome = fc.oneof(
      fc.record({ kind: fc.constant('reply' as const), output: fc.nat(2_000), cut: fc.boolean() }),
      fc.record({ kind: fc.constant('broken' as const), words: fc.nat(30) }),
      fc.record({ kind: fc.constant('refused' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(outcome, { minLength: 1, maxLength: 12 }),
        fc.double({ min: 0, max: 0.3, noNaN: true }),
        async (outcomes, ceiling) => {
          const entries = outcomes.map((item): Entries[number] => {
            if (item.kind === 'refused') return { fault: { kind: 'server_error' } };
            if (item.kind === 'broken')
              return { fault: { kind: 'cut', after: item.words }, reply: { text: 'word '.repeat(30) } };
            return {
              reply: {
                text: 'some text',
                finish: item.cut ? 'length' : 'stop',
                usage: { input: 8, output: item.output },
              },
            };
          });
          const { complete } = client({ test: entries });
          const budget = createBudget(ceiling);
          let billed = 0;
          for (;;) {
            const result = await complete(ask('hello', { maxOutputTokens: 2_000 }), { budget }).catch(
              (error: unknown) => error,
            );
            if (result instanceof Error) break;
            billed += (result as { calls: { usage: Parameters<typeof costOf>[0] }[] }).calls.reduce(
              (sum, call) => sum + costOf(call.usage, PRICES),
              0,
            );
          }
          expect(budget.spent).toBeLessThanOrEqual(ceiling + 1e-9);
          expect(billed).toBeLessThanOrEqual(budget.spent + 1e-9);
          expect(budget.reserved).toBe(0);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('the window', () => {
  test('a request that does not fit is refused before it is sent, in words', async () => {
    const { complete, assertFinished } = client(
      { test: [] },
      { profile: { window: 2_000, outputLimit: 500 } },
    );
    const fault = await faultOf(complete(ask('word '.repeat(2_000))));
    expect(fault.kind).toBe('context_exceeded');
    expect(fault.message).toMatch(/about \d+ tokens do not fit a window of 2000/);
    assertFinished();
  });

  test('the output limit shrinks to what the input leaves', async () => {
    await using rigged = await rig('openai-chat', [{ reply: { text: 'ok' } }]);
    const completer = createCompleter({
      providers: new Map([['test', rigged.provider]]),
      profileOf: () => ({ ...CAPABLE, window: 3_000, outputLimit: 2_500 }),
      fallbacksOf: () => [],
      counter: createTokenCounter(),
      clock: { now: () => NOW, random: () => 0, sleep: async () => {} },
    });
    await completer.complete(ask('word '.repeat(1_000)), { signal: new AbortController().signal });
    const body = rigged.server.requests[0]?.body as { max_tokens?: number } | undefined;
    expect(body?.max_tokens).toBeGreaterThan(1_000);
    expect(body?.max_tokens).toBeLessThan(1_950);
  });
});

test('a bug of ours is not dressed up as a fault of the model', async () => {
  const completer = createCompleter({
    providers: new Map([
      [
        'test',
        {
          name: 'test',
          kind: 'scripted' as const,
          stream(): never {
            throw new TypeError('a bug');
          },
        },
      ],
    ]),
    profileOf: () => CAPABLE,
    fallbacksOf: () => [],
    counter: createTokenCounter(),
    clock: { now: () => 0, random: () => 0, sleep: async () => {} },
  });
  const error = await completer
    .complete(ask('x'), { signal: new AbortController().signal })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TypeError);
  expect(error).not.toBeInstanceOf(ModelFault);
});
