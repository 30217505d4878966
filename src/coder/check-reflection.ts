/** What the model is told about a failing check. */
import { excerpt } from '../checks/excerpt.ts';
import type { CheckResult } from '../checks/types.ts';
import { renderSpan } from '../context/spans.ts';

/** About 1,500 tokens: enough for a few failures with their stack frames. */
const MAX_EXCERPT = 6_000;

/** The relevant part of the output, once: an excerpt that is in `sent` is only said to be the same; a new one joins it. */
export function checkReflection(
  result: CheckResult,
  /** What is wrong, held against the base. */
  reason: string,
  sent: Set<string>,
  warnings: readonly string[],
): string {
  const log = excerpt(result, { maxChars: MAX_EXCERPT });
  const same = sent.has(log);
  sent.add(log);
  return [
    `Your edits were applied. Then \`${result.command}\` was run: ${reason}.`,
    ...(warnings.length > 0 ? [`Note: ${warnings.join(' ')}`] : []),
    same
      ? 'Its output is one that you have seen above, word for word: the last change made no difference to it. Look for another cause.'
      : renderSpan({
          provenance: 'check-log',
          label: `output of the ${result.kind} command (excerpt)`,
          text: log,
        }),
    'Your edits are in the files as you see them now. Find the cause and answer with further edits. Do not weaken or delete tests to make them pass.',
  ].join('\n\n');
}

/** Where there is no command to run: what the grammar says. */
export function syntaxReflection(warnings: readonly string[]): string {
  return [
    'Your edits were applied, but the result does not seem to parse:',
    ...warnings.map((warning) => `- ${warning}`),
    'Your edits are in the files as you see them now. If something is wrong, answer with further edits; if not, say "NOTHING TO DO".',
  ].join('\n');
}
