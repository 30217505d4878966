/** Rare readings of a text that stands nowhere as whole lines: each with what it needs, and where it stops. */
import { describe, expect, test } from 'vitest';
import { edit, leaves, replace } from './support.ts';

const block = (old: string, fresh: string, path = 'f.txt') => replace(path, old, fresh);

describe('a piece of one line', () => {
  test.each([
    ['at its end', 'x = call(one)\n', 'call(one)\n', 'call(two)\n', 'x = call(two)\n'],
    [
      'blanks around it aside',
      'x = call(one) + 1\n',
      '  call(one)  \n',
      '  call(two)  \n',
      'x = call(two) + 1\n',
    ],
    [
      'blank lines around it aside',
      'x = call(one) + 1\n',
      '\ncall(one)\n\n',
      '\ncall(two)\n',
      'x = call(two) + 1\n',
    ],
    ['of four signs', 'x = (ab) + 1\n', '(ab)\n', '(cd)\n', 'x = (cd) + 1\n'],
  ])('%s', (_name, before, old, fresh, left) => {
    expect(leaves(before, [block(old, fresh)])).toBe(left);
  });
  test.each([
    ['cuts a word at its start', 'mycall(one)\n', 'call(one)\n', 'x\n'],
    ['cuts a word at its end', '(onetwo)\n', '(one\n', '(two\n'],
    ['is shorter than that', 'x = (a) + 1\n', '(a)\n', '(b)\n'],
    ['becomes two lines', 'x = call(one) + 1\n', 'call(one)\n', 'call(\ntwo)\n'],
    ['goes', 'x = call(one) + 1\n', 'call(one)\n', ''],
    ['stands in a comment', 'x = 1 \n  // call(one)\n', 'call(one)\n', 'call(two)\n'],
    ['stands there in other signs', 'x = call(“a”)\n', 'call("a")\n', 'call("b")\n'],
  ])('%s: refused', (_name, before, old, fresh) => {
    expect(leaves(before, [block(old, fresh)])).toBe('NOT_FOUND');
  });
  test('a place in a comment, or inside a word, still is one more', () => {
    expect(leaves('x = call(one)\n# call(one)\n', [block('call(one)\n', 'call(two)\n')])).toBe('AMBIGUOUS');
    expect(leaves('x = call(one)\nmycall(one)\n', [block('call(one)\n', 'call(two)\n')])).toBe('AMBIGUOUS');
  });
});

describe('lines that begin or end in mid-line', () => {
  test.each([
    [
      'begin',
      '}.box {\n  top: 0;  \n}\n',
      '.box {\n  top: 0;\n}\n',
      '.box {\n  left: 0;\n}\n',
      '}.box {\n  left: 0;\n}\n',
    ],
    [
      'end',
      'if (a) {\n  go(1); // first\n',
      'if (a) {\n  go(1);\n',
      'if (b) {\n  go(1);\n',
      'if (b) {\n  go(1); // first\n',
    ],
  ])('%s', (_name, before, old, fresh, left) => {
    expect(leaves(before, [block(old, fresh)])).toBe(left);
  });
  test('cutting no word', () => {
    expect(leaves('myif (a) {\n  go(1);\n', [block('if (a) {\n  go(1);\n', 'x\n')])).toBe('NOT_FOUND');
    expect(leaves('if (a) {\n  go(1)first\n', [block('if (a) {\n  go(1)\n', 'if (b) {\n  go(1)\n')])).toBe(
      'if (b) {\n  go(1)first\n',
    );
    expect(leaves('(a) {\n  gone\n', [block('(a) {\n  go\n', 'x {\n  go\n')])).toBe('NOT_FOUND');
  });
});

