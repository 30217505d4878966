/** Where an edit goes: levels, order of edits, ambiguity, what is never done. */
import { describe, expect, test } from 'vitest';
import { afterReply, edit, hunk, leaves, outcome, replace } from './support.ts';

describe('line ends and bytes', () => {
  test('each inserted line takes the line end of the line it replaces', () => {
    const mixed = 'one\r\ntwo\nthree\r\nfour';
    expect(leaves(mixed, [replace('f.txt', 'one\ntwo\n', 'ONE\nTWO\n')])).toBe('ONE\r\nTWO\nthree\r\nfour');
    expect(leaves(mixed, [replace('f.txt', 'three\n', 'three\nnew\n')])).toBe(
      'one\r\ntwo\nthree\r\nnew\r\nfour',
    );
  });
  test('a lone CR is a line end and stays one', () => {
    expect(leaves('a\rb\rc\r', [replace('f.txt', 'b\n', 'B\nB2\n')])).toBe('a\rB\rB2\rc\r');
  });
  test('lines that stay keep their trailing blanks, replaced ones lose them', () => {
    expect(leaves('keep   \nold   \n', [replace('f.txt', 'keep\nold\n', 'keep\nnew\n')])).toBe(
      'keep   \nnew\n',
    );
  });
  test('curly quotes of lines that stay are kept', () => {
    expect(leaves('say “hi”\nx = 1\n', [replace('f.txt', 'say "hi"\nx = 1\n', 'say "hi"\nx = 2\n')])).toBe(
      'say “hi”\nx = 2\n',
    );
  });
  test('in a changed line the part that stays keeps the file’s own signs', () => {
    expect(leaves('say “hi” – now\n', [replace('f.txt', 'say "hi" - now\n', 'say "hi" - later\n')])).toBe(
      'say “hi” – later\n',
    );
    expect(leaves('a “b” c', [edit('f.txt', '"b" c', '"b" d')])).toBe('a “b” d');
  });
  test('a quotation that goes in part takes none of the file’s signs', () => {
    expect(leaves('  ”errors”\n', [replace('f.txt', '  "errors"\n', '  x = "y"\n')])).toBe('  x = "y"\n');
    expect(leaves('a = ‘b’;\n', [replace('f.txt', "a = 'b';\n", "a = ['b', 'c'];\n")])).toBe(
      "a = ['b', 'c'];\n",
    );
  });
  test('compatibility forms match, and half of one does not', () => {
    expect(leaves('ﬁnd it\nx1\n', [replace('f.txt', 'find it\nx1\n', 'find it\nx2\n')])).toBe('ﬁnd it\nx2\n');
    expect(leaves('add ½ cup', [edit('f.txt', 'add 1⁄2', 'add 1')])).toBe('add 1 cup');
    expect(leaves('add ½ cup', [edit('f.txt', '⁄2 cup', '1')])).toBe('NOT_FOUND');
    expect(leaves('cafe\u0301\n', [replace('f.txt', 'caf\u00e9\n', 'tea\n')])).toBe('tea\n');
  });
  test('deleting the last line of a file without final newline leaves none', () => {
    expect(leaves('a\nb', [replace('f.txt', 'b\n', '')])).toBe('a');
  });
  test('a patch states the final newline of a last line that it writes', () => {
    expect(leaves('a\nb', [hunk('f.txt', [' a', '-b', '+c'])])).toBe('a\nc\n');
    expect(leaves('a\nb', [hunk('f.txt', ['-a', '+A', ' b'])])).toBe('A\nb');
    expect(leaves('a\nb', [hunk('f.txt', [' b', '+c'])])).toBe('a\nb\nc\n');
  });
  test('replacement text is literal', () => {
    expect(leaves('a\n', [replace('f.txt', 'a\n', "$& $1 $` $' $$\n")])).toBe("$& $1 $` $' $$\n");
  });
});

