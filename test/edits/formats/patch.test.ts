import { describe, expect, it } from 'vitest';
import { formats } from '../../../src/edits/index.ts';
import { codes, edits, parse, repository } from './support.ts';

const FILES = { 'src/a.py': 'one\ntwo\nthree\n' };
const UPDATE = '*** Update File: src/a.py\n@@\n one\n-two\n+due\n';
const PATCH = `*** Begin Patch\n${UPDATE}*** End Patch`;
const EDIT = 'src/a.py: "one\\ntwo\\n" -> "one\\ndue\\n"';
const update = (body: string) => `*** Begin Patch\n*** Update File: src/a.py\n${body}*** End Patch`;

describe('a patch', () => {
  it.each([
    ['as described', PATCH],
    ['between prose', `I change one line.\n\n${PATCH}\n\nThat is all: one\n-two`],
    ['in a fence', `\`\`\`diff\n${PATCH}\n\`\`\``],
    ['in a fence that stands for its end marker', `\`\`\`\n*** Begin Patch\n${UPDATE}\`\`\`\nDone.`],
    ['in a heredoc', `apply_patch <<'EOF'\n${PATCH}\nEOF`],
    [
      'in a heredoc that stands for its end marker',
      `cat <<"PATCH"\n*** Begin Patch\n${UPDATE}PATCH\necho done`,
    ],
    [
      'with padded markers',
      `  *** Begin Patch  \n*** Update File:   src/a.py  \n@@\n one\n-two\n+due\n  *** End Patch`,
    ],
    [
      'with markers in lower case',
      PATCH.replace('Begin Patch', 'begin patch').replace('End Patch', 'end patch'),
    ],
    ['without blanks behind the stars', PATCH.replaceAll('*** ', '***')],
    ['without its begin marker', `${UPDATE}*** End Patch`],
    [
      'indented as a whole',
      PATCH.split('\n')
        .map((line) => `    ${line}`)
        .join('\n'),
    ],
    ['with CRLF', PATCH.replaceAll('\n', '\r\n')],
    ['with an environment line', PATCH.replace('Patch\n', 'Patch\n*** Environment ID: x\n')],
    ['with the path in back quotes', PATCH.replace('src/a.py', '`src/a.py`')],
    ['with backslashes in the path', PATCH.replace('src/a.py', 'src\\a.py')],
    ['with blank lines around the chunk', update('\n@@\n\n one\n-two\n+due\n\n')],
    ['without an anchor line', update(' one\n-two\n+due\n')],
    ['with a context line that lost its blank', update('@@\none\n-two\n+due\n')],
  ])('is read %s', (_name, text) => {
    const parsed = parse('patch', text, FILES);
    expect(edits(parsed)).toEqual([EDIT]);
    expect(parsed.problems).toEqual([]);
  });

  it('may come in parts, and each file section counts', () => {
    const second = '*** Begin Patch\n*** Delete File: old.py\n*** End Patch';
    const parsed = parse('patch', `${PATCH}\nand\n${second}`, FILES);
    expect(edits(parsed)).toEqual([EDIT, 'old.py deleted']);
    expect(parsed.operations.map((operation) => operation.source.index)).toEqual([0, 1]);
  });

  it('may begin again without having ended', () => {
    expect(edits(parse('patch', `*** Begin Patch\n${UPDATE}${PATCH}`, FILES))).toEqual([EDIT, EDIT]);
  });

  it('honours the folder that it is run in', () => {
    const text = `cd "src" && apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n@@\n-one\n+uno\n*** End Patch\nEOF`;
    expect(edits(parse('patch', text, FILES))).toEqual([
      'src/a.py: "one\\n" -> "uno\\n"',
      'src/a.py => src/b.py',
    ]);
  });

  it('keeps lines that look like markers when they have a prefix', () => {
    const text = update('@@\n-two\n+*** End Patch\n+@@ x\n');
    expect(edits(parse('patch', text, FILES))).toEqual(['src/a.py: "two\\n" -> "*** End Patch\\n@@ x\\n"']);
  });
});

describe('a patch in a fence', () => {
  it('keeps the fences of a Markdown file that it changes', () => {
    const text =
      '```\n*** Begin Patch\n*** Update File: doc.md\n@@\n ```\n-make\n+make all\n ```\n*** End Patch\n```';
    expect(edits(parse('patch', text, { 'doc.md': '```\nmake\n```\n' }))).toEqual([
      'doc.md: "```\\nmake\\n```\\n" -> "```\\nmake all\\n```\\n"',
    ]);
  });
});

