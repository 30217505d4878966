import { describe, expect, it } from 'vitest';
import { formats } from '../../../src/edits/index.ts';
import { codes, edits, parse, repository, run } from './support.ts';

const FILES = { 'src/a.py': 'one\ntwo\nthree\n' };
const HUNK = ' one\n-two\n+due\n three\n';
const EDIT = 'src/a.py: "one\\ntwo\\nthree\\n" -> "one\\ndue\\nthree\\n"';

describe('a unified diff', () => {
  it.each([
    ['as described', `\`\`\`diff\n--- src/a.py\n+++ src/a.py\n@@ @@\n${HUNK}\`\`\``],
    ['with dots in the hunk header', `\`\`\`diff\n--- src/a.py\n+++ src/a.py\n@@ ... @@\n${HUNK}\`\`\``],
    ['with no hunk header', `\`\`\`diff\n--- src/a.py\n+++ src/a.py\n${HUNK}\`\`\``],
    ['with prefixes', `\`\`\`diff\n--- a/src/a.py\n+++ b/src/a.py\n@@ @@\n${HUNK}\`\`\``],
    ['with one prefix', `\`\`\`diff\n--- src/a.py\n+++ b/src/a.py\n@@ @@\n${HUNK}\`\`\``],
    [
      'with dates',
      `\`\`\`diff\n--- src/a.py\t2024-01-02 03:04:05\n+++ src/a.py 2024-01-02 03:04:05.000 +0100\n@@ @@\n${HUNK}\`\`\``,
    ],
    [
      'from git',
      `\`\`\`diff\ndiff --git a/src/a.py b/src/a.py\nindex 12ab..34cd 100644\n--- a/src/a.py\n+++ b/src/a.py\n@@ @@\n${HUNK}\`\`\``,
    ],
    ['in a fence of another language', `\`\`\`python\n--- src/a.py\n+++ src/a.py\n@@ @@\n${HUNK}\`\`\``],
    ['in a bare fence', `\`\`\`\n--- src/a.py\n+++ src/a.py\n@@ @@\n${HUNK}\`\`\``],
    ['in a patch fence of four', `\`\`\`\`patch\n--- src/a.py\n+++ src/a.py\n@@ @@\n${HUNK}\`\`\`\``],
    [
      'with no fence, between prose',
      `This does it:\n\n--- src/a.py\n+++ src/a.py\n@@ @@\n${HUNK}Now it says due.`,
    ],
    ['with the name above the fence', `src/a.py\n\n\`\`\`diff\n@@ @@\n${HUNK}\`\`\``],
    ['with a quoted name', `\`\`\`diff\n--- "a/src/a.py"\n+++ "b/src/a.py"\n@@ @@\n${HUNK}\`\`\``],
    ['with CRLF', `\`\`\`diff\n--- src/a.py\n+++ src/a.py\n@@ @@\n${HUNK}\`\`\``.replaceAll('\n', '\r\n')],
    [
      'with a missing-newline note',
      `\`\`\`diff\n--- src/a.py\n+++ src/a.py\n@@ @@\n${HUNK}\\ No newline at end of file\n\`\`\``,
    ],
  ])('is read %s', (_name, text) => {
    const parsed = parse('udiff', text, FILES);
    expect(edits(parsed)).toEqual([EDIT]);
    expect(parsed.problems).toEqual([]);
  });

  it('keeps the order of its lines, so that unchanged ones stay the file’s own', () => {
    const parsed = parse('udiff', `\`\`\`diff\n--- src/a.py\n+++ src/a.py\n@@ @@\n${HUNK}\`\`\``, FILES);
    expect(parsed.operations[0]).toMatchObject({
      segments: [
        { kind: 'context', text: 'one' },
        { kind: 'delete', text: 'two' },
        { kind: 'add', text: 'due' },
        { kind: 'context', text: 'three' },
      ],
    });
  });

  it('takes line numbers as a hint, and a function as an anchor only without them', () => {
    const hunk = (header: string) =>
      `\`\`\`diff\n--- a/src/a.py\n+++ b/src/a.py\n${header}\n-  two\n+  due\n\`\`\``;
    const numbered = parse('udiff', hunk('@@ -10,3 +10,3 @@ def f():'), FILES).operations[0];
    expect(numbered).toMatchObject({ lineHint: { start: 10, end: 12 } });
    expect(numbered).not.toHaveProperty('anchors');
    expect(parse('udiff', hunk('@@ def f():'), FILES).operations[0]).toMatchObject({ anchors: ['def f():'] });
  });

  it('finds the second of two equal places in a function by its numbers', () => {
    const body = 'def f():\n    a()\n    log()\n\n    b()\n    log()\n    c()\n';
    const text = '```diff\n--- a/m.py\n+++ b/m.py\n@@ -6,1 +6,1 @@ def f():\n-    log()\n+    warn()\n```';
    const expected = body.replace('b()\n    log()', 'b()\n    warn()');
    expect(run('udiff', text, { 'm.py': body })).toEqual({ ok: true, files: { 'm.py': expected } });
  });

  it('drops an anchor that is the first line of its own hunk', () => {
    const parsed = parse(
      'udiff',
      '```diff\n--- src/a.py\n+++ src/a.py\n@@ def f(): @@\n def f():\n-  two\n+  due\n```',
      FILES,
    );
    expect(parsed.operations[0]).not.toHaveProperty('anchors');
  });

  it('holds several hunks and files', () => {
    const text =
      '```diff\n--- a/x.py\n+++ b/x.py\n@@ @@\n-a\n+b\n@@ @@\n-c\n+d\n\n--- a/y.py\n+++ b/y.py\n@@ @@\n-e\n+f\n```';
    const parsed = parse('udiff', text, { 'x.py': 'a\nc\n', 'y.py': 'e\n' });
    expect(edits(parsed)).toEqual([
      'x.py: "a\\n" -> "b\\n"',
      'x.py: "c\\n" -> "d\\n"',
      'y.py: "e\\n" -> "f\\n"',
    ]);
    expect(parsed.operations.map((operation) => operation.source.index)).toEqual([0, 1, 2]);
  });

  it('goes on with the file before in a further fence without a header', () => {
    const text =
      '```diff\n--- src/a.py\n+++ src/a.py\n@@ @@\n-one\n+uno\n```\nand\n```diff\n@@ @@\n-two\n+due\n```';
    expect(edits(parse('udiff', text, FILES))).toEqual([
      'src/a.py: "one\\n" -> "uno\\n"',
      'src/a.py: "two\\n" -> "due\\n"',
    ]);
  });

  it('keeps a real folder named b, and names with blanks', () => {
    const text = '```diff\n--- b/my file.py\n+++ b/my file.py\n@@ @@\n-a\n+b\n```';
    expect(edits(parse('udiff', text, { 'b/my file.py': 'a\n' }))).toEqual([
      'b/my file.py: "a\\n" -> "b\\n"',
    ]);
  });

  it('removes and adds empty lines', () => {
    const parsed = parse(
      'udiff',
      '```diff\n--- src/a.py\n+++ src/a.py\n@@ @@\n one\n-\n two\n+\n+x\n```',
      FILES,
    );
    expect(edits(parsed)).toEqual(['src/a.py: "one\\n\\ntwo\\n" -> "one\\ntwo\\n\\nx\\n"']);
  });

  it('reads an empty line between others as an unchanged empty line', () => {
    const parsed = parse('udiff', '```diff\n--- src/a.py\n+++ src/a.py\n@@ @@\n one\n\n-two\n```', FILES);
    expect(edits(parsed)).toEqual(['src/a.py: "one\\n\\ntwo\\n" -> "one\\n\\n"']);
  });

  it('reads a line that lost its leading blank as unchanged, with a note', () => {
    const parsed = parse('udiff', '```diff\n--- src/a.py\n+++ src/a.py\n@@ @@\none\n-two\n```', FILES);
    expect(edits(parsed)).toEqual(['src/a.py: "one\\ntwo\\n" -> "one\\n"']);
    expect(parsed.notes).toHaveLength(1);
  });

  it('does not take two changed lines for a header when only one could be a path', () => {
    const text = '```diff\n--- q.sql\n+++ q.sql\n@@ @@\n--- old.sql\n+++ new = 2\n```';
    expect(edits(parse('udiff', text, { 'q.sql': '-- old.sql\n' }))).toEqual([
      'q.sql: "-- old.sql\\n" -> "++ new = 2\\n"',
    ]);
  });

  it('does not take a deleted SQL comment for a header', () => {
    const text = '```diff\n--- q.sql\n+++ q.sql\n@@ @@\n--- old note = 1\n+++ new note = 2\n select 1\n```';
    expect(edits(parse('udiff', text, { 'q.sql': '-- old note = 1\nselect 1\n' }))).toEqual([
      'q.sql: "-- old note = 1\\nselect 1\\n" -> "++ new note = 2\\nselect 1\\n"',
    ]);
  });
});

