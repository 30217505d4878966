/** No text makes a parser throw or hang, and what a format can write it can read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectFormat, formats, readToolCalls } from '../../../src/edits/formats/index.ts';
import type { EditReply, FormatName, Operation } from '../../../src/edits/types.ts';
import { repository } from './support.ts';

const names = Object.keys(formats) as FormatName[];
const FILES = { 'src/a.py': 'one\ntwo\nthree\n', 'README.md': '# Title\n=======\n\n```\nx\n```\n' };

/** Pieces that the grammars are made of, damaged and whole, so that random texts reach every branch. */
const piece = fc.oneof(
  fc.constantFrom(
    '<<<<<<< SEARCH',
    '<<<<< search',
    '<<<<<<<<< SEARCH',
    '<<<<<<< HEAD',
    '<<<<<<< ORIGINAL',
    '=======',
    '=====',
    '>>>>>>> REPLACE',
    '>>>>>>> UPDATED',
    '>>>>>>>',
    '>>>>>>> main',
    '```',
    '```diff',
    '```bash',
    '````markdown',
    '~~~',
    '<source>python',
    '</source>',
    'src/a.py',
    '**README.md**:',
    'In `src/a.py`:',
    '### Updated x.py',
    'new/file.txt',
    'Then you can run it with',
    '--- a/src/a.py',
    '+++ b/src/a.py',
    '--- /dev/null',
    '+++ /dev/null',
    'diff --git a/src/a.py b/x y.py',
    'rename from src/a.py',
    'rename to z.py',
    '@@ -1,2 +1,2 @@ def f():',
    '@@ @@',
    '*** Begin Patch',
    '*** Update File: src/a.py',
    '*** Add File: n.py',
    '*** Delete File: README.md',
    '*** Move to: m.py',
    '*** End of File',
    '*** End Patch',
    "cd src && apply_patch <<'EOF'",
    'EOF',
    ' one',
    '-two',
    '+due',
    'one',
    '',
    '\r',
  ),
  fc.string({ maxLength: 12 }),
);
const text = fc.array(piece, { maxLength: 40 }).map((lines) => lines.join('\n'));

function readsCalmly(reply: EditReply, read: readonly FormatName[] = names): void {
  const context = repository(FILES);
  const name = detectFormat(reply, context);
  expect(names).toContain(name);
  for (const format of read) {
    const parsed = formats[format].parse(reply, context);
    // Plain checks: an assertion for each of a hundred thousand problems would take longer than the parser.
    expect(parsed.operations.every((operation) => operation.path !== '')).toBe(true);
    expect(parsed.problems.every((problem) => problem.message.trim() !== '')).toBe(true);
  }
}

describe('no parser throws', () => {
  it('on any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(text, fc.string({ unit: 'binary', maxLength: 400 })),
        fc.boolean(),
        (reply, cutOff) => {
          readsCalmly({ text: reply, cutOff });
        },
      ),
      { numRuns: 400 },
    );
  });

  it('on any arguments', () => {
    const words = [
      'path',
      'file_path',
      'edits',
      'oldText',
      'new_str',
      'content',
      'command',
      'insert_line',
      'operation',
      'type',
      'diff',
      'input',
    ];
    const args = fc.oneof(
      fc.dictionary(
        fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 5 })),
        fc.jsonValue({ maxDepth: 2 }),
        { maxKeys: 5 },
      ),
      fc.jsonValue({ maxDepth: 3 }),
    );
    const tool = fc.constantFrom(
      'edit',
      'str_replace_editor',
      'apply_patch',
      'write',
      'create',
      'delete_file',
      'rename_file',
      '__proto__',
    );
    const call = fc.record({
      id: fc.string({ maxLength: 3 }),
      name: tool,
      arguments: fc.oneof(
        args.map((value) => JSON.stringify(value)),
        text,
      ),
    });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 3 }), (toolCalls) => {
        readsCalmly({ text: '', toolCalls });
      }),
      { numRuns: 300 },
    );
  });

  it('on JSON that is no call', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 4 }), (json) => void readToolCalls(json)));
  });
});

/** Lines that no format has to escape; the formats say in their instructions how to send the others. */
const safeLine = fc
  .string({ maxLength: 20 })
  .map((line) => line.replace(/[\r\n]/g, ''))
  .filter(
    (line) =>
      !/^\s*(?:[<>=+-]{5,9}|`{3,}|~{3,}|\*{3}|<\/?(?:source|code|pre|codeblock|sourcecode)\b)/.test(line),
  );
const someLines = fc
  .array(safeLine, { minLength: 1, maxLength: 6 })
  .filter((lines) => lines.some((line) => line.trim() !== ''));
const path = fc
  .array(fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/), { minLength: 1, maxLength: 3 })
  .map((parts) => `lib/${parts.join('/')}.py`);

interface Edit {
  path: string;
  old: string[];
  fresh: string[];
}
const edit: fc.Arbitrary<Edit> = fc.record({ path, old: someLines, fresh: someLines });
const lines = (text: readonly string[]) => text.map((line) => `${line}\n`).join('');

type Render = (edit: Edit) => EditReply;
const asBlock: Render = ({ path, old, fresh }) => ({
  text: `I change it.\n\n${path}\n\`\`\`\n<<<<<<< SEARCH\n${lines(old)}=======\n${lines(fresh)}>>>>>>> REPLACE\n\`\`\`\n`,
});
const asFenced: Render = ({ path, old, fresh }) => ({
  text: `\`\`\`\n${path}\n<<<<<<< SEARCH\n${lines(old)}=======\n${lines(fresh)}>>>>>>> REPLACE\n\`\`\`\n`,
});
const asDiff: Render = ({ path, old, fresh }) => ({
  text: `\`\`\`diff\n--- ${path}\n+++ ${path}\n@@ @@\n${lines(old.map((line) => `-${line}`))}${lines(fresh.map((line) => `+${line}`))}\`\`\`\n`,
});
const asPatch: Render = ({ path, old, fresh }) => ({
  text: `*** Begin Patch\n*** Update File: ${path}\n@@\n${lines(old.map((line) => `-${line}`))}${lines(fresh.map((line) => `+${line}`))}*** End Patch\n`,
});
const asCall =
  (name: string, args: (edit: Edit) => unknown): Render =>
  (edit) => ({ text: '', toolCalls: [{ id: 'c', name, arguments: JSON.stringify(args(edit)) }] });

