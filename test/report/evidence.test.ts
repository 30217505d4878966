import { describe, expect, it } from 'vitest';
import { checkResultSchema } from '../../src/checks/types.ts';
import { comparisons, evidence } from '../../src/report/evidence.ts';
import type { CheckFacts } from '../../src/report/types.ts';
import { lintCheck, testCheck } from './examples.ts';

const facts = (before: CheckFacts[], after: CheckFacts[]) => ({
  baseline: before,
  final: after,
  commits: [],
});
const verdict = (before: CheckFacts[], after: CheckFacts[]) => comparisons(facts(before, after))[0]?.verdict;
const cut = { status: 'not-green', timedOut: true, reason: 'stopped: the time limit was reached' } as const;

describe('what a check proves', () => {
  it.each([
    ['green', [testCheck(31, 0)], [testCheck(31, 0)]],
    ['green', [], [testCheck(31, 0)]],
    ['green', [testCheck(31, 0)], [testCheck(33, 0)]],
    ['mended', [testCheck(29, 2)], [testCheck(31, 0)]],
    ['still-red', [testCheck(29, 2)], [testCheck(29, 2)]],
    ['still-red', [testCheck(29, 2)], [testCheck(30, 1)]],
    ['broken', [testCheck(29, 2)], [testCheck(28, 3)]],
    ['broken', [testCheck(31, 0)], [testCheck(30, 1)]],
    ['broken', [], [testCheck(30, 1)]],
    ['fewer-tests', [testCheck(31, 0)], [testCheck(12, 0)]],
    ['fewer-tests', [testCheck(29, 2)], [testCheck(29, 0)]],
    ['unproved', [testCheck(31, 0)], [testCheck(31, 0, cut)]],
    ['not-run', [testCheck(31, 0)], []],
  ])('%s', (expected, before, after) => expect(verdict(before, after)).toBe(expected));

  it('counts another failure than before as broken, although the number is the same', () => {
    const other = testCheck(30, 1);
    const tests = { found: 31, passed: 30, failed: 1, skipped: 0, failures: [{ name: 'another' }] };
    expect(verdict([other], [{ ...other, tests }])).toBe('broken');
  });

  it('counts a suite that can no longer be counted as broken', () => {
    expect(verdict([testCheck(29, 2)], [{ ...testCheck(29, 2), tests: undefined }])).toBe('broken');
  });

  it('does not count set-up commands', () => {
    expect(comparisons(facts([], [{ ...lintCheck(), kind: 'setup' }]))).toEqual([]);
  });

  it('takes what the check runner returns', () => {
    const result = checkResultSchema.parse({
      ...testCheck(3, 0),
      tests: {
        found: 3,
        passed: 3,
        failed: 0,
        skipped: 0,
        failures: [],
        runners: [{ name: 'vitest', ran: 3 }],
      },
      signal: null,
      outputLimit: false,
      reasonCode: 'passed',
    });
    expect(comparisons({ baseline: [result], final: [result], commits: [] })[0]?.verdict).toBe('green');
  });
});

describe('in words', () => {
  it.each([
    [true, 'all checks green', [lintCheck(), testCheck(29, 2)], [lintCheck(), testCheck(31, 0)]],
    [false, 'no checks configured, so nothing is proved', [], []],
    [false, 'test fails (1 of 31 tests)', [testCheck(31, 0)], [testCheck(30, 1)]],
    [
      false,
      'lint fails and test fails as before (2 of 31 tests)',
      [testCheck(29, 2)],
      [lintCheck('red'), testCheck(29, 2)],
    ],
    [false, 'only 12 of 31 tests ran', [testCheck(31, 0)], [testCheck(12, 0)]],
    [false, 'test proves nothing (stopped: the time limit was reached)', [], [testCheck(3, 0, cut)]],
    [false, 'lint was not run', [lintCheck(), testCheck(1, 0)], [testCheck(1, 0)]],
  ])('%s: %s', (green, text, before, after) => {
    expect(evidence(facts(before, after))).toEqual({ green, text });
  });
});
