/** The file that was meant when the named one is not there: only a shown one, and only when it is certain. */
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../src/edits/types.ts';
import { type Contents, outcome, replace } from './support.ts';

const code = 'def load(path):\n    return open(path)\n';
const raised = code.replace('open(path)', 'open(path, "rb")');
const change = (path: string) => replace(path, '    return open(path)\n', '    return open(path, "rb")\n');
const whole = (path: string) => replace(path, code, raised);

/** The files that the edit changed; else the codes of the refusal. */
function changed(files: Contents, one: ReturnType<typeof replace>, shown = Object.keys(files)): string {
  const left = outcome(files, [one], { shown });
  if (!left.ok) return left.codes.join();
  return Object.keys(files)
    .filter((path) => left.files[path] !== files[path])
    .join();
}

describe('a path with the wrong folders', () => {
  test.each([
    ['shortened', 'loader.py'],
    ['shortened, one folder left', 'core/loader.py'],
    ['with a folder too many', 'app/src/core/loader.py'],
    ['in another folder', 'lib/loader.py'],
  ])('%s: the one shown file of that name, when it holds the text once', (_name, path) => {
    const files = { 'src/core/loader.py': code, 'src/core/other.py': 'x\n' };
    expect(changed(files, change(path))).toBe('src/core/loader.py');
  });
  test('is noted', () => {
    const left = outcome({ 'src/loader.py': code }, [change('loader.py')]);
    expect(left.ok && left.notes).toEqual([
      'there is no `loader.py`; the edit was applied to `src/loader.py`',
    ]);
  });
  test('one line is too little to go by when the name is another one', () => {
    expect(changed({ 'src/loader.py': code }, change('reader.py'))).toBe('MISSING');
    expect(changed({ 'src/loader.py': code }, whole('reader.py'))).toBe('src/loader.py');
  });
  test('two files of that name are no answer, nor is one that lacks the text or holds it twice', () => {
    expect(changed({ 'a/loader.py': code, 'b/loader.py': code }, change('loader.py'))).toBe('MISSING');
    expect(changed({ 'a/loader.py': 'x\n' }, change('loader.py'))).toBe('MISSING');
    expect(changed({ 'a/loader.py': code + code }, change('loader.py'))).toBe('MISSING');
  });
  test('the end of the path is nearer than the mere name', () => {
    const files = { 'a/core/loader.py': code, 'b/loader.py': code };
    expect(changed(files, change('core/loader.py'))).toBe('a/core/loader.py');
  });
  test('a shown file that is no text is never meant', () => {
    expect(changed({ 'a/loader.py': new Uint8Array([0, 1, 2]) }, change('loader.py'))).toBe('MISSING');
  });
});

describe('when no files were shown', () => {
  const files = { 'src/core/loader.py': code, 'src/other.py': 'x\n' };
  test('a shortened or over-long spelling of one path is meant', () => {
    expect(changed(files, change('core/loader.py'), [])).toBe('src/core/loader.py');
    expect(changed(files, change('app/src/core/loader.py'), [])).toBe('src/core/loader.py');
  });
  test('any other path of that name, or its text, is not', () => {
    expect(changed(files, change('lib/loader.py'), [])).toBe('MISSING');
    expect(changed(files, whole('reader.py'), [])).toBe('MISSING');
    expect(changed({ 'a/loader.py': code, 'b/loader.py': code }, change('loader.py'), [])).toBe('MISSING');
  });
});

describe('by its text alone', () => {
  test('one shown file holds all of it, blanks at line ends aside', () => {
    const files = { 'a.py': `x = 1\n\n${code.replace(':\n', ':  \n')}`, 'b.py': 'x = 1\n' };
    expect(changed(files, whole('reader.py'))).toBe('a.py');
  });
  test('held twice, or by two files, it is no answer', () => {
    expect(changed({ 'a.py': code + code }, whole('reader.py'))).toBe('MISSING');
    expect(changed({ 'a.py': code, 'b.py': code }, whole('reader.py'))).toBe('MISSING');
  });
  test('a file that is not shown is never meant', () => {
    expect(changed({ 'a.py': code, 'b.py': 'x\n' }, whole('reader.py'), ['b.py'])).toBe('MISSING');
  });
  test('an edit without a file name needs one line only, and is noted', () => {
    const left = outcome({ 'src/loader.py': code, 'b.py': 'x\n' }, [change('')]);
    expect(left.ok && left.notes).toEqual([
      'the edit named no file; it was applied to `src/loader.py`, the only shown file that holds the text',
    ]);
    expect(changed({ 'a.c': '}\n' }, replace('', '}\n', '};\n'))).toBe('NO_FILENAME');
    expect(changed({ 'a.c': code }, replace(' ', 'nowhere to be seen\n', 'x\n'))).toBe('NO_FILENAME');
  });
  test('blank old text is no text: the edit makes the file that it names', () => {
    expect(outcome({ 'a/new.py': 'x\n' }, [replace('new.py', '', 'y\n')])).toMatchObject({
      files: { 'new.py': 'y\n' },
    });
  });
});

describe('a path that is not there, because this reply deleted it', () => {
  test('is never looked for elsewhere', () => {
    const gone: Operation = {
      kind: 'delete',
      path: 'loader.py',
      notes: [],
      source: { format: 'patch', index: 0 },
    };
    const left = outcome({ 'loader.py': code, 'src/loader.py': code }, [gone, change('loader.py')]);
    expect(left).toMatchObject({ codes: ['MISSING'] });
  });
});
