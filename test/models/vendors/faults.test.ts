/** Every fault that a vendor can have reaches us under its name, whole or streamed, and never with a key in it. */
import { describe, expect, test } from 'vitest';
import type { FaultKind } from '../../../src/models/faults.ts';
import type { ScriptInput } from '../../../src/models/script/schema.ts';
import { ask, CANARY, CAPABLE, events, faultOf, rig, VENDORS } from '../support.ts';

type Fault = NonNullable<ScriptInput['entries'][number]['fault']>;

const BEFORE_THE_ANSWER: [Fault, FaultKind][] = [
  [{ kind: 'rate_limit', retryAfter: 7 }, 'rate_limit'],
  [{ kind: 'overloaded' }, 'overloaded'],
  [{ kind: 'server_error' }, 'server'],
  [{ kind: 'server_error', status: 502 }, 'server'],
  [{ kind: 'context_exceeded' }, 'context_exceeded'],
  [{ kind: 'auth' }, 'auth'],
  [{ kind: 'auth', status: 403 }, 'auth'],
  [{ kind: 'quota' }, 'quota'],
  [{ kind: 'content_policy' }, 'content_policy'],
  [{ kind: 'not_found' }, 'not_found'],
  [{ kind: 'bad_request' }, 'bad_request'],
  [{ kind: 'html' }, 'bad_response'],
  [{ kind: 'malformed' }, 'bad_response'],
  [{ kind: 'reset' }, 'network'],
  [{ kind: 'silence' }, 'stalled'],
];

const IN_THE_ANSWER: [Fault, FaultKind][] = [
  [{ kind: 'cut', after: 2 }, 'cut'],
  [{ kind: 'clean_end', after: 2 }, 'cut'],
  [{ kind: 'stall', after: 2 }, 'stalled'],
  [{ kind: 'error_event', after: 2 }, 'overloaded'],
  [{ kind: 'error_event', after: 2, error: 'server_error' }, 'server'],
];

const reply = { text: 'one two three four five six' };
const PATIENT = { idleMs: 15_000, totalMs: 20_000 };
/** Short only where silence is the point: a busy machine must not turn another fault into a stall. */
const limitsFor = (kind: FaultKind) => (kind === 'stalled' ? { idleMs: 300, totalMs: 20_000 } : PATIENT);

describe.each(VENDORS)('%s', (vendor) => {
  test.each(BEFORE_THE_ANSWER)('streamed: %o is %s', async (fault, kind) => {
    await using rigged = await rig(vendor, [{ fault }], { limits: limitsFor(kind) });
    const found = await faultOf(events(rigged.provider, ask('hello')));
    expect(found.kind).toBe(kind);
    expect(found.message).toContain('test/some-model');
    expect(found.retryAfterMs).toBe(fault.kind === 'rate_limit' ? 7_000 : undefined);
    // The SDK tried once: retries are ours.
    expect(rigged.server.requests).toHaveLength(1);
  });

  test.each(BEFORE_THE_ANSWER)('whole: %o is %s', async (fault, kind) => {
    await using rigged = await rig(vendor, [{ fault }], {
      stream: false,
      limits: kind === 'stalled' ? { idleMs: 300, totalMs: 600 } : PATIENT,
    });
    expect((await faultOf(events(rigged.provider, ask('hello')))).kind).toBe(kind);
  });

  test.each(IN_THE_ANSWER)('in the middle: %o is %s', async (fault, kind) => {
    await using rigged = await rig(vendor, [{ fault, reply }], { limits: limitsFor(kind) });
    expect((await faultOf(events(rigged.provider, ask('hello')))).kind).toBe(kind);
  });

  test('a whole answer that breaks off is a transient fault', async () => {
    await using rigged = await rig(vendor, [{ fault: { kind: 'cut' }, reply }], { stream: false });
    expect((await faultOf(events(rigged.provider, ask('hello')))).transient).toBe(true);
  });

  test('nobody listens on the port', async () => {
    const rigged = await rig(vendor, [{ reply }]);
    await rigged.server.close();
    expect((await faultOf(events(rigged.provider, ask('hello')))).kind).toBe('network');
  });

  test('the deadline ends an answer that goes on for ever', async () => {
    const slow = { tokensPerSecond: 10, reply: { text: 'word '.repeat(50) } };
    await using rigged = await rig(vendor, [slow], { limits: { idleMs: 5_000, totalMs: 400 } });
    const found = await faultOf(events(rigged.provider, ask('hello')));
    expect(found.kind).toBe('stalled');
    expect(found.detail).toContain('no complete answer');
  });

  test('a slow answer is not a stalled one', async () => {
    await using rigged = await rig(vendor, [{ tokensPerSecond: 4, reply }], {
      limits: { idleMs: 1_200, totalMs: 20_000 },
    });
    const all = await events(rigged.provider, ask('hello'));
    expect(all).toContainEqual({ type: 'text', text: reply.text });
  });

  test('cancelling ends the call at once, and the vendor sees the connection close', async () => {
    await using rigged = await rig(vendor, [{ fault: { kind: 'stall', after: 1 }, reply }]);
    const controller = new AbortController();
    const seen: string[] = [];
    const call = (async () => {
      const options = { signal: controller.signal, profile: CAPABLE };
      for await (const event of rigged.provider.stream(ask('hello'), options)) {
        seen.push(event.type);
        if (event.type === 'text') controller.abort();
      }
    })();
    expect((await faultOf(call)).kind).toBe('cancelled');
    expect(seen).toContain('text');
    await expect.poll(() => rigged.server.requests[0]?.abandoned).toBe(true);
  });

  test('a call that is cancelled before it starts sends nothing', async () => {
    await using rigged = await rig(vendor, [{ reply }]);
    const fault = await faultOf(events(rigged.provider, ask('hello'), undefined, AbortSignal.abort()));
    expect(fault.kind).toBe('cancelled');
    expect(rigged.server.requests).toHaveLength(0);
  });

  test('a vendor that repeats the key does not get it into our message', async () => {
    const message = `Incorrect API key provided: ${CANARY}. Also ${Buffer.from(CANARY).toString('base64')}`;
    await using rigged = await rig(vendor, [{ fault: { kind: 'auth', message } }]);
    const found = await faultOf(events(rigged.provider, ask('hello')));
    expect(found.message).toContain('Incorrect API key provided: [redacted]');
    expect(JSON.stringify({ ...found, stack: found.stack, message: found.message })).not.toContain('canary');
  });
});
