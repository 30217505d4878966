import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { livePids, readProc } from '../../src/checks/processes.ts';
import { runCheck } from '../../src/checks/run.ts';
import { type CheckSpec, checkResultSchema, type DirectPlace } from '../../src/checks/types.ts';

let here: DirectPlace;
beforeAll(() => {
  here = { type: 'direct', cwd: mkdtempSync(path.join(tmpdir(), 'checks-run-')) };
});
afterAll(() => rmSync(here.cwd, { recursive: true, force: true }));

const lint = (command: string, more: Partial<CheckSpec> = {}): CheckSpec => ({
  kind: 'lint',
  command,
  timeoutMs: 20_000,
  ...more,
});
const runningWith = (words: string) =>
  livePids().filter((pid) => (readProc(pid, 'cmdline') ?? '').includes(words));

test('a command that exits with 0 is green, and its record survives JSON', async () => {
  const result = await runCheck(lint('echo fine; echo also >&2'), here);

  expect(result).toMatchObject({ status: 'green', exitCode: 0, environment: 'direct', timedOut: false });
  expect(result.log.head.split('\n').sort()).toEqual(['', 'also', 'fine']);
  expect(checkResultSchema.parse(JSON.parse(JSON.stringify(result)))).toEqual(result);
});

test('a command that exits with 1 is red and says so', async () => {
  const result = await runCheck(lint('echo "a.ts:3 unused variable"; exit 1'), here);

  expect(result).toMatchObject({ status: 'red', exitCode: 1, reason: 'exit code 1' });
  expect(result.log.head).toContain('a.ts:3 unused variable');
});

test('a command that does not exist is no evidence', async () => {
  const result = await runCheck(lint('no-such-linter src'), here);

  expect(result).toMatchObject({ status: 'not-green', reasonCode: 'command-not-found' });
});

test('a workspace that does not exist is a result, not an exception', async () => {
  const result = await runCheck(lint('true'), { type: 'direct', cwd: path.join(here.cwd, 'gone') });

  expect(result).toMatchObject({ status: 'not-green', reasonCode: 'could-not-start', exitCode: null });
});

test('the secrets of the parent do not reach the command', async () => {
  process.env.CANARY_TOKEN = 'ghs_canary';
  try {
    const result = await runCheck(lint('env'), { ...here, env: { EXTRA: 'given' } });

    expect(result.log.head).not.toContain('ghs_canary');
    expect(result.log.head).toContain('EXTRA=given');
    expect(result.log.head).toContain('CI=true');
  } finally {
    delete process.env.CANARY_TOKEN;
  }
});

test('a time-out ends the whole tree, also a child in its own session', async () => {
  const result = await runCheck(
    lint('sleep 4711 & (setsid sleep 4712 &); sleep 4713', { timeoutMs: 300 }),
    here,
  );

  expect(result).toMatchObject({ status: 'not-green', timedOut: true, exitCode: null });
  expect(runningWith('sleep\x00471')).toEqual([]);
});

test('a daemon that keeps stdout open neither delays the result nor outlives it', async () => {
  const daemon = 'setsid sh -c "trap : TERM HUP; while :; do echo tick; sleep 4721; done"';
  const result = await runCheck(lint(`( ( ${daemon} ) & ); echo main done`), here);

  expect(result).toMatchObject({ status: 'green', exitCode: 0, timedOut: false });
  expect(runningWith('sleep\x004721')).toEqual([]);
});

test('a flood of output is stopped and never green', async () => {
  const result = await runCheck(lint('yes flood', { maxOutputBytes: 100_000 }), here);

  expect(result).toMatchObject({ status: 'not-green', outputLimit: true, reasonCode: 'output-limit' });
  expect(result.log.head.length + result.log.tail.length).toBeLessThanOrEqual(100_000);
});

test('a cancelled run stops its command', async () => {
  const controller = new AbortController();
  const running = runCheck(
    lint('echo started; sleep 4731', { signal: controller.signal, onOutput: () => controller.abort() }),
    here,
  );

  expect(await running).toMatchObject({ status: 'not-green', reasonCode: 'cancelled' });
  expect(runningWith('sleep\x004731')).toEqual([]);
});

test('output is shown without colours, control characters and overwritten progress', async () => {
  const command = String.raw`printf '\033[31mred\033[0m \007bell\nprogress 10%%\rprogress 100%%\n\033]0;title\007end\n'`;
  const result = await runCheck(lint(command), here);

  expect(result.log.head).toBe('red bell\nprogress 100%\nend\n');
});

test('a command killed by a signal crashed', async () => {
  const result = await runCheck(lint('kill -SEGV $$'), here);

  expect(result).toMatchObject({ status: 'not-green', reasonCode: 'crashed', signal: 'SIGSEGV' });
});

test('commands run in the workspace', async () => {
  await runCheck(lint('echo made > made.txt'), here);

  expect(readFileSync(path.join(here.cwd, 'made.txt'), 'utf8')).toBe('made\n');
});
