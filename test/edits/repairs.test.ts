/** What models wrap around, or write into, a text that is otherwise right; and where that reading stops. */
import { describe, expect, test } from 'vitest';
import { countFailures } from '../../src/edits/index.ts';
import { edit, hunk, leaves, outcome, replace } from './support.ts';

const file =
  'def load(path):\n    with open(path) as handle:\n        return handle.read()\n\ndef save(path, text):\n    pass\n';
const right = file.replace('handle.read()', 'handle.readline()');
const search = ['def load(path):', '    with open(path) as handle:', '        return handle.read()'];
const answer = ['def load(path):', '    with open(path) as handle:', '        return handle.readline()'];
const join = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
const block = (map: (lines: string[]) => readonly string[], fresh = map) =>
  replace('f.py', join(map(search)), join(fresh(answer)));

describe('repairs of both texts', () => {
  test.each<[string, (lines: string[]) => string[]]>([
    ['a fence', (lines) => ['```python', ...lines, '```']],
    ['tildes, blank lines around', (lines) => ['', '~~~', ...lines, '~~~', '']],
    ['numbers and tabs', (lines) => lines.map((line, index) => `     ${index + 1}\t${line}`)],
    ['numbers and a colon', (lines) => lines.map((line, index) => `${index + 1}: ${line}`)],
    ['numbers and a bar', (lines) => lines.map((line, index) => `${index + 1} | ${line}`)],
    ['numbers and an arrow', (lines) => lines.map((line, index) => `${index + 1}\u2192${line}`)],
    ['numbers and a written tab', (lines) => lines.map((line, index) => `${index + 1}\\t${line}`)],
    [
      'numbers, but for the first line',
      (lines) => lines.map((line, index) => (index === 0 ? line : `    ${index + 1}\t${line}`)),
    ],
    ['a tab left over', (lines) => lines.map((line, index) => (index === 0 ? line : `\t${line}`))],
    ['list dashes', (lines) => lines.map((line) => `- ${line}`)],
    ['minus signs', (lines) => lines.map((line) => `-${line}`)],
    ['the file name', (lines) => ['src/f.py', ...lines]],
    ['the file name in a comment', (lines) => ['# f.py', ...lines]],
    ['blank lines', (lines) => ['', ...lines, '', '']],
  ])('%s', (_name, map) => {
    expect(leaves(file, [block(map)], 'f.py')).toBe(right);
  });
  test('one shape of each text: a diff', () => {
    const signed = block(
      (lines) => lines.map((line) => `-${line}`),
      (lines) => lines.map((line) => `+${line}`),
    );
    expect(leaves(file, [signed], 'f.py')).toBe(right);
    expect(
      leaves(
        file,
        [
          block(
            (lines) => lines.map((line) => `-${line}`),
            (lines) => lines,
          ),
        ],
        'f.py',
      ),
    ).toBe(right);
    expect(leaves(file, [replace('f.py', '-def save(path, text):\n-    pass\n', '')], 'f.py')).toBe(
      file.slice(0, file.indexOf('def save')),
    );
    const half = (lines: string[]) => lines.map((line, index) => (index === 1 ? `+${line}` : line));
    expect(leaves(file, [block((lines) => lines.map((line) => `-${line}`), half)], 'f.py')).toBe('NOT_FOUND');
  });
  test('a fence goes, every line inside it stays', () => {
    expect(
      leaves('one()\ntwo()\n', [replace('f.txt', '```\none()\ntwo()\n```\n', '```\nuno()\ntwo()\n```\n')]),
    ).toBe('uno()\ntwo()\n');
  });
  test('a repair is noted', () => {
    const left = outcome({ 'f.py': file }, [block((lines) => ['```', ...lines, '```'])]);
    expect(left.ok && left.notes).toEqual(['f.py: a code fence around the text was taken off']);
  });
  test('numbers choose between places', () => {
    const twice = 'start()\nrun()\nstop()\nstart()\nrun()\nstop()\n';
    expect(leaves(twice, [replace('f.txt', '  5\trun()\n', '  5\twalk()\n')])).toBe(
      'start()\nrun()\nstop()\nstart()\nwalk()\nstop()\n',
    );
  });
  test('numbers that do not ascend, and a number of the program itself', () => {
    expect(leaves(file, [block((lines) => lines.map((line) => `7\t${line}`))], 'f.py')).toBe('NOT_FOUND');
    expect(leaves('1: one\n2: two\n', [replace('f.txt', '1: one\n', '1: uno\n')])).toBe('1: uno\n2: two\n');
  });
  test('new text is repaired only like the old one', () => {
    const left = leaves('alpha()\nbeta()\n', [replace('f.txt', '1\talpha()\n2\tbeta()\n', 'gamma()\n')]);
    expect(left).toBe('gamma()\n');
    expect(leaves('alpha()\n', [replace('f.txt', 'alpha()\n', '1\talpha()\n2\tbeta()\n')])).toBe(
      '1\talpha()\n2\tbeta()\n',
    );
  });
});

