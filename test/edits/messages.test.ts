/** What a refusal says: the model reads nothing else. */
import { describe, expect, test } from 'vitest';
import { reflectionMessage } from '../../src/edits/index.ts';
import type { Operation, Problem } from '../../src/edits/types.ts';
import { type Contents, edit, outcome, replace } from './support.ts';

function refusal(files: Contents, ...operations: Operation[]): Problem {
  const left = outcome(files, operations);
  const problem = left.ok ? undefined : left.problems.at(-1);
  if (!problem) throw new Error('expected a refusal');
  return problem;
}
const message = (before: string, old: string) =>
  refusal({ 'f.txt': before }, replace('f.txt', old, 'new\n')).message;

describe('a text that stands several times', () => {
  const file = Array.from({ length: 12 }, (_, index) => `x\nline ${index}\n`).join('');
  test('ten places are named, three are shown', () => {
    const problem = refusal({ 'f.txt': file }, replace('f.txt', 'x\n', 'y\n'));
    expect(problem.message).toContain(
      'stands 12 times in f.txt (lines 1, 3, 5, 7, 9, 11, 13, 15, 17, 19 and more)',
    );
    expect(problem.facts).toMatchObject({
      sought: 'x\n',
      count: 12,
      lines: [1, 3, 5, 7, 9, 11, 13, 15, 17, 19],
    });
    expect(problem.quoted?.split('---')).toHaveLength(3);
    expect(problem.message.endsWith(problem.quoted ?? '?')).toBe(true);
  });
  test('ten are no more than named', () => {
    const ten = file.split('\n').slice(0, 20).join('\n');
    expect(message(`${ten}\n`, 'x\n')).toContain('17, 19)');
  });
  test('two lines above and below, nine in all, each of four hundred signs', () => {
    const long = Array.from({ length: 12 }, (_, index) => `${index} ${'y'.repeat(500)}\n`).join('');
    const { quoted = '' } = refusal({ 'f.txt': `a\nb\nc\n${long}c\n${long}` }, replace('f.txt', long, 'z\n'));
    const first = quoted.split('\n---\n')[0]?.split('\n') ?? [];
    expect(first.map((row) => row.split('\t')[0])).toEqual(['2', '3', '4', '5', '6', '7', '8', '9', '10']);
    expect(first[2]).toBe(`4\t0 ${'y'.repeat(398)}`);
  });
});

describe('a text that is not there', () => {
  test('what to do depends on what the file has', () => {
    expect(message('one()\ntwo()\n', 'one(1)\ntwo()\n')).toMatch(
      /The closest lines of f\.txt are these \(number, tab, line\):\n1\tone\(\)\n2\ttwo\(\)\nCopy the lines as they are/,
    );
    expect(message('', 'one()\n')).toBe('The text to replace is not in f.txt. The file is empty.');
    expect(message('zzz\n', 'one()\n')).toBe(
      'The text to replace is not in f.txt. Read the file again and copy the lines to replace exactly.',
    );
  });
  test('the record has what was sought, the closest lines and where else it stands', () => {
    const files = { 'f.txt': 'one()\ntwo()\n', 'g.txt': 'one(1)\ntwo()\n' };
    expect(refusal(files, replace('f.txt', 'one(1)\ntwo()\n', 'x\n'))).toMatchObject({
      message: expect.stringContaining(
        'It stands in g.txt: name that file if you meant it; nothing was edited there.',
      ),
      quoted: '1\tone()\n2\ttwo()',
      facts: {
        sought: 'one(1)\ntwo()\n',
        otherFile: 'g.txt',
        closest: { start: 1, lines: ['one()', 'two()'] },
      },
    });
    const none = refusal({ 'f.txt': 'zzz\n' }, replace('f.txt', 'one()\n', 'x\n'));
    expect([none.quoted, none.facts]).toEqual([undefined, { sought: 'one()\n' }]);
  });
  test('in two other files, it is none of them', () => {
    const files = { 'f.txt': 'zzz\n', 'g.txt': 'one()\n', 'h.txt': 'one()\n' };
    expect(refusal(files, replace('f.txt', 'one()\n', 'x\n')).facts).toEqual({ sought: 'one()\n' });
  });
  test('what was sought is recorded up to four thousand signs', () => {
    const sought = (length: number) =>
      refusal({ 'f.txt': 'z\n' }, replace('f.txt', 'x'.repeat(length), 'y\n')).facts?.sought;
    expect(sought(4000)).toBe('x'.repeat(4000));
    expect(sought(4001)).toBe(`${'x'.repeat(4000)}…`);
  });
  test('of the first twenty such edits only, lines are looked for', () => {
    const misses = Array.from({ length: 21 }, (_, at) => replace('f.txt', `one(${at})\ntwo()\n`, 'x\n'));
    expect(refusal({ 'f.txt': 'one()\ntwo()\n' }, ...misses.slice(0, 20)).quoted).toBeDefined();
    expect(refusal({ 'f.txt': 'one()\ntwo()\n' }, ...misses).quoted).toBeUndefined();
  });
});

