/** Stops asking for the same failing edit again and again. */
import { createHash } from 'node:crypto';
import type { Problem } from './types.ts';

/** How often each failing edit has been seen; plain data, so that it can be journaled. */
export type FailureCounts = Readonly<Record<string, number>>;

const limit = 3;

/**
 * Counts the failures of one more reply. `stuck` are those that have now failed three times: asking again in the same words is no use; the
 * model has to read the file again or the edit has to be given up.
 */
export function countFailures(
  before: FailureCounts,
  problems: readonly Problem[],
): { counts: FailureCounts; stuck: Problem[] } {
  const counts: Record<string, number> = { ...before };
  const stuck: Problem[] = [];
  const seen = new Set<string>();
  for (const problem of problems) {
    const key = keyOf(problem);
    if (seen.has(key)) continue;
    seen.add(key);
    const count = (counts[key] ?? 0) + 1;
    counts[key] = count;
    if (count >= limit) stuck.push(problem);
  }
  return { counts, stuck };
}

/** The same edit is the same path and the same old text, whatever the reason it failed for. */
function keyOf(problem: Problem): string {
  const text = problem.facts?.sought ?? problem.code;
  return createHash('sha256').update(`${problem.path}\0${text}`).digest('hex').slice(0, 16);
}
