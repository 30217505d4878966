/** `deno test`. */
import { count, failure, type ResultParser, sum, withFailures } from './parser.ts';

export const deno: ResultParser = {
  name: 'deno test',
  parse(output) {
    const runs = [
      ...output.matchAll(
        /^(?:ok|FAILED) \| (\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored)?/gm,
      ),
    ].map(([, passed, failed, ignored]) => ({
      passed: count(passed),
      failed: count(failed),
      skipped: count(ignored),
      failures: [],
    }));
    if (runs.length === 0) return undefined;
    const section = output.split(/^ FAILURES $/m)[1] ?? '';
    const failed = [...section.matchAll(/^(.+?) => (?:file:\/\/)?(\S+?):(\d+):\d+$/gm)];
    return withFailures(
      sum(runs),
      failed.map(([, name = '', file, line]) => failure(name, { file, line: count(line) })),
    );
  },
};
