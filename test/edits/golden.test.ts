import { describe, expect, test } from 'vitest';
import { memoryTree, plan } from '../../src/edits/index.ts';
import { leaves, replace } from './support.ts';

/** Content, SEARCH, REPLACE, and what has to be left: the vectors on which aider and we differ or agree. */
const vectors: [name: string, content: string, search: string, replacement: string, left: string][] = [
  ['a file without final newline keeps having none', 'a\nb', 'b\n', 'c\n', 'a\nc'],
  ['appending adds the missing final newline first', 'a\nb', '', 'X\n', 'a\nb\nX\n'],
  ['blanks at line ends do not matter', 'a  \nb\n', 'a\nb\n', 'c\n', 'c\n'],
  [
    'a missing indentation is put back',
    '\tif x:\n\t\ty\n',
    'if x:\n\ty\n',
    'if z:\n\ty\n',
    '\tif z:\n\t\ty\n',
  ],
  [
    'tabs stay tabs',
    '\tif x:\n\t\ty\n',
    '    if x:\n        y\n',
    '    if z:\n        y\n',
    '\tif z:\n\t\ty\n',
  ],
  [
    'too much indentation is taken off',
    'if x:\n    y\n',
    '    if x:\n        y\n',
    '    if z:\n        y\n',
    'if z:\n    y\n',
  ],
  ['another shape is another text', '  alpha\n    beta\n', 'alpha\nbeta\n', 'A\nB\n', 'NOT_FOUND'],
  [
    'blank lines inside stay blank',
    '    alpha\n    \n    beta\n',
    'alpha\n\nbeta\n',
    'A\n\nB\n',
    '    A\n\n    B\n',
  ],
  ['a blank first line too many is dropped', 'alpha\nbeta\nc\n', '\nalpha\nbeta\n', '\nX\n', 'X\nc\n'],
  ['also with a single line', 'alpha\nb\nc\n', '\nalpha\n', 'X\n', 'X\nb\nc\n'],
  ['also with a short one', 'a\nb\nc\n', '\na\n', 'X\n', 'X\nb\nc\n'],
  ['also above two short ones', 'a\nb\nc\n', '\na\nb\n', '\nX\n', 'X\nc\n'],
  ['but a bracket is no place', 'a\n}\nc\n', '\n}\n', 'X\n', 'NOT_FOUND'],
  ['two short lines are a shape', '    a\n    \n    b\n', 'a\n\nb\n', 'A\n\nB\n', '    A\n\n    B\n'],
  ['one short line and a bracket are none', '  x\n  }\n', 'x\n}\n', 'y\n}\n', 'NOT_FOUND'],
  [
    'dots keep what they stand for',
    'def f():\n    aaa\n    bbb\n    ccc\n    ddd\n',
    'def f():\n    aaa\n...\n    ddd\n',
    'def f():\n    AAA\n...\n    DDD\n',
    'def f():\n    AAA\n    bbb\n    ccc\n    DDD\n',
  ],
  [
    'pieces around dots keep their order',
    'ddd\nbbb\naaa\n',
    'aaa\n...\nddd\n',
    'AAA\n...\nDDD\n',
    'NOT_FOUND',
  ],
  ['text beside the dots has no place', 'aaa\nbbb\nccc\nzzz\n', 'aaa\n...\n', 'aaa\n...\nNEW\n', 'NOT_FOUND'],
  ['pieces are whole lines', 'xfoo\nmid\nbar\n', 'foo\n...\nbar\n', 'FOO\n...\nBAR\n', 'NOT_FOUND'],
  ['a file may become empty', 'a\nb\n', 'a\nb\n', '', ''],
  ['a text that stands twice is refused', 'x\n}\ny\n}\n', '}\n', '};\n', 'AMBIGUOUS'],
  ['blank lines alone say nothing', 'a\n\nb\n', '\n', 'X\n', 'EMPTY_OLD'],
  ['CRLF stays CRLF', 'one\r\ntwo\r\n', 'one\n', 'uno\n', 'uno\r\ntwo\r\n'],
  ['a byte-order mark stays', '\ufeffone\n', 'one\n', 'uno\n', '\ufeffuno\n'],
];

describe('SEARCH/REPLACE on one file', () => {
  test.each(vectors)('%s', (_name, content, search, replacement, left) => {
    expect(leaves(content, [replace('f.txt', search, replacement)])).toBe(left);
  });

  test('the lines of an ambiguous text are named', () => {
    const result = plan([replace('f.txt', '}\n', '};\n')], memoryTree({ 'f.txt': 'x\n}\ny\n}\n' }), {
      shown: ['f.txt'],
      protect: [],
    });
    expect(result.ok ? [] : result.problems[0]?.facts).toMatchObject({ count: 2, lines: [2, 4] });
  });
});
