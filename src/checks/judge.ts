/** From what happened to a verdict. Only evidence makes green: whatever is cut off, empty or contradictory does not. */
import type { Ended, StopReason } from './supervise.ts';
import type { CheckSpec, CheckStatus, ReasonCode, TestCounts } from './types.ts';

export interface Verdict {
  status: CheckStatus;
  reasonCode: ReasonCode;
  reason: string;
}

type End = Pick<Ended, 'exitCode' | 'signal' | 'stopped' | 'spawnError'>;

const stops: Record<StopReason, { code: ReasonCode; reason: string }> = {
  timeout: { code: 'timeout', reason: 'stopped: the time limit was reached' },
  output: { code: 'output-limit', reason: 'stopped: it printed more than the output limit' },
  memory: { code: 'memory-limit', reason: 'stopped: it used more memory than allowed' },
  processes: { code: 'process-limit', reason: 'stopped: it started more processes than allowed' },
  disk: { code: 'disk-limit', reason: 'stopped: it wrote more to the workspace than allowed' },
  cancelled: { code: 'cancelled', reason: 'stopped: the run was cancelled' },
};

export function judge(
  spec: Pick<CheckSpec, 'kind' | 'counts'>,
  end: End,
  tests: TestCounts | undefined,
): Verdict {
  const cut = endedEarly(end);
  if (cut) return cut;
  if (spec.kind !== 'test') return judgeByExit(end);
  return end.exitCode === 0 ? judgeCleanExit(spec, tests) : judgeFailedExit(end, tests);
}

/** Verdicts that do not depend on what was printed: the command did not get to its own end. */
function endedEarly(end: End): Verdict | undefined {
  if (end.spawnError !== undefined)
    return notGreen('could-not-start', `could not be started: ${end.spawnError}`);
  if (end.stopped !== undefined) return notGreen(stops[end.stopped].code, stops[end.stopped].reason);
  if (end.signal !== null) return notGreen('crashed', `ended by ${end.signal}`);
  // The shell's own words for "not found" and "not executable", and for "my child died of a signal".
  if (end.exitCode === 127) return notGreen('command-not-found', 'the command was not found (exit code 127)');
  if (end.exitCode === 126)
    return notGreen('command-not-found', 'the command is not executable (exit code 126)');
  if (end.exitCode !== null && end.exitCode > 128 && end.exitCode <= 128 + 31)
    return notGreen('crashed', `crashed with signal ${end.exitCode - 128} (exit code ${end.exitCode})`);
  return undefined;
}

function judgeByExit(end: End): Verdict {
  if (end.exitCode === 0) return { status: 'green', reasonCode: 'passed', reason: 'exit code 0' };
  return red('failed', `exit code ${end.exitCode}`);
}

function judgeFailedExit(end: End, tests: TestCounts | undefined): Verdict {
  if (tests && tests.failed > 0) return red('failed', `${tests.failed} of ${tests.found} tests failed`);
  // pytest and others exit non-zero when they collect nothing: no evidence against the code either.
  if (tests && tests.found === 0 && end.exitCode === 5) return notGreen('no-tests', 'no tests were found');
  if (tests && tests.passed > 0)
    return red('inconsistent', `exit code ${end.exitCode}, although no test reported a failure`);
  return red('failed', `exit code ${end.exitCode}`);
}

function judgeCleanExit(spec: Pick<CheckSpec, 'counts'>, tests: TestCounts | undefined): Verdict {
  if (tests === undefined) {
    if (spec.counts === 'exit-code')
      return { status: 'green', reasonCode: 'passed', reason: 'exit code 0; this command prints no counts' };
    return notGreen('no-count', 'exit code 0, but no test count could be read from the output');
  }
  if (tests.failed > 0)
    return red('failures-despite-exit-0', `exit code 0, but ${tests.failed} of ${tests.found} tests failed`);
  if (tests.found === 0) return notGreen('no-tests', 'exit code 0, but no tests were found');
  if (tests.passed === 0) return notGreen('all-skipped', `all ${tests.skipped} tests were skipped`);
  const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : '';
  return {
    status: 'green',
    reasonCode: 'passed',
    reason: `${tests.passed} ${tests.passed === 1 ? 'test' : 'tests'} passed${skipped}`,
  };
}

function red(reasonCode: ReasonCode, reason: string): Verdict {
  return { status: 'red', reasonCode, reason };
}

function notGreen(reasonCode: ReasonCode, reason: string): Verdict {
  return { status: 'not-green', reasonCode, reason };
}
