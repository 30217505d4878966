/** The worked examples of the Agents SDK's applyDiff, as kinds, with files of our own, through its native operations. */
import { describe, expect, it } from 'vitest';
import type { EditReply } from '../../../src/edits/types.ts';
import { type Files, run } from './support.ts';

type Native = { type: string; path: string; diff?: string; move_to?: string };

function native(...operations: Native[]): EditReply {
  const toolCalls = operations.map((operation, i) => ({
    id: `call_${i}`,
    name: 'apply_patch',
    arguments: JSON.stringify({ operation }),
  }));
  return { text: '', toolCalls };
}

const update = (path: string, ...lines: string[]): Native => ({
  type: 'update_file',
  path,
  diff: lines.join('\n'),
});
const create = (path: string, ...lines: string[]): Native => ({
  type: 'create_file',
  path,
  diff: lines.join('\n'),
});

describe('native operations', () => {
  it.each<[string, Native[], Files, Files]>([
    [
      'change a title',
      [update('README.md', '@@', '-# Draft', '+# Ledger')],
      { 'README.md': '# Draft\n\nText.\n' },
      { 'README.md': '# Ledger\n\nText.\n' },
    ],
    [
      'rewrite a function',
      [
        update(
          'hi.py',
          '@@ def hi():',
          '-    print("hi")',
          '+    name = input()',
          '+    print(f"hi {name}")',
        ),
      ],
      { 'hi.py': 'def hi():\n    print("hi")\n' },
      { 'hi.py': 'def hi():\n    name = input()\n    print(f"hi {name}")\n' },
    ],
    [
      'flip a flag in YAML',
      [update('c.yml', ' debug:', '-  on: true', '+  on: false')],
      { 'c.yml': 'debug:\n  on: true\nlog:\n  on: true\n' },
      { 'c.yml': 'debug:\n  on: false\nlog:\n  on: true\n' },
    ],
    [
      'insert an import',
      [update('m.ts', " import a from 'a';", "+import b from 'b';")],
      { 'm.ts': "import a from 'a';\n\nrun(a);\n" },
      { 'm.ts': "import a from 'a';\nimport b from 'b';\n\nrun(a);\n" },
    ],
    [
      'remove a log line',
      [update('l.js', ' start();', "-console.log('x');", ' stop();')],
      { 'l.js': "start();\nconsole.log('x');\nstop();\n" },
      { 'l.js': 'start();\nstop();\n' },
    ],
    [
      'tell two classes apart by an anchor',
      [update('k.py', '@@ class B', '-    size = 1', '+    size = 2')],
      { 'k.py': 'class A\n    size = 1\nclass B\n    size = 1\n' },
      { 'k.py': 'class A\n    size = 1\nclass B\n    size = 2\n' },
    ],
    [
      'tell two methods apart by a stack of anchors',
      [update('k.py', '@@ class B', '@@ def run', '-    go(1)', '+    go(2)')],
      { 'k.py': 'class A\ndef run\n    go(1)\nclass B\ndef stop\n    go(0)\ndef run\n    go(1)\n' },
      { 'k.py': 'class A\ndef run\n    go(1)\nclass B\ndef stop\n    go(0)\ndef run\n    go(2)\n' },
    ],
    ['create a file', [create('notes/a.txt', '+one', '+two')], {}, { 'notes/a.txt': 'one\ntwo\n' }],
    [
      'create a file with an empty line',
      [create('a.txt', '+one', '+', '+two')],
      {},
      { 'a.txt': 'one\n\ntwo\n' },
    ],
    [
      'create one and update another',
      [create('util.js', '+export const two = 2;'), update('main.js', '-use(1);', '+use(two);')],
      { 'main.js': 'use(1);\n' },
      { 'main.js': 'use(two);\n', 'util.js': 'export const two = 2;\n' },
    ],
    ['delete a file', [{ type: 'delete_file', path: 'old.txt' }], { 'old.txt': 'x\n' }, {}],
    [
      'rename without a change',
      [{ type: 'update_file', path: 'a.txt', move_to: 'b.txt', diff: '' }],
      { 'a.txt': 'x\n' },
      { 'b.txt': 'x\n' },
    ],
    [
      'update two files',
      [update('a.txt', '-a', '+A'), update('b.txt', '-b', '+B')],
      { 'a.txt': 'a\n', 'b.txt': 'b\n' },
      { 'a.txt': 'A\n', 'b.txt': 'B\n' },
    ],
    [
      'append a test at the end',
      [
        update(
          't.py',
          ' def test_a():',
          '     assert a',
          '+',
          '+def test_b():',
          '+    assert b',
          '*** End of File',
        ),
      ],
      { 't.py': 'def test_a():\n    assert a\n' },
      { 't.py': 'def test_a():\n    assert a\n\ndef test_b():\n    assert b\n' },
    ],
    [
      'change the last two lines',
      [update('e.txt', '-y', '-z', '+Y', '+Z', '*** End of File')],
      { 'e.txt': 'y\nz\nx\ny\nz\n' },
      { 'e.txt': 'y\nz\nx\nY\nZ\n' },
    ],
    [
      'change two headings',
      [update('h.md', '@@', '-## A', '+## Alpha', '@@', '-## B', '+## Beta')],
      { 'h.md': '## A\na\n## B\nb\n' },
      { 'h.md': '## Alpha\na\n## Beta\nb\n' },
    ],
    [
      'flip a flag in JSON',
      [update('p.json', ' {', '-  "strict": false,', '+  "strict": true,')],
      { 'p.json': '{\n  "strict": false,\n  "name": "p"\n}\n' },
      { 'p.json': '{\n  "strict": true,\n  "name": "p"\n}\n' },
    ],
    [
      'number an advisory anchor',
      [update('a.txt', '@@ -1,2 +1,2 @@', ' one', '-two', '+due')],
      { 'a.txt': 'one\ntwo\n' },
      { 'a.txt': 'one\ndue\n' },
    ],
    [
      'reuse an anchor for two chunks',
      [update('r.py', '@@ def f():', '-    a = 1', '+    a = 2', '@@ def f():', '-    b = 1', '+    b = 2')],
      { 'r.py': 'def f():\n    a = 1\n    b = 1\n' },
      { 'r.py': 'def f():\n    a = 2\n    b = 2\n' },
    ],
    [
      'keep CRLF',
      [update('w.txt', ' one', '-two', '+due')],
      { 'w.txt': 'one\r\ntwo\r\n' },
      { 'w.txt': 'one\r\ndue\r\n' },
    ],
    [
      'match without trailing blanks',
      [update('s.txt', ' one', '-two', '+due')],
      { 's.txt': 'one  \ntwo\t\n' },
      { 's.txt': 'one  \ndue\n' },
    ],
    [
      'leave the blanks of unchanged lines alone',
      [update('s.py', ' if x:', '-  a()', '+  b()', '   c()')],
      { 's.py': 'if x:  \n  a()\n  c()  \n' },
      { 's.py': 'if x:  \n  b()\n  c()  \n' },
    ],
  ])('%s', (_name, operations, files, expected) => {
    expect(run('apply_patch', native(...operations), files)).toEqual({ ok: true, files: expected });
  });

  it.each<[string, Native[], Files, string]>([
    ['a stray line in a created file', [create('a.txt', '+one', 'two')], {}, 'BAD_PATCH'],
    ['a section with nothing in it', [update('a.txt', '@@ one')], { 'a.txt': 'one\n' }, 'BAD_PATCH'],
    ['context that is not there', [update('a.txt', '-seven', '+eight')], { 'a.txt': 'one\n' }, 'NOT_FOUND'],
    [
      'an anchor stack of which one is missing, over an ambiguous body',
      [update('a.txt', '@@ class A', '@@ class Z', '-x', '+y')],
      { 'a.txt': 'class A\nx\nclass B\nx\n' },
      'AMBIGUOUS',
    ],
    ['a deletion of what is not there', [{ type: 'delete_file', path: 'no.txt' }], {}, 'MISSING'],
  ])('are refused for %s', (_name, operations, files, code) => {
    expect(run('apply_patch', native(...operations), files)).toMatchObject({ ok: false, codes: [code] });
  });

  it('take effect together or not at all', () => {
    const reply = native(update('a.txt', '-a', '+A'), update('b.txt', '-nope', '+B'));
    expect(run('apply_patch', reply, { 'a.txt': 'a\n', 'b.txt': 'b\n' })).toMatchObject({
      ok: false,
      codes: ['NOT_FOUND'],
    });
  });
});
