/** What the checks of an edited tree mean for a step, held against the same checks of the base commit. */
import { type Comparison, compare } from '../checks/compare.ts';
import type { CheckResult } from '../checks/types.ts';

/**
 * - `green`: every check passed.
 * - `broken`: something that passed before fails now, or evidence that was there is gone.
 * - `related`: red before as well, but it concerns this request: worth another try.
 * - `as-before`: red before in the same way and not what was asked for; listed, not chased.
 */
export type Verdict =
  | { state: 'green' | 'as-before' }
  | { state: 'broken' | 'related'; result: CheckResult; reason: string };

export interface VerdictInput {
  baseline: readonly CheckResult[];
  after: readonly CheckResult[];
  /** Everything the requester said, to find the tests that they meant. */
  request: string;
  /** Files the step changed. */
  changed: readonly string[];
}

export function judgeStep(input: VerdictInput): Verdict {
  let related: Verdict | undefined;
  let allGreen = true;
  for (const result of input.after) {
    const before = input.baseline.find(
      (base) => base.kind === result.kind && base.command === result.command,
    );
    const comparison = compare(before, result);
    if (comparison.status === 'green') continue;
    allGreen = false;
    // Two answers on the same files: neither proves that the edit is wrong, so it is reported and not chased.
    if (result.reasonCode === 'flaky') continue;
    const { reason } = comparison;
    if (isBroken(comparison)) return { state: 'broken', result, reason };
    if (concerns(comparison, result, input)) related ??= { state: 'related', result, reason };
  }
  return related ?? { state: allGreen ? 'green' : 'as-before' };
}

function isBroken({ kind }: Comparison): boolean {
  return kind === 'broken' || kind === 'fewer-tests';
}

/** Red before, yet part of the request: the edit already mended some of it, or a failure names what was asked for or edited. */
function concerns(
  { kind, mended }: Comparison,
  result: CheckResult,
  { request, changed }: VerdictInput,
): boolean {
  if (kind === 'no-evidence') return false;
  if (kind === 'better' || mended.length > 0) return true;
  const log = `${result.log.head}\n${result.log.tail}`;
  const failures = result.tests?.failures ?? [];
  return (
    failures.some((failure) => failure.name.length > 3 && request.includes(failure.name)) ||
    changed.some((path) => log.includes(path))
  );
}
