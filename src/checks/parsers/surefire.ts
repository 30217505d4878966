/** Maven Surefire and Failsafe: a total per module, and a line per class. */
import type { TestFailure } from '../types.ts';
import { count, failure, type ParsedTests, type ResultParser, sum, withFailures } from './parser.ts';

const line =
  /^(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(, Time elapsed: .*)?$/gm;

export const surefire: ResultParser = {
  name: 'Maven Surefire',
  parse(output) {
    const lines = [...output.matchAll(line)];
    if (lines.length === 0) return /^\[INFO\] No tests to run\.$/m.test(output) ? sum([]) : undefined;
    const totals = lines.filter((match) => match[5] === undefined).map(readLine);
    const classes = lines.filter((match) => match[5] !== undefined).map(readLine);
    // Without totals the run ended early: the classes are what is known.
    const counts = totals.length > 0 ? sum(totals) : sum(classes);
    counts.failed = Math.max(counts.failed, sum(classes).failed);
    if (/The forked VM terminated without|ExecutionException The forked VM|Crashed tests:/.test(output))
      counts.failed = Math.max(1, counts.failed);
    return withFailures(counts, failuresOf(output));
  },
};

function readLine([, run, failures, errors, skips]: RegExpMatchArray): ParsedTests {
  const failed = count(failures) + count(errors);
  const skipped = count(skips);
  return { passed: Math.max(0, count(run) - failed - skipped), failed, skipped, failures: [] };
}

/** `[ERROR]   CalcTest.adds:12 expected: <3> but was: <4>` below `[ERROR] Failures:` or `[ERROR] Errors:`. */
function failuresOf(output: string): TestFailure[] {
  const section = /^\[ERROR\] (?:Failures|Errors): *\n((?:\[ERROR\] {2,}.*\n?(?:(?!\[).*\n)*)+)/gm;
  return [...output.matchAll(section)].flatMap(([, body = '']) =>
    body
      .split(/^\[ERROR\] {2,}/m)
      .slice(1)
      .map((entry) => {
        const [, name = entry, at, message] =
          /^([\w.$]+(?:->[\w.$:]+)*?)(?::(\d+))?(?:[ »]+([\s\S]*))?$/.exec(entry.trim()) ?? [];
        const file = name.split('.')[0];
        return failure(name, {
          message: [message ?? entry, ...framesOf(output, name)].join('\n'),
          file: file ? `${file}.java` : undefined,
          line: count(at),
        });
      }),
  );
}

/** The stack frames that the class's own report gives for a test: `[ERROR] com.example.CalcTest.zero -- Time elapsed: …`. */
function framesOf(output: string, name: string): string[] {
  const lines = output.split('\n');
  const start = lines.findIndex((text) => {
    const title = /^\[ERROR\] (\S+?)(?:\(.*\))? {1,2}(?:--|Time elapsed)/.exec(text)?.[1];
    return title !== undefined && (title === name || title.endsWith(`.${name}`));
  });
  if (start < 0) return [];
  const length = lines.slice(start).findIndex((text) => text.trim() === '');
  const block = lines.slice(start, length < 0 ? start + 40 : start + length);
  return block.filter((text) => /^\s+at \S+\(/.test(text)).slice(0, 20);
}
