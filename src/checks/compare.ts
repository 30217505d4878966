/** A result held against the same check of the base commit: what we broke, what was broken before, what is mended. */
import type { CheckResult, CheckStatus, TestFailure } from './types.ts';

/**
 * - `green`: passes, as before or for the first time.
 * - `fixed`: was red, passes now.
 * - `broken`: something that passed before fails now, or evidence that was there is gone.
 * - `fewer-tests`: passes, but fewer tests ran than before: tests were deleted, skipped or no longer found.
 * - `already-red`: red as before, with no new failure; `better` when fewer tests fail.
 * - `no-evidence`: gave no evidence before and gives none now.
 */
export type ComparisonKind =
  | 'green'
  | 'fixed'
  | 'broken'
  | 'fewer-tests'
  | 'already-red'
  | 'better'
  | 'no-evidence';

export interface Comparison {
  kind: ComparisonKind;
  /** Green only for `green` and `fixed`. */
  status: CheckStatus;
  reason: string;
  /** Failures that the base did not have; all of them when the base passed. */
  newFailures: TestFailure[];
  /** Names of tests that failed on the base and do not fail now. Empty when a list is known to be cut. */
  mended: string[];
}

/** `baseline` is undefined when there was none, e.g. the base could not be set up: then only the result itself counts. */
export function compare(baseline: CheckResult | undefined, result: CheckResult): Comparison {
  const names = compareNames(baseline, result);
  const make = (kind: ComparisonKind, status: CheckStatus, reason: string): Comparison => ({
    kind,
    status,
    reason,
    ...names,
  });

  if (result.status === 'green') {
    const shrunk = baseline ? fewerTests(baseline, result) : undefined;
    if (shrunk !== undefined) return make('fewer-tests', 'not-green', shrunk);
    return baseline && baseline.status !== 'green'
      ? make('fixed', 'green', `${result.reason}; before: ${baseline.reason}`)
      : make('green', 'green', result.reason);
  }
  if (!baseline || baseline.status === 'green') return make('broken', result.status, result.reason);
  if (result.status === 'not-green')
    return baseline.status === 'not-green'
      ? make('no-evidence', 'not-green', `${result.reason}, as before`)
      : make('broken', 'not-green', `${result.reason}; before: ${baseline.reason}`);

  const change = redToRed(baseline, result, names.newFailures);
  if (change === 'broken') return make('broken', 'red', `${result.reason}; before: ${baseline.reason}`);
  return make(
    change,
    'red',
    change === 'better' ? `${result.reason}; before: ${baseline.reason}` : `${result.reason}, as before`,
  );
}

/** Both are red, or the base gave no evidence. */
function redToRed(
  baseline: CheckResult,
  result: CheckResult,
  newFailures: readonly TestFailure[],
): 'broken' | 'already-red' | 'better' {
  const before = baseline.tests;
  const now = result.tests;
  if (!before || !now) return 'already-red';
  if (now.failed > before.failed || now.passed < before.passed || newFailures.length > 0) return 'broken';
  return now.failed < before.failed || now.passed > before.passed ? 'better' : 'already-red';
}

/** What a runner ran before and does not run now. Counted per runner: more of one kind does not make up for another. */
function fewerTests(baseline: CheckResult, result: CheckResult): string | undefined {
  const before = baseline.tests;
  if (!before) return undefined;
  for (const { name, ran } of before.runners) {
    const now = result.tests?.runners.find((runner) => runner.name === name)?.ran ?? 0;
    if (now < ran) return `${name} ran ${now} tests, before ${ran}`;
  }
  return undefined;
}

function compareNames(
  baseline: CheckResult | undefined,
  result: CheckResult,
): Pick<Comparison, 'newFailures' | 'mended'> {
  const before = baseline?.tests;
  const now = result.tests;
  if (!now) return { newFailures: [], mended: [] };
  const known = new Set(before?.failures.map((failure) => failure.name));
  const failing = new Set(now.failures.map((failure) => failure.name));
  // A list that the runner or we cut does not tell what is missing from it.
  const newFailures =
    before && isCut(before) ? [] : now.failures.filter((failure) => !known.has(failure.name));
  const mended = isCut(now) ? [] : [...known].filter((name) => !failing.has(name));
  return { newFailures, mended };
}

function isCut(tests: NonNullable<CheckResult['tests']>): boolean {
  return tests.failures.length < tests.failed;
}

/** Two results of one command on the same tree. They differ only if the checks themselves are not stable. */
export function isFlaky(first: CheckResult, second: CheckResult): boolean {
  if (first.status !== second.status) return true;
  const names = (result: CheckResult) => result.tests?.failures.map(({ name }) => name).sort() ?? [];
  return JSON.stringify(names(first)) !== JSON.stringify(names(second));
}
