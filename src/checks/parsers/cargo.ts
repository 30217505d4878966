/** `cargo test` (libtest) and `cargo nextest`. */
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

export const cargo: ResultParser = {
  name: 'cargo test',
  parse(output) {
    const results = [
      ...output.matchAll(
        /^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured; \d+ filtered out/gm,
      ),
    ].map(readResult);
    const started = [...output.matchAll(/^running \d+ tests?$/gm)].length;
    if (results.length === 0 && started === 0) return undefined;
    const counts = sum(results);
    // A test binary that began and never gave its result was killed or called exit.
    if (started > results.length) counts.failed += started - results.length;
    return withFailures(counts, failuresOf(output));
  },
};

function readResult([, word, passed, failed, ignored]: RegExpMatchArray): ParsedTests {
  return {
    passed: count(passed),
    failed: Math.max(count(failed), word === 'FAILED' ? 1 : 0),
    skipped: count(ignored),
    failures: [],
  };
}

function failuresOf(output: string): TestFailure[] {
  const section = /^---- (.+?) stdout ----\n([\s\S]*?)(?=^---- .+ stdout ----$|^failures:$|^test result: )/gm;
  return [...output.matchAll(section)].map(([, name = '', body = '']) => failure(name, panicOf(body)));
}

/** Both forms of rustc: `panicked at src/lib.rs:8:22:` with the message below, and the older message in quotes before. */
function panicOf(body: string): { message: string; file?: string; line?: number } {
  const message = body
    .replace(/^note: run with `RUST_BACKTRACE.*$/m, '')
    .replace(/^stack backtrace:\n(?:[ \t]+.*\n)*/m, '');
  const at = /panicked at (?:'[\s\S]*', )?(\S+?):(\d+):\d+/.exec(body);
  return { message, file: at?.[1], line: count(at?.[2]) };
}

export const nextest: ResultParser = {
  name: 'cargo nextest',
  parse(output) {
    const runs = [...output.matchAll(/^\s*Summary \[[^\]]+\]\s+(?:\d+\/)?(\d+) tests? run: (.*)$/gm)].map(
      ([, , text = '']) => ({
        passed: countBefore(text, 'passed'),
        failed: countBefore(text, 'failed|timed out|exec failed'),
        skipped: countBefore(text, 'skipped'),
        failures: [],
      }),
    );
    if (runs.length === 0) return undefined;
    const failed = [
      ...output.matchAll(/^\s*(?:FAIL|TIMEOUT|SIG\w+|ABORT) \[[^\]]+\]\s+(?:\([^)]*\)\s+)?(\S+ \S.*)$/gm),
    ];
    return withFailures(
      sum(runs),
      failed.map(([, name = '']) => failure(name, nextestOutput(output, name))),
    );
  },
};

function nextestOutput(output: string, name: string): { message?: string; file?: string; line?: number } {
  const test = name.split(' ').at(-1) ?? name;
  const start = output.indexOf(`thread '${test}'`);
  if (start < 0) return {};
  const end = output.slice(start).search(/\n\s*(?:FAIL|PASS|Summary|─|-{3,}|Cancel)/);
  return panicOf(output.slice(start, end < 0 ? start + 2000 : start + end));
}
