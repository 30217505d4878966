/** `bun test`. */
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
    const failed = [...output.matchAll(/^\(fail\) (.+?)(?: \[[\d.]+ms\])?$/gm)];
    return withFailures(
      sum(runs),
      failed.map(([, name = '']) => failure(name)),
    );
  },
};