describe('a text in mid-line', () => {
  test('is replaced where it stands', () => {
    expect(leaves('x = foo(1)\ny\n', [edit('f.txt', 'foo(1)', 'bar(2)')])).toBe('x = bar(2)\ny\n');
    expect(leaves('ab\ncd\nef\n', [edit('f.txt', 'b\ncd\ne', 'B\nC\nE')])).toBe('aB\nC\nEf\n');
    expect(leaves('ab\r\ncd\r\n', [edit('f.txt', 'b\nc', 'B\nC')])).toBe('aB\r\nCd\r\n');
  });
  test('counts every occurrence, also inside longer words', () => {
    expect(leaves('foo\nfoobar\n', [edit('f.txt', 'foo', 'x')])).toBe('AMBIGUOUS');
    expect(leaves('foo bar\nfoobar\n', [edit('f.txt', 'foo ', 'x ')])).toBe('x bar\nfoobar\n');
  });
  test('a line end asked for behind an unterminated last line does not matter', () => {
    expect(leaves('a\nb', [edit('f.txt', 'b\n', 'c\n')])).toBe('a\nc');
  });
  test('only the blank part of an unindented first line is forgiven', () => {
    const file = 'class A:\n    def f(self):\n        return 1\n';
    expect(
      leaves(
        file,
        [edit('f.py', 'def f(self):\n        return 1', 'def f(self):\n        return 2')],
        'f.py',
      ),
    ).toBe('class A:\n    def f(self):\n        return 2\n');
  });
  test('an empty text is refused', () => {
    expect(leaves('a\n', [edit('f.txt', '', 'b')])).toBe('EMPTY_OLD');
  });
  test('a SEARCH line that is part of one longer line is replaced in it', () => {
    const html = '<video class="p" poster="/a.jpg" controls>\n';
    expect(leaves(html, [replace('f.html', 'poster="/a.jpg"\n', 'poster="/b.jpg"\n')], 'f.html')).toBe(
      '<video class="p" poster="/b.jpg" controls>\n',
    );
  });
  test('but not inside a word, in a comment, or in two places', () => {
    expect(leaves('myvalue = 1\n', [replace('f.py', 'value = 1\n', 'value = 2\n')], 'f.py')).toBe(
      'NOT_FOUND',
    );
    expect(leaves('# value = 1\n', [replace('f.py', 'value = 1\n', 'value = 2\n')], 'f.py')).toBe(
      'NOT_FOUND',
    );
    expect(leaves('(abc) (abc)\n', [replace('f.txt', '(abc)\n', '(x)\n')])).toBe('AMBIGUOUS');
  });
  test('a SEARCH that starts behind something glued to its first line', () => {
    expect(
      leaves(
        '}.box {\n  top: 0;\n}\n',
        [replace('f.css', '.box {\n  top: 0;\n}\n', '.box {\n  top: 1px;\n}\n')],
        'f.css',
      ),
    ).toBe('}.box {\n  top: 1px;\n}\n');
  });
});

