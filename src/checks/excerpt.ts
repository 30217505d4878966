/** The part of a failing output that tells a reader, human or model, what is wrong. */
import { logText } from './output.ts';
import type { CheckResult, TestFailure } from './types.ts';

export interface ExcerptOptions {
  maxChars: number;
}

/**
 * Failing tests first, with their messages and the stack frames that lie in the repository; where no parser found any,
 * the lines around the first errors; where there are none, the end of the output. Never longer than `maxChars`, no
 * message twice. The text is the repository's: to be treated as data.
 */
export function excerpt(result: CheckResult, { maxChars }: ExcerptOptions): string {
  const failures = result.tests?.failures ?? [];
  const text = failures.length > 0 ? describeFailures(result, maxChars) : describeLog(result, maxChars);
  return cutMiddle(text, maxChars);
}

// ---- failing tests ----

function describeFailures(result: CheckResult, maxChars: number): string {
  const failures = result.tests?.failures ?? [];
  const shown: string[] = [];
  const messages = new Map<string, string>();
  let left = maxChars - 80;
  for (const failure of failures) {
    const block = describeFailure(failure, messages);
    // A fair share: one test with an endless diff must not hide the others.
    const bounded = cutMiddle(block, Math.max(400, Math.floor(maxChars / Math.min(failures.length, 4))));
    if (bounded.length > left) break;
    left -= bounded.length + 2;
    shown.push(bounded);
  }
  const failed = Math.max(result.tests?.failed ?? 0, failures.length);
  const more = failed - shown.length;
  if (more > 0) shown.push(`… and ${more} more failing ${more === 1 ? 'test' : 'tests'}`);
  return shown.join('\n\n');
}

function describeFailure(failure: TestFailure, messages: Map<string, string>): string {
  const place = failure.file ? ` (${failure.file}${failure.line ? `:${failure.line}` : ''})` : '';
  const heading = `FAILED ${failure.name}${place}`;
  const message = withoutForeignFrames(failure.message ?? '');
  if (message === '') return heading;
  const same = messages.get(message);
  if (same !== undefined) return `${heading}\nsame message as ${same}`;
  messages.set(message, failure.name);
  return `${heading}\n${message}`;
}

const goPlace = /^\s+\S+\.go:\d+ \+0x/;
const frame = [
  /^\s*at .+:\d+/, // JavaScript, Java, C#
  /^\s*File ".+", line \d+/, // Python
  goPlace,
  /^\s+\d+: +\S+/, // Rust's backtrace
  /^\s*(?:from |# )?\S+:\d+:in [`']/, // Ruby
];
const foreign =
  /node:internal|\(?node:|node_modules[\\/]|[\\/]site-packages[\\/]|[\\/]dist-packages[\\/]|[\\/]lib[\\/]python3|[\\/]usr[\\/]|[\\/]go[\\/]src[\\/]|[\\/]\.cargo[\\/]|\/rustc\/|rust_begin_unwind|\b(?:core|std)::|vendor[\\/]|[\\/]gems[\\/]|\bat (?:java\.|jdk\.|sun\.|org\.junit\.|System\.)|Test\.run/;

/** Leaves out stack frames of runtimes and packages; every other line stays. */
function withoutForeignFrames(message: string): string {
  const kept: string[] = [];
  for (const line of message.split('\n')) {
    if (!frame.some((pattern) => pattern.test(line)) || !foreign.test(line)) kept.push(line);
    // Go prints the function on the line before its place.
    else if (goPlace.test(line)) kept.pop();
  }
  return kept.join('\n').trim();
}

// ---- any other output ----

const errorLine =
  /\b(?:error|fatal|panic(?:ked)?|exception|traceback|undefined reference|cannot find|not found|segmentation fault|assertion|FAILED|FAIL|failures?)\b|^E\s|^\S+:\d+:\d+:?\s|^\S+\(\d+,\d+\):/i;
const noise =
  /\b0 (?:errors?|failures?|failed)\b|(?:errors?|failures?|failed)[:=] ?0\b|no errors?\b|npm (?:ERR!|error) (?:A complete log|code|path|command|Lifecycle)/i;
const before = 2;
const after = 8;

/** The same for output of which nothing is known but its text: the log of a job somewhere else. */
export function excerptOfText(text: string, { maxChars }: ExcerptOptions): string {
  return cutMiddle(describeText(text, maxChars), maxChars);
}

function describeLog(result: CheckResult, maxChars: number): string {
  return describeText(logText(result.log), maxChars);
}

function describeText(text: string, maxChars: number): string {
  const lines = text.split('\n');
  const wanted = new Set<number>();
  let size = 0;
  const seen = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (!errorLine.test(line) || noise.test(line) || seen.has(line.trim())) continue;
    seen.add(line.trim());
    for (let i = Math.max(0, index - before); i <= Math.min(lines.length - 1, index + after); i++) {
      if (wanted.has(i)) continue;
      wanted.add(i);
      size += (lines[i] ?? '').length + 1;
    }
    if (size > maxChars) break;
  }
  if (wanted.size === 0) return tailOf(lines, maxChars);
  return joinWithGaps(lines, wanted);
}

function joinWithGaps(lines: readonly string[], wanted: ReadonlySet<number>): string {
  const parts: string[] = [];
  let last = -1;
  for (const index of [...wanted].sort((a, b) => a - b)) {
    if (index > last + 1 && parts.length > 0) parts.push('…');
    const line = withoutForeignFrames(lines[index] ?? '') === '' ? '' : (lines[index] ?? '');
    if (line !== '' || (parts.at(-1) ?? '') !== '') parts.push(line);
    last = index;
  }
  return parts.join('\n').trim();
}

function tailOf(lines: readonly string[], maxChars: number): string {
  const kept: string[] = [];
  let size = 0;
  for (const line of lines.toReversed()) {
    size += line.length + 1;
    if (size > maxChars) break;
    kept.unshift(line);
  }
  return kept.join('\n').trim();
}

const gap = '\n… left out …\n';

/** Beginning and end of a text that is too long: the message stands first, the final error last. */
function cutMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const side = Math.floor((maxChars - gap.length) / 2);
  if (side <= 0) return text.slice(0, maxChars);
  return `${text.slice(0, side)}${gap}${text.slice(-side)}`;
}
