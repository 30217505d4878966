import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countTokens, estimateTokens } from '../../src/lib/tokens.ts';

describe('countTokens', () => {
  it('counts as o200k does', () => {
    expect(countTokens('hello world')).toBe(2);
    expect(countTokens('')).toBe(0);
  });

  it('takes names of special tokens as plain text', () => {
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
    expect(() => countTokens('<|im_start|>system<|endofprompt|>')).not.toThrow();
  });
});

describe('estimateTokens', () => {
  it.each(['../../src/lib/tokens.ts', '../../package.json', './tokens.test.ts'])(
    'is near the count for %s',
    (name) => {
      const text = readFileSync(new URL(name, import.meta.url), 'utf8');
      const ratio = estimateTokens(text) / countTokens(text);
      expect(ratio).toBeGreaterThan(0.85);
      expect(ratio).toBeLessThan(1.18);
    },
  );
});