describe('one line that differs, and stays', () => {
  const lines = ['alpha(one, two)', '  beta(two)', 'gamma(three)', 'delta(four)', 'omega(five)'];
  const text = (of: readonly string[]) => of.map((line) => `${line}\n`).join('');
  const odd = (at: number, line: string) => lines.map((one, index) => (index === at ? line : one));
  /** The change of another line, sent with one line that is not the file's. */
  const left = (at: number, line: string, changed: number, before = text(lines)) => {
    const old = odd(at, line);
    const fresh = old.map((one, index) => (index === changed ? `${one} // changed` : one));
    return leaves(before, [block(text(old), text(fresh))]);
  };
  const changed = (at: number) => text(odd(at, `${lines[at]} // changed`));
  test.each([
    ['the first', 0, 'alpha(one)', 4],
    ['one in the middle', 2, 'gamma(3, three)', 0],
    ['the last', 4, 'omega(five, six)', 0],
    ['half of its words', 0, 'alpha(one, x, y)', 4],
  ])('%s', (_name, at, line, other) => {
    expect(left(at, line, other)).toBe(changed(other));
  });
  test.each([
    ['fewer than half of its words', 0, 'alpha(w, x, y)', 4],
    ['none of its words, and none at all', 0, '(((', 4],
    ['another indentation', 1, 'beta(three)', 4],
  ])('%s: refused', (_name, at, line, other) => {
    expect(left(at, line, other)).toBe('NOT_FOUND');
  });
  test('the rest has to stand there in full, in the file', () => {
    const cut = text(lines.slice(1));
    expect(left(0, 'alpha(one)', 4, cut)).toBe('NOT_FOUND');
    expect(left(4, 'omega(5, five)', 0, text(lines.slice(0, 4)))).toBe('NOT_FOUND');
    expect(left(2, 'gamma(3, three)', 0, text([...lines.slice(0, 3), 'delta(4)', 'omega(five)']))).toBe(
      'NOT_FOUND',
    );
    expect(left(2, 'gamma(3, three)', 0, text([...lines.slice(0, 3), 'x', ...lines.slice(3)]))).toBe(
      'NOT_FOUND',
    );
  });
  test('the right place is found among those of its beginning', () => {
    const twice = text([...lines.slice(0, 2), 'x', ...lines]);
    expect(left(2, 'gamma(3, three)', 4, twice)).toBe(`${text([...lines.slice(0, 2), 'x'])}${changed(4)}`);
  });
  test('four lines that say something are needed', () => {
    const four = ['alpha(one, two)', 'beta(two)', 'gamma(three)', 'delta(four)'];
    const sent = (of: readonly string[]) =>
      block(text(['alpha(one)', ...of.slice(1)]), text(['alpha(one)', ...of.slice(1, -1), 'new()']));
    expect(leaves(text(four), [sent(four)])).toBe(text([...four.slice(0, 3), 'new()']));
    expect(leaves(text(four.slice(0, 3)), [sent(four.slice(0, 3))])).toBe('NOT_FOUND');
    expect(leaves(text([...four.slice(0, 3), '}']), [sent([...four.slice(0, 3), '}'])])).toBe('NOT_FOUND');
  });
  test('a line that is changed besides being added around is not kept', () => {
    const old = text(odd(0, 'alpha(one)'));
    expect(leaves(text(lines), [block(old, `new()\n${old}`)])).toBe(`new()\n${text(lines)}`);
    expect(leaves(text(lines), [block(old, `new()\n${text(lines.slice(1))}`)])).toBe('NOT_FOUND');
  });
});

