/** Jest's default and verbose reporters. */
import type { TestFailure } from '../types.ts';
import { count, countBefore, failure, type ResultParser, sum, withFailures } from './parser.ts';

export const jest: ResultParser = {
  name: 'jest',
  parse(output) {
    const runs = [...output.matchAll(/^Tests: {2,}(.*\d+ total.*)$/gm)].map(([, text = '']) => ({
      passed: countBefore(text, 'passed'),
      failed: countBefore(text, 'failed'),
      skipped: countBefore(text, 'skipped|todo'),
      failures: [],
    }));
    const nothing = /^No tests found, exiting with code \d/m.test(output);
    if (runs.length === 0 && !nothing) return undefined;
    const counts = withFailures(sum(runs), failuresOf(output));
    const suites = [...output.matchAll(/^Test Suites: (.*)$/gm)];
    const brokenSuites = suites.reduce((total, [, text = '']) => total + countBefore(text, 'failed'), 0);
    return { ...counts, failed: Math.max(counts.failed, brokenSuites) };
  },
};

/** `FAIL path`, then for each test `  ● suite › test` with an indented message. Jest repeats them in a summary. */
function failuresOf(output: string): TestFailure[] {
  const found: TestFailure[] = [];
  let file = '';
  let open: { name: string; lines: string[] } | undefined;
  const close = () => {
    if (open) found.push(readFailure(file, open.name, open.lines));
    open = undefined;
  };
  for (const line of output.split('\n')) {
    const suite = /^(?:FAIL|PASS)\s+(?:\S+ )*?(\S+\.\w+)(?: \([\d.]+ m?s\))?$/.exec(line);
    const bullet = /^ {2}● (.+)$/.exec(line);
    if (suite) {
      close();
      file = suite[1] ?? '';
    } else if (bullet) {
      close();
      open = { name: bullet[1] ?? '', lines: [] };
    } else if (/^(?:Test Suites:|Summary of all failing tests)/.test(line)) close();
    else open?.lines.push(line.replace(/^ {4}/, ''));
  }
  close();
  return found;
}

function readFailure(file: string, title: string, lines: string[]): TestFailure {
  const message = lines.filter((line) => !/^\s*>?\s*(?:\d+)? \|/.test(line)).join('\n');
  const at = [...message.matchAll(/^\s+at .*?\(?([^\s():]+):(\d+):\d+\)?$/gm)].find(
    (match) => !match[1]?.includes('node_modules'),
  );
  const name = title === 'Test suite failed to run' ? `${file}: ${title}` : title;
  return failure(name, { message, file: at?.[1] ?? file, line: count(at?.[2]) });
}
