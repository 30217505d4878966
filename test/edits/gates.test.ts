/** Kinds of operations, paths, and the gates that a change has to pass. */
import { describe, expect, test } from 'vitest';
import { memoryTree, plan } from '../../src/edits/index.ts';
import type { Operation, TreeEntry } from '../../src/edits/types.ts';
import { edit, leaves, outcome, replace } from './support.ts';

const source = { format: 'patch', index: 0 } as const;
const create = (path: string, content: string): Operation => ({
  kind: 'create',
  path,
  content,
  source,
  notes: [],
});
const overwrite = (path: string, content: string, explicit = false): Operation => ({
  kind: 'overwrite',
  path,
  content,
  explicit,
  source: { format: 'whole', index: 0 },
  notes: [],
});
const remove = (path: string): Operation => ({ kind: 'delete', path, source, notes: [] });
const rename = (path: string, toPath: string, force = false): Operation => ({
  kind: 'rename',
  path,
  toPath,
  overwrite: force,
  source,
  notes: [],
});
const codes = (files: Record<string, string | Uint8Array | TreeEntry>, ...operations: Operation[]) => {
  const left = outcome(files, operations);
  return left.ok ? left.files : left.codes.join(',');
};

describe('making files', () => {
  test('a new file, folders included', () => {
    expect(codes({}, create('src/a/b.ts', 'x\n'))).toEqual({ 'src/a/b.ts': 'x\n' });
    expect(codes({}, replace('new.txt', '', 'x\n'))).toEqual({ 'new.txt': 'x\n' });
    expect(codes({}, replace('empty.py', '', ''))).toEqual({ 'empty.py': '' });
  });
  test('a new file has the line ends that .gitattributes asks for', () => {
    const attributes =
      '# windows\n#* eol=crlf\n* text=auto\n*.c# eol=crlf\n*.bat text eol=crlf\nsrc/** eol=crlf\nsrc/*.sh eol=lf\n';
    const made = (path: string) => {
      const left = outcome({ '.gitattributes': attributes }, [create(path, 'a\nb\n')]);
      return left.ok ? left.files[path] : left.codes.join();
    };
    expect(made('run.bat')).toBe('a\r\nb\r\n');
    expect(made('src/deep/x.py')).toBe('a\r\nb\r\n');
    expect(made('src/x.sh')).toBe('a\nb\n');
    expect(made('x.c#')).toBe('a\r\nb\r\n');
    expect(made('#x')).toBe('a\nb\n');
    expect(made('x.py')).toBe('a\nb\n');
  });
  test('the .gitattributes of a folder win over those above it', () => {
    const files = {
      '.gitattributes': '* eol=crlf\n',
      'web/.gitattributes': '*.sh eol=lf\nbuild/** eol=lf\n',
    };
    const made = (path: string) => {
      const left = outcome(files, [create(path, 'a\n')]);
      return left.ok ? left.files[path] : left.codes.join();
    };
    expect(made('web/run.sh')).toBe('a\n');
    expect(made('web/build/deep/x.py')).toBe('a\n');
    expect(made('web/x.py')).toBe('a\r\n');
    expect(made('run.sh')).toBe('a\r\n');
  });
  test('blocks may go on editing the file they made', () => {
    expect(codes({}, replace('n.txt', '', 'a\n'), replace('n.txt', 'a\n', 'b\n'))).toEqual({
      'n.txt': 'b\n',
    });
  });
  test('an existing file is not made again, unless it is the same', () => {
    expect(codes({ 'a.txt': 'x\n' }, create('a.txt', 'y\n'))).toBe('EXISTS');
    expect(codes({ 'a.txt': 'x\r\n' }, create('a.txt', 'x\n'))).toEqual({ 'a.txt': 'x\r\n' });
  });
  test('a text to replace in a file that is not there', () => {
    const far = outcome({ 'src/server.ts': 'x\n' }, [replace('src/svr.ts', 'something long\n', 'y\n')]);
    expect(far.ok ? '' : far.problems[0]?.message).not.toMatch(/Did you mean/);
    const two = outcome({ 'src/server.ts': 'x\n' }, [replace('src/srvr.ts', 'something long\n', 'y\n')]);
    expect(two.ok ? '' : two.problems[0]?.message).toMatch(/Did you mean/);
    const left = outcome({ 'src/server.ts': 'x\n' }, [replace('src/sever.ts', 'something long\n', 'y\n')]);
    expect(left.ok ? '' : left.problems[0]?.message).toMatch(/Did you mean `src\/server.ts`/);
  });
  test('a name that differs only in case from an existing file or folder', () => {
    expect(codes({ 'README.md': 'x\n' }, create('Readme.md', 'y\n'))).toBe('EXISTS');
    expect(codes({ 'src/a.ts': 'x\n' }, create('SRC/b.ts', 'y\n'))).toBe('EXISTS');
    expect(codes({ 'src/a.ts': 'x\n' }, create('src/b.ts', 'y\n'))).toEqual({
      'src/a.ts': 'x\n',
      'src/b.ts': 'y\n',
    });
  });
});

