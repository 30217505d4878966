/** `go test`, plain, `-v` and `-json`. */
import type { TestFailure } from '../types.ts';
import {
  count,
  emptyCounts,
  failure,
  indentedBlock,
  type ParsedTests,
  type ResultParser,
  sum,
} from './parser.ts';

export const goTest: ResultParser = {
  name: 'go test',
  parse(output) {
    const lines = output.split('\n');
    const events = lines.flatMap(readEvent);
    const json = events.length > 0 ? parseEvents(events) : undefined;
    const text = parseText(lines);
    if (json && text) return sum([json, text]);
    return json ?? text;
  },
};

// ---- text ----

const packageLine =
  /^(ok|FAIL|\?)\s+(\S+)\s+(?:(\(cached\)|[\d.]+s)|\[(no test files|build failed|setup failed)\])(.*)$/;
const resultLine = /^(\s*)--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$/;

/**
 * Without `-v` an `ok` package does not say how many tests it ran: it counts as one. With `-v` the tests count, and the
 * package line only where it failed without naming one (build error, panic in init, os.Exit).
 */
function parseText(lines: string[]): ParsedTests | undefined {
  const counts = emptyCounts();
  let recognised = false;
  let inPackage = emptyCounts();
  lines.forEach((line, i) => {
    const result = resultLine.exec(line);
    if (result) {
      recognised = true;
      const name = result[3] ?? '';
      if (result[2] === 'PASS') inPackage.passed++;
      else if (result[2] === 'SKIP') inPackage.skipped++;
      else {
        inPackage.failed++;
        inPackage.failures.push(textFailure(name, lines, i, (result[1] ?? '').length));
      }
      return;
    }
    const pkg = packageLine.exec(line);
    if (!pkg) return;
    recognised = true;
    const ran = inPackage.passed + inPackage.failed + inPackage.skipped > 0;
    if (pkg[1] === 'ok' && !ran && !/\[no tests to run\]/.test(pkg[5] ?? '')) inPackage.passed++;
    if (pkg[1] === 'FAIL' && inPackage.failed === 0) {
      inPackage.failed++;
      inPackage.failures.push(
        failure(pkg[2] ?? '', {
          message: compileErrors(lines, pkg[2] ?? '') || (pkg[4] ?? panicOf(lines, i)),
        }),
      );
    }
    addTo(counts, inPackage);
    inPackage = emptyCounts();
  });
  addTo(counts, inPackage);
  return recognised ? counts : undefined;
}

function addTo(total: ParsedTests, part: ParsedTests): void {
  Object.assign(total, sum([total, part]));
}

function textFailure(name: string, lines: string[], index: number, indent: number): TestFailure {
  // With -v the messages stand between `=== RUN` and the result; without, they are indented below it.
  const below = indentedBlock(lines, index + 1, indent).filter((line) => !resultLine.test(line));
  const run = lines.lastIndexOf(`=== RUN   ${name}`, index);
  const above = run >= 0 ? lines.slice(run + 1, index).filter((line) => /^ {4}/.test(line)) : [];
  const panic = lines[index + 1]?.startsWith('panic: ') ? panicOf(lines, index + 40) : '';
  const message = [...above, ...below].map((line) => line.trim()).join('\n') || panic;
  return failure(name, { message, ...placeIn(message) });
}

/** What the compiler said about a package: the lines below `# package`. */
function compileErrors(lines: string[], pkg: string): string {
  const start = lines.findIndex((line) => line.split(' ').slice(0, 2).join(' ') === `# ${pkg}`);
  if (start < 0) return '';
  const end = lines.findIndex((line, i) => i > start && (line.startsWith('# ') || packageLine.test(line)));
  return lines.slice(start + 1, end < 0 ? start + 40 : end).join('\n');
}

function panicOf(lines: string[], before: number): string {
  const start = lines.findLastIndex((line, i) => i <= before && line.startsWith('panic: '));
  return start < 0 ? '' : lines.slice(start, Math.min(before, start + 40)).join('\n');
}

function placeIn(message: string): { file?: string; line?: number } {
  const at = /(?:^|\s)([\w./-]+_test\.go):(\d+)/.exec(message);
  return at ? { file: at[1], line: count(at[2]) } : {};
}

// ---- json ----

interface GoEvent {
  action: string;
  pkg: string;
  test?: string;
  output?: string;
}

function readEvent(line: string): GoEvent[] {
  if (!line.startsWith('{') || !line.includes('"Action"')) return [];
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const text = (key: string) => {
    const field: unknown = Reflect.get(value, key);
    return typeof field === 'string' ? field : undefined;
  };
  const action = text('Action');
  const pkg = text('Package') ?? text('ImportPath');
  return action && pkg ? [{ action, pkg, test: text('Test'), output: text('Output') }] : [];
}

function parseEvents(events: GoEvent[]): ParsedTests {
  const state = new Map<string, { event: GoEvent; action: string; output: string[] }>();
  const failedPackages: string[] = [];
  for (const event of events) {
    if (event.test === undefined) {
      if (event.action === 'fail') failedPackages.push(event.pkg);
      continue;
    }
    const key = `${event.pkg}\n${event.test}`;
    const entry = state.get(key) ?? { event, action: 'run', output: [] };
    if (event.action === 'output') entry.output.push(event.output ?? '');
    else if (['pass', 'fail', 'skip'].includes(event.action)) entry.action = event.action;
    state.set(key, entry);
  }
  const counts = emptyCounts();
  const blamed = new Set<string>();
  for (const { event, action, output } of state.values()) {
    if (action === 'pass') counts.passed++;
    else if (action === 'skip') counts.skipped++;
    else {
      // `run` without an end: the process died in this test.
      counts.failed++;
      blamed.add(event.pkg);
      const message = output.filter((line) => !/^\s*(?:===|---) /.test(line)).join('');
      counts.failures.push(failure(event.test ?? '', { message, ...placeIn(message) }));
    }
  }
  for (const pkg of failedPackages.filter((name) => !blamed.has(name))) {
    counts.failed++;
    counts.failures.push(
      failure(pkg, { message: 'the package failed without a failing test (build error or crash)' }),
    );
  }
  return counts;
}
