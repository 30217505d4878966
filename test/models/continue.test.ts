import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { continuation, joinPieces } from '../../src/models/continue.ts';
import { UNKNOWN_MODEL } from '../../src/models/profile.ts';
import { ask } from './support.ts';

describe('joining', () => {
  test.each([
    ['a plain continuation', 'const a = 1;\ncon', 'st b = 2;\n', 'const a = 1;\nconst b = 2;\n'],
    [
      'a repeated line',
      'first line\nthe second line\n',
      'the second line\nthe third line\n',
      'first line\nthe second line\nthe third line\n',
    ],
    ['a repeated half line', 'total = price * quan', 'total = price * quantity', 'total = price * quantity'],
    [
      'words that stood earlier, but not at the end',
      'the second line\nand more',
      'the second line\nagain',
      'the second line\nand morethe second line\nagain',
    ],
    ['a short repetition, which may be meant', '  }\n', '  }\n}\n', '  }\n  }\n}\n'],
    [
      'repeated white space, which says nothing',
      `a${' '.repeat(30)}`,
      `${' '.repeat(30)}b`,
      `a${' '.repeat(60)}b`,
    ],
  ])('%s', (_name, before, after, joined) => {
    expect(joinPieces(before, after)).toBe(joined);
  });

  test('never loses what was there before, and only leaves out what the end repeats', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const joined = joinPieces(before, after);
        expect(joined.startsWith(before)).toBe(true);
        expect(after.endsWith(joined.slice(before.length))).toBe(true);
      }),
    );
  });
});

describe('asking for the rest', () => {
  test('a model that takes a prefill gets its own words back, without trailing space', () => {
    const next = continuation(ask('go'), 'so far \n', { ...UNKNOWN_MODEL, prefill: true });
    expect(next.messages.at(-1)).toEqual({ role: 'assistant', content: 'so far' });
  });

  test('other models, and all with thinking, get a turn that tells them to go on', () => {
    const plain = continuation(ask('go'), 'so far', UNKNOWN_MODEL);
    const thinking = continuation(ask('go', { reasoning: 'low' }), 'so far', {
      ...UNKNOWN_MODEL,
      prefill: true,
    });
    for (const { messages } of [plain, thinking]) {
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
      expect(messages.at(-1)?.content).toContain('so far');
    }
  });

  test('the original messages come first, so that they stay cached', () => {
    const request = ask('go');
    expect(continuation(request, 'x', UNKNOWN_MODEL).messages[0]).toEqual(request.messages[0]);
  });
});
