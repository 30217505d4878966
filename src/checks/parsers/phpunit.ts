/** PHPUnit, and Pest's own summary. */
import type { TestFailure } from '../types.ts';
import {
  count,
  countBefore,
  failure,
  type ParsedTests,
  type ResultParser,
  sum,
  withFailures,
} from './parser.ts';

const okLine = /^OK \((\d+) tests?, \d+ assertions?\)$/gm;
const countsLine = /^Tests: (\d+), Assertions: \d+(.*?)\.?$/gm;
const pestLine = /^ +Tests: {2,}(.+?)(?: \(\d+ assertions?\))?$/gm;

export const phpunit: ResultParser = {
  name: 'phpunit',
  parse(output) {
    const runs = [
      ...[...output.matchAll(okLine)].map(([, tests]) => ({
        passed: count(tests),
        failed: 0,
        skipped: 0,
        failures: [],
      })),
      ...[...output.matchAll(countsLine)].map(readCounts),
      ...[...output.matchAll(pestLine)].map(([, text = '']) => ({
        passed: countBefore(text, 'passed'),
        failed: countBefore(text, 'failed'),
        skipped: countBefore(text, 'skipped|todos?|incomplete'),
        failures: [],
      })),
    ];
    if (runs.length === 0 && !/^No tests executed!$/m.test(output)) return undefined;
    return withFailures(sum(runs), failuresOf(output));
  },
};

function readCounts([, tests, detail = '']: RegExpMatchArray): ParsedTests {
  const of = (word: string) => count(new RegExp(`\\b${word}: (\\d+)`).exec(detail)?.[1]);
  const failed = of('Failures') + of('Errors');
  // A risky test is mostly one that asserts nothing: no evidence.
  const skipped = of('Skipped') + of('Incomplete') + of('Risky');
  return { passed: Math.max(0, count(tests) - failed - skipped), failed, skipped, failures: [] };
}

/** `1) Namespace\Class::test`, the message, an empty line, `/path/File.php:12`. */
function failuresOf(output: string): TestFailure[] {
  const section =
    /^There (?:was|were) \d+ (?:failure|error)s?:\n([\s\S]*?)(?=^--$|^(?:FAILURES|ERRORS)!$|^OK|^Tests: )/gm;
  return [...output.matchAll(section)].flatMap(([, body = '']) =>
    body
      .split(/^\d+\) /m)
      .slice(1)
      .map((block) => {
        const [name = '', ...lines] = block.split('\n');
        const message = lines.join('\n');
        const at = [...message.matchAll(/^(\S+\.php):(\d+)$/gm)].find(
          (match) => !match[1]?.includes('/vendor/'),
        );
        return failure(name, { message, file: at?.[1], line: count(at?.[2]) });
      }),
  );
}