const editCall = asCall('edit', ({ path, old, fresh }) => ({
  path,
  edits: [{ oldText: lines(old), newText: lines(fresh) }],
}));
const editorCall = asCall('str_replace_editor', ({ path, old, fresh }) => ({
  command: 'str_replace',
  path,
  old_str: lines(old),
  new_str: lines(fresh),
}));
const patchCall = asCall('apply_patch', (each) => ({ input: asPatch(each).text }));

describe('what a format writes it reads back', () => {
  it.each<[FormatName, Render]>([
    ['diff', asBlock],
    ['editor-diff', asBlock],
    ['diff-fenced', asFenced],
    ['editor-diff-fenced', asFenced],
    ['udiff', asDiff],
    ['udiff-simple', asDiff],
    ['patch', asPatch],
    ['edit', editCall],
    ['text_editor', editorCall],
    ['apply_patch', patchCall],
  ])('%s', (format, render) => {
    fc.assert(
      fc.property(edit, (each) => {
        const files = { [each.path]: lines(each.old) };
        const parsed = formats[format].parse(render(each), repository(files));
        expect(parsed.problems).toEqual([]);
        expect(parsed.operations).toMatchObject([
          { kind: 'replace', path: each.path, oldText: lines(each.old), newText: lines(each.fresh) },
        ]);
      }),
    );
  });

  it.each<FormatName>(['whole', 'editor-whole'])('%s', (format) => {
    fc.assert(
      fc.property(path, someLines, (file, content) => {
        const reply = { text: `The file:\n\n${file}\n\`\`\`\n${lines(content)}\`\`\`\n` };
        const parsed = formats[format].parse(reply, repository());
        const expected: Partial<Operation>[] = [{ kind: 'overwrite', path: file, content: lines(content) }];
        expect(parsed.operations).toMatchObject(expected);
      }),
    );
  });
});

/** One format of each parser: variants share it. */
const PARSERS: FormatName[] = ['diff', 'whole', 'udiff', 'patch', 'edit'];

/**
 * Inputs of two hundred kilobytes that make a backtracking or rescanning parser hang. There is no clock here: the test
 * runner's own time limit fails a parser that is not linear.
 */
describe('no large input hangs a parser', () => {
  const many = (line: string, size = 200_000) => `${line}\n`.repeat(Math.ceil(size / (line.length + 1)));
  it.each([
    ['opening markers', many('<<<<<<< SEARCH')],
    ['long opening markers', many('<<<<<<<< SEARCH')],
    ['dividers', `src/a.py\n<<<<<<< SEARCH\n${many('=======')}`],
    [
      'blocks of dividers',
      many('src/a.py\n<<<<<<< SEARCH\nx\n=======\n=======\ny\n=======\n>>>>>>> REPLACE'),
    ],
    ['end markers', many('>>>>>>> REPLACE')],
    ['conflict markers', many('<<<<<<< HEAD')],
    ['fences', many('```')],
    ['fences with a language', many('```python')],
    ['Markdown listings', many('README.md\n```\n# x\n\n```\ny')],
    ['headers', many('--- a/x\n+++ b/x')],
    ['hunks', `--- a/x\n+++ b/x\n${many('@@ @@')}`],
    ['patch begins', many('*** Begin Patch')],
    ['indented patch begins', many('  *** Begin Patch')],
    ['patch updates', many('*** Update File: src/a.py')],
    ['anchors', `*** Begin Patch\n*** Update File: src/a.py\n${many('@@ x')}`],
    ['blank lines', many('')],
    ['one long line', 'x '.repeat(100_000)],
    ['one line of markers', '<'.repeat(200_000)],
    ['one line of back quotes', '`'.repeat(200_000)],
    ['one line of slashes', 'a/'.repeat(100_000)],
    ['one line of blanks', ' '.repeat(200_000)],
    ['one line of stars', `**${'*'.repeat(200_000)}`],
    ['open brackets', '['.repeat(200_000)],
    ['open objects', '{"a":'.repeat(40_000)],
    ['back-quoted names', many(`Use ${'`a.py` '.repeat(20)}`)],
    [
      'a nameless block after prose',
      `${many('some words here')}<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE`,
    ],
  ])('%s', (_name, hostile) => {
    readsCalmly({ text: hostile }, PARSERS);
    const toolCalls = ['apply_patch', 'edit'].map((name) => ({ id: name, name, arguments: hostile }));
    readsCalmly({ text: '', toolCalls }, ['edit']);
  });
});