describe('literal \\n', () => {
  const two = 'start();\nstop();\n';
  test('in a text of one line means a line end when only that is found', () => {
    expect(leaves(two, [edit('f.js', 'start();\\nstop();', 'start();\\nwait();\\nstop();')], 'f.js')).toBe(
      'start();\nwait();\nstop();\n',
    );
    expect(leaves(two, [edit('f.js', 'start();\\nstop();', 'go();')], 'f.js')).toBe('go();\n');
    expect(
      leaves('\tif (x)\n\t\ty();\n', [edit('f.js', '\\tif (x)\\n\\t\\ty();', 'z();\nw();')], 'f.js'),
    ).toBe('z();\nw();\n');
  });
  test('in quotes it may be the program’s own: unclear, refused', () => {
    expect(leaves(two, [edit('f.js', 'start();\\nstop();', 'print("a\\nb");')], 'f.js')).toBe('NOT_FOUND');
  });
  test('that would be written as two characters is refused, where no program has it', () => {
    expect(leaves(two, [edit('f.js', 'start();', 'start();\\n  wait();')], 'f.js')).toBe('BAD_ARGS');
    expect(leaves(two, [edit('f.js', 'start();', 'print("a;\\n  b");')], 'f.js')).toBe(
      'print("a;\\n  b");\nstop();\n',
    );
    expect(leaves('a\n', [edit('f.tex', 'a', 'x\\nabla')], 'f.tex')).toBe('x\\nabla\n');
    expect(leaves('split(/;\\n/)\na\n', [edit('f.js', 'a', 'join(;\\nx)')], 'f.js')).toBe(
      'split(/;\\n/)\njoin(;\\nx)\n',
    );
  });
});

