/** `node --test`, spec and TAP reporters: both end in the same block of counts. */
import type { TestFailure } from '../types.ts';
import {
  count,
  failure,
  indentedBlock,
  type ParsedTests,
  type ResultParser,
  sum,
  withFailures,
} from './parser.ts';

const block =
  /^[ℹ#] tests (\d+)\n[ℹ#] suites \d+\n[ℹ#] pass (\d+)\n[ℹ#] fail (\d+)\n[ℹ#] cancelled (\d+)\n[ℹ#] skipped (\d+)\n[ℹ#] todo (\d+)/gmu;
// A file without a single test is itself reported as one passing test, named like the file.
const emptyFile = /^(?:✔|ok \d+ -) (\S+\.[cm]?[jt]sx?)(?: \([\d.]+ms\))?$/gmu;

export const nodeTest: ResultParser = {
  name: 'node:test',
  parse(output) {
    const blocks = [...output.matchAll(block)].map(readBlock);
    if (blocks.length === 0) return undefined;
    const total = sum(blocks);
    const files = [...output.matchAll(emptyFile)].length;
    total.passed = Math.max(0, total.passed - files);
    return withFailures(total, failuresOf(output));
  },
};

function readBlock(match: RegExpMatchArray): ParsedTests {
  const [tests, pass, fail, cancelled, skipped, todo] = match.slice(1).map(count);
  const failed = (fail ?? 0) + (cancelled ?? 0);
  const passed = Math.min(pass ?? 0, Math.max(0, (tests ?? 0) - failed));
  return { passed, failed, skipped: (skipped ?? 0) + (todo ?? 0), failures: [] };
}

function failuresOf(output: string): TestFailure[] {
  const lines = output.split('\n');
  const spec = specFailures(lines);
  return spec.length > 0 ? spec : tapFailures(lines);
}

function specFailures(lines: string[]): TestFailure[] {
  const found: TestFailure[] = [];
  const start = lines.indexOf('✖ failing tests:');
  if (start < 0) return found;
  for (let i = start + 1; i < lines.length; i++) {
    const at = /^test at (.+):(\d+):\d+$/.exec(lines[i] ?? '');
    const name = /^✖ (.+?)(?: \([\d.]+ms\))?$/u.exec(lines[i + 1] ?? '');
    if (!at || !name) continue;
    const message = indentedBlock(lines, i + 2, 0)
      .map((line) => line.slice(2))
      .join('\n');
    found.push(failure(name[1] ?? '', { message, file: at[1], line: count(at[2]) }));
  }
  return found;
}

function tapFailures(lines: string[]): TestFailure[] {
  const found: TestFailure[] = [];
  lines.forEach((line, i) => {
    const match = /^(\s*)not ok \d+ - (.*)$/.exec(line);
    if (!match || / # (?:TODO|SKIP)\b/i.test(line)) return;
    const details = indentedBlock(lines, i + 1, (match[1] ?? '').length);
    const text = details.join('\n');
    // A parent fails because its children did: they are listed themselves.
    if (/^\s*failureType: 'subtestsFailed'$/m.test(text)) return;
    const at = /^\s*location: '(.+):(\d+):\d+'$/m.exec(text);
    found.push(failure(match[2] ?? '', { message: errorOf(details), file: at?.[1], line: count(at?.[2]) }));
  });
  return found;
}

function errorOf(details: string[]): string {
  const start = details.findIndex((line) => /^\s*error: /.test(line));
  if (start < 0) return '';
  const first = details[start] ?? '';
  const inline = first.replace(/^\s*error: (?:\|-?)?/, '').replace(/^'(.*)'$/, '$1');
  if (inline !== '') return inline;
  return indentedBlock(details, start + 1, first.search(/\S/))
    .map((line) => line.trim())
    .join('\n');
}
