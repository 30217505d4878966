/** JUnit XML, as printed to the output or written to report files. A scanner for this one format, not an XML parser. */
import type { TestFailure } from '../types.ts';
import { count, emptyCounts, failure, type ResultParser, withFailures } from './parser.ts';

const testcase = /<testcase\b((?:[^>"']|"[^"]*"|'[^']*')*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g;

export const junitXml: ResultParser = {
  name: 'JUnit XML',
  parse(output) {
    if (!/<testsuites?\b/.test(output)) return undefined;
    const counts = emptyCounts();
    const failures: TestFailure[] = [];
    const text = escapeCdata(output).replace(/<(system-(?:out|err))\b[^>]*>[\s\S]*?<\/\1>/g, '');
    for (const [, attributes = '', body = ''] of text.matchAll(testcase)) {
      const problem =
        /<(?:failure|error)\b((?:[^>"']|"[^"]*"|'[^']*')*?)(?:\/>|>([\s\S]*?)<\/(?:failure|error)>)/.exec(
          body,
        );
      if (problem) {
        counts.failed++;
        failures.push(readFailure(attributes, problem[1] ?? '', problem[2] ?? ''));
      } else if (/<skipped\b/.test(body) || /\bstatus="(?:notrun|disabled)"/.test(attributes))
        counts.skipped++;
      else counts.passed++;
    }
    return withFailures({ ...counts, failed: Math.max(counts.failed, suiteFailures(text)) }, failures);
  },
};

/** A suite may fail without a test case of its own (set-up, crash): the numbers it states count as well. */
function suiteFailures(text: string): number {
  let total = 0;
  for (const [, attributes = ''] of text.matchAll(/<testsuite\b((?:[^>"']|"[^"]*"|'[^']*')*)>/g))
    total += count(attribute(attributes, 'failures')) + count(attribute(attributes, 'errors'));
  return total;
}

function readFailure(testAttributes: string, attributes: string, body: string): TestFailure {
  const owner = attribute(testAttributes, 'classname');
  const name = attribute(testAttributes, 'name') ?? 'unnamed test';
  const text = unescapeXml(body);
  const short = attribute(attributes, 'message') ?? '';
  const message = text.includes(short) ? text : `${short}\n${text}`;
  const at = /([^\s():❯]+\.\w+):(\d+)(?::\d+)?\)?/.exec(text);
  return failure(owner && !name.startsWith(owner) ? `${owner} > ${name}` : name, {
    message,
    file: attribute(testAttributes, 'file') ?? at?.[1],
    line: count(attribute(testAttributes, 'line') ?? at?.[2]),
  });
}

function attribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? undefined : unescapeXml(value);
}

/** First of all: what a test printed may hold tags, and in a CDATA section they stand there as they are. */
function escapeCdata(xml: string): string {
  return xml.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  );
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number.parseInt(decimal, 10) : hex ? Number.parseInt(hex, 16) : undefined;
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    return entities[String(name)] ?? whole;
  });
}
