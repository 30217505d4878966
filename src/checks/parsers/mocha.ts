/** Mocha's spec, dot and other reporters that end in `N passing`. */
import type { TestFailure } from '../types.ts';
import { count, failure, type ResultParser, sum, withFailures } from './parser.ts';

const passing = /^ {2}(\d+) passing \(\d+m?s?\w*\)$/gm;

export const mocha: ResultParser = {
  name: 'mocha',
  parse(output) {
    const ends = [...output.matchAll(passing)];
    if (ends.length === 0) return undefined;
    const runs = ends.map((end) => {
      const next = output.slice(end.index).split('\n').slice(1, 3).join('\n');
      return {
        passed: count(end[1]),
        failed: count(/^ {2}(\d+) failing$/m.exec(next)?.[1]),
        skipped: count(/^ {2}(\d+) pending$/m.exec(next)?.[1]),
        failures: [],
      };
    });
    const details = output.slice(ends[0]?.index);
    return withFailures(sum(runs), failuresOf(details));
  },
};

/** `  1) suite`, deeper lines down to the one that ends in a colon (the test), then the error. */
function failuresOf(details: string): TestFailure[] {
  const blocks = details.split(/^ {2}\d+\) /m).slice(1);
  return blocks.map((block) => {
    const lines = block.split('\n');
    const end = lines.findIndex((line) => line.endsWith(':'));
    const title = lines.slice(0, end < 0 ? 1 : end + 1).map((line) => line.trim());
    const message = lines.slice(title.length).join('\n');
    const at = [...message.matchAll(/^\s+at .*?\(?((?:file:\/\/)?[^\s():]+):(\d+):\d+\)?$/gm)].find(
      (match) => !/node_modules|^node$|^node:/.test(match[1] ?? ''),
    );
    return failure(title.join(' ').replace(/:$/, ''), { message, file: at?.[1], line: count(at?.[2]) });
  });
}