describe('anchors', () => {
  it('stack', () => {
    const parsed = parse('patch', update('@@ class A:\n@@     def f(self):\n-two\n+due\n'), FILES);
    expect(parsed.operations[0]).toMatchObject({ anchors: ['class A:', 'def f(self):'] });
  });

  it('begin a new chunk after lines', () => {
    const parsed = parse('patch', update('@@ def f():\n-one\n+uno\n@@ def g():\n-two\n+due\n'), FILES);
    expect(parsed.operations).toMatchObject([{ anchors: ['def f():'] }, { anchors: ['def g():'] }]);
  });

  it('may be closed, numbered or mere dots', () => {
    const closed = parse('patch', update('@@ def f(): @@\n-two\n+due\n'), FILES);
    expect(closed.operations[0]).toMatchObject({ anchors: ['def f():'] });
    const numbered = parse('patch', update('@@ -2,1 +2,1 @@ def f():\n-two\n+due\n'), FILES);
    expect(numbered.operations[0]).toMatchObject({ anchors: ['def f():'], lineHint: { start: 2, end: 2 } });
    const dots = parse('patch', update('@@ ... @@\n-two\n+due\n'), FILES);
    expect(dots.operations[0]).not.toHaveProperty('anchors');
  });

  it('place added lines that stand alone', () => {
    const parsed = parse('patch', update('@@ one\n+new\n'), FILES);
    expect(parsed.operations[0]).toMatchObject({ oldText: '', newText: 'new\n', anchors: ['one'] });
    expect(parsed.operations[0]).not.toHaveProperty('eof');
  });
});

describe('the end of the file', () => {
  it('is marked, and begins a new chunk after it', () => {
    const parsed = parse('patch', update('@@\n-three\n+tre\n*** End of File\n@@\n-one\n+uno\n'), FILES);
    expect(parsed.operations).toMatchObject([{ eof: true }, { oldText: 'one\n' }]);
  });

  it('takes added lines without an anchor', () => {
    expect(parse('patch', update('+four\n'), FILES).operations[0]).toMatchObject({
      oldText: '',
      newText: 'four\n',
      eof: true,
    });
  });
});

describe('whole files', () => {
  it.each([
    ['are added', '*** Add File: n.py\n+a\n+\n+b\n', ['n.py create "a\\n\\nb\\n"']],
    ['are added under another word', '*** Create File: n.py\n+a\n', ['n.py create "a\\n"']],
    [
      'are added with blank lines that lost their plus',
      '*** Add File: n.py\n+a\n\n+b\n\n',
      ['n.py create "a\\n\\nb\\n"'],
    ],
    ['are added without any plus', '*** Add File: n.py\na\n  b\n', ['n.py create "a\\n  b\\n"']],
    ['are added under an anchor line', '*** Add File: n.py\n@@\n+a\n', ['n.py create "a\\n"']],
    ['are added empty', '*** Add File: n.py\n', ['n.py create ""']],
    ['are deleted', '*** Delete File: src/a.py\n', ['src/a.py deleted']],
    ['are moved', '*** Update File: src/a.py\n*** Move to: src/b.py\n', ['src/a.py => src/b.py']],
    [
      'are moved and edited',
      '*** Update File: src/a.py\n*** Rename to: src/b.py\n@@\n-one\n+uno\n',
      ['src/a.py: "one\\n" -> "uno\\n"', 'src/a.py => src/b.py'],
    ],
    [
      'stay when moved to themselves',
      '*** Update File: src/a.py\n*** Move to: ./src/a.py\n@@\n-one\n+uno\n',
      ['src/a.py: "one\\n" -> "uno\\n"'],
    ],
  ])('%s', (_name, body, expected) => {
    const parsed = parse('patch', `*** Begin Patch\n${body}*** End Patch`, FILES);
    expect(edits(parsed)).toEqual(expected);
    expect(parsed.problems).toEqual([]);
  });
});

describe('what is refused', () => {
  it.each([
    ['an empty patch', '*** Begin Patch\n*** End Patch', 'names no file'],
    ['an unknown header', '*** Begin Patch\n*** Frobnicate File: x\n*** End Patch', 'is no header'],
    [
      'an update without changes',
      '*** Begin Patch\n*** Update File: src/a.py\n*** End Patch',
      'has no changes',
    ],
    ['an anchor without lines', update('@@ def f():\n'), 'has no lines'],
    [
      'a new file with a stray line',
      '*** Begin Patch\n*** Add File: n.py\n+a\nb\n*** End Patch',
      "no leading '+'",
    ],
    ['an insertion with only a line number', update('@@ -5,0 +6,1 @@\n+x\n'), 'line numbers alone'],
  ])('is %s', (_name, text, words) => {
    const parsed = parse('patch', text, FILES);
    expect(codes(parsed)).toEqual(['BAD_PATCH']);
    expect(parsed.problems[0]?.message).toContain(words);
  });

  it('is a header without a path', () => {
    expect(codes(parse('patch', '*** Begin Patch\n*** Delete File:\n*** End Patch'))).toEqual([
      'NO_FILENAME',
    ]);
  });

  it('is the last file of a text that ends before the end marker; the files before it are read', () => {
    const text = `*** Begin Patch\n*** Delete File: old.py\n${UPDATE}`;
    const parsed = parse('patch', text, FILES);
    expect(edits(parsed)).toEqual(['old.py deleted']);
    expect(parsed.problems).toMatchObject([{ code: 'TRUNCATED', path: 'src/a.py' }]);
  });

  it('is nothing in a reply without a patch: that is for the caller to say', () => {
    expect(formats.patch.parse({ text: 'All is well.' }, repository(FILES))).toMatchObject({
      operations: [],
      problems: [],
    });
  });
});
