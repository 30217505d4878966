/** The one way to run a repository's command: in a place, with limits, to a typed result. */
import path from 'node:path';
import { runDirect } from './direct.ts';
import { judge } from './judge.ts';
import { defaultMaxOutputBytes, toLog } from './output.ts';
import { countTests } from './parsers/registry.ts';
import { readReports } from './reports.ts';
import { runSandboxed, type SandboxEnd } from './sandbox/run.ts';
import type { Ended } from './supervise.ts';
import type { CheckResult, CheckSpec, Place, TestCounts } from './types.ts';
import { withinTime } from './within.ts';

/**
 * Runs `spec.command` in `place` and returns when it and all its processes have ended. Never throws for anything the
 * command does: a time-out, a crash, a missing folder or a refused sandbox is a result with status `not-green`.
 */
export async function runCheck(spec: CheckSpec, place: Place): Promise<CheckResult> {
  const started = Date.now();
  const end = await runIn(spec, place);
  const text = end.output.text();
  const tests = spec.kind === 'test' ? count(spec, place, text, started) : undefined;
  const verdict = judge(spec, end, tests);
  return {
    kind: spec.kind,
    command: spec.command,
    exitCode: end.stopped === undefined ? end.exitCode : null,
    signal: end.signal,
    timedOut: end.stopped === 'timeout',
    outputLimit: end.stopped === 'output',
    durationMs: end.durationMs,
    ...(tests === undefined ? {} : { tests }),
    log: toLog(text),
    environment: place.type,
    ...('network' in end && end.network ? { network: end.network } : {}),
    ...('survivors' in end && end.survivors > 0 ? { survivors: end.survivors } : {}),
    ...verdict,
  };
}

function runIn(spec: CheckSpec, place: Place): Promise<Ended | SandboxEnd> {
  const maxOutputBytes = spec.maxOutputBytes ?? defaultMaxOutputBytes;
  switch (place.type) {
    case 'direct':
    case 'external':
      return runDirect(spec, place, maxOutputBytes);
    case 'sandbox':
      return runSandboxed(spec, place, { maxOutputBytes });
  }
}

/** Parsers run regular expressions over hostile text: what they cannot read in this time counts as unreadable. */
const parseMs = 5000;

function count(spec: CheckSpec, place: Place, output: string, since: number): TestCounts | undefined {
  const folder = place.type === 'sandbox' ? path.join(place.workspace, place.cwd ?? '') : place.cwd;
  const reports = readReports(folder, spec.reports ?? [], since);
  return withinTime(parseMs, () => countTests(output, reports));
}
