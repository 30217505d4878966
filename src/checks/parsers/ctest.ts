/** CMake's ctest. */
import { count, failure, type ResultParser, sum, withFailures } from './parser.ts';

export const ctest: ResultParser = {
  name: 'ctest',
  parse(output) {
    const runs = [...output.matchAll(/^\d+% tests passed, (\d+) tests? failed out of (\d+)$/gm)].map(
      ([, failed, all]) => ({
        passed: Math.max(0, count(all) - count(failed)),
        failed: count(failed),
        skipped: 0,
        failures: [],
      }),
    );
    if (runs.length === 0) return /^No tests were found!!!$/m.test(output) ? sum([]) : undefined;
    const counts = sum(runs);
    // Skipped and disabled tests count as passed in the percentage.
    const notRun = [...output.matchAll(/^\t *\d+ - (.+) \((?:Skipped|Disabled)\)$/gm)].length;
    counts.skipped = Math.min(notRun, counts.passed);
    counts.passed -= counts.skipped;
    const failed = [...output.matchAll(/^\t *(\d+) - (.+) \((?!Skipped|Disabled)(.+)\)$/gm)];
    return withFailures(
      counts,
      failed.map(([, number = '', name = '', how = '']) =>
        failure(name, { message: outputOf(output, number) || how }),
      ),
    );
  },
};

/** With --output-on-failure the output of a test stands between its result line and the next test. */
function outputOf(output: string, number: string): string {
  const start = new RegExp(`^ *\\d+/\\d+ Test +#${number}: .*$`, 'm').exec(output);
  if (!start) return '';
  const rest = output.slice(start.index + start[0].length);
  return (rest.split(/^(?: +Start +\d+: | *\d+\/\d+ Test +#|\d+% tests passed)/m)[0] ?? '').trim();
}