describe('several edits of one file', () => {
  test('blocks apply one after another', () => {
    expect(leaves('one\n', [replace('f.txt', 'one\n', 'two\n'), replace('f.txt', 'two\n', 'three\n')])).toBe(
      'three\n',
    );
  });
  test('a later block may need what an earlier one made unique', () => {
    const blocks = [replace('f.txt', 'a\nx\n', 'a\ny\n'), replace('f.txt', 'x\n', 'z\n')];
    expect(leaves('a\nx\nb\nx\n', blocks)).toBe('a\ny\nb\nz\n');
  });
  test('blocks after the same line stand in the order that each asks for', () => {
    const blocks = [replace('f.txt', 'X\n', 'X\nfirst\n'), replace('f.txt', 'X\n', 'X\nsecond\n')];
    expect(leaves('X\nrest\n', blocks)).toBe('X\nsecond\nfirst\nrest\n');
  });
  test('a block for the text before an earlier one applies when the changes do not meet', () => {
    const blocks = [
      replace('f.txt', 'aaa\nbbb\n', 'AAA\nbbb\n'),
      replace('f.txt', 'aaa\nbbb\nccc\n', 'aaa\nbbb\nCCC\n'),
    ];
    expect(leaves('aaa\nbbb\nccc\n', blocks)).toBe('AAA\nbbb\nCCC\n');
  });
  test('and is refused with that reason when they do', () => {
    const left = outcome({ 'f.txt': 'call a()\nrest\n' }, [
      replace('f.txt', 'call a()\n', 'call b()\n'),
      replace('f.txt', 'call a()\nrest\n', 'call c()\nrest\n'),
    ]);
    expect(left).toMatchObject({ ok: false, codes: ['NOT_FOUND'], staged: 1 });
    expect(left.ok ? '' : left.problems[0]?.message).toMatch(/earlier edit of the same reply/);
  });
  test('the same block twice is applied once', () => {
    const left = outcome({ 'f.txt': 'a\nb\n' }, [
      replace('f.txt', 'a\n', 'a\nnew line\n'),
      replace('f.txt', 'a\n', 'a\nnew line\n'),
    ]);
    expect(left.ok && left.files['f.txt']).toBe('a\nnew line\nb\n');
    expect(left.ok && left.notes.join()).toMatch(/twice/);
  });
  test('as many equal blocks as places mean all of the places', () => {
    const blocks = [replace('f.txt', 'x\n', 'y\n'), replace('f.txt', 'x\n', 'y\n')];
    expect(leaves('x\na\nx\n', blocks)).toBe('y\na\ny\n');
  });
  test('edits of one call all refer to the text before it', () => {
    expect(leaves('a b c\nd\n', [edit('f.txt', 'd', 'a b'), edit('f.txt', 'a b', 'x')])).toBe('x c\na b\n');
  });
  test('and must not overlap', () => {
    expect(
      leaves('one two three\n', [edit('f.txt', 'one two', '1 2'), edit('f.txt', 'two three', '2 3')]),
    ).toBe('OVERLAP');
    expect(leaves('ab\n', [edit('f.txt', 'a', 'x'), edit('f.txt', 'b', 'y')])).toBe('xy\n');
  });
  test('hunks may share context, never changed lines', () => {
    const good = [hunk('f.txt', ['-a', '+A', ' b']), hunk('f.txt', [' b', '-c', '+C'])];
    expect(leaves('a\nb\nc\n', good)).toBe('A\nb\nC\n');
    const touching = [hunk('f.txt', [' a', '+new line']), hunk('f.txt', ['-a', '+A', ' b'])];
    expect(leaves('a\nb\nc\n', touching)).toBe('A\nnew line\nb\nc\n');
    const bad = [hunk('f.txt', ['-a', '+A', ' b']), hunk('f.txt', ['-a', '-b', '+B', ' c'])];
    expect(leaves('a\nb\nc\n', bad)).toBe('OVERLAP');
  });
  test('a second call sees what the first one did', () => {
    const call = (id: string) => ({ source: { format: 'edit' as const, index: 0, callId: id } });
    expect(
      leaves('one\n', [edit('f.txt', 'one', 'two', call('1')), edit('f.txt', 'two', 'three', call('2'))]),
    ).toBe('three\n');
  });
  test('everything or nothing: the good edits are staged', () => {
    const files = { 'a.txt': 'a\n', 'b.txt': 'b\n' };
    const blocks = [
      replace('a.txt', 'a\n', 'A\n'),
      replace('b.txt', 'nope line\n', 'x\n'),
      replace('b.txt', 'also missing\n', 'y\n'),
    ];
    expect(outcome(files, blocks)).toMatchObject({ ok: false, codes: ['NOT_FOUND', 'NOT_FOUND'], staged: 1 });
  });
  test('staged edits and the repaired one together give the whole', () => {
    const files = { 'a.txt': 'a\n', 'b.txt': 'b\n' };
    const left = outcome(files, [replace('a.txt', 'a\n', 'A\n'), replace('b.txt', 'b\n', 'B\n')]);
    expect(left).toMatchObject({ ok: true, files: { 'a.txt': 'A\n', 'b.txt': 'B\n' } });
  });
});

