/**
 * What the parsers read from whole outputs, recorded from the real runners; those of bats, cargo nextest, Pest, dotnet, Gradle
 * and two of Surefire's are written after their documentation. One row each: output, runner, passed, failed, skipped, and the first failure.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cleanOutput } from '../../../src/checks/output.ts';
import { countTests } from '../../../src/checks/parsers/registry.ts';
import type { TestFailure } from '../../../src/checks/types.ts';

type Row = [
  file: string,
  runner: string,
  counts: [passed: number, failed: number, skipped: number],
  first?: TestFailure,
];

const rows: Row[] = [
  [
    'node-spec.txt',
    'node:test',
    [2, 2, 2],
    { name: 'inner bad', file: 'a.test.mjs', line: 3, message: expect.stringContaining('+   a: 1') },
  ],
  [
    'node-tap.txt',
    'node:test',
    [2, 2, 2],
    {
      name: 'inner bad',
      file: '/workspace/a.test.mjs',
      line: 3,
      message: expect.stringContaining('deep-equal'),
    },
  ],
  // A file without tests is what node reports as one passing test.
  ['node-empty-file.txt', 'node:test', [0, 0, 0]],
  ['node-nothing.txt', 'node:test', [0, 0, 0]],
  [
    'tape.txt',
    'TAP',
    [1, 1, 0],
    { name: 'eq', message: expect.stringContaining('expected: 2'), file: '/workspace/mo/t.test.js', line: 1 },
  ],
  [
    'bats.txt',
    'TAP',
    [1, 1, 1],
    { name: 'divides', message: expect.stringContaining('failed'), file: 'test/calc.bats', line: 9 },
  ],
  ['tap-cut.txt', 'TAP', [2, 3, 0], { name: '3 planned tests that were never reported' }],
  ['tap-bail.txt', 'TAP', [1, 2, 0], { name: '2 Bail out! before the plan was done' }],
  [
    'prove.txt',
    'prove',
    [3, 1, 1],
    { name: 't/a.t', file: 't/a.t', message: expect.stringContaining('Failed test:  2') },
  ],
  [
    'prove-verbose.txt',
    'prove',
    [2, 1, 1],
    { name: 't/a.t', file: 't/a.t', message: expect.stringContaining('Failed test:  2') },
  ],
  [
    'prove-bad-plan.txt',
    'prove',
    [1, 1, 0],
    { name: 't/c.t', file: 't/c.t', message: expect.stringContaining('Bad plan') },
  ],
  [
    'vitest.txt',
    'vitest',
    [1, 2, 2],
    { name: 'b.test.ts', message: expect.stringContaining('Cannot find module'), file: 'b.test.ts', line: 1 },
  ],
  ['vitest-nothing.txt', 'vitest', [0, 0, 0]],
  [
    'jest.txt',
    'jest',
    [1, 2, 2],
    { name: 'group › bad', message: expect.stringContaining('-   "a": 2,'), file: 'a.test.js', line: 1 },
  ],
  [
    'jest-verbose.txt',
    'jest',
    [1, 2, 2],
    { name: 'group › bad', message: expect.stringContaining('-   "a": 2,'), file: 'a.test.js', line: 1 },
  ],
  ['jest-nothing.txt', 'jest', [0, 0, 0]],
  [
    'mocha.txt',
    'mocha',
    [1, 1, 2],
    { name: 'group bad', message: expect.stringContaining('strictly deep-equal'), file: 't.js', line: 2 },
  ],
  [
    'mocha-hook.txt',
    'mocha',
    [0, 1, 0],
    {
      name: 'x "before each" hook for "a"',
      message: expect.stringContaining('Error: boom'),
      file: 'bail.js',
      line: 1,
    },
  ],
  [
    'bun.txt',
    'bun test',
    [1, 1, 2],
    {
      name: 'sum > adds wrongly',
      message: expect.stringContaining('Received: 2'),
      file: '/workspace/sum.test.ts',
      line: 2,
    },
  ],
  [
    'deno.txt',
    'deno test',
    [1, 1, 1],
    { name: 'adds wrongly', message: expect.stringContaining('Error: no'), file: './sum_test.ts', line: 2 },
  ],
  [
    'pytest-long.txt',
    'pytest',
    [4, 3, 1],
    {
      name: 'test_a.py::test_bad',
      message: expect.stringContaining("{'x': 1} != {'x': 2}"),
      file: 'test_a.py',
      line: 5,
    },
  ],
  [
    'pytest-quiet.txt',
    'pytest',
    [4, 3, 1],
    {
      name: 'test_a.py::test_bad',
      message: expect.stringContaining('AssertionError: message'),
      file: 'test_a.py',
      line: 5,
    },
  ],
  [
    'pytest-collection-error.txt',
    'pytest',
    [0, 1, 0],
    {
      name: 'test_b.py',
      message: expect.stringContaining("No module named 'nope'"),
      file: 'test_b.py',
      line: 1,
    },
  ],
  ['pytest-green.txt', 'pytest', [1, 0, 0]],
  ['pytest-nothing.txt', 'pytest', [0, 0, 0]],
  ['pytest-crashed.txt', 'pytest', [0, 1, 0], { name: 'pytest ended before it printed its summary' }],
  [
    'unittest.txt',
    'unittest',
    [2, 4, 1],
    {
      name: 'test_a.A.test_err',
      message: 'RuntimeError: boom\n  File "/workspace/ut/test_a.py", line 7, in test_err',
      file: '/workspace/ut/test_a.py',
      line: 7,
    },
  ],
  ['unittest-nothing.txt', 'unittest', [0, 0, 0]],
  [
    'go-text.txt',
    'go test',
    [0, 3, 0],
    { name: 'TestBad', message: expect.stringContaining('got 1, want 2'), file: 'p_test.go', line: 4 },
  ],
  [
    'go-verbose.txt',
    'go test',
    [2, 2, 1],
    { name: 'TestBad', message: expect.stringContaining('got 1, want 2'), file: 'p_test.go', line: 4 },
  ],
  ['go-json.txt', 'go test', [2, 3, 1], expect.objectContaining({ name: 'TestBad' })],
  [
    'go-build-failed.txt',
    'go test',
    [1, 1, 0],
    { name: 'example.test/g/bad', message: expect.stringContaining('cannot use "x"') },
  ],
  ['go-no-tests.txt', 'go test', [0, 0, 0]],
  [
    'cargo.txt',
    'cargo test',
    [2, 2, 1],
    { name: 'tests::bad', message: expect.stringContaining('left: 1'), file: 'src/lib.rs', line: 8 },
  ],
  [
    'nextest.txt',
    'cargo nextest',
    [2, 2, 1],
    {
      name: 'calc tests::divides',
      message: expect.stringContaining('left: 3'),
      file: 'src/lib.rs',
      line: 31,
    },
  ],
  [
    'rspec.txt',
    'rspec',
    [1, 2, 2],
    {
      name: 'Calc divides',
      message: expect.stringContaining('expected: 4'),
      file: './spec/calc_spec.rb',
      line: 3,
    },
  ],
  ['rspec-outside.txt', 'rspec', [0, 1, 0]],
  [
    'minitest.txt',
    'minitest',
    [1, 2, 1],
    {
      name: 'CalcTest#test_divides',
      message: expect.stringContaining('Actual: 3'),
      file: 'test/mini_test.rb',
      line: 4,
    },
  ],
  [
    'test-unit.txt',
    'minitest',
    [1, 2, 2],
    {
      name: 'test_divides(CalcTest)',
      message: expect.stringContaining('<4> expected'),
      file: 'test/unit_test.rb',
      line: 4,
    },
  ],
  [
    'phpunit.txt',
    'phpunit',
    [1, 2, 2],
    {
      name: 'CalcTest::testZero',
      message: expect.stringContaining('Division by zero'),
      file: '/workspace/tests/CalcTest.php',
      line: 7,
    },
  ],
  ['phpunit-ok.txt', 'phpunit', [1, 0, 0]],
  ['phpunit-nothing.txt', 'phpunit', [0, 0, 0]],
  ['pest.txt', 'phpunit', [2, 1, 1]],
  [
    'dotnet.txt',
    'dotnet test',
    [2, 1, 1],
    {
      name: 'Calc.Tests.CalculatorTests.Divides',
      message: expect.stringContaining('Actual:   3'),
      file: '/workspace/tests/CalculatorTests.cs',
      line: 17,
    },
  ],
  ['dotnet-terminal.txt', 'dotnet test', [3, 0, 1]],
  ['dotnet-older.txt', 'dotnet test', [2, 1, 0]],
  [
    'surefire.txt',
    'Maven Surefire',
    [1, 2, 1],
    {
      name: 'CalcTest.divides',
      message: expect.stringContaining('expected: <4> but was: <3>\n\tat '),
      file: 'CalcTest.java',
      line: 4,
    },
  ],
  [
    'surefire-ignored.txt',
    'Maven Surefire',
    [1, 1, 0],
    {
      name: 'CalculatorTest.divides',
      message: 'expected: <2> but was: <3>',
      file: 'CalculatorTest.java',
      line: 17,
    },
  ],
  ['surefire-crashed.txt', 'Maven Surefire', [2, 1, 0]],
  [
    'gradle.txt',
    'Gradle',
    [2, 1, 1],
    {
      name: 'CalculatorTest > divides()',
      message: expect.stringContaining('AssertionFailedError'),
      file: 'CalculatorTest.java',
      line: 17,
    },
  ],
  ['gradle-logged.txt', 'Gradle', [2, 0, 1]],
  ['ctest.txt', 'ctest', [1, 2, 1], { name: 'bad', message: 'Failed' }],
  ['ctest-nothing.txt', 'ctest', [0, 0, 0]],
  [
    'exunit.txt',
    'ExUnit',
    [2, 2, 1],
    {
      name: 'test adds wrongly (CalcTest)',
      message: expect.stringContaining('left:  2'),
      file: 'test/calc_test.exs',
      line: 5,
    },
  ],
  ['exunit-nothing.txt', 'ExUnit', [0, 0, 5]],
  [
    'junit-vitest.xml',
    'JUnit XML',
    [1, 2, 2],
    {
      name: 'a.test.ts > group > bad',
      message: expect.stringContaining('-   "a": 2,'),
      file: 'a.test.ts',
      line: 2,
    },
  ],
  [
    'junit-pytest.xml',
    'JUnit XML',
    [2, 1, 1],
    {
      name: 'tests.test_calc > test_divides',
      message: expect.stringContaining('assert divide(5, 2) == 2'),
      file: 'tests/test_calc.py',
      line: 9,
    },
  ],
  [
    'junit-surefire.xml',
    'JUnit XML',
    [1, 2, 1],
    {
      name: 'CalcTest > zero',
      message: expect.stringContaining('/ by zero'),
      file: 'CalcTest.java',
      line: 5,
    },
  ],
];

test.each(rows)('%s is read as %s', (file, runner, [passed, failed, skipped], first) => {
  const output = cleanOutput(readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8'));

  const tests = countTests(output);

  expect(tests?.runners.map(({ name }) => name)).toEqual([runner]);
  expect(tests).toMatchObject({ passed, failed, skipped, found: passed + failed + skipped });
  expect(tests?.failures[0]).toEqual(first);
});
