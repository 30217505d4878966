/** Names that no checkout could hold together, or that only look as if they lay in the repository. */
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../src/edits/types.ts';
import { afterReply, block, outcome, replace } from './support.ts';

describe('a path is a file or a folder, never both', () => {
  test.each([
    ['the folder after its file', ['n/a', 'n'], 'IS_DIRECTORY'],
    ['the folder after files elsewhere', ['n/a', 'm/b.py', 'n'], 'IS_DIRECTORY'],
    ['a folder with an ending', ['n.d/a.py', 'n.d'], 'IS_DIRECTORY'],
    ['a folder of the repository', ['new.py', 'src'], 'IS_DIRECTORY'],
    ['the file, spelled as one, before its folder', ['./n', 'n/a'], 'IS_DIRECTORY'],
    ['a word that may be no name', ['n', 'n/a'], 'NO_FILENAME'],
    ['a word that may be no name, after a file', ['m/b.py', 'n'], 'NO_FILENAME'],
  ])('%s', (_name, paths, code) => {
    const reply = paths.map((path, index) => block(path, '', `text ${index}\n`)).join('\n');
    expect(afterReply({ 'src/a.py': 'a = 1\n' }, reply, 'diff')).toMatchObject({ ok: false, codes: [code] });
  });
  test('a new folder is not taken for a shown file with the same ending', () => {
    const operations = [replace('n/x.py/a', '', 'a\n'), replace('n/x.py', 'one\n', 'two\n')];
    expect(outcome({ 'src/n/x.py': 'one\n' }, operations)).toMatchObject({ codes: ['IS_DIRECTORY'] });
  });
  test('a file may make way for a folder of its name', () => {
    const gone: Operation = { kind: 'delete', path: 'n', notes: [], source: { format: 'patch', index: 0 } };
    expect(outcome({ n: 'x\n' }, [gone, replace('n/a', '', 'a\n')])).toMatchObject({
      ok: true,
      files: { 'n/a': 'a\n' },
    });
  });
});

describe('names of one reply that differ only in letter case', () => {
  test.each([
    ['files', ['n/A.py', 'n/a.py'], ['EXISTS']],
    ['folders', ['N/x.py', 'n/y.py'], ['EXISTS']],
    ['neither', ['n/x.py', 'n/y.py'], undefined],
    ['both spellings are in the repository', ['Both/new.py', 'both/other.py'], undefined],
  ])('%s', (_name, paths, codes) => {
    const files = { 'Both/a.py': '', 'both/b.py': '' };
    const left = outcome(
      files,
      paths.map((path) => replace(path, '', 'x\n')),
    );
    expect(left.ok ? undefined : left.codes).toEqual(codes);
  });
  test('a renamed file clashes with a new one', () => {
    const moved: Operation = {
      kind: 'rename',
      path: 'a.py',
      toPath: 'n/A.py',
      notes: [],
      source: { format: 'patch', index: 0 },
    };
    expect(outcome({ 'a.py': 'x\n' }, [moved, replace('n/a.py', '', 'y\n')])).toMatchObject({
      codes: ['EXISTS'],
    });
  });
});