describe('a text that stands several times', () => {
  const file = 'class A\n  def go\n    run\n  end\nclass B\n  def go\n    run\n  end\n';
  test('is refused, with context of the first places', () => {
    const left = outcome({ 'f.rb': file }, [replace('f.rb', '    run\n', '    walk\n')]);
    expect(left.ok ? '' : left.problems[0]?.message).toMatch(
      /stands 2 times[\s\S]*lines 3, 7[\s\S]*3\t {4}run/,
    );
  });
  test('anchors choose', () => {
    const walk = (anchors: string[]) => hunk('f.rb', ['-    run', '+    walk'], { anchors });
    expect(leaves(file, [walk(['class B'])], 'f.rb')).toBe(
      file.replace(/(B\n {2}def go\n {4})run/, '$1walk'),
    );
    expect(leaves(file, [walk(['class B', 'def go'])], 'f.rb')).toBe(
      file.replace(/(B\n {2}def go\n {4})run/, '$1walk'),
    );
    expect(leaves(file, [walk(['def go'])], 'f.rb')).toBe('AMBIGUOUS');
    expect(leaves(file, [walk(['class C'])], 'f.rb')).toBe('AMBIGUOUS');
  });
  test('an anchor that is not there only matters when it is needed', () => {
    const left = outcome({ 'f.txt': 'a\nunique line\n' }, [
      hunk('f.txt', ['-unique line', '+x'], { anchors: ['nowhere'] }),
    ]);
    expect(left.ok && left.notes.join()).toMatch(/@@/);
  });
  test('line hints choose between places and never make one', () => {
    const at = (start: number, end = start) =>
      replace('f.rb', '    run\n', '    walk\n', { lineHint: { start, end } });
    expect(leaves(file, [at(7)], 'f.rb')).toBe(file.replace(/(B\n {2}def go\n {4})run/, '$1walk'));
    expect(leaves(file, [at(2)], 'f.rb')).toBe(file.replace('run', 'walk'));
    expect(leaves(file, [at(5)], 'f.rb')).toBe('AMBIGUOUS');
    expect(leaves(file, [at(400)], 'f.rb')).toBe('AMBIGUOUS');
    expect(
      leaves(file, [replace('f.rb', '    fly\n', 'x\n', { lineHint: { start: 3, end: 3 } })], 'f.rb'),
    ).toBe('NOT_FOUND');
  });
  test('a hint for another version of the file is void', () => {
    const stale = replace('f.rb', '    run\n', '    walk\n', {
      lineHint: { start: 7, end: 7 },
      baseSha: 'a'.repeat(40),
    });
    expect(leaves(file, [stale], 'f.rb')).toBe('AMBIGUOUS');
  });
  test('hunks of one call stand in file order', () => {
    const hunks = [hunk('f.rb', ['-class B', '+class C']), hunk('f.rb', ['-    run', '+    walk'])];
    expect(leaves(file, hunks, 'f.rb')).toBe(
      'class A\n  def go\n    run\n  end\nclass C\n  def go\n    walk\n  end\n',
    );
    const before = [hunk('f.rb', ['-    run', '+    walk']), hunk('f.rb', ['-class B', '+class C'])];
    expect(leaves(file, before, 'f.rb')).toBe(
      'class A\n  def go\n    walk\n  end\nclass C\n  def go\n    run\n  end\n',
    );
  });
  test('edits of one call may come in any order, which therefore decides nothing', () => {
    const text = 'one()\ntwo()\none()\n';
    expect(leaves(text, [edit('f.txt', 'two', 'zwei'), edit('f.txt', 'one', 'eins')])).toBe('AMBIGUOUS');
    expect(leaves('shape\nape\n', [edit('f.txt', 'sh', 'g'), edit('f.txt', 'ape\n', 'x\n')])).toBe(
      'AMBIGUOUS',
    );
    expect(leaves(text, [edit('f.txt', ')\none', ')\neins'), edit('f.txt', 'two', 'zwei')])).toBe(
      'one()\nzwei()\neins()\n',
    );
  });
  test('a second section may be written for what the first leaves; hunks of one section are not', () => {
    const inSection = (index: number) => ({ source: { format: 'patch', index } as const });
    const hunks = (second: number) => [
      hunk('f.txt', ['-a', '+b'], inSection(0)),
      hunk('f.txt', ['-b', '+c'], inSection(second)),
    ];
    expect(leaves('a\nx\n', hunks(1))).toBe('c\nx\n');
    expect(leaves('a\nx\n', hunks(0))).toBe('NOT_FOUND');
    const text = '*** Update File: f.txt\n@@\n-a\n+b\n*** Update File: f.txt\n@@\n-b\n+c\n';
    const left = afterReply({ 'f.txt': 'a\nx\n' }, `*** Begin Patch\n${text}*** End Patch\n`, 'patch');
    expect(left.ok && left.files).toEqual({ 'f.txt': 'c\nx\n' });
    const lost = [...hunks(1), hunk('f.txt', ['-nowhere', '+d'], inSection(2))];
    expect(leaves('a\nx\n', lost)).toBe('NOT_FOUND');
  });
  test('the end of the file chooses, and is not forced', () => {
    expect(leaves('x\na\nx\n', [hunk('f.txt', ['-x', '+y'], { eof: true })])).toBe('x\na\ny\n');
    expect(leaves('x\na\n', [hunk('f.txt', ['-x', '+y'], { eof: true })])).toBe('y\na\n');
  });
  test('all are replaced when all are meant, or as many as declared', () => {
    expect(leaves('x\na\nx\n', [replace('f.txt', 'x\n', 'y\n', { replaceAll: true })])).toBe('y\na\ny\n');
    expect(leaves('x\na\nx\n', [replace('f.txt', 'x\n', 'y\n', { expected: 2 })])).toBe('y\na\ny\n');
    expect(leaves('x\na\nx\n', [replace('f.txt', 'x\n', 'y\n', { expected: 3 })])).toBe('AMBIGUOUS');
    expect(leaves('aaa\n', [edit('f.txt', 'aa', 'b', { replaceAll: true })])).toBe('ba\n');
  });
  test('places that give the same result are no choice', () => {
    expect(leaves('x\nx\n', [replace('f.txt', 'x\n', '')])).toBe('x\n');
  });
  test('a looser level is no way out', () => {
    expect(leaves('x\nx\n  x y\n', [replace('f.txt', 'x\n', 'z\n')])).toBe('AMBIGUOUS');
  });
});

