import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { excerpt } from '../../src/checks/excerpt.ts';
import { toLog } from '../../src/checks/output.ts';
import { countTests } from '../../src/checks/parsers/registry.ts';
import type { CheckResult } from '../../src/checks/types.ts';

function failed(output: string, kind: 'lint' | 'test' = 'test'): CheckResult {
  const tests = kind === 'test' ? countTests(output) : undefined;
  return {
    kind,
    command: 'check',
    exitCode: 1,
    signal: null,
    timedOut: false,
    outputLimit: false,
    durationMs: 1,
    ...(tests ? { tests } : {}),
    log: toLog(output),
    environment: 'sandbox',
    status: 'red',
    reasonCode: 'failed',
    reason: 'exit code 1',
  };
}
const fixture = (name: string) =>
  readFileSync(new URL(`./parsers/fixtures/${name}`, import.meta.url), 'utf8');

describe('failing tests', () => {
  test('come with their message, their place and the frames of the repository', () => {
    const text = excerpt(failed(fixture('node-spec.txt')), { maxChars: 4000 });

    expect(text).toContain('FAILED inner bad (a.test.mjs:3)');
    expect(text).toContain('+   a: 1');
    expect(text).toContain('a.test.mjs:3:69');
    expect(text).not.toContain('node:internal');
  });

  test('that say the same say it once', () => {
    const output = ['a', 'b', 'c']
      .map((name) => `--- FAIL: Test${name} (0.00s)\n    x_test.go:9: no database\n`)
      .join('');
    const text = excerpt(failed(`${output}FAIL\texample.org/x\t0.1s\n`), { maxChars: 4000 });

    expect(text.match(/no database/g)).toHaveLength(1);
    expect(text).toContain('FAILED Testb (x_test.go:9)\nsame message as Testa');
  });

  test('share the room: a message without end does not hide the others', () => {
    const long = `--- FAIL: TestLong (0.00s)\n${'    long_test.go:1: filler\n'.repeat(2000)}`;
    const short = '--- FAIL: TestShort (0.00s)\n    short_test.go:2: boom\n';
    const text = excerpt(failed(`${long}${short}FAIL\texample.org/x\t0.1s\n`), { maxChars: 2000 });

    expect(text.length).toBeLessThanOrEqual(2000);
    expect(text).toContain('short_test.go:2: boom');
  });

  test('that do not fit are counted', () => {
    const many = Array.from(
      { length: 30 },
      (_, i) => `--- FAIL: Test${i} (0.00s)\n    a_test.go:${i + 1}: ${'x'.repeat(200)}\n`,
    );
    const text = excerpt(failed(`${many.join('')}FAIL\texample.org/x\t0.1s\n`), { maxChars: 2000 });

    expect(text).toMatch(/… and \d+ more failing tests$/);
  });
});

describe('other output', () => {
  test('is reduced to the lines around its errors', () => {
    const noise = Array.from({ length: 500 }, (_, i) => `compiling module ${i}`).join('\n');
    const output = `${noise}\nsrc/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.\n${noise}\n`;
    const text = excerpt(failed(output, 'lint'), { maxChars: 2000 });

    expect(text).toContain("error TS2322: Type 'string'");
    expect(text).toContain('compiling module 499');
    expect(text.length).toBeLessThan(700);
  });

  test('does not repeat an error, and does not take "0 errors" for one', () => {
    const text = excerpt(
      failed('x.py:1:1: F821 undefined name\n0 errors in tests\nx.py:1:1: F821 undefined name\n', 'lint'),
      {
        maxChars: 2000,
      },
    );

    expect(text.startsWith('x.py:1:1: F821 undefined name')).toBe(true);
  });

  test('without any error is its end', () => {
    const text = excerpt(failed(`${'step\n'.repeat(1000)}stopped here\n`, 'lint'), { maxChars: 100 });

    expect(text).toMatch(/stopped here$/);
    expect(text.length).toBeLessThanOrEqual(100);
  });

  test.each([0, 1, 50, 500])('never is longer than %i characters', (maxChars) => {
    for (const name of ['vitest.txt', 'cargo.txt', 'pytest-long.txt', 'surefire.txt'])
      for (const kind of ['lint', 'test'] as const)
        expect(excerpt(failed(fixture(name), kind), { maxChars }).length).toBeLessThanOrEqual(maxChars);
  });
});
