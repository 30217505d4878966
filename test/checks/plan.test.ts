import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { detectChecks } from '../../src/checks/detect/detect.ts';
import { planChecks, runSetup, type Wanted } from '../../src/checks/plan.ts';
import { runCheck } from '../../src/checks/run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plan-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files: Record<string, string> = {
  'package.json': '{"scripts":{"test":"vitest run","lint":"biome check ."},"devDependencies":{"vitest":"5"}}',
  'package-lock.json': '{}',
  "it's/go.mod": '',
  "it's/a_test.go": '',
  'server/build.gradle': '',
};
const detection = detectChecks({ paths: Object.keys(files), read: (name) => files[name] });
const plan = (wanted: Partial<Wanted>) =>
  planChecks({ setup: [], lint: 'auto', test: 'auto', fastTest: 'off', ...wanted }, detection);

describe('a plan', () => {
  test('takes what is detected, lint first, each in its folder', () => {
    const { setup, checks } = plan({});

    expect(setup.map(({ command }) => command)).toEqual([
      'npm ci',
      'cd server && gradle --no-daemon testClasses',
    ]);
    expect(checks.map(({ command }) => command)).toEqual([
      'npm run lint',
      'npm test',
      `cd 'it'\\''s' && go test -v ./...`,
      'cd server && gradle --no-daemon --continue cleanTest test',
    ]);
    expect(checks.at(-1)?.reports).toEqual(['server/**/build/test-results/**/*.xml']);
  });

  test('takes the word of the configuration over what is detected', () => {
    expect(plan({ lint: 'off', test: 'make check', setup: ['make deps'] })).toMatchObject({
      setup: [{ command: 'make deps', why: 'configured' }],
      checks: [{ kind: 'test', command: 'make check', why: 'configured' }],
    });
  });

  test('runs the quicker test after each edit and the other one at the end', () => {
    const when = (wanted: Partial<Wanted>) =>
      plan({ lint: 'off', ...wanted }).checks.map((check) => `${check.command}: ${check.when}`);

    expect(when({ test: 'make check', fastTest: 'make quick' })).toEqual([
      'make quick: edit',
      'make check: end',
    ]);
    expect(when({ test: 'make check' })).toEqual(['make check: edit']);
    expect(when({ test: 'make check', fastTest: 'make check' })).toEqual(['make check: edit']);
    expect(when({ test: 'off', fastTest: 'make quick' })).toEqual(['make quick: edit']);
  });

  test('installs nothing when there is nothing to run', () => {
    expect(plan({ lint: 'off', test: 'off' })).toEqual({ setup: [], checks: [] });
  });

  test('gives a configured installation a new key when a lock file changes', () => {
    const changed = { ...files, 'package-lock.json': '{"changed":true}' };
    const other = detectChecks({
      paths: Object.keys(changed),
      read: (name) => changed[name as keyof typeof changed],
    });
    const wanted = { setup: ['make deps'], lint: 'auto', test: 'auto', fastTest: 'off' };

    expect(planChecks(wanted, other).setup[0]?.key).not.toBe(planChecks(wanted, detection).setup[0]?.key);
  });
});

test('a folder with a quote in its name is entered, not run', async () => {
  mkdirSync(path.join(folder, "it's; touch OOPS"));
  const found = detectChecks({
    paths: ["it's; touch OOPS/go.mod", "it's; touch OOPS/a_test.go"],
    read: () => '',
  });
  const command =
    planChecks({ setup: [], lint: 'off', test: 'auto', fastTest: 'off' }, found).checks[0]?.command ?? '';

  const result = await runCheck(
    { kind: 'lint', command: command.replace('go test -v ./...', 'pwd'), timeoutMs: 10_000 },
    { type: 'direct', cwd: folder },
  );

  expect(result.log.head.trim().endsWith("it's; touch OOPS")).toBe(true);
});

describe('setting up', () => {
  const run = (commands: string[], installed: Set<string>) =>
    runSetup(
      commands.map((command) => ({ command, why: '', key: command, locked: true })),
      { type: 'direct', cwd: folder },
      { timeoutMs: 10_000, installed },
    );

  test('happens once for each key', async () => {
    const installed = new Set<string>();

    expect(await run(['echo installed >> log'], installed)).toMatchObject([
      { status: 'green', kind: 'setup' },
    ]);
    expect(await run(['echo installed >> log'], installed)).toEqual([]);
    expect(readFileSync(path.join(folder, 'log'), 'utf8')).toBe('installed\n');
  });

  test('stops at the first failure, which is tried again the next time', async () => {
    const installed = new Set<string>();

    const results = await run(['true', 'exit 7', 'echo never'], installed);

    expect(results.map(({ status }) => status)).toEqual(['green', 'red']);
    expect([...installed]).toEqual(['true']);
  });
});
