/** Elixir's ExUnit. */
import type { TestFailure } from '../types.ts';
import { count, countBefore, failure, type ResultParser, sum, withFailures } from './parser.ts';

const summary =
  /^((?:\d+ (?:doctests?|tests?|properties|property|features?), )+)(\d+) failures?((?:, \d+ (?:skipped|excluded|invalid))*)$/gm;

export const exunit: ResultParser = {
  name: 'ExUnit',
  parse(output) {
    const runs = [...output.matchAll(summary)].map(([, kinds = '', failures, rest = '']) => {
      const all = countBefore(kinds, 'doctests?|tests?|properties|property|features?');
      const failed = count(failures) + countBefore(rest, 'invalid');
      const skipped = countBefore(rest, 'skipped|excluded');
      return { passed: Math.max(0, all - failed - skipped), failed, skipped, failures: [] };
    });
    if (runs.length === 0) return /^There are no tests to run$/m.test(output) ? sum([]) : undefined;
    return withFailures(sum(runs), failuresOf(output));
  },
};

/** `  1) test adds (CalcTest)`, `     test/calc_test.exs:5`, the message. */
function failuresOf(output: string): TestFailure[] {
  const block =
    /^ {2}\d+\) ((?:test|doctest|property|feature) .+ \(.+\))\n {5}(\S+):(\d+)\n((?: {5}.*\n|\s*\n)*)/gm;
  return [...output.matchAll(block)].map(([, name = '', file, line, body = '']) =>
    failure(name, { message: body.replaceAll(/^ {5}/gm, ''), file, line: count(line) }),
  );
}
