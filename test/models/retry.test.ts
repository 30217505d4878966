import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FAULT_KINDS, type FaultKind, ModelFault } from '../../src/models/faults.ts';
import { DEFAULT_RETRY, decideRetry } from '../../src/models/retry.ts';

const NOW = 1_800_000_000_000;

function decide(
  kind: FaultKind,
  tries: number,
  more: { retryAfterMs?: number; random?: number; since?: number } = {},
) {
  const fault = new ModelFault(kind, {
    model: 'a/b',
    ...(more.retryAfterMs !== undefined && { retryAfterMs: more.retryAfterMs }),
  });
  const random = () => more.random ?? 1;
  return decideRetry(fault, { tries, since: more.since ?? NOW }, { policy: DEFAULT_RETRY, now: NOW, random });
}

test('only what passes by itself is tried again', () => {
  const tried = FAULT_KINDS.filter((kind) => decide(kind, 1).action === 'wait');
  expect(tried).toEqual(['rate_limit', 'overloaded', 'server', 'network', 'stalled', 'cut', 'bad_response']);
});

test('waits double from two seconds on', () => {
  expect([1, 2, 3, 4].map((tries) => decide('server', tries))).toEqual(
    [2_000, 4_000, 8_000, 16_000].map((ms) => ({ action: 'wait', ms })),
  );
});

test('chance shortens a wait by half at most', () => {
  expect(decide('server', 3, { random: 0 })).toEqual({ action: 'wait', ms: 4_000 });
});

test('the fifth failure is the last', () => {
  expect(decide('server', 5)).toEqual({ action: 'give_up' });
});

test('no try starts after the time is up', () => {
  expect(decide('server', 2, { since: NOW - DEFAULT_RETRY.totalMs })).toEqual({ action: 'give_up' });
});

describe('a vendor that asks for a wait', () => {
  test('gets it', () => {
    expect(decide('rate_limit', 1, { retryAfterMs: 45_000 })).toEqual({ action: 'wait', ms: 45_000 });
  });

  test('is not asked sooner, whatever chance says', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 4 }),
        (retryAfterMs, random, tries) => {
          const decision = decide('rate_limit', tries, { retryAfterMs, random });
          expect(decision.action === 'wait' && decision.ms >= retryAfterMs).toBe(true);
        },
      ),
    );
  });

  test('puts the run off when it is longer than a worker should wait', () => {
    expect(decide('rate_limit', 1, { retryAfterMs: 3_600_000 })).toEqual({
      action: 'defer',
      until: NOW + 3_600_000,
    });
  });
});
