import { describe, expect, test } from 'vitest';
import { compare, isFlaky } from '../../src/checks/compare.ts';
import type { CheckResult } from '../../src/checks/types.ts';

/** A test result with so many passes and these failures. */
function result(passed: number, failures: string[] = [], more: Partial<CheckResult> = {}): CheckResult {
  const failed = failures.length;
  return {
    kind: 'test',
    command: 'npm test',
    exitCode: failed > 0 ? 1 : 0,
    signal: null,
    timedOut: false,
    outputLimit: false,
    durationMs: 1,
    tests: {
      found: passed + failed,
      passed,
      failed,
      skipped: 0,
      failures: failures.map((name) => ({ name })),
      runners: [{ name: 'vitest', ran: passed + failed }],
    },
    log: { head: '', tail: '', truncated: false, omittedBytes: 0 },
    environment: 'sandbox',
    status: failed > 0 ? 'red' : 'green',
    reasonCode: failed > 0 ? 'failed' : 'passed',
    reason: failed > 0 ? `${failed} failed` : `${passed} passed`,
    ...more,
  };
}
const timedOut = result(0, [], {
  status: 'not-green',
  reasonCode: 'timeout',
  timedOut: true,
  reason: 'timed out',
  tests: undefined,
});

describe('a result that passes', () => {
  test('is green where the base passed, and where there is no base', () => {
    expect(compare(result(5), result(5))).toMatchObject({ kind: 'green', status: 'green' });
    expect(compare(undefined, result(5))).toMatchObject({ kind: 'green', status: 'green' });
  });

  test('has fixed a base that was red', () => {
    expect(compare(result(3, ['adds']), result(4))).toMatchObject({
      kind: 'fixed',
      status: 'green',
      mended: ['adds'],
    });
  });

  test('is not green when fewer tests ran: the failing one was deleted', () => {
    expect(compare(result(3, ['adds']), result(3))).toMatchObject({
      kind: 'fewer-tests',
      status: 'not-green',
      reason: 'vitest ran 3 tests, before 4',
    });
  });

  test('is not green when tests were skipped instead of run', () => {
    const skipping = result(3);
    skipping.tests = {
      ...result(3).tests,
      found: 4,
      skipped: 1,
      passed: 3,
      failed: 0,
      failures: [],
      runners: [{ name: 'vitest', ran: 3 }],
    };

    expect(compare(result(4), skipping).kind).toBe('fewer-tests');
  });

  test('is not green when another runner prints more to make up for it', () => {
    const forged = result(100, [], {
      tests: {
        found: 100,
        passed: 100,
        failed: 0,
        skipped: 0,
        failures: [],
        runners: [{ name: 'pytest', ran: 100 }],
      },
    });

    expect(compare(result(5), forged)).toMatchObject({
      kind: 'fewer-tests',
      reason: 'vitest ran 0 tests, before 5',
    });
  });
});

describe('a result that fails', () => {
  test('was broken by us when the base passed', () => {
    expect(compare(result(5), result(4, ['adds']))).toMatchObject({
      kind: 'broken',
      status: 'red',
      newFailures: [{ name: 'adds' }],
    });
  });

  test('was red already when the same tests fail', () => {
    expect(compare(result(4, ['adds']), result(4, ['adds']))).toMatchObject({
      kind: 'already-red',
      newFailures: [],
    });
  });

  test('is better when some of them pass now', () => {
    expect(compare(result(3, ['adds', 'divides']), result(4, ['adds']))).toMatchObject({
      kind: 'better',
      status: 'red',
      mended: ['divides'],
    });
  });

  test('is broken when another test fails instead', () => {
    expect(compare(result(4, ['adds']), result(4, ['divides']))).toMatchObject({
      kind: 'broken',
      newFailures: [{ name: 'divides' }],
    });
  });

  test('names no new failures where the list of the base was cut', () => {
    const cut = result(4, ['adds']);
    const before = {
      ...cut,
      tests: {
        ...result(4, ['adds']).tests,
        found: 6,
        passed: 4,
        failed: 2,
        skipped: 0,
        failures: [{ name: 'adds' }],
        runners: [],
      },
    };

    expect(compare(before, result(4, ['adds', 'divides']))).toMatchObject({
      kind: 'already-red',
      newFailures: [],
    });
  });
});

describe('a result without evidence', () => {
  test('is broken where the base gave some', () => {
    expect(compare(result(5), timedOut)).toMatchObject({ kind: 'broken', status: 'not-green' });
    expect(compare(result(4, ['adds']), timedOut)).toMatchObject({ kind: 'broken', status: 'not-green' });
  });

  test('is as before where the base gave none', () => {
    expect(compare(timedOut, timedOut)).toMatchObject({ kind: 'no-evidence', status: 'not-green' });
  });
});

describe('two results of the same tree', () => {
  test('that agree are stable', () => {
    expect(isFlaky(result(4, ['adds']), result(4, ['adds']))).toBe(false);
    expect(isFlaky(result(5), result(5))).toBe(false);
  });

  test('that differ are flaky, also when both fail', () => {
    expect(isFlaky(result(4, ['adds']), result(5))).toBe(true);
    expect(isFlaky(result(4, ['adds']), result(4, ['divides']))).toBe(true);
    expect(isFlaky(result(5), timedOut)).toBe(true);
  });
});
