import { expect, test } from 'vitest';
import { createCircuit } from '../../src/models/circuit.ts';
import { type FaultKind, ModelFault } from '../../src/models/faults.ts';

const fault = (kind: FaultKind) => new ModelFault(kind, { model: 'a/b' });
const MINUTE = 60_000;

function failing(times: number, kind: FaultKind = 'server', every = 1_000) {
  const circuit = createCircuit();
  for (let index = 0; index < times; index++) circuit.failed(fault(kind), index * every);
  return circuit;
}

test('five failures within a minute stop further calls for a minute', () => {
  expect(failing(4).closedUntil(4_000)).toBeUndefined();
  expect(failing(5).closedUntil(5_000)).toBe(4_000 + MINUTE);
});

test('failures that are far apart do not', () => {
  expect(failing(10, 'server', 20_000).closedUntil(200_000)).toBeUndefined();
});

test('after the minute one call probes and the others wait', () => {
  const circuit = failing(5);
  expect(circuit.closedUntil(70_000)).toBeUndefined();
  expect(circuit.closedUntil(70_001)).toBeGreaterThan(70_001);
});

test('a probe that succeeds opens the way for all, one that fails closes it again at once', () => {
  const healthy = failing(5);
  healthy.closedUntil(70_000);
  healthy.succeeded();
  expect([healthy.closedUntil(70_001), healthy.closedUntil(70_002)]).toEqual([undefined, undefined]);

  const ill = failing(5);
  ill.closedUntil(70_000);
  ill.failed(fault('server'), 71_000);
  expect(ill.closedUntil(71_001)).toBe(71_000 + MINUTE);
});

test('a probe that never reports does not close the way for ever', () => {
  const circuit = failing(5);
  circuit.closedUntil(70_000);
  expect(circuit.closedUntil(70_000 + 2 * MINUTE)).toBeUndefined();
});

test('a refused key pauses the endpoint for all runs at once', () => {
  expect(failing(1, 'auth').closedUntil(1_000)).toBe(600_000);
});

test('a refused request and a rate limit say that the endpoint works', () => {
  expect(failing(9, 'bad_request').closedUntil(9_000)).toBeUndefined();
  expect(failing(9, 'rate_limit').closedUntil(9_000)).toBeUndefined();
});
