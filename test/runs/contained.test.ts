/** Files wait for the next run only where all that ran in them was shut in and has ended. */
import { expect, test } from 'vitest';
import type { CheckResult } from '../../src/checks/types.ts';
import { contained } from '../../src/runs/stages/contained.ts';

const result = (given: Partial<CheckResult>): CheckResult => ({
  kind: 'test',
  command: 'npm test',
  exitCode: 0,
  signal: null,
  timedOut: false,
  outputLimit: false,
  durationMs: 1,
  log: { head: '', tail: '', truncated: false, omittedBytes: 0 },
  environment: 'sandbox',
  status: 'green',
  reasonCode: 'passed',
  reason: 'passed',
  ...given,
});
const workspace = () => ({
  dir: '/w',
  gitDir: '/g',
  base: '',
  home: { dir: '/h', askpass: '/h/a' },
  keepAt: '/kept',
});

test.each<[string, Partial<CheckResult>[], string | undefined]>([
  ['a sandbox that is empty again', [{}, { status: 'red' }], '/kept'],
  ['a sandbox with a process that would not end', [{}, { survivors: 1 }], undefined],
  ['no sandbox', [{ environment: 'direct' }], undefined],
  ['a worker that is called disposable', [{ environment: 'external' }], undefined],
])('%s', async (_, results, keepAt) => {
  const given = workspace();
  await contained(given, async () => {
    // Also when this process ends in the middle.
    expect(given.keepAt).toBeUndefined();
    return results.map(result);
  });
  expect(given.keepAt).toBe(keepAt);
  await contained(given, async () => result({}));
  expect(given.keepAt).toBe(keepAt);
});
