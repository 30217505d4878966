import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Document } from '../../src/edits/document.ts';
import { cutLines, hashRange } from '../../src/edits/line-table.ts';
import { findBlocks, findText, occurrences } from '../../src/edits/search.ts';

/** Every start, by trying each. */
function naive<T>(haystack: readonly T[], needle: readonly T[]): number[] {
  const found: number[] = [];
  for (let at = 0; needle.length > 0 && at + needle.length <= haystack.length; at++) {
    if (needle.every((one, index) => one === haystack[at + index])) found.push(at);
  }
  return found;
}

const few = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 24 });

describe('finding', () => {
  test('numbers, overlapping places included, as trying each place does', () => {
    fc.assert(
      fc.property(few, fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 6 }), (haystack, needle) => {
        expect(occurrences(Int32Array.from(haystack), Int32Array.from(needle))).toEqual(
          naive(haystack, needle),
        );
      }),
      { numRuns: 2000 },
    );
  });
  test('whole lines, by hash and by number alike', () => {
    const line = fc.constantFrom('a', 'b', ' a', 'a ', '');
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 20 }),
        fc.array(line, { minLength: 1, maxLength: 4 }),
        (lines, pattern) => {
          const text = lines.map((one) => `${one}\n`).join('');
          const numbered = new Document(text);
          numbered.view('exact');
          expect(findBlocks(new Document(text), pattern, 'exact')).toEqual(naive(lines, pattern));
          expect(findBlocks(numbered, pattern, 'exact')).toEqual(naive(lines, pattern));
        },
      ),
      { numRuns: 1000 },
    );
  });
  test('telling lines, first by looking for one of them, then by hash, as trying each place does', () => {
    const line = fc.constantFrom('first line', 'first line of two', ' first line', 'another line', '');
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 12 }),
        fc.array(line, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (lines, pattern, ended) => {
          const document = new Document(lines.join('\n') + (ended && lines.length > 0 ? '\n' : ''));
          const known = Array.from({ length: document.lineCount }, (_, at) => document.line(at));
          expect(findBlocks(document, pattern, 'exact')).toEqual(naive(known, pattern));
          expect(findBlocks(document, pattern, 'exact')).toEqual(naive(known, pattern));
        },
      ),
      { numRuns: 1000 },
    );
    const many = new Document('the same line\n'.repeat(200));
    expect(findBlocks(many, ['the same line'], 'exact')).toHaveLength(200);
  });
  test('long pieces of text like short ones', () => {
    const piece = `${'ab'.repeat(150)}c`;
    expect(findText(`x${piece}y${piece}${piece}`, piece)).toEqual([1, 303, 604]);
    expect(findText('aaaa', 'aa')).toEqual([0, 2]);
    expect(findText('abc', '')).toEqual([]);
  });
  test('lines whose hashes agree are told apart', () => {
    // The hash samples long lines: these two differ only in a unit that it skips.
    const [one, other] = [0, 1].map((bit) => `${'x'.repeat(5)}${bit}${'x'.repeat(94)}`);
    expect(hashRange(one ?? '', 0, 100)).toBe(hashRange(other ?? '', 0, 100));
    expect(findBlocks(new Document(`${one}\n`), [other ?? ''], 'exact')).toEqual([]);
  });
});

test('lines end at LF, CRLF and CR, and nowhere else', () => {
  const text = 'a\nb\r\nc\rd\u2028e\u0085f\vg\n\nh';
  const { count, starts, ends } = cutLines(text);
  const lines = Array.from({ length: count }, (_, index) => text.slice(starts[index], ends[index]));
  expect(lines).toEqual(['a', 'b', 'c', 'd\u2028e\u0085f\vg', '', 'h']);
  expect(cutLines('').count).toBe(0);
  expect(cutLines('x\n'.repeat(5000)).count).toBe(5000);
});