describe('insertions', () => {
  const at = (afterLine: number) =>
    replace('f.txt', '', 'new\n', { afterLine, source: { format: 'text_editor', index: 0 } });
  test('after a line, at the top, at the end', () => {
    expect(leaves('a\nb\n', [at(1)])).toBe('a\nnew\nb\n');
    expect(leaves('a\nb\n', [at(0)])).toBe('new\na\nb\n');
    expect(leaves('a\nb', [at(2)])).toBe('a\nb\nnew');
    expect(leaves('a\nb\n', [at(3)])).toBe('BAD_ARGS');
  });
  test('line numbers of another version are void', () => {
    expect(leaves('a\n', [{ ...at(1), baseSha: 'b'.repeat(40) }])).toBe('STALE');
  });
  test('under an anchor, when it is clear which', () => {
    const under = (anchors: string[], more = {}) => hunk('f.txt', ['+new'], { anchors, ...more });
    expect(leaves('def a():\ndef b():\n', [under(['def a():'])])).toBe('def a():\nnew\ndef b():\n');
    expect(leaves('def a():\ndef b():\n', [under(['def a'])])).toBe('def a():\nnew\ndef b():\n');
    expect(leaves('x\nx\n', [under(['x'])])).toBe('AMBIGUOUS');
    expect(leaves('x\ny\nx\n', [under(['x'], { lineHint: { start: 3, end: 3 } })])).toBe('x\ny\nx\nnew\n');
    expect(leaves('x\n', [under(['nowhere at all'])])).toBe('NOT_FOUND');
  });
  test('between blank lines, when an anchor stands right above them', () => {
    const file = 'a()\n\nb()\n\nc()\n';
    const under = (anchors: string[], lines: string[]) => leaves(file, [hunk('f.txt', lines, { anchors })]);
    expect(under(['b()'], ['+new', ' '])).toBe('a()\n\nb()\nnew\n\nc()\n');
    expect(under(['b()'], [' ', '+new'])).toBe('a()\n\nb()\n\nnew\nc()\n');
    expect(under(['b()'], ['-', '+new'])).toBe('a()\n\nb()\nnew\nc()\n');
    expect(under(['b()'], ['-', '-', '+new'])).toBe('EMPTY_OLD');
    expect(under(['c()'], ['-', '+new'])).toBe('EMPTY_OLD');
    expect(under(['nowhere'], ['-', '+new'])).toBe('EMPTY_OLD');
    expect(under([], ['-', '+new'])).toBe('EMPTY_OLD');
    expect(leaves('x\n\nx\n\n', [hunk('f.txt', ['-', '+new'], { anchors: ['x'] })])).toBe('EMPTY_OLD');
  });
  test('without any place they go to the end', () => {
    expect(leaves('a\n', [hunk('f.txt', ['+new'])])).toBe('a\nnew\n');
    expect(leaves('', [replace('f.txt', '', 'new\n')])).toBe('new\n');
    expect(leaves('\n\n', [replace('f.txt', '\n', 'new\n')])).toBe('new\n');
  });
  test('a text that repeats most of the file is no addition', () => {
    const file = 'alpha()\nbeta()\ngamma()\ndelta()\n';
    expect(leaves(file, [replace('f.txt', '', 'alpha()\nbeta()\ngamma(1)\ndelta()\n')])).toBe('EMPTY_OLD');
  });
  test('nothing to insert changes nothing', () => {
    expect(leaves('a\n', [replace('f.txt', '', '')])).toBe('a\n');
  });
});