describe('indentation', () => {
  test.each<[string, string, string, string, string]>([
    [
      'more in the file',
      '    a:\n        one()\n',
      'a:\n    one()\n',
      'a:\n    two()\n        deep()\n',
      '    a:\n        two()\n            deep()\n',
    ],
    ['less in the file', 'a:\n  one()\n', '    a:\n      one()\n', '    a:\n      two()\n', 'a:\n  two()\n'],
    [
      'new text that leaves the shift',
      'a:\n  one()\n',
      '    a:\n      one()\n',
      '  b:\n      two()\n',
      'NOT_FOUND',
    ],
    [
      'tabs in the file',
      '\tif ok:\n\t\trun()\n',
      '  if ok:\n    run()\n',
      '  if ok:\n    run()\n      deep()\n',
      '\tif ok:\n\t\trun()\n\t\t\tdeep()\n',
    ],
    [
      'blanks in the file',
      '    if ok:\n        run()\n',
      '\tif ok:\n\t\trun()\n',
      '\tif ok:\n\t\tstop()\n',
      '    if ok:\n        stop()\n',
    ],
    [
      'tabs, and one level more',
      '\t\tif ok:\n\t\t\trun()\n',
      '    if ok:\n        run()\n',
      '    if ok:\n        stop()\n',
      '\t\tif ok:\n\t\t\tstop()\n',
    ],
    [
      'a table of uneven levels',
      'if ok:\n   run()\n      deep()\n',
      'if ok:\n  run()\n     deep()\n',
      'if ok:\n  walk()\n     deep()\n',
      'if ok:\n   walk()\n      deep()\n',
    ],
    [
      'a level that the table does not have',
      'if ok:\n   run()\n      deep()\n',
      'if ok:\n  run()\n     deep()\n',
      'if ok:\n  run()\n     deep()\n       more()\n',
      'NOT_FOUND',
    ],
    [
      'no indentation at all, and lines that only go',
      '  a {\n    b: 1;\n    c: 2;\n  }\n',
      'a {\nb: 1;\nc: 2;\n}\n',
      'a {\nb: 1;\n}\n',
      '  a {\n    b: 1;\n  }\n',
    ],
    [
      'no indentation, and a new line that may have its own already',
      '    one(1);\n    two(2);\n',
      'one(1);\ntwo(2);\n',
      'one(1);\n    more();\ntwo(2);\n',
      'NOT_FOUND',
    ],
    [
      'no indentation, and a first line that may have its own already',
      '    one(1);\n    two(2);\n',
      'one(1);\ntwo(2);\n',
      '    more();\none(1);\ntwo(2);\n',
      'NOT_FOUND',
    ],
    [
      'no indentation, and a new line one level deeper',
      '    one(1);\n    two(2);\n',
      'one(1);\ntwo(2);\n',
      'one(1);\nif (ok) {\n    more();\n}\ntwo(2);\n',
      '    one(1);\n    if (ok) {\n        more();\n    }\n    two(2);\n',
    ],
    [
      'no indentation, and a line that goes on',
      '    one(1)\n    two(2);\n',
      'one(1)\ntwo(2);\n',
      'one(1)\n    .more();\ntwo(2);\n',
      '    one(1)\n        .more();\n    two(2);\n',
    ],
    [
      'one line that is off and goes',
      '<main>\n  <p>\n  </p>\n</main>\n',
      '<main>\n     <p>\n  </p>\n</main>\n',
      '<main>\n  </p>\n</main>\n',
      '<main>\n  </p>\n</main>\n',
    ],
    [
      'one line that is off, and another in its place',
      'if ok:\n    run()\n    deep()\n',
      'if ok:\n       run()\n    deep()\n',
      'if ok:\n       walk()\n    deep()\n',
      'if ok:\n    walk()\n    deep()\n',
    ],
    [
      'one line that is off, and one more under it',
      'if ok:\n    run()\n    deep()\n',
      'if ok:\n       run()\n    deep()\n',
      'if ok:\n       run()\n       walk()\n    deep()\n',
      'NOT_FOUND',
    ],
    [
      'one line that is off, and two in its place',
      'if ok:\n    run()\n    deep()\n',
      'if ok:\n       run()\n    deep()\n',
      'if ok:\n       walk()\n       on()\n    deep()\n',
      'NOT_FOUND',
    ],
    [
      'one line that is off, and another in its place under its own indentation',
      'if ok:\n    run()\n    deep()\n',
      'if ok:\n       run()\n    deep()\n',
      'if ok:\n    walk()\n    deep()\n',
      'NOT_FOUND',
    ],
    [
      'two levels that are one in the file',
      'if ok:\n   run()\n   deep()\n',
      'if ok:\n  run()\n     deep()\n',
      'x\n',
      'NOT_FOUND',
    ],
    [
      'an odd shift seen once only',
      'if ok:\n    run(1)\n',
      '   run(1)\n',
      '   run(2)\n  also()\n',
      'NOT_FOUND',
    ],
    ['a brace is too little to go by', 'f() {\n    }\n', '}\n', '};\n', 'NOT_FOUND'],
    [
      'a first line without indentation, and a sibling',
      'class A {\n  run() {\n    x();\n  }\n}\n',
      'run() {\n    x();\n  }\n',
      'run() {\n    y();\n  }\n',
      'class A {\n  run() {\n    y();\n  }\n}\n',
    ],
    [
      'only the first line without its own',
      '  first:\nsecond:\n',
      'first:\nsecond:\n',
      'uno:\nsecond:\nthird:\n',
      '  uno:\nsecond:\nthird:\n',
    ],
  ])('%s', (_name, before, old, fresh, left) => {
    expect(leaves(before, [replace('f.txt', old, fresh)])).toBe(left);
  });
});

