import { expect, test } from 'vitest';
import { asksForChecks } from '../../src/runs/stages/thread-spans.ts';

test.each([
  'the failing checks',
  'CI is red, please mend it',
  'make the build green',
  'rename it\nand fix the broken pipeline',
])('reads the output of checks for: %s', (instruction) => expect(asksForChecks(instruction)).toBe(true));

test.each(['', 'add a test for the parser', 'the error message is unclear', 'fail early\nin every job'])(
  'leaves it for: %j',
  (instruction) => expect(asksForChecks(instruction)).toBe(false),
);
