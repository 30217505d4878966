/** Which paths of a repository an edit may change at all, whatever it holds. */
import { describe, expect, test } from 'vitest';
import type { Operation, PlanOptions } from '../../src/edits/types.ts';
import { type Contents, outcome, replace } from './support.ts';

const source = { format: 'patch', index: 0 } as const;
const rename = (path: string, toPath: string): Operation => ({
  kind: 'rename',
  path,
  toPath,
  notes: [],
  source,
});
const remove = (path: string): Operation => ({ kind: 'delete', path, notes: [], source });
const create = (path: string): Operation => ({ kind: 'create', path, content: 'n\n', notes: [], source });
const files: Contents = {
  'a.ts': 'a\n',
  'b.ts': 'b\n',
  'src/c.ts': 'c\n',
  link: { type: 'symlink' },
  module: { type: 'submodule' },
};
const codes = (operation: Operation, options: Partial<PlanOptions> = {}) => {
  const left = outcome(files, [operation], options);
  return left.ok ? 'ok' : left.codes.join();
};
const touching = (path: string) => replace(path, `${path.at(-4) ?? ''}\n`, 'new\n');

describe('what the run may change', () => {
  test('files that are only to be read', () => {
    const options = { untouched: ['a.ts'] };
    expect([codes(touching('a.ts'), options), codes(touching('b.ts'), options)]).toEqual(['PROTECTED', 'ok']);
    expect(codes(rename('a.ts', 'd.ts'), options)).toBe('PROTECTED');
    expect(codes(rename('b.ts', 'a.ts'), options)).toBe('PROTECTED');
  });
  test('only the named files, letter by letter', () => {
    const options = { only: ['a.ts', 'n.ts'] };
    expect([codes(touching('a.ts'), options), codes(touching('b.ts'), options)]).toEqual(['ok', 'PROTECTED']);
    expect([codes(create('n.ts'), options), codes(create('m.ts'), options)]).toEqual(['ok', 'PROTECTED']);
  });
  test('only what the globs match', () => {
    const options = { allow: ['src/**'] };
    expect([codes(touching('src/c.ts'), options), codes(touching('a.ts'), options)]).toEqual([
      'ok',
      'PROTECTED',
    ]);
  });
  test('nothing that is protected, even where it is allowed', () => {
    expect(codes(touching('src/c.ts'), { allow: ['src/**'], protect: ['**/c.ts'] })).toBe('PROTECTED');
  });
});

describe('what git keeps at a path', () => {
  test.each([
    ['a link', 'link', 'PROTECTED'],
    ['a submodule', 'module', 'PROTECTED'],
    ['behind a link', 'link/x.ts', 'OUTSIDE'],
    ['behind a submodule, two folders deep', 'module/x/y.ts', 'OUTSIDE'],
    ['behind a file', 'a.ts/x.ts', 'IS_DIRECTORY'],
    ['a folder', 'src', 'IS_DIRECTORY'],
    ['below folders that are not there', 'new/deep/x.ts', 'ok'],
  ])('%s', (_name, path, code) => {
    expect(codes(create(path))).toBe(code);
    expect(codes(rename('b.ts', path))).toBe(code);
  });
});

describe('names that differ only in letter case', () => {
  test('a new name may not, a renamed file may', () => {
    expect(codes(create('A.ts'))).toBe('EXISTS');
    expect(codes(rename('b.ts', 'A.ts'))).toBe('EXISTS');
    expect(codes(rename('a.ts', 'A.ts'))).toBe('ok');
  });
  test('a missing one that is to be deleted is told of the other', () => {
    expect(codes(remove('A.ts'))).toBe('EXISTS');
  });
});

describe('a name with a hidden character', () => {
  const hidden = 'a\u200b.ts';
  test('is none to delete or to look for; what is missing is missing', () => {
    expect(codes(remove(hidden))).toBe('MISSING');
    expect(codes(rename(hidden, 'x.ts'))).toBe('MISSING');
    expect(codes(replace(hidden, 'z\n', 'y\n'))).toBe('MISSING');
  });
  test('is none for a new file, whether it has text or only blank lines as the old text', () => {
    expect(codes(replace(hidden, '\n', 'y\n'))).toBe('OUTSIDE');
    expect(codes(replace(hidden, '', 'y\n'))).toBe('OUTSIDE');
  });
});

describe('a path that was read otherwise than it was sent', () => {
  test('is noted', () => {
    const left = outcome(files, [touching('./src/c.ts')]);
    expect(left.ok && left.notes).toEqual(['`./src/c.ts` was read as `src/c.ts`']);
  });
  test('a blank one is none', () => {
    expect(codes(replace('  ', '', 'x\n'))).toBe('NO_FILENAME');
  });
});
