import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentStyles } from '../../../grammars/comments.ts';
import { lexReferences } from '../../../src/repomap/tags/lexer.ts';

const names = (text: string, style: keyof typeof commentStyles) =>
  lexReferences(text, commentStyles[style]).map((tag) => tag.name);

describe('lexReferences', () => {
  it('finds identifiers and their lines', () => {
    expect(lexReferences('let total = price_of(item);\nlog(total)', commentStyles.c)).toMatchObject([
      { name: 'total', line: 0 },
      { name: 'price_of', line: 0 },
      { name: 'item', line: 0 },
      { name: 'log', line: 1 },
      { name: 'total', line: 1 },
    ]);
  });

  it('steps over comments and strings of the language', () => {
    expect(names('a1 // hidden\nb1 /* hidden\nhidden */ c1 "hidden \\" hidden" d1', 'c')).toEqual([
      'a1',
      'b1',
      'c1',
      'd1',
    ]);
    expect(names('aa (* hidden *) bb', 'ocaml')).toEqual(['aa', 'bb']);
    expect(names('a-b! ; hidden', 'lisp')).toEqual(['a-b!']);
  });

  it('reads on after a quote or a comment that is never closed', () => {
    expect(names("don't stop\nhere", 'vb')).toEqual(['don', 'here']);
    expect(names('first /* second', 'c')).toEqual(['first', 'second']);
    expect(names('x1 = "open\ny1', 'c')).toEqual(['x1', 'y1']);
  });

  it('takes numbers with their units for no names', () => {
    expect(names('16px 0xff 1e5 v2', 'none')).toEqual(['v2']);
  });

  it('never fails, and every name stands on the line it is given for', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(...Object.values(commentStyles)),
        (text, style) => {
          const lines = text.split('\n');
          for (const tag of lexReferences(text, style)) expect(lines[tag.line]).toContain(tag.name);
        },
      ),
    );
  });
});
