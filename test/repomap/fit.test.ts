import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from '../../src/lib/tokens.ts';
import { fitMap } from '../../src/repomap/fit.ts';
import type { FileOutline } from '../../src/repomap/outline.ts';

const line = fc.record({
  line: fc.nat(5000),
  text: fc.oneof(
    fc.string({ maxLength: 100 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constant('  def f(self):'),
  ),
});
const outline: fc.Arbitrary<FileOutline> = fc.record({
  path: fc.oneof(
    fc.string({ minLength: 1, maxLength: 60 }),
    fc.constant('src/a b/ünï.py'),
    fc.constant('<|endoftext|>.md'),
  ),
  lines: fc.uniqueArray(line, { maxLength: 20, selector: (one) => one.line }),
});

describe('fitMap', () => {
  it('never takes more tokens than the budget, whatever the files hold', () => {
    fc.assert(
      fc.property(fc.array(outline, { maxLength: 25 }), fc.nat(400), (outlines, budget) => {
        const { map, tokens } = fitMap(outlines, budget, countTokens);
        expect(countTokens(map)).toBe(tokens);
        expect(tokens).toBeLessThanOrEqual(budget);
      }),
    );
  });

  it('holds its promise for any way of counting, also one where a whole costs more than its parts', () => {
    const counters = [
      (text: string) => text.length,
      (text: string) => text.split('\n').length ** 2,
      (text: string) => Math.ceil(text.length / 4),
    ];
    fc.assert(
      fc.property(
        fc.array(outline, { maxLength: 15 }),
        fc.nat(300),
        fc.constantFrom(...counters),
        (outlines, budget, count) => {
          const { map } = fitMap(outlines, budget, count);
          expect(map === '' ? 0 : count(map)).toBeLessThanOrEqual(budget);
        },
      ),
    );
  });

  const files: FileOutline[] = ['a', 'b', 'c'].map((name) => ({
    path: `${name}.py`,
    lines: [4, 0, 9].map((at) => ({ line: at, text: `def ${name}${at}():` })),
  }));

  it('shows everything when there is room, best file first and lines in the order of the file', () => {
    expect(fitMap(files, 1000, countTokens).map).toBe(
      'a.py:\n│def a0():\n│def a4():\n│def a9():\nb.py:\n│def b0():\n│def b4():\n│def b9():\nc.py:\n│def c0():\n│def c4():\n│def c9():\n',
    );
  });

  it('gives up lines before files, and later files before earlier ones', () => {
    const perLine = (text: string) => text.split('\n').length - 1;
    expect(fitMap(files, 6, perLine).map).toBe('a.py:\n│def a4():\nb.py:\n│def b4():\nc.py:\n│def c4():\n');
    expect(fitMap(files, 5, perLine).map).toBe('a.py:\n│def a0():\n│def a4():\nb.py:\n│def b4():\n');
  });

  it('passes over what is too large and uses the room for what is not', () => {
    const wide = { path: 'wide.py', lines: [{ line: 0, text: 'x'.repeat(90) }] };
    expect(fitMap([wide, ...files], 20, (text) => text.length).map).toBe('a.py:\n│def a4():\n');
  });

  it('is empty without files, without room, and for a budget below nothing', () => {
    expect(fitMap([], 100, countTokens)).toEqual({ map: '', tokens: 0, files: 0 });
    expect(fitMap(files, 0, countTokens).map).toBe('');
    expect(fitMap(files, -5, countTokens).map).toBe('');
  });
});