describe('files that come, go and move', () => {
  it.each([
    ['a new file', '--- /dev/null\n+++ b/new.py\n@@ -0,0 +1,2 @@\n+a\n+b', ['new.py create "a\\nb\\n"']],
    [
      'a new file, from git',
      'diff --git a/new.py b/new.py\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/new.py\n@@ @@\n+a',
      ['new.py create "a\\n"'],
    ],
    [
      'a new empty file, from git',
      'diff --git a/new.py b/new.py\nnew file mode 100644\nindex 0..1',
      ['new.py create ""'],
    ],
    ['a deleted file', '--- a/src/a.py\n+++ /dev/null\n@@ @@\n-one\n-two\n-three', ['src/a.py deleted']],
    [
      'a deleted file, from git',
      'diff --git a/src/a.py b/src/a.py\ndeleted file mode 100644\n--- a/src/a.py\n+++ /dev/null\n@@ @@\n-one',
      ['src/a.py deleted'],
    ],
    [
      'a rename, from git',
      'diff --git a/src/a.py b/src/z.py\nsimilarity index 90%\nrename from src/a.py\nrename to src/z.py',
      ['src/a.py => src/z.py'],
    ],
    [
      'a rename with an edit',
      '--- a/src/a.py\n+++ b/src/z.py\n@@ @@\n-one\n+uno',
      ['src/a.py: "one\\n" -> "uno\\n"', 'src/a.py => src/z.py'],
    ],
    [
      'a changed name that is no rename',
      '--- old.py\n+++ src/a.py\n@@ @@\n-one\n+uno',
      ['src/a.py: "one\\n" -> "uno\\n"'],
    ],
  ])('%s', (_name, diff, expected) => {
    const parsed = parse('udiff', `\`\`\`diff\n${diff}\n\`\`\``, FILES);
    expect(edits(parsed)).toEqual(expected);
    expect(parsed.problems).toEqual([]);
  });
});