describe('elision', () => {
  const code = 'function f() {\n  first();\n  second();\n  third();\n  last();\n}\n';
  test.each<[string, string, string, string]>([
    [
      'the middle is kept',
      'function f() {\n...\n  last();\n',
      'function g() {\n...\n  last();\n',
      code.replace('f()', 'g()'),
    ],
    [
      'several dots',
      '  first();\n...\n  third();\n...\n}\n',
      '  first(1);\n...\n  third(3);\n...\n}\n',
      code.replace('first()', 'first(1)').replace('third()', 'third(3)'),
    ],
    [
      'pieces under a shift',
      'first();\n...\nlast();\n',
      'first();\n...\nlast(1);\n',
      code.replace('last()', 'last(1)'),
    ],
    ['other dots on both sides', 'first();\n...\nlast();\n', 'first();\nlast(1);\n', 'NOT_FOUND'],
    ['a piece that is not there', 'first();\n...\nnever();\n', 'first();\n...\nnever(1);\n', 'NOT_FOUND'],
    ['leading dots', '...\n  last();\n', '...\n  final();\n', code.replace('last', 'final')],
    ['nothing but dots and braces', '...\n}\n', '...\n};\n', 'NOT_FOUND'],
  ])('%s', (_name, old, fresh, left) => {
    expect(leaves(code, [replace('f.js', old, fresh)], 'f.js')).toBe(left);
  });
  test('a piece that stands twice', () => {
    expect(
      leaves(
        `${code}${code}`,
        [replace('f.js', 'function f() {\n...\n  last();\n', 'function g() {\n...\n  last();\n')],
        'f.js',
      ),
    ).toBe('NOT_FOUND');
  });
});

describe('wrapped text', () => {
  const html = '<p>\n  <a\n    class="big"\n    href="/x"\n  >go</a>\n</p>\n';
  test('takes the place of whole lines that say the same', () => {
    expect(
      leaves(html, [replace('f.html', '  <a class="big" href="/x">go</a>\n', '  <b>go</b>\n')], 'f.html'),
    ).toBe('<p>\n  <b>go</b>\n</p>\n');
    expect(leaves(html, [replace('f.html', '  <a class="big" href="/x">go</a>\n', '')], 'f.html')).toBe(
      '<p>\n</p>\n',
    );
  });
  test('of a tool that names pieces of text is not looked for', () => {
    expect(leaves(html, [edit('f.html', '  <a class="big" href="/x">go</a>', '<b>')], 'f.html')).toBe(
      'NOT_FOUND',
    );
  });
  test.each<[string, string, string]>([
    ['part of a line', '<a class="big" href="/x">\n', '<i>\n'],
    ['under another indentation', '<a class="big" href="/x">go</a>\n', '<i>\n'],
    ['words run together', '  <aclass="big" href="/x">go</a>\n', '<i>\n'],
    ['too little', '  <p><a\n', '<i>\n'],
  ])('%s: refused', (_name, old, fresh) => {
    expect(leaves(html, [replace('f.html', old, fresh)], 'f.html')).toBe('NOT_FOUND');
  });
});

describe('one line that differs', () => {
  const lines = ['alpha(one, two)', 'beta(two)', 'gamma(three)', 'delta(four)', 'omega(five)'];
  const text = join(lines);
  const with_ = (at: number, line: string) => lines.map((one, index) => (index === at ? line : one));
  test('stays as the file has it when the edit keeps it', () => {
    const old = with_(0, 'alpha(one)');
    expect(leaves(text, [replace('f.txt', join(old), join(old).replace('five', 'six'))])).toBe(
      text.replace('five', 'six'),
    );
    const last = with_(4, 'omega(5, five)');
    expect(leaves(text, [replace('f.txt', join(last), join(last).replace('two)\nbeta', '2)\nbeta'))])).toBe(
      text.replace('one, two', 'one, 2'),
    );
  });
  test.each<[string, string[], string]>([
    ['the edit changes it', with_(0, 'alpha(one)'), join(with_(0, 'alpha(1)'))],
    [
      'it is another line',
      with_(0, 'something else entirely'),
      join(with_(0, 'something else entirely')).replace('five', 'six'),
    ],
    ['two lines differ', ['alpha(x)', 'beta(x)', 'gamma(three)', 'delta(four)', 'omega(five)'], 'x\n'],
    ['the rest is too short', ['alpha(one)', 'beta(two)'], 'alpha(one)\nbeta(2)\n'],
  ])('%s: refused', (_name, old, fresh) => {
    expect(leaves(text, [replace('f.txt', join(old), fresh)])).toBe('NOT_FOUND');
  });
  test('twice in the file', () => {
    const old = with_(0, 'alpha(one)');
    expect(leaves(text + text, [replace('f.txt', join(old), join(old).replace('five', 'six'))])).toBe(
      'AMBIGUOUS',
    );
  });
});

test('a deletion is done only when its lines are gone', () => {
  expect(leaves('keep this\n', [replace('f.txt', 'keep this\ndrop that\n', 'keep this\n')])).toBe(
    'keep this\n',
  );
  expect(
    leaves('keep this\nother\ndrop that\n', [replace('f.txt', 'keep this\ndrop that\n', 'keep this\n')]),
  ).toBe('NOT_FOUND');
});

