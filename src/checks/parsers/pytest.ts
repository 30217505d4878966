/** pytest's last line, with or without its frame of equals signs. */
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

const summary =
  /^(?:=+ )?((?:\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?|rerun|subtests passed|subtests failed)(?:, )?)+|no tests (?:ran|collected)(?:, )?[^=\n]*) in [\d.:]+s?(?: \([\d:]+\))?(?: =+)?$/gm;

export const pytest: ResultParser = {
  name: 'pytest',
  parse(output) {
    const runs = [...output.matchAll(summary)].map((match) => readSummary(match[1] ?? ''));
    if (runs.length === 0) {
      // The runner started and never reached its summary: it crashed, or was made to exit.
      return /^=+ test session starts =+$/m.test(output) ? crashed() : undefined;
    }
    return withFailures(sum(runs), failuresOf(output));
  },
};

function readSummary(text: string): ParsedTests {
  return {
    // An expected failure did what it should; one that passes counts as failed in strict mode and is `xpassed` otherwise.
    passed: countBefore(text, 'passed|xfailed|xpassed'),
    failed: countBefore(text, 'failed|errors?'),
    skipped: countBefore(text, 'skipped'),
    failures: [],
  };
}

function crashed(): ParsedTests {
  return {
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [failure('pytest ended before it printed its summary')],
  };
}

/** `FAILED path::test - message` lines, each with its block of the FAILURES section. */
function failuresOf(output: string): TestFailure[] {
  const blocks = blocksByTitle(output);
  return [...output.matchAll(/^(?:FAILED|ERROR) (\S+?\.py)(?:::(.+?))?(?: - (.*))?$/gm)].map(
    ([, file = '', path, short]) => {
      const title = (path ?? file).replaceAll('::', '.');
      const block = blocks.get(title) ?? '';
      const at = [...block.matchAll(/^(\S+\.py):(\d+): /gm)].at(-1);
      return failure(path ? `${file}::${path}` : file, {
        message: errorLines(block) || short,
        file: at?.[1] ?? file,
        line: count(at?.[2]),
      });
    },
  );
}

function blocksByTitle(output: string): Map<string, string> {
  const blocks = new Map<string, string>();
  const heading = /^_{3,} (?:ERROR at (?:setup|teardown) of |ERROR collecting )?(.+?) _{3,}$/gm;
  const starts = [...output.matchAll(heading)];
  for (const [i, match] of starts.entries()) {
    const end = starts[i + 1]?.index ?? output.length;
    const body = output.slice(match.index + match[0].length, end).split(/^={3,}/m)[0] ?? '';
    blocks.set(match[1] ?? '', body);
  }
  return blocks;
}

/** The code lines pytest points at, what it says about them, and the places it passed. */
function errorLines(block: string): string {
  return block
    .split('\n')
    .filter((line) => /^(?:E\s|>|\S+\.py:\d+: )/.test(line))
    .map((line) => line.replace(/^E {1,3}/, ''))
    .join('\n');
}
