/** RSpec's progress and documentation formatters. */
import type { TestFailure } from '../types.ts';
import { count, failure, type ResultParser, sum, withFailures } from './parser.ts';

const summary =
  /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/gm;

export const rspec: ResultParser = {
  name: 'rspec',
  parse(output) {
    const runs = [...output.matchAll(summary)].map(([, examples, failures, pending, errors]) => ({
      passed: Math.max(0, count(examples) - count(failures) - count(pending)),
      failed: count(failures) + count(errors),
      skipped: count(pending),
      failures: [],
    }));
    if (runs.length === 0) return undefined;
    return withFailures(sum(runs), failuresOf(output));
  },
};

/** The section `Failures:` with numbered blocks; a `# ./spec/x_spec.rb:4` frame names the place. */
function failuresOf(output: string): TestFailure[] {
  const section =
    output.split(/^Failures:$/m)[1]?.split(/^(?:Finished in |Failed examples:|Top \d+)/m)[0] ?? '';
  return section
    .split(/^ {2}\d+\) /m)
    .slice(1)
    .map((block) => {
      const [name = '', ...rest] = block.split('\n');
      const message = rest.filter((line) => !/^\s*#/.test(line)).map((line) => line.replace(/^ {5}/, ''));
      const at = /^\s*# (\.?\/?\S+?\.rb):(\d+)/m.exec(block);
      return failure(name, { message: message.join('\n'), file: at?.[1], line: count(at?.[2]) });
    });
}