describe('whole files', () => {
  test('are replaced, with line ends, mark and lines that stay as they were', () => {
    expect(codes({ 'a.txt': '\ufeffone\r\ntwo\r\n' }, overwrite('a.txt', 'one\nTWO\nthree\n'))).toEqual({
      'a.txt': '\ufeffone\r\nTWO\r\nthree\r\n',
    });
    expect(codes({ 'a.txt': 'one\r\ntwo\nthree\n' }, overwrite('a.txt', 'one\ntwo\n3\n'))).toEqual({
      'a.txt': 'one\r\ntwo\n3\n',
    });
    expect(codes({}, overwrite('n.txt', 'one\n'))).toEqual({ 'n.txt': 'one\n' });
  });
  test('state their final newline', () => {
    expect(codes({ 'a.txt': 'a\nb' }, overwrite('a.txt', 'a\nc\n'))).toEqual({ 'a.txt': 'a\nc\n' });
    expect(codes({ 'a.txt': 'a\r\nb' }, overwrite('a.txt', 'c\nb\n'))).toEqual({ 'a.txt': 'c\r\nb\r\n' });
    expect(codes({ 'a.txt': 'a\nb' }, overwrite('a.txt', 'c\nb'))).toEqual({ 'a.txt': 'c\nb' });
    expect(codes({ 'a.txt': 'a\nb' }, overwrite('a.txt', 'a\nb\n'))).toEqual({ 'a.txt': 'a\nb' });
  });
  test('with the same content change nothing', () => {
    const left = outcome({ 'a.txt': 'a\r\n' }, [overwrite('a.txt', 'a\n')]);
    expect(left).toMatchObject({ ok: true, files: { 'a.txt': 'a\r\n' } });
  });
  test('that lose most of a large file are refused, unless that is said', () => {
    const large = Array.from({ length: 300 }, (_, index) => `line ${index}\n`).join('');
    expect(codes({ 'a.txt': large }, overwrite('a.txt', 'line 0\n'))).toBe('DISPROPORTION');
    expect(codes({ 'a.txt': large }, overwrite('a.txt', 'line 0\n', true))).toEqual({ 'a.txt': 'line 0\n' });
  });
  test('with a comment in place of code are refused', () => {
    const file = 'function a() {\n  one();\n}\nfunction b() {\n  two();\n}\n';
    expect(
      codes(
        { 'a.js': file },
        overwrite('a.js', 'function a() {\n  uno();\n}\n// ... rest of the file stays the same\n'),
      ),
    ).toBe('OMISSION');
  });
});