describe('what it quotes is short, on one line and marked', () => {
  test('a marker and a line that stands for code', () => {
    const marker = refusal({ 'f.js': 'a()\n' }, replace('f.js', 'a()\n', `<<<<<<< ${'x'.repeat(300)}\n`));
    expect(marker.message).toContain(`\`<<<<<<< ${'x'.repeat(192)}\`,`);
    const omission = refusal(
      { 'f.js': 'a()\nb()\n' },
      replace('f.js', 'a()\nb()\n', '    // ... rest unchanged ...\n'),
    );
    expect(omission.message).toContain('says `// ... rest unchanged ...` in place of code');
  });
  test('a missing file: those that may have been meant, or how to make one', () => {
    expect(refusal({ 'src/shop.py': 'x\n' }, replace('src/shpo.py', 'one()\n', 'y\n'))).toMatchObject({
      code: 'MISSING',
      message: 'There is no file src/shpo.py. Did you mean `src/shop.py`?',
      facts: { sought: 'one()\n' },
    });
    expect(refusal({}, replace('new.py', 'one()\n', 'y\n')).message).toBe(
      'There is no file new.py. To make a new file, send its whole content as new text.',
    );
  });
  test('a line end that was sent as two characters', () => {
    const problem = refusal({ 'f.js': 'a();\n' }, edit('f.js', 'a();', 'a();\\n  b();'));
    expect(problem).toMatchObject({ code: 'BAD_ARGS', facts: { sought: 'a();' } });
  });
});

describe('the message that asks for the failed edits again', () => {
  const failed: Problem = {
    code: 'NOT_FOUND',
    path: 'f.txt',
    message: 'It is not there.',
    facts: { sought: 'one()\n\n' },
  };
  test('numbers them, names their files, and quotes what was sought', () => {
    const nameless: Problem = { code: 'NO_EDITS', path: '', message: 'There is none.' };
    const text = reflectionMessage([failed, nameless]);
    expect(text).toContain('1. NOT_FOUND in f.txt\nIt is not there.');
    expect(text).toContain('```\none()\n```');
    expect(text).toContain('2. NO_EDITS\nThere is none.');
  });
  test('says of those that are kept that they are not to be sent again', () => {
    const kept = (...paths: string[]) =>
      reflectionMessage(
        [failed],
        paths.map((path) => replace(path, 'a\n', 'b\n')),
      );
    expect(kept('a.py')).toContain(
      'The other edit is kept and will be applied together with the corrected ones: a.py (1). Do not send it again.',
    );
    expect(kept('a.py', 'b.py', 'a.py')).toContain(
      'The other 3 edits are kept and will be applied together with the corrected ones: a.py (2), b.py (1). Do not send them again.',
    );
  });
  test('asks to go on where one of them was cut', () => {
    const cut: Problem = { code: 'TRUNCATED', path: 'a.py', message: 'The last block is cut off.' };
    expect(reflectionMessage([failed, cut])).toMatch(/Continue with the edit that was cut/);
  });
});
