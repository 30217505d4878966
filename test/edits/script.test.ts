/** The line script between two texts: true to both, and keeping as much as can be kept. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineScript } from '../../src/edits/script.ts';

/** The script as lines with their signs. */
const signed = (before: readonly string[], after: readonly string[]) =>
  lineScript(before, after).map(
    ({ kind, text }) => `${{ context: ' ', delete: '-', add: '+' }[kind]}${text}`,
  );
const without = (script: readonly string[], sign: string) =>
  script.filter((line) => !line.startsWith(sign)).map((line) => line.slice(1));

/** Length of the longest common subsequence, straight from its definition. */
function longest([a, ...as]: readonly string[], [b, ...bs]: readonly string[]): number {
  if (a === undefined || b === undefined) return 0;
  if (a === b) return 1 + longest(as, bs);
  return Math.max(longest(as, [b, ...bs]), longest([a, ...as], bs));
}

describe('a line script', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 });
  test('tells both texts and keeps the most lines that can be kept', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const script = signed(before, after);
        expect(without(script, '+')).toEqual(before);
        expect(without(script, '-')).toEqual(after);
        const kept = script.filter((line) => line.startsWith(' ')).length;
        expect(kept).toBe(longest(before, after));
      }),
      { numRuns: 500 },
    );
  });
  test('of equal choices, lines go before lines come', () => {
    expect(signed(['a', 'b'], ['b', 'a'])).toEqual(['-a', ' b', '+a']);
    expect(signed(['x', 'y', 'z'], ['x', 'Y', 'z'])).toEqual([' x', '-y', '+Y', ' z']);
  });
  test('blank lines between two changes are written as the model wrote them', () => {
    expect(signed(['a', '', 'b'], ['A', '', 'B'])).toEqual(['-a', '+A', '-', '+', '-b', '+B']);
    expect(signed(['a', ' ', ' ', 'b'], ['A', ' ', ' ', 'B'])).toEqual([
      '-a',
      '+A',
      '- ',
      '+ ',
      '- ',
      '+ ',
      '-b',
      '+B',
    ]);
  });
  test('blank lines next to a line that stays, stay', () => {
    expect(signed(['a', 'k', '', 'b'], ['A', 'k', '', 'B'])).toEqual(['-a', '+A', ' k', ' ', '-b', '+B']);
    expect(signed(['a', '', 'k', 'b'], ['A', '', 'k', 'B'])).toEqual(['-a', '+A', ' ', ' k', '-b', '+B']);
    expect(signed(['', 'a', ''], ['', 'A', ''])).toEqual([' ', '-a', '+A', ' ']);
  });
  test('the middle of very long texts is replaced as a whole', () => {
    const half = (sign: string) =>
      Array.from({ length: 500 }, (_, at) => (at % 2 === 0 ? 'same' : `${sign}${at}`));
    const kept = (count: number) =>
      signed(['<', ...half('a').slice(0, count), '>'], ['<', ...half('b').slice(0, count), '>']).filter(
        (line) => line === ' same',
      ).length;
    // The first line is part of the common head; 499 × 499 cells are compared, 501 × 501 are not.
    expect(kept(500)).toBe(250);
    const long = [...half('a'), 'x', 'y'];
    expect(
      signed(['z', ...long], ['w', ...half('b'), 'v', 'u']).filter((line) => line.startsWith(' ')),
    ).toEqual([]);
  });
});
