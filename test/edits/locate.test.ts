/** Where a text is found that does not stand in the file quite as it was sent; level by level. */
import { describe, expect, test } from 'vitest';
import { edit, leaves, outcome, replace } from './support.ts';

const block = (old: string, fresh: string) => replace('f.txt', old, fresh);

describe('blank lines missing or added', () => {
  test.each([
    [
      'one that the file lacks stays out',
      'one()\ntwo()\n',
      'one()\n\ntwo()\n',
      'one()\n\nthree()\n',
      'one()\nthree()\n',
    ],
    [
      'also when the edit drops it',
      'one()\ntwo()\n',
      'one()\n\ntwo()\n',
      'one()\nthree()\n',
      'one()\nthree()\n',
    ],
    [
      'one that was not sent stays',
      'one()\n\ntwo()\nend\n',
      'one()\ntwo()\n',
      'one()\nthree()\n',
      'one()\n\nthree()\nend\n',
    ],
    [
      'two in the file, one sent and kept',
      'one()\n\n\ntwo()\n',
      'one()\n\ntwo()\n',
      'one()\n\nthree()\n',
      'one()\n\n\nthree()\n',
    ],
    [
      'two in the file, one sent and dropped',
      'one()\n\n\ntwo()\n',
      'one()\n\ntwo()\n',
      'one()\ntwo()\n',
      'one()\n\ntwo()\n',
    ],
    [
      'one in the file, two sent and dropped',
      'one()\n\ntwo()\n',
      'one()\n\n\ntwo()\n',
      'one()\ntwo()\n',
      'one()\ntwo()\n',
    ],
    [
      'blanks around the text are none of the file’s',
      'x\n\none()\n\ntwo()\n\ny\n',
      '\none()\ntwo()\n\n',
      '\none()\nthree()\n\n',
      'x\n\none()\n\nthree()\n\ny\n',
    ],
    [
      'at the top of the file',
      'one()\n\ntwo()\n',
      '\none()\ntwo()\n',
      'one()\nthree()\n',
      'one()\n\nthree()\n',
    ],
    ['at the end of the file', 'one()\n\ntwo()', 'one()\ntwo()\n\n', 'one()\nthree()\n', 'one()\n\nthree()'],
    [
      'under a shift',
      '  one()\n\n  two()\n',
      'one()\ntwo()\n',
      'one()\nthree {\n  deep()\n',
      '  one()\n\n  three {\n    deep()\n',
    ],
    [
      'in other signs',
      'say(“a”)\n\ntwo()\n',
      'say("a")\ntwo()\n',
      'say("a")\nthree()\n',
      'say(“a”)\n\nthree()\n',
    ],
  ])('%s', (_name, before, old, fresh, left) => {
    expect(leaves(before, [block(old, fresh)])).toBe(left);
  });
  test('too little to go by, or twice, is not enough', () => {
    expect(leaves('{\n\n}\n', [block('{\n}\n', '{\nx\n}\n')])).toBe('NOT_FOUND');
    expect(leaves('one()\n\ntwo()\nx\none()\n\ntwo()\n', [block('one()\ntwo()\n', 'x\n')])).toBe('AMBIGUOUS');
  });
});

describe('a text that a tool names, with less indentation than the file has', () => {
  const file = 'if ok:\n    run(1)\n';
  test('new lines get the file’s indentation', () => {
    expect(leaves(file, [edit('f.py', '  run(1)', '  run(1)\n  stop()')], 'f.py')).toBe(
      'if ok:\n    run(1)\n    stop()\n',
    );
    expect(leaves(file, [edit('f.py', 'run(1)', 'run(2)')], 'f.py')).toBe('if ok:\n    run(2)\n');
  });
  test('that is only the blanks before a piece of a line is taken as it is', () => {
    expect(leaves('a =   run(1) + 2\n', [edit('f.txt', '  run(1)', ' run(2)')])).toBe('a =  run(2) + 2\n');
    expect(leaves('    run(1) + 2\n', [edit('f.txt', '  run(1)', '  run(2)')])).toBe('    run(2) + 2\n');
    expect(leaves('x;    run(1)\n', [edit('f.txt', '  run(1)', '  run(2)')])).toBe('x;    run(2)\n');
  });
  test('in full, it is found where it stands so', () => {
    expect(leaves('x\n  run(1)\n', [edit('f.txt', '  run(1)', '  run(2)\n  stop()')])).toBe(
      'x\n  run(2)\n  stop()\n',
    );
  });
});

