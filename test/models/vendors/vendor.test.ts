import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ModelEvent } from '../../../src/models/types.ts';
import { runCall } from '../../../src/models/vendors/vendor.ts';
import { ask, CAPABLE, events, faultOf, rig, VENDORS } from '../support.ts';

const endpoint = { name: 'test', limits: { idleMs: 5_000, totalMs: 5_000 }, stream: true };
const options = { signal: new AbortController().signal, profile: CAPABLE };

async function* texts(source: AsyncIterable<unknown>): AsyncGenerator<ModelEvent> {
  for await (const item of source) yield { type: 'text', text: String(item) };
}

async function run(failure: unknown): Promise<void> {
  const call = runCall({
    endpoint,
    request: ask('x'),
    options,
    open: () => Promise.reject(failure),
    read: texts,
  });
  for await (const event of call) expect(event).toBeUndefined();
}

describe('an error that is thrown while a call runs', () => {
  test('is seen as our own bug when it is a slip in the code, and is not retried', async () => {
    await expect(
      (async () => {
        const call = runCall({
          endpoint,
          request: ask('x'),
          options,
          open: async () => (async function* () {})(),
          read: () => {
            throw new TypeError("Cannot read properties of undefined (reading 'choices')");
          },
        });
        for await (const event of call) expect(event).toBeUndefined();
      })(),
    ).rejects.toBeInstanceOf(TypeError);
  });

  test.each([
    new TypeError('terminated'),
    new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }),
  ])('is a lost connection when Node says so: %s', async (failure) => {
    expect((await faultOf(run(failure))).kind).toBe('network');
  });
});

describe.each(VENDORS)('%s', (vendor) => {
  afterEach(() => vi.unstubAllEnvs());

  test('nothing of the environment of the process goes to a configured endpoint', async () => {
    for (const name of [
      'OPENAI_API_KEY',
      'OPENAI_ADMIN_KEY',
      'OPENAI_ORG_ID',
      'OPENAI_PROJECT_ID',
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
    ])
      vi.stubEnv(name, 'of-the-environment');
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1');
    vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:9');
    await using rigged = await rig(vendor, [{ reply: { text: 'ok' } }]);
    await events(rigged.provider, ask('x'));
    expect(JSON.stringify(rigged.server.requests[0]?.headers)).not.toContain('of-the-environment');
    expect(JSON.stringify(rigged.server.requests[0]?.headers)).toContain('canary-key');
  });
});

test('a model that reasons may be silent for twice as long', async () => {
  const late = { delayMs: 1_500, reply: { text: 'at last' } };
  const limits = { idleMs: 1_000, totalMs: 20_000 };
  await using rigged = await rig('openai', [late, late], { limits });
  const profile = { ...CAPABLE, temperature: 'none' as const, reasoning: 'always' as const };
  expect(await events(rigged.provider, ask('hello'), profile)).toContainEqual({
    type: 'text',
    text: 'at last',
  });
  expect((await faultOf(events(rigged.provider, ask('hello')))).kind).toBe('stalled');
});
