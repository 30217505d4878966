/** Ruby's minitest (Rails too) and test-unit. */
import type { TestFailure } from '../types.ts';
import { count, failure, type ResultParser, sum, withFailures } from './parser.ts';

const minitestSummary =
  /^(\d+) (?:runs|tests), (\d+) assertions, (\d+) failures, (\d+) errors, (\d+) skips$/gm;
const testUnitSummary =
  /^(\d+) tests, (\d+) assertions, (\d+) failures, (\d+) errors, (\d+) pendings, (\d+) omissions, (\d+) notifications$/gm;

export const minitest: ResultParser = {
  name: 'minitest',
  parse(output) {
    const runs = [...output.matchAll(minitestSummary), ...output.matchAll(testUnitSummary)].map(
      ([, runs, , failures, errors, skips, omissions]) => {
        const failed = count(failures) + count(errors);
        const skipped = count(skips) + count(omissions);
        return { passed: Math.max(0, count(runs) - failed - skipped), failed, skipped, failures: [] };
      },
    );
    if (runs.length === 0) return undefined;
    return withFailures(sum(runs), [...minitestFailures(output), ...testUnitFailures(output)]);
  },
};

/** `  1) Failure:` / `Class#test [file:line]:` / message, and Rails' immediate form without a number. */
function minitestFailures(output: string): TestFailure[] {
  const block = /^ *(?:\d+\) )?(?:Failure|Error):\n([^\n]+)\n([\s\S]*?)(?=\n\n|\n *\d+\) |$(?![\s\S]))/gm;
  return [...output.matchAll(block)]
    .filter(([, heading = '']) => heading.includes('#'))
    .map(([, heading = '', body = '']) => {
      const title = /^(.+?)(?: \[(.+?):(\d+)\])?:?$/.exec(heading);
      const frame = /^\s+(\S+?\.rb):(\d+):in/m.exec(body);
      return failure(title?.[1] ?? heading, {
        message: body,
        file: title?.[2] ?? frame?.[1],
        line: count(title?.[3] ?? frame?.[2]),
      });
    });
}

function testUnitFailures(output: string): TestFailure[] {
  const block = /^(?:Failure|Error): (test\S*\(.+?\)):?(.*)\n([\s\S]*?)(?=^={3,}$)/gm;
  return [...output.matchAll(block)].map(([, name = '', rest = '', body = '']) => {
    const at = /(\S+?\.rb):(\d+):in/.exec(body);
    return failure(name, { message: `${rest.trim()}\n${body}`, file: at?.[1], line: count(at?.[2]) });
  });
}
