/** The Test Anything Protocol, as bats, tape, tap, prove -v and many others print it.  */
import { emptyCounts, failure, indentedBlock, type ParsedTests, type ResultParser } from './parser.ts';

export const tap: ResultParser = {
  name: 'TAP',
  parse(output) {
    // `node --test` and prove have readers of their own, which know more.
    if (/^[ℹ#] suites \d+$|^Files=\d+, Tests=\d+/mu.test(output)) return undefined;
    const lines = output.split('\n');
    const plans = lines.flatMap((line) => /^1\.\.(\d+)/.exec(line)?.[1] ?? []).map(Number);
    if (plans.length === 0) return undefined;
    const counts = readPoints(lines);
    const planned = plans.reduce((a, b) => a + b, 0);
    const seen = counts.passed + counts.failed + counts.skipped;
    if (/^Bail out!/m.test(output))
      addMissing(counts, Math.max(1, planned - seen), 'Bail out! before the plan was done');
    else if (seen < planned) addMissing(counts, planned - seen, 'planned tests that were never reported');
    return counts;
  },
};

function readPoints(lines: string[]): ParsedTests {
  const counts = emptyCounts();
  lines.forEach((line, i) => {
    const point = /^(not )?ok\b(?: \d+)?(?:\s+-)?\s*(.*)$/.exec(line);
    if (!point) return;
    const text = point[2] ?? '';
    if (/# skip/i.test(text)) counts.skipped++;
    else if (!point[1]) counts.passed++;
    else if (/# todo/i.test(text)) counts.skipped++;
    else {
      counts.failed++;
      counts.failures.push(failure(text || `test ${counts.failed}`, detailsAfter(lines, i)));
    }
  });
  return counts;
}

function detailsAfter(lines: string[], index: number): { message: string; file?: string; line?: number } {
  const yaml = indentedBlock(lines, index + 1, 0);
  const comments: string[] = [];
  for (let i = index + 1; /^\s*#/.test(lines[i] ?? ''); i++)
    comments.push((lines[i] ?? '').replace(/^\s*# ?/, ''));
  const message = (
    yaml.length > 0 ? yaml.filter((line) => !/^\s*(?:---|\.\.\.)$/.test(line)) : comments
  ).join('\n');
  const at =
    /(?:file|at):.*?([^\s'"():]+\.\w+)['"]?:(\d+)/.exec(message) ??
    /at (\S+) line (\d+)/.exec(message) ??
    /in test file (\S+), line (\d+)/.exec(message);
  return { message, file: at?.[1], line: at?.[2] ? Number(at[2]) : undefined };
}

function addMissing(counts: ParsedTests, missing: number, why: string): void {
  counts.failed += missing;
  counts.failures.push(failure(`${missing} ${why}`));
}
