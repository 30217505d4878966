/** Faults that the peer is known for, by their numbers in its issue lists, and what happens here instead. */
import { expect, test } from 'vitest';
import { block } from '../support/replies.ts';
import { afterReply, type Contents, hunk, type Left, leaves, outcome, replace } from './support.ts';

const one = (left: Left): unknown => (left.ok ? left.files : left.codes.join(','));
const run = (files: Contents, ...blocks: string[]): unknown =>
  one(afterReply(files, blocks.join('\n'), 'diff'));

test('F1 one failing block is reported, whatever the others do', () => {
  const left = afterReply(
    { 'a.py': 'x = 1\n' },
    block('a.py', 'x = 1', 'x = 2') + block('a.py', 'missing line', 'y'),
    'diff',
  );
  expect(left).toMatchObject({ ok: false, codes: ['NOT_FOUND'], staged: 1 });
});
test('F2 a path never leaves the repository', () => {
  expect(run({}, block('../../outside.py', '', 'x = 1'))).toBe('OUTSIDE');
});
test('F3 a file that does not exist is not made empty for an edit of it', () => {
  expect(run({ 'a.py': 'x\n' }, block('b.py', 'some text', 'other'))).toBe('MISSING');
});
test('F4 a fence glued to the text ends up in no file', () => {
  const text = 'a.py\n```\n<<<<<<< SEARCH\nx = 1\n=======\nx = 2\n>>>>>>> REPLACE```\n';
  expect(run({ 'a.py': 'x = 1\n' }, text)).toEqual({ 'a.py': 'x = 2\n' });
});
test('F5 an underline of seven signs in a prose file is content', () => {
  const text =
    'a.md\n```\n<<<<<<< SEARCH\nHeading\n=======\n\nold\n=======\nHeading\n=======\n\nnew\n>>>>>>> REPLACE\n```\n';
  expect(run({ 'a.md': 'Heading\n=======\n\nold\n' }, text)).toEqual({ 'a.md': 'Heading\n=======\n\nnew\n' });
});
test('F6 a block without an end does not swallow the next one', () => {
  const text =
    'a.py\n```\n<<<<<<< SEARCH\nx = 1\n=======\nx = 2\n```\n\na.py\n```\n<<<<<<< SEARCH\ny = 1\n=======\ny = 2\n>>>>>>> REPLACE\n```\n';
  const left = run({ 'a.py': 'x = 1\ny = 1\n' }, text);
  expect(JSON.stringify(left)).not.toMatch(/<<<|```/);
});
test('F9, F15, F16 a text that stands in another file is never edited there', () => {
  expect(run({ 'a.py': 'a\n', 'b.py': 'shared line\n' }, block('a.py', 'shared line', 'x'))).toBe(
    'NOT_FOUND',
  );
  const chain = block('a.py', 'one = 1', 'two = 2') + block('a.py', 'two = 2', 'three = 3');
  expect(run({ 'a.py': 'one = 1\n', 'b.py': 'two = 2\n' }, chain)).toEqual({
    'a.py': 'three = 3\n',
    'b.py': 'two = 2\n',
  });
});
test('F10 a first line that ends in the file’s name is code', () => {
  const file = 'from . import utils.py\nrun()\n';
  expect(
    run(
      { 'utils.py': file },
      block('utils.py', 'from . import utils.py\nrun()', 'from . import tools.py\nrun()'),
    ),
  ).toEqual({
    'utils.py': 'from . import tools.py\nrun()\n',
  });
});
test('F11 a SEARCH of blank lines is no empty one', () => {
  expect(leaves('a\n\nb\n', [replace('f.txt', '\n\n', 'x\n')])).toBe('EMPTY_OLD');
});
test('F12 an empty result is a result', () => {
  expect(run({ 'a.py': 'x\n' }, block('a.py', 'x', ''))).toEqual({ 'a.py': '' });
  expect(run({}, block('pkg/__init__.py', '', ''))).toEqual({ 'pkg/__init__.py': '' });
});
test('F13 pieces around dots are whole lines, in order, and nothing goes to the end of the file', () => {
  const file = 'first()\nmiddle()\nlast()\nend()\n';
  expect(leaves(file, [replace('f.py', 'last()\n...\nfirst()\n', 'x()\n...\ny()\n')], 'f.py')).toBe(
    'NOT_FOUND',
  );
  expect(leaves(file, [replace('f.py', 'first()\n...\n', 'first()\n...\nnew()\n')], 'f.py')).toBe(
    'NOT_FOUND',
  );
});
test('F14, F25 neither the first nor all of several places', () => {
  expect(leaves('x\na\nx\n', [replace('f.txt', 'x\n', 'y\n')])).toBe('AMBIGUOUS');
  expect(leaves('x\na\nx\n', [hunk('f.txt', ['-x', '+y'])])).toBe('AMBIGUOUS');
});
test('F17, F31 a failing edit leaves no file half done', () => {
  const left = outcome({ 'a.txt': 'a\n', 'b.txt': 'b\n' }, [
    hunk('a.txt', ['-a', '+A']),
    { kind: 'create', path: 'c.txt', content: 'c\n', source: { format: 'patch', index: 1 }, notes: [] },
    hunk('b.txt', ['-nowhere to be found', '+x']),
  ]);
  expect(left).toMatchObject({ ok: false, staged: 2 });
});
test('F18 a typo in a single line gets its real line shown', () => {
  const left = outcome({ 'f.py': 'a\nresult = compute(values)\nb\n' }, [
    replace('f.py', 'result = compute(value)\n', 'x\n'),
  ]);
  expect(left.ok ? '' : left.problems[0]?.message).toContain('2\tresult = compute(values)');
});
test('F19, F20 nested fences and prose names of whole files', () => {
  const text = 'README.md\n````\n# Title\n\n```\ncode\n```\n````\n';
  expect(one(afterReply({ 'README.md': 'x\n' }, text, 'whole'))).toEqual({
    'README.md': '# Title\n\n```\ncode\n```\n',
  });
  expect(afterReply({ 'a.py': 'x\n' }, 'Here is how it works\n```\nx = 1\n```\n', 'whole').ok).toBe(false);
});
test('F21 a listing that leaves out code is refused', () => {
  const text = 'a.js\n```\none();\n// ... rest of the code ...\n```\n';
  expect(one(afterReply({ 'a.js': 'one();\ntwo();\n' }, text, 'whole'))).toBe('OMISSION');
});
test('F23 the `b/` of later files goes too', () => {
  const text =
    '```diff\n--- a/one.py\n+++ b/one.py\n@@ @@\n-x = 1\n+x = 2\n--- a/two.py\n+++ b/two.py\n@@ @@\n-y = 1\n+y = 2\n```\n';
  expect(one(afterReply({ 'one.py': 'x = 1\n', 'two.py': 'y = 1\n' }, text, 'udiff'))).toEqual({
    'one.py': 'x = 2\n',
    'two.py': 'y = 2\n',
  });
});
test('F26 the end of a longer line is no line', () => {
  expect(leaves('my_value = 1\n', [hunk('f.py', ['-value = 1', '+value = 2'])], 'f.py')).toBe('NOT_FOUND');
});
test('F27 blank lines at the ends of the file stay', () => {
  expect(leaves('\n\na\n\n\n', [hunk('f.txt', ['-a', '+b'])])).toBe('\n\nb\n\n\n');
});
test('F28, F29, F30 a patch in prose adds, moves and keeps files', () => {
  const text =
    'Sure, here:\n\n```\n*** Begin Patch\n*** Add File: new.py\n+x = 1\n*** Update File: old.py\n*** Move to: moved.py\n@@\n-y = 1\n+y = 2\n*** End Patch\n```\n';
  expect(one(afterReply({ 'old.py': 'y = 1\n' }, text))).toEqual({
    'new.py': 'x = 1\n',
    'moved.py': 'y = 2\n',
  });
});
test('F32 CRLF is kept', () => {
  expect(run({ 'a.py': 'x = 1\r\ny\r\n' }, block('a.py', 'x = 1', 'x = 2\nz = 3'))).toEqual({
    'a.py': 'x = 2\r\nz = 3\r\ny\r\n',
  });
});
