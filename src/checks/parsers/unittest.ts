/** Python's unittest and what is built on it (Django, trial's summary excepted). */
import type { TestFailure } from '../types.ts';
import { count, failure, type ParsedTests, type ResultParser, sum, withFailures } from './parser.ts';

const summary = /^Ran (\d+) tests? in [\d.]+s\n+(OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$/gm;
const report = /^={70}\n(?:FAIL|ERROR): (.*)\n(?:(?!-{70}).*\n)?-{70}\n([\s\S]*?)(?=^={70}$|^-{70}$)/gm;

export const unittest: ResultParser = {
  name: 'unittest',
  parse(output) {
    const runs = [...output.matchAll(summary)].map(readSummary);
    if (runs.length === 0) return undefined;
    return withFailures(
      sum(runs),
      [...output.matchAll(report)].map((match) => readFailure(match[1] ?? '', match[2] ?? '')),
    );
  },
};

function readSummary(match: RegExpMatchArray): ParsedTests {
  const ran = count(match[1]);
  const detail = match[3] ?? '';
  const of = (word: string) => count(new RegExp(`(?:^|, )${word}=(\\d+)`).exec(detail)?.[1]);
  let failed = of('failures') + of('errors') + of('unexpected successes');
  if (match[2] === 'FAILED') failed = Math.max(1, failed);
  const skipped = Math.min(of('skipped'), ran);
  return { passed: Math.max(0, ran - failed - skipped), failed, skipped, failures: [] };
}

function readFailure(title: string, body: string): TestFailure {
  const frames = [...body.matchAll(/^ {2}File "(.+)", line (\d+), in .*$/gm)];
  const last = frames.at(-1);
  const places = frames.map((frame) => frame[0]).slice(-10);
  return failure(nameOf(title), {
    message: [lastError(body), ...places].join('\n'),
    file: last?.[1],
    line: count(last?.[2]),
  });
}

/** `test_a (tests.test_x.Case.test_a)`, before Python 3.11 without the last part, and the parameters of a subtest after it. */
function nameOf(title: string): string {
  const match = /^(\S+) \(([^()]+)\)(.*)$/.exec(title);
  if (!match) return title;
  const [, test = '', owner = '', parameters = ''] = match;
  return (owner.endsWith(`.${test}`) ? owner : `${owner}.${test}`) + parameters;
}

/** A traceback ends in the error: the first unindented line after the last frame, with what follows it. */
function lastError(body: string): string {
  const lines = body.trimEnd().split('\n');
  const lastFrame = lines.findLastIndex((line) => /^ {2}File "/.test(line));
  const start = lines.findIndex((line, i) => i > lastFrame && /^\S/.test(line));
  return lines.slice(Math.max(0, start)).join('\n');
}