describe('deleting and renaming', () => {
  test('a file, even a binary one', () => {
    expect(codes({ 'a.bin': new Uint8Array([0, 1]), b: 'x' }, remove('a.bin'))).toEqual({ b: 'x' });
    expect(codes({ 'a.bin': 'a\u0000' }, rename('a.bin', 'b.bin'))).toEqual({ 'b.bin': 'a\u0000' });
  });
  test('what is not there, or deleted already', () => {
    expect(codes({}, remove('a.txt'))).toBe('MISSING');
    expect(codes({}, rename('a.txt', 'b.txt'))).toBe('MISSING');
    expect(codes({ 'a.txt': 'x' }, remove('a.txt'), remove('a.txt'))).toEqual({});
    expect(codes({ 'a.txt': 'x\n' }, remove('a.txt'), replace('a.txt', 'x\n', 'y\n'))).toBe('MISSING');
  });
  test('onto an existing file only when said', () => {
    expect(codes({ 'a.txt': 'a', 'b.txt': 'b' }, rename('a.txt', 'b.txt'))).toBe('EXISTS');
    expect(codes({ 'a.txt': 'a', 'b.txt': 'b' }, rename('a.txt', 'b.txt', true))).toEqual({ 'b.txt': 'a' });
    expect(codes({ 'a.txt': 'a' }, rename('a.txt', 'a.txt'))).toEqual({ 'a.txt': 'a' });
    expect(codes({ 'a.txt': 'a' }, rename('a.txt', 'A.txt'))).toEqual({ 'A.txt': 'a' });
    expect(codes({ 'a.txt': 'a', 'b.txt': 'b' }, rename('b.txt', 'A.txt'))).toBe('EXISTS');
  });
  test('text edits and a rename of the same file go together', () => {
    expect(codes({ 'a.txt': 'a\n' }, replace('a.txt', 'a\n', 'b\n'), rename('a.txt', 'dir/c.txt'))).toEqual({
      'dir/c.txt': 'b\n',
    });
    expect(codes({ 'a.txt': 'a\n' }, rename('a.txt', 'c.txt'), replace('c.txt', 'a\n', 'b\n'))).toEqual({
      'c.txt': 'b\n',
    });
  });
  test('there and back is no change, and a name may be used again', () => {
    expect(codes({ 'a.txt': 'a\n' }, rename('a.txt', 'b.txt'), rename('b.txt', 'a.txt'))).toEqual({
      'a.txt': 'a\n',
    });
    expect(codes({ 'a.txt': 'a\n' }, rename('a.txt', 'b.txt'), create('a.txt', 'new\n'))).toEqual({
      'a.txt': 'new\n',
      'b.txt': 'a\n',
    });
    expect(codes({ 'a.txt': 'a\n' }, remove('a.txt'), create('a.txt', 'new\n'))).toEqual({
      'a.txt': 'new\n',
    });
    expect(codes({}, create('a.txt', 'a\n'), remove('a.txt'))).toEqual({});
    expect(codes({}, create('a.txt', 'a\n'), rename('a.txt', 'b.txt'))).toEqual({ 'b.txt': 'a\n' });
  });
});

