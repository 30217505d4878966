/** Telling an edit that an earlier reply made from one that is still to be made. */
import { describe, expect, test } from 'vitest';
import { edit, hunk, leaves, outcome, replace } from './support.ts';

type Edit = ReturnType<typeof replace>;
/** Whether the edit is taken for done: nothing changes, and that is said. */
function isDone(before: string, one: Edit): boolean {
  const left = outcome({ 'f.txt': before }, [one]);
  return left.ok && left.files['f.txt'] === before && /already/.test(left.notes.join());
}
const block = (old: string, fresh: string) => replace('f.txt', old, fresh);

describe('the old text is gone', () => {
  test('and the new one stands there once, as whole lines', () => {
    expect(isDone('a\nlimit = 20\nb\n', block('limit = 10\n', 'limit = 20\n'))).toBe(true);
    expect(isDone('a\nlimit = 20  \nb\n', block('limit = 10\n', 'limit = 20\n'))).toBe(true);
    expect(isDone('a\nunlimit = 20\nb\n', block('limit = 10\n', 'limit = 20\n'))).toBe(false);
  });
  test('twice: only when it is too much to be there by chance, and brings a line of its own', () => {
    const twice = (text: string) => `${text}x\n${text}`;
    expect(isDone(twice('one()\ntwo(2)\n'), block('one()\ntwo(1)\n', 'one()\ntwo(2)\n'))).toBe(true);
    expect(isDone(twice('two(2)\n'), block('two(1)\n', 'two(2)\n'))).toBe(false);
    expect(isDone(twice('one()\n}\n'), block('one()\n)\n', 'one()\n}\n'))).toBe(false);
  });
  test('a piece of a line counts for a tool that names pieces, once', () => {
    expect(isDone('x = f(2) + 1\n', edit('f.txt', 'f(1)', 'f(2)'))).toBe(true);
    expect(isDone('x = f(2) + f(2)\n', edit('f.txt', 'f(1)', 'f(2)'))).toBe(false);
    expect(isDone('x = f(2) + 1\n', block('f(1)\n', 'f(2)\n'))).toBe(false);
  });
  test('a deletion is done when none of its lines is left, blank ones aside', () => {
    expect(isDone('keep()\n\nend\n', block('keep()\n\ndrop()\n', 'keep()\n'))).toBe(true);
    expect(isDone('keep()\n\nend\n', block('keep()\n  \ndrop()\n', 'keep()\n'))).toBe(true);
    expect(isDone('keep()\nend\n  drop()\n', block('keep()\ndrop()\n', 'keep()\n'))).toBe(false);
    expect(isDone('keep(2)\nend\ndrop()\n', block('keep()\ndrop()\n', 'keep(2)\n'))).toBe(true);
  });
  test('a new text that says nothing proves nothing', () => {
    expect(isDone('}\n', block('};\n', '}\n'))).toBe(false);
    expect(leaves('a\n', [block('gone()\n', '')])).toBe('NOT_FOUND');
  });
});

describe('the old text stands there, with the new one around it', () => {
  test('as lines: above, below and around', () => {
    expect(isDone('import a\nimport b\n', block('import b\n', 'import a\nimport b\n'))).toBe(true);
    expect(isDone('import b\nimport c\n', block('import b\n', 'import b\nimport c\n'))).toBe(true);
    expect(
      isDone('import a\nimport b\nimport c\n', hunk('f.txt', ['+import a', ' import b', '+import c'])),
    ).toBe(true);
  });
  test('not with only a part of it', () => {
    expect(leaves('import b\nimport c\n', [block('import b\n', 'import a\nimport b\nimport c\n')])).toBe(
      'import a\nimport b\nimport c\nimport c\n',
    );
    expect(leaves('import b\n', [block('import b\n', 'import a\nimport b\n')])).toBe('import a\nimport b\n');
    expect(leaves('import b\n', [block('import b\n', 'import b\nimport c\n')])).toBe('import b\nimport c\n');
    expect(leaves('import b\nx\nimport c\n', [block('import b\n', 'import b\nimport c\n')])).toBe(
      'import b\nimport c\nx\nimport c\n',
    );
  });
  test('not where lines go as well', () => {
    expect(leaves('a(1)\nb(2)\n', [block('a(1)\nb(2)\n', 'a(1)\n')])).toBe('a(1)\n');
    expect(leaves('b(2)\na(1)\n', [hunk('f.txt', ['+b(2)', ' a(1)'])])).toBe('b(2)\na(1)\n');
    expect(leaves('b(2)\na(1)\nold\n', [hunk('f.txt', ['+b(2)', ' a(1)', '-old'])])).toBe(
      'b(2)\nb(2)\na(1)\n',
    );
  });
  test('not by what stands everywhere', () => {
    expect(leaves('  }\n}\n', [hunk('f.txt', ['   }', '+}'])])).toBe('  }\n}\n}\n');
  });
  test('as a piece of a line', () => {
    expect(isDone('call(one, two)\n', edit('f.txt', 'one', 'one, two'))).toBe(true);
    expect(isDone('call(one, two)\n', edit('f.txt', 'two', 'one, two'))).toBe(true);
    expect(leaves('call(two)\n', [edit('f.txt', 'two', 'one, two')])).toBe('call(one, two)\n');
    expect(leaves('two\n', [edit('f.txt', 'two', 'one, two')])).toBe('one, two\n');
    expect(leaves('f(x)\n', [edit('f.txt', 'f(x', 'f(x)')])).toBe('f(x))\n');
  });
  test('the text that it replaces may hold signs that mean something in a replacement', () => {
    expect(isDone('cost $& more\n', edit('f.txt', 'cost', 'cost $& more'))).toBe(true);
  });
});

describe('a reply that was sent again', () => {
  const again = block('import a\n', 'import a\nimport b\n');
  const file = 'import a\nimport b\nrun()\n';
  const left = (...operations: Edit[]) => {
    const result = outcome({ 'f.txt': file }, operations);
    return result.ok ? result.files['f.txt'] : result.codes.join();
  };
  test('changes nothing when all of it is there', () => {
    expect(left(again, block('run()\n', 'run()\n'))).toBe(file);
  });
  test('next to a real change it is written as it says', () => {
    expect(left(again, block('run()\n', 'walk()\n'))).toBe('import a\nimport b\nimport b\nwalk()\n');
  });
  test('a tool’s edit that is there stays done, whatever stands next to it', () => {
    const tool = edit('f.txt', 'import a', 'import a\nimport b');
    expect(left(tool, edit('f.txt', 'run()', 'walk()'))).toBe('import a\nimport b\nwalk()\n');
  });
});
