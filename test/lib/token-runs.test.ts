import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { countInRuns } from '../../src/lib/token-runs.ts';

const encode = (text: string) => countTokens(text, { disallowedSpecial: new Set<string>() });

test('ordinary text counts exactly as the encoder counts it', () => {
  const text = 'export function add(a: number, b: number) {\n  return a + b; // 1 + 1 = 2, naïve\n}\n'.repeat(
    50,
  );
  expect(countInRuns(text, encode)).toBe(encode(text));
});

test('a text made of one endless word is handed over in short pieces only', () => {
  for (const unit of ['a', '漢', ' ', '\n', '=', 'é', '👩‍👩‍👧']) {
    const lengths: number[] = [];
    const text = `x = ${unit.repeat(3_000)} + 1`;
    countInRuns(text, (piece) => lengths.push(piece.length));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(256 + 4);
  }
});

test('nothing is lost or counted twice', () => {
  const unit = fc.constantFrom('word ', 'a', '漢', '\n', '   ', '12', '!', '😀');
  fc.assert(
    fc.property(fc.array(fc.tuple(unit, fc.nat(600))), (parts) => {
      const text = parts.map(([part, times]) => part.repeat(times)).join('');
      const seen: string[] = [];
      countInRuns(text, (piece) => seen.push(piece));
      expect(seen.join('')).toBe(text);
    }),
    { numRuns: 50 },
  );
});
