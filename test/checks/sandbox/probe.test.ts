import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { samples } from '../../../demo/samples/samples.ts';
import { runCheck } from '../../../src/checks/run.ts';
import { probeSandbox } from '../../../src/checks/sandbox/probe.ts';
import { describeSandbox, inSandbox, newWorkspace, outside } from './world.ts';

const sample = samples().find(({ requires }) => requires.length === 0) ?? samples()[0];
if (!sample) throw new Error('there are no samples');

describeSandbox('a sandbox that works', () => {
  test("reaches a workspace and tools in folders that only the bot's own user may enter", async () => {
    const closed = mkdtempSync(path.join(outside, 'closed-'));
    const tool = path.join(closed, 'tool');
    mkdirSync(tool);
    writeFileSync(path.join(tool, 'hello'), '#!/bin/sh\necho hello from a tool\n', { mode: 0o755 });
    const workspace = path.join(closed, 'workspace');
    mkdirSync(workspace, { mode: 0o700 });

    const attempt = await inSandbox(`hello && echo made > made && ls ${closed} | wc -l`, {
      workspace,
      tools: [{ source: tool, target: '/opt/tool', bin: ['.'] }],
    });

    expect(attempt.said).toContain('hello from a tool');
    expect(readFileSync(path.join(workspace, 'made'), 'utf8')).toBe('made\n');
    expect(attempt.said.trim().split('\n').at(-1)).toBe('0');
  });

  test('is reported with what limits it', async () => {
    expect(await probeSandbox()).toMatchObject({
      available: true,
      version: expect.stringMatching(/^bubblewrap /),
      limits: expect.stringMatching(/^(?:cgroup v[12]|watchdog)$/),
    });
  });

  test('runs a check to a result like any other', async () => {
    expect(await inSandbox('echo clean')).toMatchObject({
      environment: 'sandbox',
      status: 'green',
      log: { head: 'clean\n' },
    });
    expect(await inSandbox('echo "a.ts:1 bad"; exit 2')).toMatchObject({ status: 'red', exitCode: 2 });
    expect(await inSandbox('echo through /dev/stderr > /dev/stderr')).toMatchObject({
      log: { head: 'through /dev/stderr\n' },
    });
  });

  test('gives the same verdict on a repository as a direct run', async () => {
    const workspace = newWorkspace();
    cpSync(sample.folder, workspace, { recursive: true });
    const spec = { kind: 'test' as const, command: sample.test, timeoutMs: 60_000 };

    const inside = await runCheck(spec, { type: 'sandbox', workspace });
    const direct = await runCheck(spec, { type: 'direct', cwd: sample.folder });

    expect(inside).toMatchObject({ status: 'red', reason: direct.reason, environment: 'sandbox' });
    expect(inside.tests?.failures.map(({ name }) => name)).toEqual(
      direct.tests?.failures.map(({ name }) => name),
    );
  });

  test('keeps a home between commands where one is given', async () => {
    const home = path.join(mkdtempSync(path.join(outside, 'homes-')), 'home');
    chmodSync(path.dirname(home), 0o755);
    mkdirSync(home);

    await inSandbox('echo cached > ~/cache', { home });
    expect((await inSandbox('cat ~/cache', { home })).said).toBe('cached\n');
    expect((await inSandbox('cat ~/cache 2>&1 || true')).said).not.toContain('cached\n');
  });
});

test('a worker thread is refused: the sandbox would end with the thread', async () => {
  const runner = new URL('../../../src/checks/run.ts', import.meta.url).href;
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     import(${JSON.stringify(runner)}).then(({ runCheck }) =>
       runCheck({ kind: 'lint', command: 'true', timeoutMs: 1000 }, { type: 'sandbox', workspace: '/tmp' }),
     ).then((result) => parentPort.postMessage(result));`,
    { eval: true },
  );
  const result = await new Promise((done, fail) => worker.once('message', done).once('error', fail));

  expect(result).toMatchObject({
    status: 'not-green',
    reasonCode: 'could-not-start',
    reason: expect.stringContaining('main thread'),
  });
});

test('a workspace that is not there is said to be so', async () => {
  const gone = path.join(mkdtempSync(path.join(tmpdir(), 'gone-')), 'workspace');
  const result = await runCheck(
    { kind: 'lint', command: 'true', timeoutMs: 1000 },
    { type: 'sandbox', workspace: gone },
  );
  rmSync(path.dirname(gone), { recursive: true });

  expect(result).toMatchObject({ status: 'not-green', reasonCode: 'could-not-start' });
});
