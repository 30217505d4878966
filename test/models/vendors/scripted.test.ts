/** The provider that replays a script without a server has the same faults, and keeps the same account. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FaultKind } from '../../../src/models/faults.ts';
import { createProvider } from '../../../src/models/providers.ts';
import { parseScript, type ScriptInput } from '../../../src/models/script/schema.ts';
import { createScripted } from '../../../src/models/vendors/scripted/provider.ts';
import { ask, events, faultOf } from '../support.ts';

type Fault = NonNullable<ScriptInput['entries'][number]['fault']>;

function provider(entries: ScriptInput['entries'], idleMs = 15_000) {
  return createScripted({ name: 'test', limits: { idleMs, totalMs: 20_000 } }, parseScript({ entries }));
}

test.each<[Fault, FaultKind]>([
  [{ kind: 'rate_limit', retryAfter: 3 }, 'rate_limit'],
  [{ kind: 'overloaded' }, 'overloaded'],
  [{ kind: 'server_error' }, 'server'],
  [{ kind: 'context_exceeded' }, 'context_exceeded'],
  [{ kind: 'auth' }, 'auth'],
  [{ kind: 'quota' }, 'quota'],
  [{ kind: 'content_policy' }, 'content_policy'],
  [{ kind: 'not_found' }, 'not_found'],
  [{ kind: 'bad_request' }, 'bad_request'],
  [{ kind: 'html' }, 'bad_response'],
  [{ kind: 'malformed' }, 'bad_response'],
  [{ kind: 'reset' }, 'network'],
  [{ kind: 'silence' }, 'stalled'],
  [{ kind: 'cut' }, 'cut'],
  [{ kind: 'clean_end' }, 'cut'],
  [{ kind: 'stall' }, 'stalled'],
  [{ kind: 'error_event' }, 'overloaded'],
  [{ kind: 'error_event', error: 'server_error' }, 'server'],
])('%o is %s', async (fault, kind) => {
  const idleMs = kind === 'stalled' ? 100 : 15_000;
  const found = await faultOf(events(provider([{ fault, reply: { text: 'a b c d' } }], idleMs), ask('x')));
  expect(found.kind).toBe(kind);
  expect(found.retryAfterMs).toBe(fault.kind === 'rate_limit' ? 3_000 : undefined);
});

test('purposes are told by the request', async () => {
  const scripted = provider([{ when: { purpose: 'editor' }, reply: { text: 'edit' } }]);
  expect(await events(scripted, ask('x', { purpose: 'editor' }))).toContainEqual({
    type: 'text',
    text: 'edit',
  });
  scripted.assertFinished();
});

test('an unexpected request is a fault that names what was expected', async () => {
  const scripted = provider([{ name: 'the plan', when: { user: 'plan' }, reply: { text: 'x' } }]);
  expect((await faultOf(events(scripted, ask('edit')))).message).toContain(
    'entry 1 of 1 "the plan" wants user to match "plan"',
  );
  expect(scripted.assertFinished).toThrow('the plan');
});

describe('from a configuration', () => {
  test('the script is read from its file', async () => {
    const script = path.join(mkdtempSync(path.join(tmpdir(), 'script-')), 'script.json');
    writeFileSync(script, JSON.stringify({ entries: [{ reply: { text: 'from a file' } }] }));
    const made = createProvider('test', { kind: 'scripted', script });
    expect(await events(made, ask('x'))).toContainEqual({ type: 'text', text: 'from a file' });
  });

  test('a file that is not there is said so', () => {
    expect(() => createProvider('test', { kind: 'scripted', script: '/nowhere.yaml' })).toThrow(
      '/nowhere.yaml cannot be read',
    );
  });
});
