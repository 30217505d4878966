import { expect, test } from 'vitest';
import { RateLimited } from '../../src/github/pace.ts';
import { ModelDeferred, ModelFault } from '../../src/models/faults.ts';
import { deferral, outcomeOfError } from '../../src/runs/ending.ts';
import { Interrupted, RunEnded } from '../../src/runs/outcome.ts';

const fault = (kind: ConstructorParameters<typeof ModelFault>[0]) => new ModelFault(kind, { model: 'a/b' });

test('what another attempt may mend ends nothing, until no attempt follows', () => {
  const passing = [
    fault('overloaded'),
    new Error('lost'),
    new ModelDeferred(10, fault('rate_limit')),
    new RateLimited(600_000),
  ];
  for (const error of passing) {
    expect(outcomeOfError(error, false)).toBeUndefined();
    expect(outcomeOfError(error, true)).toMatchObject({ kind: 'failed' });
  }
});

test('a shutdown never ends a run', () => {
  expect(outcomeOfError(new Interrupted(), true)).toBeUndefined();
});

test('what no attempt mends ends the run at once, in its own words', () => {
  expect(outcomeOfError(fault('auth'), false)).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('API key'),
  });
  expect(outcomeOfError(new RunEnded({ kind: 'stopped', by: 'ada' }), false)).toEqual({
    kind: 'stopped',
    by: 'ada',
  });
});

test('an unknown error says nothing of its inside', () => {
  expect(JSON.stringify(outcomeOfError(new Error('/srv/secret/path'), true))).not.toContain('secret');
});

test('a deferral waits as long as it was asked to', () => {
  expect(deferral(new ModelDeferred(61_000, fault('rate_limit')), 1_000)).toEqual({ seconds: 60 });
  expect(deferral(new RateLimited(900_000), 0)).toEqual({ seconds: 900 });
  expect(deferral(new Error('x'), 0)).toBeUndefined();
});