describe('paths', () => {
  const files = {
    'src/app.py': 'x = 1\n',
    link: { type: 'symlink' },
    sub: { type: 'submodule' },
  } satisfies Record<string, string | TreeEntry>;
  const at = (path: string) => {
    const left = outcome(files, [replace(path, 'x = 1\n', 'x = 2\n')]);
    return left.ok
      ? Object.keys(left.files)
          .filter((name) => left.files[name] === 'x = 2\n')
          .join()
      : left.codes.join();
  };
  test.each([
    './src/app.py',
    'src\\app.py',
    'src//app.py',
    'a/src/app.py',
    'b/src/app.py',
    '/src/app.py',
    '/home/me/project/src/app.py',
    'C:\\work\\src\\app.py',
    '~/code/src/app.py',
    ' src/app.py ',
  ])('%s is read as src/app.py', (path) => {
    expect(at(path)).toBe('src/app.py');
  });
  test.each([
    ['../app.py', 'OUTSIDE'],
    ['src/../../app.py', 'OUTSIDE'],
    ['src\\..\\..\\app.py', 'OUTSIDE'],
    ['/etc/passwd', 'OUTSIDE'],
    ['C:/Windows/system.ini', 'OUTSIDE'],
    ['src/app.py\u0000.txt', 'OUTSIDE'],
    ['src/a\npp.py', 'OUTSIDE'],
    ['.', 'OUTSIDE'],
    ['\ud800.py', 'OUTSIDE'],
    ['x'.repeat(2000), 'OUTSIDE'],
    ['.git/config', 'PROTECTED'],
    ['.GIT/hooks/pre-commit', 'PROTECTED'],
    ['src/.git/config', 'PROTECTED'],
    ['.git\u200c/config', 'PROTECTED'],
    ['.git./config', 'PROTECTED'],
    ['git~1/config', 'PROTECTED'],
    ['.git::$INDEX_ALLOCATION/config', 'PROTECTED'],
    ['link', 'PROTECTED'],
    ['sub', 'PROTECTED'],
    ['link/inside.py', 'OUTSIDE'],
    ['sub/inside.py', 'OUTSIDE'],
    ['src', 'IS_DIRECTORY'],
    ['src/', 'IS_DIRECTORY'],
    ['src/app.py/more.py', 'IS_DIRECTORY'],
    ['', 'NO_FILENAME,'],
  ])('%j is refused with %s', (path, code) => {
    const left = outcome(files, [replace(path, path === '' ? 'nowhere = 1\n' : '', 'evil = 1\n')]);
    expect(left.ok ? 'written' : `${left.codes.join()}${path === '' ? ',' : ''}`).toBe(code);
  });
  test('a rename must not leave either', () => {
    expect(codes({ 'a.txt': 'a' }, rename('a.txt', '../b.txt'))).toBe('OUTSIDE');
    expect(codes({ 'a.txt': 'a' }, rename('a.txt', '.git/hooks/x'))).toBe('PROTECTED');
    expect(codes({ 'a.txt': 'a' }, rename('../a.txt', 'b.txt'))).toBe('OUTSIDE');
  });
  test('absolute paths of one reply share a root, which also holds for new files', () => {
    const left = outcome(files, [
      replace('/work/me/src/app.py', 'x = 1\n', 'x = 2\n'),
      replace('/work/me/src/new.py', '', 'y = 1\n'),
    ]);
    expect(left.ok && left.files).toEqual({ 'src/app.py': 'x = 2\n', 'src/new.py': 'y = 1\n' });
    const outside = outcome(files, [
      replace('/work/me/src/app.py', 'x = 1\n', 'x = 2\n'),
      replace('/etc/cron.d/x', '', 'y\n'),
    ]);
    expect(outside.ok ? [] : outside.codes).toEqual(['OUTSIDE']);
  });
  test('protected globs, and a list of what may change', () => {
    const only = (options: object) => {
      const left = outcome(files, [replace('src/app.py', 'x = 1\n', 'x = 2\n')], options);
      return left.ok ? 'done' : left.codes.join();
    };
    expect(only({ protect: ['src/**'] })).toBe('PROTECTED');
    expect(only({ protect: ['*.py'] })).toBe('PROTECTED');
    expect(only({ protect: ['src/*.{js,py}'] })).toBe('PROTECTED');
    expect(only({ protect: ['src/'] })).toBe('PROTECTED');
    expect(only({ protect: ['lib/**', '*.md', 'src/?.py', 'app.pyx'] })).toBe('done');
    expect(only({ allow: ['src/app.py'] })).toBe('done');
    expect(only({ allow: ['docs/**'] })).toBe('PROTECTED');
  });
});

describe('a file that was not named right', () => {
  const text = 'def total(items):\n    return sum(items)\n';
  test('one shown file with the same name', () => {
    const left = outcome({ 'lib/util/total.py': text }, [
      replace('src/total.py', text, 'def total(items):\n    return 0\n'),
    ]);
    expect(left.ok && left.notes.join()).toMatch(/no `src\/total.py`.*applied to `lib\/util\/total.py`/);
  });
  test('one shown file that holds two lines that say something', () => {
    const left = outcome({ 'lib/sums.py': text, 'b.py': 'x\n' }, [replace('src/totl.py', text, '')]);
    expect(left.ok && left.files['lib/sums.py']).toBe('');
  });
  test('never with two of them, never from one line, never to a file that was not shown', () => {
    const block = replace('totl.py', text, '');
    expect(outcome({ 'a/sums.py': text, 'b/sums.py': text }, [block])).toMatchObject({ codes: ['MISSING'] });
    expect(
      outcome({ 'lib/sums.py': text }, [replace('totl.py', '    return sum(items)\n', '')]),
    ).toMatchObject({ codes: ['MISSING'] });
    expect(outcome({ 'lib/sums.py': text }, [block], { shown: ['other.py'] })).toMatchObject({
      codes: ['MISSING'],
    });
  });
  test('an existing file without the text is never swapped for another one, which is named', () => {
    const left = outcome({ 'app.css': 'p {}\n', 'app.jsx': text }, [replace('app.css', text, '')]);
    expect(left.ok ? undefined : left.problems[0]).toMatchObject({
      code: 'NOT_FOUND',
      facts: { otherFile: 'app.jsx' },
    });
  });
  test('no name at all: the only shown file that holds the text', () => {
    const left = outcome({ 'a.py': text, 'b.py': 'x\n' }, [replace('', text, 'x = 1\n')]);
    expect(left.ok && left.files['a.py']).toBe('x = 1\n');
    expect(outcome({ 'a.py': text, 'b.py': text }, [replace('', text, 'x\n')])).toMatchObject({
      codes: ['NO_FILENAME'],
    });
  });
});

