/** A sandbox to attack, and the same attack without one, to show that it would have worked. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe } from 'vitest';
import { logText } from '../../../src/checks/output.ts';
import { runCheck } from '../../../src/checks/run.ts';
import { probeSandbox } from '../../../src/checks/sandbox/probe.ts';
import type { CheckResult, SandboxPlace } from '../../../src/checks/types.ts';

const probe = await probeSandbox();

/** Skips only where bubblewrap really is missing: a sandbox that is there and does not work must fail the suite. */
export const describeSandbox = (name: string, tests: () => void): void => {
  const missing = !probe.available && probe.reason === 'bubblewrap is not installed';
  if (missing) console.warn(`skipped: ${name}: ${probe.reason} (${probe.howToFix})`);
  describe.skipIf(missing)(name, tests);
};

/** Everything a test makes on the host lies in here; open to other users, as the sandbox user is one. */
export const outside = mkdtempSync(path.join(tmpdir(), 'escape-'));
chmodSync(outside, 0o755);
afterAll(() => rmSync(outside, { recursive: true, force: true }));

let workspaces = 0;
export function newWorkspace(): string {
  const folder = path.join(outside, `workspace-${++workspaces}`);
  mkdirSync(folder);
  return folder;
}

export interface Attempt extends CheckResult {
  /** All that the attack printed. */
  said: string;
}

export async function inSandbox(command: string, place: Partial<SandboxPlace> = {}): Promise<Attempt> {
  const result = await runCheck(
    { kind: 'lint', command, timeoutMs: 30_000 },
    { type: 'sandbox', workspace: newWorkspace(), ...place },
  );
  return { ...result, said: logText(result.log) };
}

export async function withoutSandbox(command: string): Promise<Attempt> {
  const result = await runCheck(
    { kind: 'lint', command, timeoutMs: 30_000 },
    { type: 'direct', cwd: newWorkspace() },
  );
  return { ...result, said: logText(result.log) };
}

/** A script for the shell's `node -e`, with quotes of any kind. */
export function js(script: string): string {
  return `node -e '${script.replaceAll("'", `'\\''`)}'`;
}