describe('edits that are done already', () => {
  test('SEARCH gone and REPLACE there once: a note, no failure', () => {
    const left = outcome({ 'f.txt': 'x = 2\n' }, [replace('f.txt', 'x = 1\n', 'x = 2\n')]);
    expect(left.ok && left.notes.join()).toMatch(/applied already/);
  });
  test('REPLACE of several lines, there twice since it was doubled once: a note as well', () => {
    const doubled = 'open(path)\nread(limit=20)\nopen(path)\nread(limit=20)\n';
    const again = replace('f.txt', 'open(path)\nread(limit=10)\n', 'open(path)\nread(limit=20)\n');
    const left = outcome({ 'f.txt': doubled }, [again]);
    expect(left.ok && left.notes.join()).toMatch(/applied already/);
    const cut = replace('f.txt', 'open(path)\nread(limit=20)\nclose()\n', 'open(path)\nread(limit=20)\n');
    expect(leaves(doubled, [cut])).toBe('NOT_FOUND');
  });
  test('REPLACE of one line there twice, or saying nothing, proves nothing', () => {
    expect(leaves('x = 2\nx = 2\n', [replace('f.txt', 'x = 1\n', 'x = 2\n')])).toBe('NOT_FOUND');
    expect(leaves('}\n', [replace('f.txt', 'x = 1\n', '}\n')])).toBe('NOT_FOUND');
  });
  test('SEARCH equal to REPLACE is a no-op when it is there', () => {
    const left = outcome({ 'f.txt': 'a\nb\n' }, [replace('f.txt', 'a\n', 'a\n')]);
    expect(left.ok && left.notes.join()).toMatch(/changes nothing/);
    expect(leaves('a\n', [replace('f.txt', 'missing text\n', 'missing text\n')])).toBe('NOT_FOUND');
  });
  test('an appended text is not appended twice', () => {
    expect(leaves('a\nfunction f() {}\n', [replace('f.txt', '', 'function f() {}\n')])).toBe(
      'a\nfunction f() {}\n',
    );
  });
  test('a tool edit whose addition stands there is done', () => {
    expect(leaves('import a\nimport b\n', [edit('f.txt', 'import a', 'import a\nimport b')])).toBe(
      'import a\nimport b\n',
    );
    expect(leaves('a\nnew line\n', [hunk('f.txt', [' a', '+new line'])])).toBe('a\nnew line\n');
  });
  test('a line inserted after a number is not inserted twice', () => {
    const insert = replace('f.txt', '', 'inserted\n', {
      afterLine: 1,
      source: { format: 'text_editor', index: 0 },
    });
    expect(leaves('a\ninserted\n', [insert])).toBe('a\ninserted\n');
  });
});