test('a repetition next to real changes is applied as it says, and noted', () => {
  const left = outcome({ 'f.txt': 'import a\nimport b\nrun()\n' }, [
    replace('f.txt', 'import a\n', 'import a\nimport b\n'),
    replace('f.txt', 'run()\n', 'walk()\n'),
  ]);
  expect(left.ok && left.files['f.txt']).toBe('import a\nimport b\nimport b\nwalk()\n');
  expect(left.ok && left.notes.join()).toMatch(/now twice/);
});

test('a line end missing or added at the end of a hunk does not count', () => {
  expect(leaves('a\r\nb\r\n', [hunk('f.txt', [' a\r', '-b\r', '+c\r'])])).toBe('a\r\nc\r\n');
});

test('a problem without a text counts by its code', () => {
  const { counts } = countFailures({}, [{ code: 'NO_EDITS', path: '', message: 'nothing' }]);
  expect(Object.values(counts)).toEqual([1]);
});

describe('what a repair needs, and what it leaves alone', () => {
  const two = 'alpha()\nbeta()\n';
  const left = (old: string, fresh: string, before = two) => leaves(before, [replace('f.txt', old, fresh)]);
  test('a fence has two ends, each alone on its line', () => {
    expect(left('```js\nalpha()\n```\n', '```js\nuno()\n```\n')).toBe('uno()\nbeta()\n');
    expect(left('```\nalpha()\n', '```\nuno()\n')).toBe('NOT_FOUND');
    expect(left('alpha()\n```\n', 'uno()\n```\n')).toBe('NOT_FOUND');
    expect(left('```\n', 'x\n')).toBe('NOT_FOUND');
    expect(left('```\nalpha()\n``` done\n', '```\nuno()\n``` done\n')).toBe('NOT_FOUND');
    expect(left('```\nalpha()\nso ```\n', '```\nuno()\nso ```\n')).toBe('NOT_FOUND');
    expect(left('```\n}\n```\n', '```\n};\n```\n', '}\n')).toBe('NOT_FOUND');
    expect(left('```\nalpha()\nx```\n', '```\nuno()\nx```\n')).toBe('NOT_FOUND');
    expect(left('```\nalpha()\n```x\n', '```\nuno()\n```x\n')).toBe('NOT_FOUND');
  });
  test('a fence around the old text alone leaves the new one as it is', () => {
    expect(left('```\nalpha()\n```\n', 'uno()\n')).toBe('uno()\nbeta()\n');
  });
  test('the same for a tool that names pieces; whether a line end follows stays as it was sent', () => {
    const change = (old: string, fresh: string) => leaves(two, [edit('f.txt', old, fresh)]);
    expect(change('```\nalpha()\n```', '```\nuno()\n```')).toBe('uno()\nbeta()\n');
    expect(change('```\nalpha()\n```\n', '```\nuno()\n```\n')).toBe('uno()\nbeta()\n');
    expect(change('```\nalpha()\n```\n', '')).toBe('beta()\n');
    expect(change('1\talpha()\n2\tbeta()', '1\tuno()')).toBe('uno()\n');
  });
  test('a tab left over stands on every line but the first, which may have it', () => {
    const tabs = '{\n\tone()\n\ttwo()\n}\n';
    expect(left('\t{\n\t\tone()\n\n\t\ttwo()\n', '\t{\n\t\tuno()\n', '{\n\tone()\n\n\ttwo()\n}\n')).toBe(
      '{\n\tuno()\n}\n',
    );
    expect(left('{\n\t\tone()\n\t\ttwo()\n', '{\n\t\tone(\t)\n\t\t\tdeep()\n', tabs)).toBe(
      '{\n\tone(\t)\n\t\tdeep()\n}\n',
    );
    expect(left('{\n\t\tone()\ntwo()\n', 'x\n', tabs)).toBe('NOT_FOUND');
    expect(left('{\n\t\tone()\n', 'uno()\ndue()\n', tabs)).toBe('uno()\ndue()\n\ttwo()\n}\n');
  });
  test('list dashes stand on every line of both texts, blank ones aside', () => {
    expect(left('- alpha()\n\n- beta()\n', '- uno()\n\n- beta()\n', 'alpha()\n\nbeta()\n')).toBe(
      'uno()\n\nbeta()\n',
    );
    expect(left('- alpha()\n- beta()\n', '- uno()\nbeta()\n')).toBe('NOT_FOUND');
    expect(left('- alpha()\nbeta()\n', '- uno()\nbeta()\n')).toBe('NOT_FOUND');
    // The blank behind the dash is none of the indentation, which is four blanks wide here.
    expect(left('- two()\n', '- two()\n-   also()\n', 'if (one()) {\n    go();\n}\ntwo()\n')).toBe(
      'if (one()) {\n    go();\n}\ntwo()\n  also()\n',
    );
  });
  test('signs of a diff: one kind on every line that is not blank', () => {
    expect(left('-alpha()\n\n-beta()\n', '+uno()\n\n+beta()\n', 'alpha()\n\nbeta()\n')).toBe(
      'uno()\n\nbeta()\n',
    );
    expect(left(' alpha()\n-beta()\n', ' alpha()\n+due()\n')).toBe('alpha()\ndue()\n');
    expect(left('+alpha()\n+beta()\n', '+uno()\n+beta()\n')).toBe('uno()\nbeta()\n');
    expect(left('+alpha()\n-beta()\n', 'x\n')).toBe('NOT_FOUND');
    expect(left('-alpha()\nbeta()\n', 'x\n')).toBe('NOT_FOUND');
    expect(left('-alpha()\nxbe-ta()\n', 'x\n', 'alpha()\nbe-ta()\n')).toBe('NOT_FOUND');
    expect(left('-alpha()\n-beta()\n', 'uno - due\nbeta()\n')).toBe('uno - due\nbeta()\n');
    expect(left('-alpha()\n-beta()\n', '- uno()\nbeta()\n')).toBe('NOT_FOUND');
    expect(left('-alpha()\n-beta()\n', '')).toBe('');
  });
  test('a first line that names a file: alone on its line, with a comment sign at most', () => {
    for (const name of ['src/f.txt', '// src/f.txt', '-- f.txt', 'src\\f.txt:', '  # @app/f.test.ts  ']) {
      expect(left(`${name}\nalpha()\n`, `${name}\nuno()\n`)).toBe('uno()\nbeta()\n');
      expect(left(`${name}\nalpha()\n`, 'uno()\n')).toBe('uno()\nbeta()\n');
    }
    for (const name of ['see src/f.txt', 'src/f.txt here', 'src//f.txt', 'f', `${'a'.repeat(299)}.b`]) {
      expect(left(`${name}\nalpha()\n`, `${name}\nuno()\n`)).toBe('NOT_FOUND');
    }
    expect(left('f.txt\n}\n', 'f.txt\n};\n', '}\n')).toBe('NOT_FOUND');
  });
  test('escapes in one line: quotes, tabs and backslashes with the line ends', () => {
    const change = (old: string, fresh: string, before: string) =>
      leaves(before, [edit('f.js', old, fresh)], 'f.js');
    expect(change('say(\\"a\\");\\n', 'go();\\n', 'say("a");\nend();\n')).toBe('go();\nend();\n');
    expect(change('a(1);\\nb(2);\n', 'a(3);\\nb(4);\n', 'a(1);\nb(2);\n')).toBe('a(3);\nb(4);\n');
    expect(change('a(1);\\nb(2);', "a(3, 'x');\\nb(4, `y`);", 'a(1);\nb(2);\n')).toBe(
      "a(3, 'x');\nb(4, `y`);\n",
    );
    // An escape within quotes shows that not all of the text was escaped once more: taken back, it would be broken.
    expect(change('a(1);\\nb(2);', "a('don\\'t');\\nb();", 'a(1);\nb(2);\n')).toBe('NOT_FOUND');
    expect(change('a(1);\\nb(2);', "a('x\\ny');", 'a(1);\nb(2);\n')).toBe('NOT_FOUND');
    expect(change('a(1);\\nb(2);', 'a(`x\\ny`);', 'a(1);\nb(2);\n')).toBe('NOT_FOUND');
    expect(change('a(1);\\nb(2);', 'a(\\"x\\");\\nb();', 'a(1);\nb(2);\n')).toBe('a("x");\nb();\n');
    expect(change('a(1);\\nb(2);', 'print("x\\ny");\nend();', 'a(1);\nb(2);\n')).toBe(
      'print("x\\ny");\nend();\n',
    );
    expect(change('a(1)\\nb(2);\nc(3);', 'x', 'a(1)\nb(2);\nc(3);\n')).toBe('NOT_FOUND');
  });
});