describe('whole lines that a tool names', () => {
  test('need no line end behind the last line of a file', () => {
    expect(leaves('a\nb', [edit('f.txt', 'b\n', 'c\n')])).toBe('a\nc');
    expect(leaves('a\nb', [edit('f.txt', 'a\nb\n', 'c\n')])).toBe('c');
    expect(leaves('a\nbb', [edit('f.txt', 'bb\n', '')])).toBe('a');
  });
  test('a line end that only one text has is part of the edit, and has to be there', () => {
    expect(leaves('a\nbb', [edit('f.txt', 'bb\n', 'c')])).toBe('NOT_FOUND');
    expect(leaves('a\nbb\nd\n', [edit('f.txt', 'bb\n', 'c')])).toBe('a\ncd\n');
  });
  test('blanks at line ends aside', () => {
    expect(leaves('aa  \nbb\t\nc\n', [edit('f.txt', 'aa\nbb\n', 'dd\n')])).toBe('dd\nc\n');
    expect(leaves('aa\nbb\n', [edit('f.txt', 'aa  \nbb  ', 'dd')])).toBe('dd\n');
  });
});

describe('a text with half a character', () => {
  test('stands nowhere', () => {
    expect(leaves('a \ud83d\ude00 b\n', [edit('f.txt', '\ud83d', 'x')])).toBe('NOT_FOUND');
    expect(leaves('', [block('a line\n', 'b\n')])).toBe('NOT_FOUND');
  });
});

describe('signs beyond ASCII', () => {
  test.each([
    ['in the file only', 'f(“a”)\n', 'f("a")\n', 'f("b")\n', 'f(“b”)\n'],
    ['in the text only', 'f("a")\n', 'f(“a”)\n', 'f("b")\n', 'f("b")\n'],
    ['compatibility forms in the text only', 'find(it)\n', 'ﬁnd(it)\n', 'lose(it)\n', 'lose(it)\n'],
    ['a no-break space', 'a\u00a0+ b\n', 'a + b\n', 'a + c\n', 'a\u00a0+ c\n'],
    ['a dash and a minus', 'a – b − c\n', 'a - b - c\n', 'a - b - d\n', 'a – b − d\n'],
  ])('%s', (_name, before, old, fresh, left) => {
    expect(leaves(before, [block(old, fresh)])).toBe(left);
  });
});

describe('a text whose edit is applied already, next to one that looks like it', () => {
  // Only under a shift does the old text stand in the lines of the new one.
  const change = block('second(2)\n', '  first(1)\n  second(2)\n');
  const applied = '  first(1)\n  second(2)\n';
  test('the applied one is left out: the other is meant, above or below', () => {
    const other = '    second(2)\n';
    const made = '      first(1)\n      second(2)\n';
    expect(leaves(`${applied}${other}`, [change])).toBe(`${applied}${made}`);
    expect(leaves(`${other}${applied}`, [change])).toBe(`${made}${applied}`);
  });
  test('two others are two', () => {
    expect(leaves(`${applied}x\n    second(2)\nx\n    second(2)\n`, [change])).toBe('AMBIGUOUS');
  });
  test('alone, it is done', () => {
    const left = outcome({ 'f.txt': applied }, [change]);
    expect(left).toMatchObject({ ok: true, files: { 'f.txt': applied } });
    expect(left.ok && left.notes.join()).toMatch(/applied already/);
  });
});

describe('of several readings the stricter one counts', () => {
  test('a place as it was sent, beside one with other indentation', () => {
    expect(leaves('  run(1)\nx\nrun(1)\n', [block('run(1)\n', 'go(1)\n')])).toBe('  run(1)\nx\ngo(1)\n');
  });
  test('a place with other blanks at its end, beside one in other signs', () => {
    expect(leaves('f(“a”)\nf("a")  \n', [block('f("a")\n', 'g("a")\n')])).toBe('f(“a”)\ng("a")\n');
  });
});