describe('what must not get into a file', () => {
  test.each([
    ['f.py', '    # ... rest of the code unchanged ...'],
    ['f.js', '  // ... existing code ...'],
    ['f.js', '  ...'],
    ['f.css', '/* rest of the styles remain the same */'],
    ['f.py', '# rest of the function remains unchanged'],
    ['f.java', '    // existing code here'],
    ['f.sql', '-- ...'],
    ['f.vue', '<!-- ... -->'],
  ])('%s: %s', (path, line) => {
    expect(leaves('aaa\nbbb\nccc\nddd\n', [replace(path, 'aaa\nbbb\nccc\n', `aaa\n${line}\n`)], path)).toBe(
      'OMISSION',
    );
  });
  test.each([
    ['f.py', '    ...'],
    ['f.py', '# sums the remaining items'],
    ['f.py', '# waits for the rest of the queue'],
    ['f.js', '// the code above must stay pure'],
    ['f.md', '...'],
    ['f.css', '/* Existing styles... */'],
    ['f.js', 'log("... rest of the file ...")'],
  ])('%s: %s is code or prose', (path, line) => {
    expect(leaves('aaa\n', [replace(path, 'aaa\n', `aaa\n${line}\n`)], path)).toBe(`aaa\n${line}\n`);
  });
  test('a heading with dots where more goes than comes is no heading', () => {
    expect(
      leaves('aaa\nbbb\nccc\n', [replace('f.css', 'aaa\nbbb\nccc\n', '/* existing styles... */\n')], 'f.css'),
    ).toBe('OMISSION');
  });
  test('a stand-in that the file has already', () => {
    const file = 'a = 1\n# ... rest of the code unchanged ...\n';
    expect(
      leaves(file, [replace('f.py', 'a = 1\n', '# ... rest of the code unchanged ...\na = 2\n')], 'f.py'),
    ).toMatch(/a = 2/);
  });
  test.each([
    '<<<<<<< SEARCH',
    '>>>>>>> REPLACE',
    '<<<<<<< HEAD',
    '>>>>>>> main',
    '*** Begin Patch',
    '*** End Patch',
  ])('the marker %s', (marker) => {
    expect(leaves('a\n', [replace('f.txt', 'a\n', `a\n${marker}\n`)])).toBe('CONFLICT_MARKER');
    expect(codes({}, create('n.txt', `${marker}\n`))).toBe('CONFLICT_MARKER');
    expect(codes({ 'n.txt': 'a\n' }, overwrite('n.txt', `${marker}\n`))).toBe('CONFLICT_MARKER');
    expect(leaves(`a\n${marker}\n`, [replace('f.txt', 'a\n', `b\n${marker}\n`)])).toBe(
      `b\n${marker}\n${marker}\n`,
    );
  });
  test('an underlined heading is none', () => {
    expect(leaves('Title\n', [replace('f.txt', 'Title\n', 'Heading\n=======\n')])).toBe('Heading\n=======\n');
  });
});

