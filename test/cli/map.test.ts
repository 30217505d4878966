import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mapCommand } from '../../src/cli/map.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
let root: string;
let repo: string;

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'map-command-'));
  repo = path.join(root, 'repo');
  for (let number = 0; number < 30; number++) {
    const folder = path.join(repo, `pkg${number % 3}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      path.join(folder, `mod${number}.ts`),
      `export function work${number}(): number {\n  return ${number};\n}\n`,
    );
  }
  writeFileSync(path.join(root, 'message.txt'), 'work7 returns the wrong number\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function run(args: string[], cache = 'cache', input = '') {
  const env = { ...process.env, XDG_CACHE_HOME: path.join(root, cache) };
  const done = spawnSync(process.execPath, [main, 'map', ...args], { encoding: 'utf8', env, input });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

describe('aiderbot map', () => {
  const request = () => ['--repo', repo, '--message-file', path.join(root, 'message.txt'), '--tokens', '200'];

  it('prints the same for the same input: in another process, with and without a cache', () => {
    const cold = run(request());
    const warm = run(request());
    const other = run(request(), 'other-cache');
    expect(cold).toMatchObject({ code: 0, err: '' });
    expect(cold.out).toMatch(/^pkg1\/mod7\.ts:\n│export function work7/);
    expect([warm.out, other.out]).toEqual([cold.out, cold.out]);
  });

  it('prints files with scores and reasons, the map and its facts as JSON', () => {
    const { out } = run([...request(), '--json', '--chat', './pkg0/mod0.ts']);
    const parsed = JSON.parse(out);
    expect(parsed.files[0]).toEqual({
      path: 'pkg1/mod7.ts',
      score: expect.any(Number),
      reasons: expect.arrayContaining([expect.stringContaining('work7')]),
    });
    expect(parsed.tokens).toBeLessThanOrEqual(200);
    expect(parsed.map).not.toContain('pkg0/mod0.ts');
    expect(parsed.stats).toMatchObject({ files: 30, notes: [] });
  });

  it('reads the message from standard input, and does without one', () => {
    const piped = run(['--repo', repo, '--message-file', '-', '--tokens', '60'], 'cache', 'mod21 is slow');
    expect(piped.out).toMatch(/^pkg0\/mod21\.ts:/);
    expect(run(['--repo', repo]).code).toBe(0);
  });

  it.each([
    [[], 2, '--repo is missing'],
    [['--repo', '.', '--tokens', 'many'], 2, 'not a number of tokens'],
    [['--repo', '.', '--colour'], 2, '--colour'],
    [['--repo', '/nowhere/at/all'], 1, 'is not a folder'],
    [['--repo', '.', '--message-file', '/nowhere.txt'], 1, 'nowhere.txt'],
  ])('%j ends with %i and says what is wrong', async (args, code, message) => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    expect(await mapCommand(args, { stdin, stdout, stderr })).toBe(code);
    expect(stdout.read()).toBeNull();
    expect(String(stderr.read())).toContain(message);
  });
});
