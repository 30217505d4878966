/** Vitest's default, verbose and dot reporters. */
import type { TestFailure } from '../types.ts';
import { count, countBefore, failure, type ResultParser, sum, withFailures } from './parser.ts';

export const vitest: ResultParser = {
  name: 'vitest',
  parse(output) {
    const runs = [...output.matchAll(/^ *Tests {2}(.+)$/gm)].map(([, text = '']) => ({
      passed: countBefore(text, 'passed'),
      failed: countBefore(text, 'failed'),
      skipped: countBefore(text, 'skipped|todo'),
      failures: [],
    }));
    const nothing = /^No test files found, exiting with code \d/m.test(output);
    const files = [...output.matchAll(/^ *Test Files {2}(.+)$/gm)];
    if (runs.length === 0 && files.length === 0 && !nothing) return undefined;

    const counts = withFailures(sum(runs), failuresOf(output));
    // Errors outside of tests (a file that does not load, an unhandled rejection) fail the run and are no tests.
    const brokenFiles = files.reduce((total, [, text = '']) => total + countBefore(text, 'failed'), 0);
    const stray = [...output.matchAll(/^ *Errors {2}(\d+) errors?$/gm)].reduce(
      (n, match) => n + count(match[1]),
      0,
    );
    return { ...counts, failed: Math.max(counts.failed, brokenFiles, stray) };
  },
};

/** ` FAIL  path > suite > test`, the error, and ` ❯ path:line:column` where it was thrown. */
function failuresOf(output: string): TestFailure[] {
  const section =
    /^ FAIL {2}(?:\|[^|\n]+\| )?(\S+)(?: \[ \S+ \])?(?: > (.+))?\n([\s\S]*?)(?=^ FAIL {2}|^⎯{3,})/gm;
  return [...output.matchAll(section)].map(([, file = '', name, body = '']) => {
    const places = [...body.matchAll(/^ ❯ (?:.* )?(\S+?):(\d+):\d+$/gm)];
    const at = places.find((place) => place[1] === file) ?? places[0];
    const message = body
      .split('\n')
      .filter((line) => !/^\s*(?:\d+)?\|/.test(line))
      .join('\n');
    return failure(name ? `${file} > ${name}` : file, {
      message,
      file: at?.[1] ?? file,
      line: count(at?.[2]),
    });
  });
}
