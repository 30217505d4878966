/** The fake-green suite: ways to exit with 0 that prove nothing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runCheck } from '../../src/checks/run.ts';
import type { CheckResult, CheckSpec } from '../../src/checks/types.ts';

const root = mkdtempSync(path.join(tmpdir(), 'judge-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
/** Runs a test command in a folder with these files. */
async function check(files: Record<string, string>, spec: Partial<CheckSpec> = {}): Promise<CheckResult> {
  const cwd = path.join(root, `repository-${++folders}`);
  mkdirSync(cwd);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(cwd, name), text);
  return runCheck(
    { kind: 'test', command: 'node --test', timeoutMs: 30_000, ...spec },
    { type: 'direct', cwd },
  );
}

const passing = "require('node:test')('adds', () => {});";
const failing = "require('node:test')('adds', () => { throw new Error('no'); });";

test('tests that ran and passed are green', async () => {
  expect(await check({ 'a.test.js': passing })).toMatchObject({
    status: 'green',
    reason: '1 test passed',
    tests: { found: 1, passed: 1, failed: 0 },
  });
});

test('a failing test is red, with its name and place', async () => {
  expect(await check({ 'a.test.js': failing })).toMatchObject({
    status: 'red',
    reason: '1 of 1 tests failed',
    tests: { failures: [{ name: 'adds', file: 'a.test.js', line: 1 }] },
  });
});

describe('never green', () => {
  const cases: [
    name: string,
    files: Record<string, string>,
    spec: Partial<CheckSpec>,
    expected: Partial<CheckResult>,
  ][] = [
    ['no tests at all', { 'a.js': '' }, {}, { status: 'not-green', reasonCode: 'no-tests' }],
    [
      'a test file without tests',
      { 'a.test.js': 'console.log(1)' },
      {},
      { status: 'not-green', reasonCode: 'no-tests' },
    ],
    [
      'every test skipped',
      { 'a.test.js': "require('node:test').skip('adds', () => {});" },
      {},
      { status: 'not-green', reasonCode: 'all-skipped' },
    ],
    [
      'exit 0 with failures printed',
      { 'a.test.js': failing },
      { command: 'node --test || true' },
      { status: 'red', reasonCode: 'failures-despite-exit-0' },
    ],
    [
      'an exit code that a pipe swallowed',
      { 'a.test.js': failing },
      { command: 'node --test | cat' },
      { status: 'red', reasonCode: 'failures-despite-exit-0' },
    ],
    [
      'a time-out, though tests had passed',
      { 'a.test.js': `${passing} setInterval(() => {}, 1000);` },
      { command: 'node a.test.js', timeoutMs: 1500 },
      { status: 'not-green', reasonCode: 'timeout', timedOut: true },
    ],
    [
      'a runner that crashed after passing tests',
      { 'a.test.js': passing },
      { command: 'node --test; kill -SEGV $$' },
      { status: 'not-green', reasonCode: 'crashed' },
    ],
    [
      'a child that crashed, as the shell reports it',
      { 'a.test.js': passing },
      { command: "node --test; sh -c 'kill -ABRT $$'" },
      { status: 'not-green', reasonCode: 'crashed' },
    ],
    [
      'a run that died before its summary',
      { 'a.test.js': '' },
      { command: "printf 'TAP version 13\\n1..9\\nok 1 - adds\\n'" },
      { status: 'red', reasonCode: 'failures-despite-exit-0' },
    ],
    [
      'output that was cut',
      { 'a.test.js': passing },
      { command: 'node --test; yes noise', maxOutputBytes: 50_000 },
      { status: 'not-green', reasonCode: 'output-limit' },
    ],
    ['a command that does nothing', {}, { command: 'true' }, { status: 'not-green', reasonCode: 'no-count' }],
    [
      'a program that is not there',
      {},
      { command: 'no-such-runner' },
      { status: 'not-green', reasonCode: 'command-not-found' },
    ],
    [
      'a good count with a bad exit code',
      { 'a.test.js': passing },
      { command: 'node --test; exit 1' },
      { status: 'red', reasonCode: 'inconsistent' },
    ],
  ];

  test.each(cases)('%s', async (_, files, spec, expected) => {
    expect(await check(files, spec)).toMatchObject(expected);
  });
});

test('a command that prints no counts may be vouched for', async () => {
  const result = await check({}, { command: 'echo all good', counts: 'exit-code' });

  expect(result).toMatchObject({ status: 'green', reason: 'exit code 0; this command prints no counts' });
});

describe('report files', () => {
  const report = '<testsuite><testcase name="a"/><testcase name="b"/></testsuite>';

  test('that the command wrote are counted', async () => {
    const result = await check(
      { 'made.txt': report },
      {
        command: 'mkdir -p out; cat made.txt > out/TEST-a.xml; echo BUILD SUCCESSFUL',
        reports: ['out/TEST-*.xml'],
      },
    );

    expect(result).toMatchObject({ status: 'green', tests: { passed: 2 } });
  });

  test('that were there before, or lie elsewhere, prove nothing', async () => {
    const outside = path.join(root, 'elsewhere.xml');
    writeFileSync(outside, report);
    const result = await check(
      { 'TEST-old.xml': report },
      {
        command: `touch -d '2001-01-01' TEST-old.xml; ln -s ${outside} TEST-link.xml`,
        reports: ['TEST-*.xml'],
      },
    );

    expect(result).toMatchObject({ status: 'not-green', reasonCode: 'no-count' });
  });
});
