/** The bundled samples: each really fails before its scripted session and really passes after it. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runCheck } from '../../src/checks/run.ts';
import type { CheckResult } from '../../src/checks/types.ts';
import { readScript } from '../../src/models/script/schema.ts';

const samples = fileURLToPath(new URL('../../demo/samples', import.meta.url));

const about = z.strictObject({
  name: z.string(),
  title: z.string(),
  languages: z.array(z.string()).min(1),
  test: z.string(),
  requires: z.array(z.string()),
  bug: z.string(),
  expected: z.strictObject({
    commits: z.int().positive(),
    reflections: z.int().nonnegative(),
    changed: z.array(z.string()),
  }),
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function workspaceOf(sample: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sample-'));
  folders.push(folder);
  cpSync(path.join(samples, sample, 'repo'), folder, { recursive: true });
  return folder;
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${program}`]);
    return true;
  } catch {
    return false;
  }
}

const runTests = (command: string, cwd: string): Promise<CheckResult> =>
  runCheck({ kind: 'test', command, timeoutMs: 120_000 }, { type: 'direct', cwd });

for (const sample of readdirSync(samples)) {
  const folder = path.join(samples, sample);
  const facts = about.parse(JSON.parse(readFileSync(path.join(folder, 'about.json'), 'utf8')));
  const missing = facts.requires.filter((program) => !isInstalled(program));

  describe(sample, () => {
    test('names itself and has an issue with a title and a body', () => {
      const [title, , ...body] = readFileSync(path.join(folder, 'issue.md'), 'utf8').split('\n');

      expect(facts.name).toBe(sample);
      expect(title).toMatch(/^# .{10,}/);
      expect(body.join('\n').length).toBeGreaterThan(200);
    });

    test('has a session that the scripted model can play', () => {
      const script = readScript(path.join(folder, 'session.json'));
      const of = (purpose: string) =>
        script.entries.filter((entry) => entry.when?.purpose === purpose).length;

      expect(of('architect')).toBe(1);
      expect(of('editor')).toBe(facts.expected.commits + facts.expected.reflections);
      expect(of('weak')).toBe(facts.expected.commits);
    });

    test.skipIf(missing.length > 0)(
      `fails as it is${missing.length > 0 ? ` (skipped: ${missing.join(', ')} is not installed)` : ''}`,
      async () => {
        const before = await runTests(facts.test, workspaceOf(sample));

        expect(before).toMatchObject({ status: 'red', reasonCode: 'failed' });
        expect(before.tests?.failed).toBeGreaterThan(0);
        expect(before.tests?.passed).toBeGreaterThan(0);
      },
    );
  });
}