describe('what cannot be applied', () => {
  it('is a hunk without any file', () => {
    expect(codes(parse('udiff', '```diff\n@@ @@\n-a\n+b\n```', FILES))).toEqual(['NO_FILENAME']);
  });

  it('is the last hunk of an unclosed fence; the hunks before it are read', () => {
    const parsed = parse(
      'udiff',
      '```diff\n--- src/a.py\n+++ src/a.py\n@@ @@\n-one\n+uno\n@@ @@\n-two\n+du',
      FILES,
    );
    expect(edits(parsed)).toEqual(['src/a.py: "one\\n" -> "uno\\n"']);
    expect(codes(parsed)).toEqual(['TRUNCATED']);
  });

  it('is the last hunk of a reply that hit the output limit', () => {
    const reply = { text: '--- src/a.py\n+++ src/a.py\n@@ @@\n-one\n+un', cutOff: true };
    expect(formats.udiff.parse(reply, repository(FILES))).toMatchObject({
      operations: [],
      problems: [{ code: 'TRUNCATED' }],
    });
  });

  it('is a new file that was cut off', () => {
    expect(codes(parse('udiff', '```diff\n--- /dev/null\n+++ b/n.py\n@@ @@\n+a', FILES))).toEqual([
      'TRUNCATED',
    ]);
  });

  it('is an insertion with nothing but a line number', () => {
    const parsed = parse('udiff', '```diff\n--- src/a.py\n+++ src/a.py\n@@ -7,0 +8,1 @@\n+x\n```', FILES);
    expect(codes(parsed)).toEqual(['BAD_PATCH']);
  });
});

describe('a last line without its line end', () => {
  const last = (old: string, fresh: string) =>
    run('udiff', `\`\`\`diff\n--- a.py\n+++ a.py\n@@ @@\n-two\n${old}+due\n${fresh}\`\`\``, {
      'a.py': 'one\ntwo',
    });
  const note = '\\ No newline at end of file\n';
  it('gets one where the diff says so, and else stays as it was', () => {
    expect(last(note, '')).toEqual({ ok: true, files: { 'a.py': 'one\ndue\n' } });
    expect(last(note, note)).toEqual({ ok: true, files: { 'a.py': 'one\ndue' } });
    expect(last('', '')).toEqual({ ok: true, files: { 'a.py': 'one\ndue' } });
  });
});

describe('an insertion without context', () => {
  it('goes to the end, or to the top when the numbers say so', () => {
    const end = '```diff\n--- src/a.py\n+++ src/a.py\n@@ @@\n+x\n```';
    const top = '```diff\n--- src/a.py\n+++ src/a.py\n@@ -0,0 +1 @@\n+x\n```';
    expect(run('udiff', end, FILES)).toEqual({ ok: true, files: { 'src/a.py': 'one\ntwo\nthree\nx\n' } });
    expect(run('udiff', top, FILES)).toEqual({ ok: true, files: { 'src/a.py': 'x\none\ntwo\nthree\n' } });
  });
});

describe('hunks that change nothing', () => {
  it('are left out', () => {
    expect(parse('udiff', '```diff\n--- src/a.py\n+++ src/a.py\n@@ @@\n one\n```', FILES)).toMatchObject({
      operations: [],
      problems: [],
    });
  });
});
