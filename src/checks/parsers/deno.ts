/** `deno test`. */
import type { TestFailure } from '../types.ts';
import { count, failure, type ResultParser, sum, withFailures } from './parser.ts';

export const deno: ResultParser = {
  name: 'deno test',
  parse(output) {
    const runs = [
      ...output.matchAll(
        /^(?:ok|FAILED) \| (\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored)?/gm,
      ),
    ].map(([, passed, failed, ignored]) => ({
      passed: count(passed),
      failed: count(failed),
      skipped: count(ignored),
      failures: [],
    }));
    if (runs.length === 0) return undefined;
    return withFailures(sum(runs), failuresOf(output));
  },
};

/** Below ` ERRORS `: `name => file:line:column`, then the error up to an empty line. */
function failuresOf(output: string): TestFailure[] {
  const section = output.split(/^ ERRORS $/m)[1]?.split(/^ FAILURES $/m)[0] ?? '';
  return [...section.matchAll(/^(.+?) => (?:file:\/\/)?(\S+?):(\d+):\d+\n((?:.+\n)*)/gm)].map(
    ([, name = '', file, line, message]) => failure(name, { message, file, line: count(line) }),
  );
}
