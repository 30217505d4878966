import { beforeAll, describe, expect, it } from 'vitest';
import { initGrammars } from '../../grammars/parser.ts';
import { syntaxClean, syntaxErrors } from '../../grammars/syntax.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

beforeAll(initGrammars);

describe('syntaxClean', () => {
  it.each([
    ['a.ts', 'export const add = (a: number, b: number) => a + b;\n'],
    ['a.py', 'def add(a, b):\n    return a + b\n'],
    ['a.go', 'package a\n\nfunc Add(a, b int) int { return a + b }\n'],
    ['a.json', '{ "a": [1, 2] }\n'],
    ['a.vue', '<template><p>hi</p></template>\n<script lang="ts">\nconst a: number = 1;\n</script>\n'],
    ['empty.ts', ''],
  ])('is true for %s', (path, text) => {
    expect(syntaxClean(path, bytes(text))).toBe(true);
  });

  it.each([
    ['a.ts', 'export const add = (a: number => a;\n'],
    ['a.py', 'def add(a, b:\n    return a + b\n'],
    ['a.go', 'package a\n\nfunc Add(a, b int int { return a + b }\n'],
    ['a.json', '{ "a": [1, 2 }\n'],
    ['a.vue', '<template/>\n<script lang="ts">\nconst a: = 1;\n</script>\n'],
  ])('is false for a broken %s', (path, text) => {
    expect(syntaxClean(path, bytes(text))).toBe(false);
  });

  it('cannot tell without a grammar, for binary files and for files that are too large', () => {
    expect(syntaxClean('notes.unknown', bytes('((('))).toBeUndefined();
    expect(syntaxClean('a.ml', bytes('let x = ('))).toBeUndefined();
    expect(syntaxClean('a.ts', new Uint8Array([0, 1, 2]))).toBeUndefined();
    expect(syntaxClean('a.ts', new Uint8Array(1_000_001).fill(32))).toBeUndefined();
  });
});

describe('syntaxErrors', () => {
  it('names the place and what stands there', () => {
    const [first] = syntaxErrors('a.py', bytes('ok = 1\nbad = = 2\n'));
    expect(first).toEqual({ line: 2, column: 7, text: 'unexpected =' });
  });

  it('names what is missing', () => {
    expect(syntaxErrors('a.ts', bytes('call(1, 2;\n'))).toEqual([{ line: 1, column: 10, text: 'missing )' }]);
  });

  it('is empty for a clean file and bounded for a hopeless one', () => {
    expect(syntaxErrors('a.ts', bytes('const a = 1;\n'))).toEqual([]);
    const hopeless = syntaxErrors('a.ts', bytes('const ) = ;\n'.repeat(1000)));
    expect(hopeless.length).toBeGreaterThan(0);
    expect(hopeless.length).toBeLessThanOrEqual(20);
  });

  it('counts lines of a component file from its top', () => {
    const text = '<template/>\n\n<script>\nconst = 1;\n</script>\n';
    expect(syntaxErrors('a.vue', bytes(text))[0]?.line).toBe(4);
  });
});
