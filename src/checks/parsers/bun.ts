/** `bun test`. */
import type { TestFailure } from '../types.ts';
import { count, failure, type ResultParser, sum, withFailures } from './parser.ts';

export const bun: ResultParser = {
  name: 'bun test',
  parse(output) {
    const runs = [...output.matchAll(/^((?: *\d+ .*\n)+)Ran (\d+) tests? across \d+ files?/gm)].map(
      ([, lines = '']) => ({
        passed: count(/^ *(\d+) pass$/m.exec(lines)?.[1]),
        failed: count(/^ *(\d+) fail$/m.exec(lines)?.[1]) + count(/^ *(\d+) errors?$/m.exec(lines)?.[1]),
        skipped: count(/^ *(\d+) skip$/m.exec(lines)?.[1]) + count(/^ *(\d+) todo$/m.exec(lines)?.[1]),
        failures: [],
      }),
    );
    if (runs.length === 0) return undefined;
    return withFailures(sum(runs), failuresOf(output));
  },
};

/** What was printed since the result before: a code frame, `error: …` and `at … (file:line:column)`. */
function failuresOf(output: string): TestFailure[] {
  const found: TestFailure[] = [];
  let lines: string[] = [];
  for (const line of output.split('\n')) {
    const result = /^\((pass|fail|skip|todo)\) (.+?)(?: \[[\d.]+ms\])?$/.exec(line);
    if (!result) {
      lines.push(line);
      continue;
    }
    if (result[1] === 'fail') {
      const message = lines
        .slice(
          Math.max(
            0,
            lines.findIndex((text) => /^\w*error: /i.test(text)),
          ),
        )
        .join('\n');
      const at = /\bat .*?\(?([^\s():]+):(\d+):\d+\)?/.exec(message);
      found.push(failure(result[2] ?? '', { message, file: at?.[1], line: count(at?.[2]) }));
    }
    lines = [];
  }
  return found;
}
