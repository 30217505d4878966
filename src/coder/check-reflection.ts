/** What the model is told about a failing check. */
import { excerpt } from '../checks/excerpt.ts';
import type { CheckResult } from '../checks/types.ts';
import { renderSpan } from '../context/spans.ts';

/** About 1,500 tokens: enough for a few failures with their stack frames. */
const MAX_EXCERPT = 6_000;

/** The relevant part of the output, once: the same output again is said to be the same. */
export function checkReflection(
  result: CheckResult,
  /** What is wrong, held against the base. */
  reason: string,
  before: CheckResult | undefined,
  warnings: readonly string[],
): string {
  const log = excerpt(result, { maxChars: MAX_EXCERPT });
  const same = before !== undefined && excerpt(before, { maxChars: MAX_EXCERPT }) === log;
  const intro = `Your edits were applied. Then \`${result.command}\` was run: ${reason}.`;
  return [
    intro,
    ...(warnings.length > 0 ? [`Note: ${warnings.join(' ')}`] : []),
    same
      ? 'Its output is the same as last time: the last change made no difference to it.'
      : renderSpan({
          provenance: 'check-log',
          label: `output of the ${result.kind} command (excerpt)`,
          text: log,
        }),
    'The files above are shown as they are now, with your edits. Find the cause and answer with further edits. Do not weaken or delete tests to make them pass.',
  ].join('\n\n');
}

/** Where there is no command to run: what the grammar says. */
export function syntaxReflection(warnings: readonly string[]): string {
  return [
    'Your edits were applied, but the result does not seem to parse:',
    ...warnings.map((warning) => `- ${warning}`),
    'The files above are shown as they are now, with your edits. If something is wrong, answer with further edits; if not, say "NOTHING TO DO".',
  ].join('\n');
}
