/** All result parsers. Adding a runner is one file and one line here. */
import type { TestCounts } from '../types.ts';
import { bun } from './bun.ts';
import { cargo, nextest } from './cargo.ts';
import { ctest } from './ctest.ts';
import { deno } from './deno.ts';
import { dotnet } from './dotnet.ts';
import { exunit } from './exunit.ts';
import { goTest } from './go-test.ts';
import { gradle } from './gradle.ts';
import { jest } from './jest.ts';
import { junitXml } from './junit-xml.ts';
import { minitest } from './minitest.ts';
import { mocha } from './mocha.ts';
import { nodeTest } from './node-test.ts';
import { type ParsedTests, type ResultParser, sum } from './parser.ts';
import { phpunit } from './phpunit.ts';
import { prove } from './prove.ts';
import { pytest } from './pytest.ts';
import { rspec } from './rspec.ts';
import { surefire } from './surefire.ts';
import { tap } from './tap.ts';
import { unittest } from './unittest.ts';
import { vitest } from './vitest.ts';

export const parsers: readonly ResultParser[] = [
  nodeTest,
  tap,
  prove,
  vitest,
  jest,
  mocha,
  bun,
  deno,
  pytest,
  unittest,
  goTest,
  cargo,
  nextest,
  rspec,
  minitest,
  phpunit,
  dotnet,
  surefire,
  gradle,
  ctest,
  exunit,
  junitXml,
];

/**
 * Counts of every runner that wrote to this output, added up: one command may drive several. Report files, where there
 * are any, are the better witness of the same tests: they replace what the output says of passes, never of failures.
 * Undefined when no runner is recognised. The numbers per runner stay visible, so that a forged extra summary cannot hide
 * that a real one shrank.
 */
export function countTests(output: string, reports: readonly string[] = []): TestCounts | undefined {
  const printed = parsers.flatMap((parser) => withName(parser, parser.parse(output)));
  const written = reports.flatMap((report) => withName(junitXml, junitXml.parse(report)));
  if (written.length === 0) return printed.length === 0 ? undefined : toCounts(printed);

  const fromReports = toCounts([{ name: junitXml.name, parsed: sum(written.map(({ parsed }) => parsed)) }]);
  const fromOutput = toCounts(printed);
  if (fromOutput.failed <= fromReports.failed) return fromReports;
  const passed = Math.max(0, fromReports.passed - (fromOutput.failed - fromReports.failed));
  return { ...fromOutput, passed, found: passed + fromOutput.failed + fromOutput.skipped };
}

interface Reading {
  name: string;
  parsed: ParsedTests;
}

function withName(parser: ResultParser, parsed: ParsedTests | undefined): Reading[] {
  return parsed ? [{ name: parser.name, parsed }] : [];
}

function toCounts(readings: readonly Reading[]): TestCounts {
  const total = sum(readings.map(({ parsed }) => parsed));
  return {
    found: total.passed + total.failed + total.skipped,
    ...total,
    runners: readings.map(({ name, parsed }) => ({ name, ran: parsed.passed + parsed.failed })),
  };
}
