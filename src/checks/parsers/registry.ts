/** All result parsers. Adding a runner is one file and one line here. */
import type { TestCounts } from '../types.ts';
import { goTest } from './go-test.ts';
import { nodeTest } from './node-test.ts';
import { type ParsedTests, type ResultParser, sum } from './parser.ts';
import { unittest } from './unittest.ts';

export const parsers: readonly ResultParser[] = [nodeTest, unittest, goTest];

/**
 * Counts of every runner that wrote to this output, added up: one command may drive several. Undefined when none is
 * recognised. The per-runner numbers stay visible, so that a forged extra summary cannot hide that a real one shrank.
 */
export function countTests(output: string): TestCounts | undefined {
  const seen: { name: string; parsed: ParsedTests }[] = [];
  for (const parser of parsers) {
    const parsed = parser.parse(output);
    if (parsed) seen.push({ name: parser.name, parsed });
  }
  if (seen.length === 0) return undefined;
  const total = sum(seen.map(({ parsed }) => parsed));
  return {
    found: total.passed + total.failed + total.skipped,
    ...total,
    runners: seen.map(({ name, parsed }) => ({ name, ran: parsed.passed + parsed.failed })),
  };
}
