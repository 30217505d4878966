import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startInHelper } from '../../../src/lib/launcher/helper.ts';
import { startHere } from '../../../src/lib/launcher/here.ts';
import { finished } from '../../../src/lib/launcher/index.ts';
import type { Program, Running } from '../../../src/lib/launcher/types.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'aiderbot-launcher-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const shell = (script: string, more: Partial<Program> = {}): Program => ({
  file: '/bin/sh',
  args: ['-c', script],
  cwd: dir,
  env: { PATH: process.env.PATH ?? '' },
  takesInput: false,
  ...more,
});

interface Ended {
  code: number | null;
  out: Buffer;
  err: string;
  cause: Error | undefined;
}

describe.each([
  ['by this process', startHere],
  ['by the helper', startInHelper],
])('a program started %s', (_, start) => {
  /** Runs it to its end; `act` gets hold of it, and of what it printed first. */
  function ended(program: Program, act?: (running: Running, first: Promise<string>) => void): Promise<Ended> {
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    const first = Promise.withResolvers<string>();
    return new Promise((resolve) => {
      const running = start(program, {
        out(chunk) {
          out.push(chunk);
          first.resolve(chunk.toString());
        },
        err: (chunk) => err.push(chunk),
        end: (code, cause) =>
          resolve({ code, out: Buffer.concat(out), err: Buffer.concat(err).toString(), cause }),
      });
      act?.(running, first.promise);
    });
  }

  test('gives its output, byte for byte, and how it ended', async () => {
    const { code, out, err } = await ended(shell("printf '\\377\\000a'; printf no >&2; exit 3"));
    expect(code).toBe(3);
    expect([...out]).toEqual([255, 0, 97]);
    expect(err).toBe('no');
  });

  test('gives all of a long output before its end', async () => {
    const { out } = await ended(shell('head -c 3000000 /dev/zero'));
    expect(out.length).toBe(3_000_000);
  });

  test('has the folder and the environment that it is given, and nothing else of ours', async () => {
    process.env.AIDERBOT_TEST_SECRET = 'secret';
    const { out } = await ended(shell('pwd -P; env', { env: { PATH: process.env.PATH ?? '', OWN: '1' } }));
    delete process.env.AIDERBOT_TEST_SECRET;
    expect(out.toString()).toContain(`${path.basename(dir)}\n`);
    expect(out.toString()).toContain('OWN=1');
    expect(out.toString()).not.toContain('AIDERBOT_TEST_SECRET');
    expect(out.toString()).not.toContain('NODE_');
  });

  test('reads what is written to it', async () => {
    const { out } = await ended(shell('cat', { takesInput: true }), (running) => {
      running.write('one ');
      running.write('two');
      running.endInput();
    });
    expect(out.toString()).toBe('one two');
  });

  test('reads an empty input when it is to get none', async () => {
    expect((await ended(shell('cat'))).code).toBe(0);
  });

  test('ends when it is killed', async () => {
    const { code } = await ended(shell('echo ready; exec sleep 60'), (running, first) => {
      first.then(() => running.kill());
    });
    expect(code).toBeNull();
  });

  test('that is not there ends with the reason', async () => {
    const { code, cause } = await ended(shell('', { file: '/nowhere/at-all' }));
    expect(code).toBeNull();
    expect(cause?.message).toContain('ENOENT');
  });

  test('runs beside others', async () => {
    const all = await Promise.all([1, 2, 3, 4, 5].map((n) => ended(shell(`echo ${n}; echo ${n}`))));
    expect(all.map(({ out }) => out.toString())).toEqual(['1\n1\n', '2\n2\n', '3\n3\n', '4\n4\n', '5\n5\n']);
  });
});

test('a program that prints more than is wanted is ended, and its first words are kept', async () => {
  const endless = await finished(shell('while :; do echo yes; done'), 10);
  expect(endless).toMatchObject({ isCut: true, cause: undefined });
  expect(endless.out.toString()).toBe('yes\nyes\nye');
  const short = await finished(shell('printf 0123456789'), 10);
  expect(short).toMatchObject({ isCut: false, code: 0 });
  expect(short.out.toString()).toBe('0123456789');
});

test('what a helper ran ends with it, with a reason, and the next program gets another helper', async () => {
  const run = (script: string) =>
    new Promise<{ code: number | null; cause: Error | undefined }>((resolve) => {
      startInHelper(shell(script), {
        out: () => undefined,
        err: () => undefined,
        end: (code, cause) => resolve({ code, cause }),
      });
    });
  // Given: a program that kills the process which started it.
  const killed = await run('kill -9 $PPID; exec sleep 60');
  expect(killed.code).toBeNull();
  expect(killed.cause?.message).toContain('helper');
  expect((await run('exit 7')).code).toBe(7);
});

test('a helper ends with the process that it works for, and so do its programs', async () => {
  // Given: a process whose helper runs something long, which writes down its own id and that of the helper.
  const helper = new URL('../../../src/lib/launcher/helper.ts', import.meta.url).href;
  const parent = `
    const { startInHelper } = await import(${JSON.stringify(helper)});
    const nothing = () => undefined;
    startInHelper({ file: '/bin/sh', args: ['-c', 'echo $$ $PPID > ids.new; mv ids.new ids; exec sleep 60'],
      cwd: ${JSON.stringify(dir)}, env: { PATH: process.env.PATH }, takesInput: false },
      { out: nothing, err: nothing, end: nothing });
    const { existsSync } = await import('node:fs');
    setInterval(() => existsSync(${JSON.stringify(path.join(dir, 'ids'))}) && process.kill(process.pid, 'SIGKILL'), 5);`;
  await new Promise((resolve) => {
    startHere(
      {
        file: process.execPath,
        args: ['--input-type=module', '-e', parent],
        cwd: dir,
        env: { PATH: process.env.PATH ?? '' },
        takesInput: false,
      },
      { out: () => undefined, err: () => undefined, end: resolve },
    );
  });
  const ids = readFileSync(path.join(dir, 'ids'), 'utf8').trim().split(' ').map(Number);
  await expect.poll(() => ids.filter(isAlive), { timeout: 10_000 }).toEqual([]);
});

/** A zombie that nobody waits for is dead as well. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
