/** Perl's prove. */
import { count, failure, type ResultParser, withFailures } from './parser.ts';

const rowPattern = /^(\S+) +\(Wstat: .*? Tests: (\d+) Failed: (\d+)\)$/gm;

export const prove: ResultParser = {
  name: 'prove',
  parse(output) {
    const totals = [...output.matchAll(/^Files=\d+, Tests=(\d+),/gm)];
    if (totals.length === 0) return undefined;
    const rows = [...output.matchAll(rowPattern)];
    const tests = totals.reduce((n, match) => n + count(match[1]), 0);
    const listed = rows.reduce((n, row) => n + count(row[3]), 0);
    const failed = Math.max(listed, rows.length, /^Result: FAIL$/m.test(output) ? 1 : 0);
    const skipped = [...output.matchAll(/\(less (\d+) skipped subtests?/g)].reduce(
      (n, m) => n + count(m[1]),
      0,
    );
    return withFailures(
      { passed: Math.max(0, tests - Math.max(listed, 0) - skipped), failed, skipped, failures: [] },
      rows
        // A row is also written for TODO tests that passed, which are no failure.
        .filter((row) => /Failed test|Non-zero|Parse errors/.test(rowDetail(output, row)))
        .map((row) => failure(row[1] ?? '', { message: rowDetail(output, row), file: row[1] })),
    );
  },
};

function rowDetail(output: string, row: RegExpMatchArray): string {
  const rest = output.slice((row.index ?? 0) + row[0].length + 1);
  return rest.split(/^\S/m)[0]?.trimEnd() ?? '';
}
