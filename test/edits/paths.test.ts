/** Names that no checkout could hold together, or that only look as if they lay in the repository. */
import { describe, expect, test } from 'vitest';
import { memoryTree, planReply } from '../../src/edits/index.ts';
import { extensionOf, foreignRoot, readPath, similarPaths } from '../../src/edits/paths.ts';
import type { EditReply, FormatName, Operation, Problem } from '../../src/edits/types.ts';
import { block } from '../support/replies.ts';
import { afterReply, outcome, replace } from './support.ts';

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

describe('an address is never cut down to a file of the repository', () => {
  const files = { 'etc/passwd': 'root\n', 'share/x': 'root\n', y: 'root\n', 'src/a.py': 'root\n' };
  const call = (name: string, args: unknown): EditReply => ({
    text: '',
    toolCalls: [{ id: 'c1', name, arguments: JSON.stringify(args) }],
  });
  const writers: [FormatName, (path: string) => EditReply][] = [
    ['diff', (path) => ({ text: block(path, 'root\n', 'new\n') })],
    ['diff', (path) => ({ text: block(path, '', 'new\n') })],
    ['whole', (path) => ({ text: `${path}\n\`\`\`\nnew\n\`\`\`\n` })],
    ['udiff', (path) => ({ text: `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-root\n+new\n` })],
    ['udiff', (path) => ({ text: `--- a/src/a.py\n+++ ${path}\n@@ -1 +1 @@\n-root\n+new\n` })],
    ['udiff', (path) => ({ text: `--- /dev/null\n+++ ${path}\n@@ -0,0 +1 @@\n+new\n` })],
    ['patch', (path) => ({ text: `*** Begin Patch\n*** Add File: ${path}\n+new\n*** End Patch\n` })],
    ['patch', (path) => ({ text: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch\n` })],
    ['edit', (path) => call('edit', { path, edits: [{ oldText: 'root', newText: 'new' }] })],
    [
      'text_editor',
      (path) => call('str_replace_based_edit_tool', { command: 'create', path, file_text: 'n' }),
    ],
  ];
  const plans = (path: string) =>
    writers.map(([format, write]) => {
      const planned = planReply(write(path), format, memoryTree(files), {
        shown: Object.keys(files),
        protect: [],
      });
      return planned.ok ? planned.changeSet.files.map((file) => file.path) : planned.problems.map(codeOf);
    });
  const codeOf = ({ code }: Problem) => code;
  test.each([
    'file:///etc/passwd',
    'http://x/y',
    'https://host.example/src/a.py',
    '\\\\host\\share\\x',
    '//host/share/x',
    '//host.example/y',
    'b//etc/passwd',
  ])('%s', (path) => {
    expect(plans(path)).toEqual(writers.map(() => ['OUTSIDE']));
  });
  test('the path of a drive is, when it ends in a known file', () => {
    expect(outcome(files, [replace('C:\\repo\\src\\a.py', 'root\n', 'new\n')])).toMatchObject({
      files: { 'src/a.py': 'new\n' },
    });
  });
  test('an address in a snippet or above it is none of the files', () => {
    const snippets =
      'Open:\n\n```\nhttp://localhost:3000/\n```\n\nSee\nhttps://x.example/y\n\n```\nfoo\n```\n';
    const left = afterReply(files, `src/a.py\n\`\`\`\nnew\n\`\`\`\n\n${snippets}`, 'whole');
    expect(left).toMatchObject({ files: { ...files, 'src/a.py': 'new\n' } });
  });
  test.each(['// src/a.py', '//src/a.py', '// `src/a.py`:'])(
    '%s above a block is a comment that names a file',
    (line) => {
      expect(afterReply(files, block(line, 'root\n', 'new\n'), 'diff')).toMatchObject({
        files: { ...files, 'src/a.py': 'new\n' },
      });
    },
  );
  test('so is one that names a new file in a folder that is there; elsewhere it would be another machine', () => {
    expect(afterReply(files, block('//src/b.py', '', 'new\n'), 'diff')).toMatchObject({
      files: { ...files, 'src/b.py': 'new\n' },
    });
    expect(afterReply(files, block('//lib/b.py', '', 'new\n'), 'diff')).toMatchObject({ ok: false });
    expect(afterReply(files, block('// lib/b.py', '', 'new\n'), 'diff')).toMatchObject({
      files: { ...files, 'lib/b.py': 'new\n' },
    });
  });
  test('a slash too many inside a path is only a slip', () => {
    expect(afterReply(files, block('src//a.py', 'root\n', 'new\n'), 'diff')).toMatchObject({
      files: { 'src/a.py': 'new\n' },
    });
  });
});

describe('new names hold no character that hides or reorders', () => {
  const source = { format: 'patch', index: 0 } as const;
  const names = ['202a', '202e', '2066', '2069', '200b', '200f', 'feff', '0085', '000a', '001b'];
  test.each(
    names.map((hex) => [`U+${hex.toUpperCase()}`, `src/a${String.fromCharCode(parseInt(hex, 16))}b.py`]),
  )('%s', (_code, path) => {
    const operations: Operation[] = [
      { kind: 'create', path, content: 'x\n', notes: [], source },
      { kind: 'overwrite', path, content: 'x\n', notes: [], source },
      { kind: 'rename', path: 'a.py', toPath: path, notes: [], source },
      replace(path, '', 'x\n'),
    ];
    for (const operation of operations) {
      expect(outcome({ 'a.py': 'x\n' }, [operation])).toMatchObject({ ok: false, codes: ['OUTSIDE'] });
    }
  });
  test('the message names the character and does not repeat it', () => {
    const left = outcome({}, [replace('a\u202eb.py', '', 'x\n')]);
    expect(left.ok ? '' : left.problems[0]?.message).toBe(
      '`a?b.py` cannot be a new name: it holds the invisible or direction-changing character U+202E. Use a name without it.',
    );
  });
  test('a file that has such a name may be edited, and renamed to a plain one', () => {
    const path = 'src/a\u200bb.py';
    const rename: Operation = { kind: 'rename', path, toPath: 'src/ab.py', notes: [], source };
    expect(outcome({ [path]: 'x\n' }, [replace(path, 'x\n', 'y\n'), rename])).toMatchObject({
      files: { 'src/ab.py': 'y\n' },
    });
  });
  test('letters of any script are names', () => {
    expect(outcome({}, [replace('docs/größe-日本-שלום.md', '', 'x\n')])).toMatchObject({ ok: true });
  });
});

describe('letters composed in another way are the same name', () => {
  const stored = 'src/gro\u0308\u00dfe.py';
  const written = stored.normalize('NFC');
  test('an edit finds the file', () => {
    const left = outcome({ [stored]: 'x = 1\n' }, [replace(written, 'x = 1\n', 'x = 2\n')]);
    expect(left).toMatchObject({ ok: true, files: { [stored]: 'x = 2\n' } });
  });
  test('no second file or folder of that name is made', () => {
    const left = outcome({ 'o\u0308/a.py': 'x\n' }, [replace('\u00f6/b.py', '', 'y\n')]);
    expect(left).toMatchObject({ ok: false, codes: ['EXISTS'] });
    expect(outcome({}, [replace(stored, '', 'a\n'), replace(written, '', 'b\n')])).toMatchObject({
      codes: ['EXISTS'],
    });
  });
});

describe('a path as it was sent', () => {
  const tree = memoryTree({ 'src/a.py': '', 'a/b.py': '', 'lib/x/a.py': '', 'b.py': '', 'C:x.py': '' });
  const read = (sent: string, shown: string[] = [], root?: string) => {
    const reading = readPath(sent, tree, shown, root);
    return reading.ok ? `${reading.path}${reading.note === undefined ? '' : ' (noted)'}` : reading.code;
  };
  test.each([
    ['as it is', 'src/a.py', 'src/a.py'],
    ['blanks around it', ' src/a.py ', 'src/a.py'],
    ['dots and doubled slashes', './src//./a.py', 'src/a.py (noted)'],
    ['backslashes', 'src\\a.py', 'src/a.py (noted)'],
    ['a side of a diff', 'a/src/a.py', 'src/a.py (noted)'],
    ['the other side', 'b/src/a.py', 'src/a.py (noted)'],
    ['a folder that only looks like a side', 'a/b.py', 'a/b.py'],
    ['a side of no file', 'b/new.py', 'b/new.py'],
    ['a side of a folder', 'b/src', 'b/src'],
    ['not a side', 'xa/src/a.py', 'xa/src/a.py'],
    ['absolute, ending in a file', '/home/me/lib/x/a.py', 'lib/x/a.py (noted)'],
    ['of a home', '~/src/a.py', 'src/a.py (noted)'],
    ['of a drive', 'C:\\work\\src\\a.py', 'src/a.py (noted)'],
    ['absolute, of no file', '/home/me/new.py', 'OUTSIDE'],
    ['absolute, the mere name of a file', '/etc/b.py', 'OUTSIDE'],
    ['a folder', 'src/', 'IS_DIRECTORY'],
    ['a drive', 'C:a.py', 'OUTSIDE'],
    ['a colon further on', 'src/C:a.py', 'src/C:a.py'],
    ['nothing', './', 'OUTSIDE'],
    ['above the repository', 'src/../a.py', 'OUTSIDE'],
    ['a control character', 'src/\u0007a.py', 'OUTSIDE'],
    ['half a character', 'src/\ud83d.py', 'OUTSIDE'],
    ['of 1,024 signs', `${'a/'.repeat(510)}a.py`, `${'a/'.repeat(510)}a.py`],
    ['of more', `${'a/'.repeat(510)}ab.py`, 'OUTSIDE'],
    ['of git', 'src/.git/config', 'PROTECTED'],
    ['of git, in another spelling', 'src/.GIT. ./config', 'PROTECTED'],
    ['of git, as a stream of it', '.git::$INDEX/x', 'PROTECTED'],
  ])('%s', (_name, sent, path) => {
    expect(read(sent)).toBe(path);
  });
  test('a shown file is known by its mere name, and before a shorter one', () => {
    expect(read('/etc/b.py', ['b.py'])).toBe('b.py (noted)');
    expect(read('/w/lib/x/a.py', ['a.py', 'x/a.py'])).toBe('x/a.py (noted)');
    expect(read('b/src/a.py', ['b/src/a.py'])).toBe('b/src/a.py');
  });
  test('below the root that the reply takes for the repository’s, a new file may be named', () => {
    expect(read('/home/me/app/new.py', [], '/home/me/app/')).toBe('new.py (noted)');
    expect(read('/home/me/other/new.py', [], '/home/me/app/')).toBe('OUTSIDE');
    expect(read('/home/me/app', [], '/home/me/app')).toBe('OUTSIDE');
  });
  test('that root is what existing files tell, if they agree', () => {
    const root = (...sent: string[]) => foreignRoot(sent, tree, []);
    expect(root('/home/me/app/src/a.py', '/home/me/app/new.py', 'src/a.py')).toBe('/home/me/app/');
    expect(root('~/app/src/a.py')).toBe('/~/app/');
    expect(root('/one/src/a.py', '/two/lib/x/a.py')).toBeUndefined();
    expect(root('/home/me/./app//src/a.py')).toBe('/home/me/app/');
    expect(
      root('src/a.py', 'app/src/a.py', '/home/../src/a.py', '/x/.git/src/a.py', '/x\u0007/src/a.py'),
    ).toBeUndefined();
    expect(root('//host/src/a.py', `/${'d/'.repeat(62)}src/a.py`)).toBe(`/${'d/'.repeat(62)}`);
    expect(root(`/${'d/'.repeat(63)}src/a.py`)).toBeUndefined();
  });
});

describe('paths that may have been meant', () => {
  test('the same name elsewhere first, then names one or two letters off, the shortest path of each first', () => {
    const all = [
      'lib/deep/loader.py',
      'src/loader.py',
      'loaders.py',
      'src/lader.py',
      'loadxxx.py',
      'other.py',
    ];
    expect(similarPaths('loader.py', all)).toEqual(['src/loader.py', 'lib/deep/loader.py', 'loaders.py']);
    expect(similarPaths('LOADER.py', all, 1)).toEqual(['src/loader.py']);
    expect(similarPaths('laoder.py', all, 9)).toEqual([
      'src/lader.py',
      'src/loader.py',
      'lib/deep/loader.py',
    ]);
  });
  test.each([
    ['kitten.py', 'sitten.py', true],
    ['kitten.py', 'sittin.py', true],
    ['kitten.py', 'sitting.py', false],
    ['kitten.py', 'kitte.py', true],
    ['kitten.py', 'kit.py', false],
    ['kitten.py', 'xykitten.py', true],
    ['a.py', 'b.py', true],
    ['a.py', 'b.pz', false],
    ['abc', 'bca', false],
  ])('%s and %s: %s', (sent, known, alike) => {
    expect(similarPaths(sent, [known])).toEqual(alike ? [known] : []);
    expect(similarPaths(`x/${sent}`, [`y/${known}`])).toHaveLength(alike ? 1 : 0);
  });
  test('the ending of a name', () => {
    expect(['a.b/c.PY', 'c', '.env', 'a.', 'a.tar.gz', 'x/.env.js'].map(extensionOf)).toEqual([
      'py',
      '',
      '',
      '',
      'gz',
      'js',
    ]);
  });
});

test('a name that no disk takes is refused, in letters and in bytes', () => {
  for (const name of [`n/${'x'.repeat(256)}`, `${'\u00f6'.repeat(128)}.py`])
    expect(outcome({}, [replace(name, '', 'x\n')])).toMatchObject({ ok: false, codes: ['OUTSIDE'] });
  expect(outcome({}, [replace(`n/${'x'.repeat(252)}.py`, '', 'x\n')])).toMatchObject({ ok: true });
});
