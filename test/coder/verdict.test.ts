import { expect, test } from 'vitest';
import type { CheckResult } from '../../src/checks/types.ts';
import { judgeStep } from '../../src/coder/verdict.ts';

function result(
  failing: string[],
  options: { found?: number; status?: CheckResult['status']; log?: string } = {},
): CheckResult {
  const found = options.found ?? 10;
  return {
    kind: 'test',
    command: 'npm test',
    exitCode: failing.length > 0 ? 1 : 0,
    signal: null,
    timedOut: false,
    outputLimit: false,
    durationMs: 1,
    tests: {
      found,
      passed: found - failing.length,
      failed: failing.length,
      skipped: 0,
      failures: failing.map((name) => ({ name })),
      runners: [{ name: 'node', ran: found }],
    },
    log: { head: options.log ?? '', tail: '', truncated: false, omittedBytes: 0 },
    environment: 'direct',
    status: options.status ?? (failing.length > 0 ? 'red' : 'green'),
    reasonCode: failing.length > 0 ? 'failed' : 'passed',
    reason: '',
  };
}

const state = (
  before: CheckResult,
  after: CheckResult,
  more: { request?: string; changed?: string[] } = {},
) =>
  judgeStep({
    baseline: [before],
    after: [after],
    request: more.request ?? 'tidy up',
    changed: more.changed ?? ['src/x.ts'],
  }).state;

test('all green is green, and nothing to run is as before', () => {
  expect(state(result([]), result([]))).toBe('green');
  expect(judgeStep({ baseline: [], after: [], request: '', changed: [] }).state).toBe('green');
});

test.each([
  ['a new failure', result([]), result(['a'])],
  ['a new failure beside an old one', result(['a']), result(['a', 'b'])],
  ['an old failure swapped for a new one', result(['a']), result(['b'])],
  ['fewer tests that pass', result(['a']), result(['a'], { found: 5 })],
  ['a run that no longer gets to its end', result(['a']), result(['a'], { status: 'not-green' })],
  ['a green one that gives no evidence any more', result([]), result([], { status: 'not-green' })],
])('%s is broken', (_name, before, after) => {
  expect(state(before, after)).toBe('broken');
});

test('what was red before and has nothing to do with the request is not chased', () => {
  expect(state(result(['a']), result(['a']))).toBe('as-before');
});

test.each([
  ['the edit mended a part of it', result(['abcd', 'b']), result(['abcd']), {}],
  [
    'the request names the failing test',
    result(['adds two numbers']),
    result(['adds two numbers']),
    { request: 'make "adds two numbers" pass' },
  ],
  [
    'the output names a changed file',
    result(['a']),
    result(['a'], { log: 'at src/x.ts:3' }),
    { changed: ['src/x.ts'] },
  ],
])('red before and %s: worth another try', (_name, before, after, more) => {
  expect(state(before, after, more)).toBe('related');
});
