/** `dotnet test`: VSTest's line per assembly, its older block, the terminal logger and Microsoft.Testing.Platform. */
import type { TestFailure } from '../types.ts';
import { count, failure, type ParsedTests, type ResultParser, sum, withFailures } from './parser.ts';

const perAssembly =
  /^(?:Passed|Failed|Skipped)! +- Failed: +(\d+), Passed: +(\d+), Skipped: +(\d+), Total: +(\d+)/gm;
const terminalLogger = /^Test summary: total: (\d+), failed: (\d+), succeeded: (\d+), skipped: (\d+)/gm;
const platform =
  /^Test run summary: .*\n\s+total: (\d+)\n\s+failed: (\d+)\n\s+succeeded: (\d+)\n\s+skipped: (\d+)/gm;
const oldestLine = /^Total tests: (\d+)\. Passed: (\d+)\. Failed: (\d+)\. Skipped: (\d+)\.$/gm;
const olderBlock = /^Total tests: (\d+)\n((?:\s+(?:Passed|Failed|Skipped): \d+\n?)*)/gm;

export const dotnet: ResultParser = {
  name: 'dotnet test',
  parse(output) {
    const totals = [...output.matchAll(terminalLogger), ...output.matchAll(platform)].map(
      ([, , failed, passed, skipped]) => counts(passed, failed, skipped),
    );
    const assemblies = [...output.matchAll(perAssembly)].map(([, failed, passed, skipped]) =>
      counts(passed, failed, skipped),
    );
    const older = [...output.matchAll(olderBlock)].map(([, , lines = '']) => {
      const of = (word: string) => /\d+/.exec(new RegExp(`${word}: \\d+`).exec(lines)?.[0] ?? '')?.[0];
      return counts(of('Passed'), of('Failed'), of('Skipped'));
    });
    const oldest = [...output.matchAll(oldestLine)].map(([, , passed, failed, skipped]) =>
      counts(passed, failed, skipped),
    );
    // One run may print its numbers in two forms: the first that is there counts.
    const runs = [totals, assemblies, older, oldest].find((form) => form.length > 0);
    if (!runs) return /^No test is available in /m.test(output) ? counts('0', '0', '0') : undefined;
    return withFailures(sum(runs), failuresOf(output));
  },
};

function counts(passed?: string, failed?: string, skipped?: string): ParsedTests {
  return { passed: count(passed), failed: count(failed), skipped: count(skipped), failures: [] };
}

function failuresOf(output: string): TestFailure[] {
  const lines = output.split('\n');
  return lines.flatMap((line, i) => {
    const name =
      /^\s{2}(?:Failed|X) (.+?)(?: \[[^\]]*\])?$/.exec(line)?.[1] ?? /^failed (\S+) \(/.exec(line)?.[1];
    if (name === undefined) return [];
    const block = blockAfter(lines, i);
    const at = / in (\S.*?):line (\d+)/.exec(block);
    return [failure(name, { message: block, file: at?.[1], line: count(at?.[2]) })];
  });
}

/** The block of a failed test: its message is not indented, so it ends at an empty line or at the next test. */
function blockAfter(lines: string[], index: number): string {
  const length = lines
    .slice(index + 1)
    .findIndex((line) => line.trim() === '' || /^ {2}(?:Failed|Passed|Skipped) /.test(line));
  return lines.slice(index + 1, length < 0 ? index + 50 : index + 1 + length).join('\n');
}
