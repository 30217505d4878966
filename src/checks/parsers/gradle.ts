/**
 * Gradle's own words: a line per test where the build logs them, and a total when something failed. A run in which all
 * passed says nothing by default; its JUnit XML reports do (see `reports` of a check).
 */
import type { TestFailure } from '../types.ts';
import {
  count,
  failure,
  indentedBlock,
  type ParsedTests,
  type ResultParser,
  sum,
  withFailures,
} from './parser.ts';

const total = /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/gm;
const testLine = /^(\S.*? > .+?) (PASSED|FAILED|SKIPPED)(?: \(.*\))?$/;

export const gradle: ResultParser = {
  name: 'Gradle',
  parse(output) {
    const lines = output.split('\n');
    const totals = [...output.matchAll(total)].map(([, completed, failed, skipped]) => ({
      passed: Math.max(0, count(completed) - count(failed) - count(skipped)),
      failed: count(failed),
      skipped: count(skipped),
      failures: [],
    }));
    const logged = readLines(lines);
    if (totals.length === 0 && !logged) return undefined;
    const counts = totals.length > 0 ? sum(totals) : (logged ?? sum([]));
    return withFailures(counts, failuresOf(lines));
  },
};

function readLines(lines: string[]): ParsedTests | undefined {
  const words = lines.flatMap((line) => testLine.exec(line)?.[2] ?? []);
  if (words.length === 0) return undefined;
  const of = (word: string) => words.filter((other) => other === word).length;
  return { passed: of('PASSED'), failed: of('FAILED'), skipped: of('SKIPPED'), failures: [] };
}

function failuresOf(lines: string[]): TestFailure[] {
  return lines.flatMap((line, i) => {
    const match = testLine.exec(line);
    if (match?.[2] !== 'FAILED') return [];
    const block = indentedBlock(lines, i + 1, 0).join('\n');
    const at =
      /\((?:\w+\.)?(\w+\.(?:java|kt|groovy|scala)):(\d+)\)|at (\w+\.(?:java|kt|groovy|scala)):(\d+)/.exec(
        block,
      );
    return [
      failure(match[1] ?? '', { message: block, file: at?.[1] ?? at?.[3], line: count(at?.[2] ?? at?.[4]) }),
    ];
  });
}
