/** From what the repository configures and what was detected to the commands of a run. */
import { createHash } from 'node:crypto';
import type { Detected, DetectedSetup, Detection } from './detect/detect.ts';
import { runCheck } from './run.ts';
import type { CheckResult, CheckSpec, Place } from './types.ts';

/** As in the repository's configuration: a command, `auto` (take what is detected) or `off`. */
export interface Wanted {
  /** Empty: what is detected, provided that there is something to run after it. */
  setup: readonly string[];
  lint: string;
  test: string;
  /** A quicker test for single edits; the other one then runs when all edits are made. `off`: there is none. */
  fastTest: string;
}

export interface PlannedCheck {
  kind: 'lint' | 'test';
  /** Runs in the root of the workspace; a check of a folder changes into it itself. */
  command: string;
  /** Where the command comes from, for people. */
  why: string;
  reports: readonly string[];
  /** After each edit, or once when all are made. */
  when: 'edit' | 'end';
}

export interface PlannedSetup {
  command: string;
  why: string;
  /** The same key means the same installation. */
  key: string;
  /** Whether its files name the versions of what it installs; undefined for a configured one, whose files are not known. */
  locked: boolean | undefined;
}

export interface CheckPlan {
  setup: PlannedSetup[];
  checks: PlannedCheck[];
}

/** Lint before test: it is quicker, and its errors often are the cause of the other's. */
export function planChecks(wanted: Wanted, detection: Detection): CheckPlan {
  const tests = planned('test', wanted.test, detection.test);
  const fast = planned('test', wanted.fastTest, detection.test).filter(
    ({ command }) => !tests.some((test) => test.command === command),
  );
  const checks = [
    ...planned('lint', wanted.lint, detection.lint),
    ...fast,
    ...tests.map((test) => (fast.length > 0 ? { ...test, when: 'end' as const } : test)),
  ];
  return { setup: checks.length === 0 ? [] : plannedSetup(wanted.setup, detection.setup), checks };
}

function planned(kind: 'lint' | 'test', wanted: string, detected: readonly Detected[]): PlannedCheck[] {
  if (wanted === 'off' || wanted === '') return [];
  const reports = detected.flatMap(({ folder, reports }) => reports.map((glob) => inFolder(folder, glob)));
  if (wanted !== 'auto') return [{ kind, command: wanted, why: 'configured', reports, when: 'edit' }];
  return detected.map(({ command, folder, why, reports }) => ({
    kind,
    command: commandIn(folder, command),
    why: folder === '' ? why : `in ${folder}: ${why}`,
    reports: reports.map((glob) => inFolder(folder, glob)),
    when: 'edit',
  }));
}

function plannedSetup(wanted: readonly string[], detected: readonly DetectedSetup[]): PlannedSetup[] {
  if (wanted.length === 0)
    return detected.map(({ command, folder, why, key, locked }) => ({
      command: commandIn(folder, command),
      why,
      key,
      locked,
    }));
  // Which files a configured command looks at is not known: all that decide an installation are taken.
  const files = detected.map(({ key }) => key);
  return wanted.map((command) => ({
    command,
    why: 'configured',
    key: createHash('sha256')
      .update(JSON.stringify([command, files]))
      .digest('hex'),
    locked: undefined,
  }));
}

function commandIn(folder: string, command: string): string {
  return folder === '' ? command : `cd ${quote(folder)} && ${command}`;
}

/** For the shell: folder names are the repository's. */
function quote(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function inFolder(folder: string, glob: string): string {
  return folder === '' ? glob : `${folder}/${glob}`;
}

export interface SetupOptions extends Pick<CheckSpec, 'timeoutMs' | 'signal' | 'onOutput'> {
  /** Keys of what is installed in this workspace already; successful ones are added. */
  installed: Set<string>;
}

/** Runs what is not installed yet, in order, up to the first failure: the last result tells whether the checks can run. */
export async function runSetup(
  setups: readonly PlannedSetup[],
  place: Place,
  { installed, ...options }: SetupOptions,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { command, key } of setups) {
    if (installed.has(key)) continue;
    const result = await runCheck({ kind: 'setup', command, ...options }, place);
    results.push(result);
    if (result.status !== 'green') break;
    installed.add(key);
  }
  return results;
}
