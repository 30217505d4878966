import { describe, expect, it } from 'vitest';
import { indexImports, resolveImport } from '../../src/repomap/imports.ts';
import { indexPaths, resolvePath, resolveQualified } from '../../src/repomap/mentions.ts';
import { shownLine } from '../../src/repomap/outline.ts';

const paths = [
  'src/app.ts',
  'src/lib/index.ts',
  'src/lib/date.ts',
  'web/lib/date.ts',
  'pkg/__init__.py',
  'pkg/util/text.py',
  'java/src/com/acme/io/Reader.java',
  'internal/store/disk.go',
  'internal/store/memory.go',
  'include/zip/file.h',
  'crates/core/src/parse.rs',
  'src/Http/Client.php',
  'package.json',
  'web/package.json',
];
const index = indexPaths(paths);
const named = (files: number[]) => files.map((file) => paths[file]);

describe('imports as written', () => {
  const imports = indexImports(index);
  it.each([
    ['src/app.ts', './lib/date.ts', ['src/lib/date.ts']],
    ['src/app.ts', './lib/date', ['src/lib/date.ts']],
    ['src/lib/date.ts', '.', ['src/lib/index.ts']],
    ['src/app.ts', './lib', ['src/lib/index.ts']],
    ['web/lib/date.ts', '../../src/lib/date.js', ['src/lib/date.ts']],
    ['pkg/util/text.py', '..', ['pkg/__init__.py']],
    ['pkg/__init__.py', '.util.text', ['pkg/util/text.py']],
    ['src/app.ts', 'pkg.util.text', ['pkg/util/text.py']],
    ['java/src/com/acme/Main.java', 'com.acme.io.Reader', ['java/src/com/acme/io/Reader.java']],
    [
      'cmd/main.go',
      'example.org/tool/internal/store',
      ['internal/store/disk.go', 'internal/store/memory.go'],
    ],
    ['src/zip.c', 'zip/file.h', ['include/zip/file.h']],
    ['crates/core/src/lib.rs', 'crate::core::src::parse::Parser', ['crates/core/src/parse.rs']],
    ['src/App.php', 'App\\Http\\Client', ['src/Http/Client.php']],
    ['src/app.ts', 'react', []],
    ['src/app.ts', './gone', []],
  ])('%s imports %s', (from, spec, expected) => {
    expect(named(resolveImport(imports, from, spec))).toEqual(expected);
  });
});

describe('paths and dotted names', () => {
  const find = (path: string) =>
    resolvePath(index, { path, where: 'prose' }).map((hit) => [paths[hit.file], hit.weight]);

  it('find the file with the longest common end; several share the mention', () => {
    expect(find('home/me/src/lib/date.ts')).toEqual([['src/lib/date.ts', 1]]);
    expect(find('date.ts')).toEqual([
      ['src/lib/date.ts', 0.5],
      ['web/lib/date.ts', 0.5],
    ]);
    expect(find('package.json')).toEqual([['package.json', 1]]);
    expect(find('src/lib')).toEqual([]);
    expect(find('reader.java')).toEqual([['java/src/com/acme/io/Reader.java', 0.6]]);
  });

  it('lead from a member to its module', () => {
    expect(named(resolveQualified(index, ['pkg', 'util', 'text', 'shorten']).map((hit) => hit.file))).toEqual(
      ['pkg/util/text.py'],
    );
    expect(resolveQualified(index, ['os', 'path', 'join'])).toEqual([]);
  });
});

describe('a line of the map', () => {
  it('has no tabs, no controls, no invisible characters and at most 100 characters', () => {
    expect(shownLine('\tdef f(a,\u202e b):\r')).toBe('  def f(a, b):');
    expect([...shownLine('🦊'.repeat(300))]).toHaveLength(100);
    expect(shownLine('x'.repeat(100))).toHaveLength(100);
    expect(shownLine('x'.repeat(101))).toBe(`${'x'.repeat(99)}…`);
  });
});
