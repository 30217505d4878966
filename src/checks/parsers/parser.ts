/** What every result parser is: a reader of one runner's output. */
import type { TestFailure } from '../types.ts';

export interface ParsedTests {
  passed: number;
  failed: number;
  skipped: number;
  failures: TestFailure[];
}

export interface ResultParser {
  /** The runner's own name, shown to people. */
  name: string;
  /**
   * Counts from the whole cleaned output, or undefined when this runner did not write it. Zero of everything means: the
   * runner spoke and ran nothing. The output belongs to the repository and may lie; where two numbers disagree a parser
   * takes more failures and fewer passes.
   */
  parse(output: string): ParsedTests | undefined;
}

/** The most failures a result carries; the counts stay exact. */
const maxFailures = 50;
const maxMessage = 2000;

export function emptyCounts(): ParsedTests {
  return { passed: 0, failed: 0, skipped: 0, failures: [] };
}

/** A failure with its texts bounded and absent parts left out. */
export function failure(
  name: string,
  detail: { message?: string; file?: string; line?: number } = {},
): TestFailure {
  const message = detail.message?.trim();
  return {
    name: name.trim().slice(0, 300),
    ...(message ? { message: message.slice(0, maxMessage) } : {}),
    ...(detail.file ? { file: detail.file.slice(0, 300) } : {}),
    ...(detail.line !== undefined && detail.line > 0 ? { line: detail.line } : {}),
  };
}

/** A captured group as a count; 0 when the group took no part. Absurd numbers are cut, so that sums stay safe. */
export function count(text: string | undefined): number {
  const value = Number.parseInt((text ?? '').replaceAll(',', ''), 10);
  return Number.isFinite(value) && value > 0 ? Math.min(value, 1_000_000_000) : 0;
}

/** `12 passed, 1 failed` and the like: the number before (each of) the words, summed; 0 when none stands there. */
export function countBefore(text: string, words: string): number {
  let total = 0;
  for (const match of text.matchAll(new RegExp(`(\\d[\\d,]*) (?:${words})\\b`, 'gi')))
    total += count(match[1]);
  return total;
}

export function sum(parts: readonly ParsedTests[]): ParsedTests {
  const total = emptyCounts();
  for (const part of parts) {
    total.passed += part.passed;
    total.failed += part.failed;
    total.skipped += part.skipped;
    total.failures.push(...part.failures.slice(0, maxFailures - total.failures.length));
  }
  return total;
}

/** Adds the failures that the output lists; when it lists more than its summary counts, the list wins. */
export function withFailures(counts: ParsedTests, failures: readonly TestFailure[]): ParsedTests {
  const unique = new Map(failures.map((entry) => [`${entry.name}\n${entry.file ?? ''}`, entry]));
  return {
    ...counts,
    failed: Math.max(counts.failed, unique.size),
    failures: [...unique.values()].slice(0, maxFailures),
  };
}

/** Lines indented deeper than `indent` columns that follow `start`, without that indent; blank lines inside are kept. */
export function indentedBlock(lines: readonly string[], start: number, indent: number): string[] {
  const block: string[] = [];
  for (let i = start; i < lines.length && block.length < 200; i++) {
    const line = lines[i] ?? '';
    if (line.trim() !== '' && line.search(/\S/) <= indent) break;
    block.push(line);
  }
  while (block.at(-1)?.trim() === '') block.pop();
  return block;
}