describe('files that are no plain text', () => {
  const bytes = (...values: number[]) => new Uint8Array(values);
  test('binary, Git LFS and broken UTF-16 are refused', () => {
    expect(codes({ f: bytes(97, 0, 98) }, replace('f', 'a\n', 'b\n'))).toBe('BINARY');
    expect(
      codes(
        { f: 'version https://git-lfs.github.com/spec/v1\noid sha256:00\n' },
        replace('f', 'oid\n', 'b\n'),
      ),
    ).toBe('BINARY');
    expect(codes({ f: bytes(0xff, 0xfe, 97) }, replace('f', 'a\n', 'b\n'))).toBe('ENCODING');
    expect(codes({ f: bytes(0xff, 0xfe, 0, 0xd8) }, replace('f', 'a\n', 'b\n'))).toBe('ENCODING');
    expect(codes({ f: bytes(97, 0, 98) }, overwrite('f', 'b\n'))).toBe('BINARY');
  });
  test.each(['utf16le', 'utf16be'] as const)('%s is edited in its own encoding', (encoding) => {
    const encoded = (text: string) => {
      const body = Buffer.from(`\ufeff${text}`, 'utf16le');
      return new Uint8Array(encoding === 'utf16be' ? body.swap16() : body);
    };
    const left = outcome({ f: encoded('eins\r\nzwei\r\n') }, [replace('f', 'zwei\n', 'drei €\n')]);
    expect(left.ok && Buffer.from(left.files.f ?? '')).toEqual(
      Buffer.from(Buffer.from(encoded('eins\r\ndrei €\r\n')).toString('utf8')),
    );
  });
  test('bytes of an unknown encoding stay, and nothing is written that it might not have', () => {
    const latin = bytes(0xe9, 10, 97, 10);
    expect(outcome({ f: latin }, [replace('f', 'a\n', 'b\n')])).toMatchObject({ ok: true });
    expect(codes({ f: latin }, replace('f', 'a\n', 'é\n'))).toBe('ENCODING');
    expect(codes({ f: latin }, overwrite('f', 'ü\n'))).toBe('ENCODING');
  });
  test('a byte of an unknown encoding may be written again where it stood', () => {
    const left = plan(
      [replace('f', 'caf\u00e9 1\n', 'caf\u00e9 2\n')],
      memoryTree({ f: bytes(99, 97, 102, 0xe9, 32, 49) }),
      {
        shown: ['f'],
        protect: [],
      },
    );
    expect(left.ok && left.changeSet.files[0]?.after).toEqual(Buffer.from([99, 97, 102, 0xe9, 32, 50]));
  });
  test('characters beyond ASCII before, in and behind an edit keep their bytes', () => {
    for (const [before, after] of [
      ['a = 1\nb = 2\n', 'a = "é€😀"\nb = 2\n'],
      ['é = 1\na = 1\n€😀\n', 'é = 1\na = "é€😀"\n€😀\n'],
      ['\ufeffx\na = 1\nb = 2', '\ufeffx\na = "é€😀"\nb = 2'],
    ] as const) {
      const left = outcome({ f: bytes(...Buffer.from(before)) }, [replace('f', 'a = 1\n', 'a = "é€😀"\n')]);
      expect(left.ok && left.files.f).toBe(after);
    }
  });
  test('text that no encoding can hold', () => {
    expect(codes({ f: 'a\n' }, replace('f', 'a\n', '\ud800\n'))).toBe('ENCODING');
    expect(codes({}, replace('f', '', '\ud800\n'))).toBe('ENCODING');
    expect(codes({}, create('f', '\ud800\n'))).toBe('ENCODING');
    expect(codes({}, overwrite('f', '\ud800\n'))).toBe('ENCODING');
  });
});

describe('syntax', () => {
  const clean = (_path: string, bytes: Uint8Array) => !Buffer.from(bytes).toString().includes('((');
  test('clean before and broken after is a warning, nothing more', () => {
    const left = outcome({ 'a.py': 'f()\n' }, [replace('a.py', 'f()\n', 'f((\n')], { syntaxClean: clean });
    expect(left.ok && left.warnings.join()).toMatch(/a.py could be parsed before/);
    const fresh = outcome({}, [replace('a.py', '', 'f((\n')], { syntaxClean: clean });
    expect(fresh.ok && fresh.warnings.join()).toMatch(/new and cannot be parsed/);
  });
  test('broken before, still clean, or unknown is none', () => {
    const warnings = (before: string, next: string, check: typeof clean | (() => undefined)) => {
      const left = outcome({ 'a.py': before }, [replace('a.py', before, next)], { syntaxClean: check });
      return left.ok ? left.warnings : ['refused'];
    };
    expect(warnings('f((\n', 'g((\n', clean)).toEqual([]);
    expect(warnings('f()\n', 'g()\n', clean)).toEqual([]);
    expect(warnings('f()\n', 'g((\n', () => undefined)).toEqual([]);
  });
});

test('an emptied file is said to be empty', () => {
  const left = outcome({ 'a.py': 'x = 1\ny = 2\n' }, [replace('a.py', 'x = 1\ny = 2\n', '')]);
  expect(left).toMatchObject({ ok: true, files: { 'a.py': '' } });
  expect(left.ok && left.notes.join()).toMatch(/empty after the edit/);
});

test('an edit of a tool for a file that is not there makes it only without a text to replace', () => {
  expect(codes({}, edit('a.py', 'x', 'y'))).toBe('MISSING');
  expect(codes({}, edit('a.py', '', 'no newline'))).toEqual({ 'a.py': 'no newline' });
});
