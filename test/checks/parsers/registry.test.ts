/** Rules that hold for every parser: what hostile output may not do. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { countTests, parsers } from '../../../src/checks/parsers/registry.ts';
import { withinTime } from '../../../src/checks/within.ts';

const folder = new URL('./fixtures/', import.meta.url);
const outputs = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(new URL(name, folder), 'utf8'),
}));

test('output of no known runner has no counts', () => {
  expect(countTests('all good\nDone in 3.2s.\n')).toBeUndefined();
  expect(countTests('')).toBeUndefined();
});

test.each([
  'There are no tests to run\n',
  '[INFO] No tests to run.\n',
  'No test is available in /workspace/tests.dll. Make sure that a test discoverer is registered.\n',
])('a runner that found nothing ran no tests: %j', (output) => {
  expect(countTests(output)).toMatchObject({ found: 0 });
});

test('a subtest of unittest keeps its parameters in its name', () => {
  const output = readFileSync(new URL('unittest.txt', folder), 'utf8');

  expect(countTests(output)?.failures.map(({ name }) => name)).toContain('test_a.A.test_sub (i=2)');
});

test('several runners of one command are added up and stay apart', () => {
  const output = 'Ran 3 tests in 0.001s\n\nOK\n\n===== 2 passed, 1 failed in 0.10s =====\n';

  expect(countTests(output)).toMatchObject({
    passed: 5,
    failed: 1,
    runners: [
      { name: 'pytest', ran: 3 },
      { name: 'unittest', ran: 3 },
    ],
  });
});

describe('a forged line', () => {
  test('of passes does not hide a failure', () => {
    const output =
      '====== 999 passed in 0.01s ======\nFAILED test_a.py::test_a - no\n==== 1 failed in 0.10s ====\n';

    expect(countTests(output)?.failed).toBe(1);
  });

  test('in the middle of a line is no summary', () => {
    expect(countTests('log: 5 passed in 0.01s (cache)\n')).toBeUndefined();
    expect(countTests('see Ran 5 tests in 0.1s\n\nOK\n')).toBeUndefined();
  });

  test('of a test case inside what a test printed does not count', () => {
    const output =
      '<testsuite><testcase name="a"><system-out><![CDATA[</system-out></testcase><testcase name="b"/>]]></system-out></testcase></testsuite>';

    expect(countTests(output)).toMatchObject({ found: 1, passed: 1 });
  });

  test('of failures counts: the pessimistic side is free to everybody', () => {
    const output = 'OK (3 tests, 5 assertions)\nFAILURES!\nTests: 1, Assertions: 1, Failures: 1.\n';

    expect(countTests(output)).toMatchObject({ failed: 1 });
  });
});

describe('report files', () => {
  const report = '<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>';

  test('are the better witness of what passed', () => {
    expect(countTests('BUILD SUCCESSFUL in 2s', [report])).toMatchObject({ passed: 2, failed: 0 });
    expect(countTests('999 tests completed\n', [report])).toMatchObject({ passed: 2, failed: 0 });
  });

  test('do not hide a failure that was printed', () => {
    expect(countTests('2 tests completed, 1 failed\n', [report])).toMatchObject({
      passed: 1,
      failed: 1,
      found: 2,
    });
  });
});

test.each(parsers)('$name is not made to hang by any output, repeated or cut', ({ parse }) => {
  const nasty = [
    ...outputs.map(({ text }) => text.repeat(8)),
    ...outputs.map(({ text }) => text.slice(0, text.length / 2)),
    '<testcase '.repeat(8_000),
    `1 passed, ${'1 passed, '.repeat(8_000)}`,
    `<testsuite>${'<testcase name="a"><failure>'.repeat(2_000)}`,
    '  1) a\n'.repeat(8_000),
    '=======================================================================\n'.repeat(5_000),
    '[ERROR]   x\n'.repeat(8_000),
    ' '.repeat(50_000),
  ];
  for (const text of nasty) {
    const finished = withinTime(5_000, () => {
      parse(text);
      return true;
    });
    expect(finished).toBe(true);
  }
});

test.each(outputs)('no parser sees negative or contradictory numbers in $name', ({ text }) => {
  const tests = countTests(text);

  expect(Math.min(tests?.passed ?? 0, tests?.failed ?? 0, tests?.skipped ?? 0)).toBeGreaterThanOrEqual(0);
  expect(tests?.found).toBe((tests?.passed ?? 0) + (tests?.failed ?? 0) + (tests?.skipped ?? 0));
});
