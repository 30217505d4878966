/** What the checks of an edited tree mean, held against the same checks of the base commit. */
import type { CheckResult } from '../checks/types.ts';

/**
 * - `green`: every check passed.
 * - `broken`: something that passed before fails now, or a check gives no evidence any more.
 * - `related`: red before as well, but it concerns this request: worth another try.
 * - `as-before`: red before in the same way and not what was asked for; listed, not chased.
 */
export type Verdict = { state: 'green' | 'as-before' } | { state: 'broken' | 'related'; result: CheckResult };

export interface VerdictInput {
  baseline: readonly CheckResult[];
  after: readonly CheckResult[];
  /** Everything the requester said, to find the tests that they meant. */
  request: string;
  /** Files the step changed. */
  changed: readonly string[];
}

export function judgeStep(input: VerdictInput): Verdict {
  let related: CheckResult | undefined;
  for (const result of input.after) {
    if (result.status === 'green') continue;
    const before = input.baseline.find(
      (base) => base.kind === result.kind && base.command === result.command,
    );
    if (!before || before.status === 'green' || worse(before, result)) return { state: 'broken', result };
    if (concerns(before, result, input)) related ??= result;
  }
  if (related) return { state: 'related', result: related };
  return { state: input.after.every((result) => result.status === 'green') ? 'green' : 'as-before' };
}

/** A test fails that did not fail before, fewer tests pass, or the command no longer gets to its own end. */
function worse(before: CheckResult, after: CheckResult): boolean {
  if (before.status === 'red' && after.status === 'not-green') return true;
  if (!before.tests || !after.tests) return before.tests !== undefined && after.tests === undefined;
  const known = new Set(before.tests.failures.map((failure) => failure.name));
  return (
    after.tests.passed < before.tests.passed ||
    after.tests.failed > before.tests.failed ||
    after.tests.failures.some((failure) => !known.has(failure.name) && known.size === before.tests?.failed)
  );
}

/** Red before, yet part of the request: the edit already changed the outcome, or a failure names what was asked or edited. */
function concerns(before: CheckResult, after: CheckResult, { request, changed }: VerdictInput): boolean {
  if (!after.tests || !before.tests) return true;
  if (after.tests.failed < before.tests.failed || after.tests.passed > before.tests.passed) return true;
  const log = `${after.log.head}\n${after.log.tail}`;
  return (
    after.tests.failures.some((failure) => failure.name.length > 3 && request.includes(failure.name)) ||
    changed.some((path) => log.includes(path))
  );
}