describe('the same words wrapped into other lines', () => {
  const wrapped = '  call(\n    first,\n    second)\nend\n';
  test('take the place of the lines, with the file’s line ends', () => {
    expect(leaves(wrapped, [block('  call(first, second)\n', '  call(third)\n')])).toBe(
      '  call(third)\nend\n',
    );
    expect(leaves(wrapped, [block('  call(first, second)\n', '  a()\n  b()\n')])).toBe('  a()\n  b()\nend\n');
    expect(
      leaves(wrapped.replaceAll('\n', '\r\n'), [block('  call(first, second)\n', '  a()\n  b()\n')]),
    ).toBe('  a()\r\n  b()\r\nend\r\n');
    expect(leaves(wrapped, [block('  call(first, second)\n', '')])).toBe('end\n');
    expect(
      leaves('x\r\n  call(first, second)', [block('  call(\n  first, second)\n', '  a()\n  b()\n')]),
    ).toBe('x\r\n  a()\r\n  b()');
  });
  test('twelve signs are needed', () => {
    expect(leaves('abc(\ndef,ghi)\n', [block('abc(def,ghi)\n', 'x\n')])).toBe('x\n');
    expect(leaves('abc(\ndef,gh)\n', [block('abc(def,gh)\n', 'x\n')])).toBe('NOT_FOUND');
  });
  test.each([
    ['something before it on its first line', `x; ${wrapped.trimStart()}`, 'call(first, second)\n'],
    [
      'something behind it on its last line',
      wrapped.replace('second)', 'second) + 1'),
      '  call(first, second)\n',
    ],
    ['two words that are one in the file', '  onetwo(\n    first)\n', '  one two(first)\n'],
    [
      'lines that are only indented otherwise',
      'a(first)\n    b(second)\n  c(third)\n',
      'a(first)\n\n  b(second)\n    c(third)\n',
    ],
  ])('%s: refused', (_name, before, old) => {
    expect(leaves(before, [block(old, 'x\n')])).toBe('NOT_FOUND');
  });
  test('where indentation is syntax: refused', () => {
    expect(leaves(wrapped, [block('  call(first, second)\n', '  x()\n', 'f.py')], 'f.py')).toBe('NOT_FOUND');
  });
  test('twice: refused', () => {
    expect(leaves(wrapped + wrapped, [block('  call(first, second)\n', '  x()\n')])).toBe('AMBIGUOUS');
  });
});

describe('code left out', () => {
  const code = 'function f() {\n  first();\n\n  second();\n  last();\n}\n';
  test('blank lines beside the dots belong to them', () => {
    expect(
      leaves(code, [block('function f() {\n\n...\n\n  last();\n', 'function g() {\n\n...\n\n  last();\n')]),
    ).toBe(code.replace('f()', 'g()'));
    expect(leaves(code, [block('\n...\n  last();\n', '\n...\n  final();\n')])).toBe(
      code.replace('last', 'final'),
    );
  });
  test('a blank line within a piece is the file’s', () => {
    const old = 'first();\n\nsecond();\n...\n}\n';
    expect(leaves(code, [block(old, old.replace('first', 'uno'))])).toBe(code.replace('first', 'uno'));
  });
  test.each([
    ['pieces in another order', '  last();\n...\n  first();\n', '  last();\n...\n  uno();\n'],
    ['new text beside leading dots', '...\n  last();\n', 'new();\n...\n  last();\n'],
    ['more dots than before', '  first();\n...\n  last();\n', '  first();\n...\n...\n  last();\n'],
    ['a piece of another shape', '  first();\n    second();\n...\n  last();\n', '  uno();\n...\n  last();\n'],
    [
      'a piece whose new line has no indentation that follows',
      '    first();\n...\n  last();\n',
      ' uno();\n...\n  last();\n',
    ],
  ])('%s: refused', (_name, old, fresh) => {
    expect(leaves(code, [block(old, fresh)])).toBe('NOT_FOUND');
  });
  test('one piece that cannot be written stops the others', () => {
    const old = '  first();\n...\n    last();\n';
    expect(leaves(code, [block(old, '  uno();\n...\n final();\n')])).toBe('NOT_FOUND');
  });
  test('for a tool that names pieces, too', () => {
    expect(
      leaves(code, [edit('f.txt', 'function f() {\n...\n  last();', 'function f() {\n...\n  final();')]),
    ).toBe(code.replace('last', 'final'));
  });
});
