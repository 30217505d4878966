import { describe, expect, it } from 'vitest';
import { digest } from '../../src/repomap/digest.ts';
import { lexicalScores, matchWords, wordValues } from '../../src/repomap/lexical.ts';
import { eachWord, hashOfWhole, wordsOf } from '../../src/repomap/words.ts';

const encoder = new TextEncoder();

/** Scores of texts for a query; every text is a file with the given path and defined names. */
function score(query: string, files: { text: string; path?: string; defs?: string[] }[]): number[] {
  const digests = files.map(({ text, defs = [] }) =>
    digest(
      encoder.encode(text),
      defs.map((name) => ({ name, kind: 'def', role: 'function', line: 0, endLine: 0 })),
      [],
    ),
  );
  const words = new Map(wordsOf(query).map((hash) => [hash, 1]));
  const matches = matchWords(
    digests,
    [...words.keys()],
    files.map(({ path = '' }) => wordsOf(path)),
    () => true,
  );
  return [...lexicalScores(matches, wordValues(matches, words))];
}

describe('BM25 over files', () => {
  const filler = 'some other words that nobody asked for '.repeat(5);

  it('prefers the file with the rare word', () => {
    const [common = 0, rare = 0, none] = score('parse tokens', [
      { text: `parse ${filler}` },
      { text: `parse tokens ${filler}` },
      { text: filler },
    ]);
    expect(rare).toBeGreaterThan(common);
    expect(none).toBe(0);
  });

  it('gives the value of the formula', () => {
    // one file of two holds the word once, both of average length: idf = ln(1 + 1.5/1.5), tf/(tf + 2) = 1/3
    const [held] = score('needle', [{ text: 'needle hay' }, { text: 'grass hay' }]);
    expect(held).toBeCloseTo((Math.log(2) * Math.log2(2)) / 3, 9);
  });

  it('saturates: the tenth occurrence adds less than the second word', () => {
    const [often = 0, both = 0] = score('alpha beta', [
      { text: `${'alpha '.repeat(10)}${filler}` },
      { text: `alpha beta ${'other '.repeat(8)}${filler}` },
      { text: filler },
    ]);
    expect(both).toBeGreaterThan(often);
  });

  it('counts a definition and a path more than a mention, and a long file less', () => {
    const [mention = 0, defined = 0, path = 0, long = 0] = score('tokenizer', [
      { text: `tokenizer ${filler}` },
      { text: `tokenizer ${filler}`, defs: ['Tokenizer'] },
      { text: `tokenizer ${filler}`, path: 'src/tokenizer.py' },
      { text: `tokenizer ${filler.repeat(20)}` },
      { text: filler },
    ]);
    expect(defined).toBeGreaterThan(mention);
    expect(path).toBeGreaterThan(mention);
    expect(long).toBeLessThan(mention);
  });
});

describe('the tokeniser', () => {
  const parts = (text: string) => {
    const found: string[] = [];
    eachWord(encoder.encode(text), (_hash, at, whole) => found.push(`${at}${whole ? '*' : ''}`));
    return found;
  };

  it('splits identifiers at case, digits and joiners, and adds the whole', () => {
    expect(wordsOf('HTTPServer')).toEqual([
      ...wordsOf('http'),
      ...wordsOf('server'),
      hashOfWhole(['http', 'server']),
    ]);
    expect(wordsOf('max_retry_count').slice(0, 3)).toEqual([
      ...wordsOf('max'),
      ...wordsOf('retry'),
      ...wordsOf('count'),
    ]);
    expect(wordsOf('run_context').at(-1)).toBe(wordsOf('RunContext').at(-1));
    expect(parts('ab cdEf')).toEqual(['0', '3', '3', '3*']);
  });

  it('meets plural and verb forms but keeps short words apart', () => {
    for (const [a, b] of [
      ['queries', 'query'],
      ['stopping', 'stopped'],
      ['fixes', 'fixing'],
      ['classes', 'class'],
    ])
      expect(wordsOf(a ?? '')).toEqual(wordsOf(b ?? ''));
    expect(wordsOf('bus')).not.toEqual(wordsOf('bu'));
    expect(wordsOf('is')).not.toEqual(wordsOf('in'));
  });

  it('takes any bytes', () => {
    eachWord(
      Uint8Array.from({ length: 512 }, (_, index) => index % 256),
      () => undefined,
    );
    expect(wordsOf('naïve Straße 漢字')).toHaveLength(3);
    expect(wordsOf(`${'x'.repeat(1_000_000)}`)).toHaveLength(0);
  });
});
