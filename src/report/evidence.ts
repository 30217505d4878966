/** What the checks prove, and what they do not. Before and after are compared by kind and command. */
import { count, listed } from './format.ts';
import type { CheckFacts, RunFacts } from './types.ts';

/**
 * - `green`: proved.
 * - `mended`: red before, green now.
 * - `still-red`: as before; nothing new fails.
 * - `broken`: passed before, or fails more than before.
 * - `fewer-tests`: green, but with fewer tests than before, which is how failures are hidden.
 * - `unproved`: cut off, crashed, nothing counted.
 * - `not-run`: the command ran before and not after.
 */
export type Verdict = 'green' | 'mended' | 'still-red' | 'broken' | 'fewer-tests' | 'unproved' | 'not-run';

export interface Comparison {
  kind: CheckFacts['kind'];
  command: string;
  before: CheckFacts | undefined;
  after: CheckFacts | undefined;
  verdict: Verdict;
}

/** Every check of the run with its state before and after. Set-up commands are no evidence and are left out. */
export function comparisons(run: Pick<RunFacts, 'baseline' | 'final' | 'commits'>): Comparison[] {
  const before = run.baseline.filter((check) => check.kind !== 'setup');
  const after = run.final.filter((check) => check.kind !== 'setup');
  const same = (a: CheckFacts) => (b: CheckFacts) => a.kind === b.kind && a.command === b.command;
  const pairs = after.map((check) => ({ check, before: before.find(same(check)), after: check }));
  const lost = before
    .filter((check) => !after.some(same(check)))
    .map((check) => ({ check, before: check, after: undefined }));
  return [...pairs, ...lost].map(({ check, before: was, after: is }) => ({
    kind: check.kind,
    command: check.command,
    before: was,
    after: is,
    verdict: verdictOf(was, is),
  }));
}

function verdictOf(before: CheckFacts | undefined, after: CheckFacts | undefined): Verdict {
  if (!after) return 'not-run';
  if (after.status === 'not-green') return 'unproved';
  if (after.status === 'red')
    return before?.status === 'red' && !failsMore(before, after) ? 'still-red' : 'broken';
  if (before?.tests && after.tests && ran(after) < ran(before)) return 'fewer-tests';
  return before?.status === 'red' ? 'mended' : 'green';
}

function ran(check: CheckFacts): number {
  return check.tests ? check.tests.passed + check.tests.failed : 0;
}

/** A failure that was not there before, by name where the names are complete, else by number. */
function failsMore(before: CheckFacts, after: CheckFacts): boolean {
  if (!before.tests) return false;
  // The tests could be counted before and cannot any more: the suite itself is broken now.
  if (!after.tests) return true;
  if (after.tests.failed > before.tests.failed) return true;
  const named = before.tests.failures.length === before.tests.failed;
  const known = new Set(before.tests.failures.map((failure) => failure.name));
  return named && after.tests.failures.some((failure) => !known.has(failure.name));
}

export interface Evidence {
  /** True only when at least one check proves something and none speaks against it. */
  green: boolean;
  /** A fragment that ends a sentence: `all checks green`. */
  text: string;
}

/** The run's checks in a few words. */
export function evidence(run: Pick<RunFacts, 'baseline' | 'final' | 'commits'>): Evidence {
  const all = comparisons(run);
  if (all.length === 0) return { green: false, text: 'no checks configured, so nothing is proved' };
  const bad = all.filter(({ verdict }) => verdict !== 'green' && verdict !== 'mended');
  if (bad.length === 0) return { green: true, text: 'all checks green' };
  return { green: false, text: listed([...new Set(bad.map(shortfall))]) };
}

function shortfall({ kind, after, before, verdict }: Comparison): string {
  const failing = after?.tests ? ` (${after.tests.failed} of ${count(after.tests.found, 'test')})` : '';
  switch (verdict) {
    case 'broken':
      return `${kind} fails${failing}`;
    case 'still-red':
      return `${kind} fails as before${failing}`;
    case 'fewer-tests':
      return `only ${after ? ran(after) : 0} of ${count(before ? ran(before) : 0, 'test')} ran`;
    case 'not-run':
      return `${kind} was not run`;
    default:
      return `${kind} proves nothing (${after?.reason ?? 'no result'})`;
  }
}
