import { describe, expect, it } from 'vitest';
import { formats } from '../../../src/edits/index.ts';
import type { EditReply, FormatName, ParsedReply } from '../../../src/edits/types.ts';
import { call, codes, edits, repository } from './support.ts';

const FILES = { 'src/a.py': 'one\ntwo\nthree\n' };
const ONE_TO_UNO = ['src/a.py: "one" -> "uno"'];

function read(reply: EditReply, format: FormatName = 'edit'): ParsedReply {
  return formats[format].parse(reply, repository(FILES));
}
const edit = (args: unknown) => read(call('edit', args));
const editor = (args: unknown) => read(call('str_replace_based_edit_tool', args), 'text_editor');

describe('A1: the tool’s name', () => {
  it.each([
    'edit',
    'Edit',
    'edit_file',
    'replace',
    'str_replace',
    'search_replace',
    'replace_in_file',
    'functions.edit',
    'MultiEdit',
  ])('%s edits', (name) => {
    expect(
      edits(read(call(name, { path: 'src/a.py', edits: [{ oldText: 'one', newText: 'uno' }] }))),
    ).toEqual(ONE_TO_UNO);
  });

  it.each(['write', 'Write', 'write_file', 'write_to_file'])('%s writes', (name) => {
    expect(edits(read(call(name, { path: 'n.py', content: 'x\n' })))).toEqual(['n.py overwrite "x\\n"']);
  });

  it.each([
    ['create_file', { path: 'n.py', content: 'x' }, 'n.py create "x"'],
    ['create', { path: 'n.py', file_text: 'x', overwrite: true }, 'n.py overwrite "x"'],
    ['delete_file', { path: 'src\\a.py' }, 'src/a.py deleted'],
    ['rename_file', { path: 'src/a.py', new_path: 'src/b.py' }, 'src/a.py => src/b.py'],
    [
      'move_file',
      { source: './src/a.py', destination: 'src/b.py', overwrite: 'true' },
      'src/a.py => src/b.py',
    ],
  ])('%s does what it says', (name, args, expected) => {
    expect(edits(read(call(name, args)))).toEqual([expected]);
  });

  it('that nobody knows is an error with the real names', () => {
    const parsed = read(call('bash', { command: 'rm -rf /' }));
    expect(codes(parsed)).toEqual(['BAD_ARGS']);
    expect(parsed.problems[0]?.message).toContain('the tools are edit, write, apply_patch');
  });

  it('of looking is no edit and no error', () => {
    expect(read(call('read_file', { path: 'src/a.py' }))).toMatchObject({ operations: [], problems: [] });
  });

  it('keeps the meaning of its call in any format', () => {
    const parsed = read(
      call('str_replace_editor', {
        command: 'str_replace',
        path: 'src/a.py',
        old_str: 'one',
        new_str: 'uno',
      }),
      'edit',
    );
    expect(parsed.operations[0]?.source.format).toBe('text_editor');
  });
});

describe('A2: JSON', () => {
  it('with raw line breaks and tabs inside strings is repaired', () => {
    const parsed = edit('{"path": "src/a.py", "edits": [{"oldText": "one\ntwo", "newText": "a\tb\\"c"}]}');
    expect(edits(parsed)).toEqual(['src/a.py: "one\\ntwo" -> "a\\tb\\"c"']);
    expect(parsed.notes).toContain('edit: raw line breaks inside JSON strings were escaped');
  });

  it('that ends too early is cut off, never completed', () => {
    expect(codes(edit('{"path": "src/a.py", "edits": [{"oldText": "one", "newText": "un'))).toEqual([
      'TRUNCATED',
    ]);
  });

  it('that ends between two values is cut off too', () => {
    expect(codes(edit('{"path": "src/a.py", "edits": [{"oldText": "one", "newText": "uno"}'))).toEqual([
      'TRUNCATED',
    ]);
  });

  it('that is none is an error', () => {
    expect(codes(edit('path=src/a.py'))).toEqual(['BAD_ARGS']);
    expect(codes(edit('7'))).toEqual(['BAD_ARGS']);
  });

  it('of the last call is not trusted when the output limit struck, however whole it looks', () => {
    const reply: EditReply = {
      text: '',
      cutOff: true,
      toolCalls: [
        {
          id: 'a',
          name: 'edit',
          arguments: '{"path":"src/a.py","edits":[{"oldText":"one","newText":"uno"}]}',
        },
        { id: 'b', name: 'edit', arguments: '{"path":"src/a.py","edits":[{"oldText":"two","newText":""}]}' },
      ],
    };
    const parsed = read(reply);
    expect(edits(parsed)).toEqual(ONE_TO_UNO);
    expect(parsed.problems).toMatchObject([{ code: 'TRUNCATED', source: { index: 1, callId: 'b' } }]);
  });
});

describe('A3 and A9: the shape', () => {
  const pair = { oldText: 'one', newText: 'uno' };
  it.each([
    ['a list as JSON text', { path: 'src/a.py', edits: JSON.stringify([pair]) }],
    ['a list as JSON text in JSON text', { path: 'src/a.py', edits: JSON.stringify(JSON.stringify([pair])) }],
    ['one object instead of a list', { path: 'src/a.py', edits: pair }],
    ['an object keyed by numbers', { path: 'src/a.py', edits: { 0: pair } }],
    ['a pair at the top', { path: 'src/a.py', ...pair }],
    ['all of it as JSON text', JSON.stringify(JSON.stringify({ path: 'src/a.py', edits: [pair] }))],
    ['a list around it', [{ path: 'src/a.py', edits: [pair] }]],
    ['items as JSON text', { path: 'src/a.py', edits: [JSON.stringify(pair)] }],
    ['the path in the item', { edits: [{ path: 'src/a.py', ...pair }] }],
    ['an empty list beside the pair', { path: 'src/a.py', edits: [], ...pair }],
    ['other words', { file_path: 'src/a.py', old_string: 'one', new_string: 'uno' }],
  ])('%s', (_name, args) => {
    const parsed = edit(args);
    expect(edits(parsed)).toEqual(ONE_TO_UNO);
    expect(parsed.problems).toEqual([]);
  });

  it('a pair at the top is added to the list', () => {
    const parsed = edit({ path: 'src/a.py', edits: [pair], oldText: 'two', newText: 'due' });
    expect(edits(parsed)).toEqual([...ONE_TO_UNO, 'src/a.py: "two" -> "due"']);
    expect(parsed.operations.map((operation) => operation.source.part)).toEqual([0, 1]);
  });

  it('of several edits shares one view of the file; a single edit is a step of its own', () => {
    expect(
      edit({ path: 'src/a.py', edits: [pair, { oldText: 'two', newText: '2' }] }).operations[0],
    ).not.toHaveProperty('sequential');
    expect(edit({ path: 'src/a.py', edits: [pair] }).operations[0]).toMatchObject({ sequential: true });
  });
});

describe('A4 and A5: the names of arguments', () => {
  it.each([
    'path',
    'file_path',
    'filePath',
    'filepath',
    'file',
    'filename',
    'fileName',
    'target_file',
    'absolute_path',
    'relative_path',
  ])('%s is the path', (name) => {
    expect(edits(edit({ [name]: 'src/a.py', edits: [{ oldText: 'one', newText: 'uno' }] }))).toEqual(
      ONE_TO_UNO,
    );
  });

  it.each([
    ['oldText', 'newText'],
    ['old_text', 'new_text'],
    ['old_str', 'new_str'],
    ['old_string', 'new_string'],
    ['oldString', 'newString'],
    ['search', 'replace'],
    ['find', 'replacement'],
    ['original', 'updated'],
    ['old', 'new'],
  ])('%s and %s are the texts', (old, fresh) => {
    expect(edits(edit({ path: 'src/a.py', edits: [{ [old]: 'one', [fresh]: 'uno' }] }))).toEqual(ONE_TO_UNO);
  });

  it.each(['content', 'file_text', 'contents', 'text', 'code', 'body'])('%s is the content', (name) => {
    expect(edits(read(call('write', { path: 'n.py', [name]: 'x' })))).toEqual(['n.py overwrite "x"']);
  });

  it('two spellings with one value are one; with two values they are an error, never a pick', () => {
    expect(edits(edit({ path: 'src/a.py', file_path: 'src/a.py', old: 'one', new: 'uno' }))).toEqual(
      ONE_TO_UNO,
    );
    const parsed = edit({ path: 'src/a.py', file_path: 'src/b.py', old: 'one', new: 'uno' });
    expect(parsed.problems[0]?.message).toContain('"path" and "file_path" both give the path and differ');
    expect(
      codes(edit({ path: 'src/a.py', edits: [{ oldText: 'one', search: 'two', newText: 'x' }] })),
    ).toEqual(['BAD_ARGS']);
    expect(codes(read(call('write', { path: 'n.py', content: 'x', text: 'y' })))).toEqual(['BAD_ARGS']);
  });
});

describe('A6: what is missing', () => {
  it.each([
    ['an old text', { path: 'src/a.py', newText: 'x' }, 'oldText'],
    [
      'an old text that is null',
      { path: 'src/a.py', edits: [{ oldText: null, newText: 'x' }] },
      'edits[0].oldText',
    ],
    ['a new text', { path: 'src/a.py', edits: [{ oldText: 'one' }] }, 'edits[0].newText'],
    [
      'a new text that is null',
      { path: 'src/a.py', edits: [{ oldText: 'one', newText: null }] },
      'edits[0].newText',
    ],
    ['any edit', { path: 'src/a.py', edits: [] }, 'at least one replacement'],
    ['a list', { path: 'src/a.py', edits: 'nothing' }, 'must be a list'],
    ['objects in the list', { path: 'src/a.py', edits: ['x'] }, 'edits[0] must be an object'],
    ['a path', { edits: [{ oldText: 'one', newText: 'x' }] }, 'names no file'],
    [
      'everything but content: an edit never writes a whole file',
      { path: 'src/a.py', content: 'x' },
      'write tool',
    ],
  ])('%s', (_name, args, words) => {
    const parsed = edit(args);
    expect(codes(parsed)).toEqual(['BAD_ARGS']);
    expect(parsed.problems[0]?.message).toContain(words);
  });

  it('as new text means deletion where the dialect says so', () => {
    expect(edits(edit({ path: 'src/a.py', old_string: 'one' }))).toEqual(['src/a.py: "one" -> ""']);
    expect(
      edits(editor({ command: 'str_replace', path: 'src/a.py', old_str: 'one', new_str: null })),
    ).toEqual(['src/a.py: "one" -> ""']);
  });

  it('as old text makes a new file, and is an error where there is one', () => {
    expect(edits(edit({ path: 'n.py', old_string: '', new_string: 'x' }))).toEqual(['n.py create "x"']);
    expect(codes(edit({ path: 'src/a.py', oldText: '', newText: 'x' }))).toEqual(['EMPTY_OLD']);
  });

  it('as content is an error', () => {
    expect(codes(read(call('write', { path: 'n.py', content: null })))).toEqual(['BAD_ARGS']);
    expect(codes(read(call('delete_file', {})))).toEqual(['BAD_ARGS']);
    expect(codes(read(call('rename_file', { path: 'src/a.py' })))).toEqual(['BAD_ARGS']);
  });
});

describe('A7 and A8: other arguments', () => {
  it.each([
    [{ replace_all: 'true' }, { replaceAll: true }],
    [{ replaceAll: 1 }, { replaceAll: true }],
    [{ allow_multiple: true }, { replaceAll: true }],
    [{ expected_replacements: '3' }, { expected: 3 }],
    [{ view_range: [4, 9] }, { lineHint: { start: 4, end: 9 } }],
    [{ view_range: '[4, 9]' }, { lineHint: { start: 4, end: 9 } }],
    [{ view_range: [4, -1] }, { lineHint: { start: 4, end: 4 } }],
    [{ line: '12' }, { lineHint: { start: 12, end: 12 } }],
    [{ line: true }, { lineHint: { start: 1, end: 1 } }],
    [{ start_line: 3, end_line: 5 }, { lineHint: { start: 3, end: 5 } }],
  ])('%j is a hint', (extra, fields) => {
    expect(edit({ path: 'src/a.py', oldText: 'one', newText: 'uno', ...extra }).operations[0]).toMatchObject(
      fields,
    );
  });

  it.each([
    [{ replace_all: 'false' }, 'replaceAll'],
    [{ replace_all: 0 }, 'replaceAll'],
    [{ expected_replacements: 1 }, 'expected'],
    [{ line: 0 }, 'lineHint'],
  ])('%j says nothing', (extra, field) => {
    expect(
      edit({ path: 'src/a.py', oldText: 'one', newText: 'uno', ...extra }).operations[0],
    ).not.toHaveProperty(field);
  });

  it.each([{ replace_all: 'perhaps' }, { expected_replacements: '2.5' }, { view_range: [1] }, { line: [3] }])(
    '%j is an error',
    (extra) => {
      expect(codes(edit({ path: 'src/a.py', oldText: 'one', newText: 'uno', ...extra }))).toEqual([
        'BAD_ARGS',
      ]);
    },
  );

  it('that were invented are dropped with a note; mere remarks without one', () => {
    const parsed = edit({
      path: 'src/a.py',
      edits: [{ oldText: 'one', newText: 'uno', newText_x: 'y', in_file: true }],
      instruction: 'go',
    });
    expect(edits(parsed)).toEqual(ONE_TO_UNO);
    expect(parsed.notes).toEqual(['edit: unknown arguments left out: newText_x, in_file']);
  });

  it('never turn a number into code', () => {
    expect(codes(edit({ path: 'src/a.py', oldText: 1, newText: 'x' }))).toEqual(['BAD_ARGS']);
    expect(codes(read(call('write', { path: 'n.py', content: 7 })))).toEqual(['BAD_ARGS']);
  });
});

describe('the text editor', () => {
  it.each([
    [
      'str_replace',
      { command: 'str_replace', path: 'src/a.py', old_str: 'one', new_str: 'uno' },
      ['src/a.py: "one" -> "uno"'],
    ],
    [
      'str_replace without a new text',
      { command: 'str_replace', path: 'src/a.py', old_str: 'one\n' },
      ['src/a.py: "one\\n" -> ""'],
    ],
    ['create', { command: 'create', path: 'n.py', file_text: 'x\r\ny\n' }, ['n.py create "x\\ny\\n"']],
    [
      'insert with the new name',
      { command: 'insert', path: 'src/a.py', insert_line: 1, insert_text: 'x' },
      ['src/a.py: "" -> "x\\n"'],
    ],
    [
      'insert with the old name',
      { command: 'insert', path: 'src/a.py', insert_line: '1', new_str: 'x\n' },
      ['src/a.py: "" -> "x\\n"'],
    ],
    ['view', { command: 'view', path: 'src/a.py', view_range: [1, -1] }, []],
    [
      'a replacement without its command (A12)',
      { path: 'src/a.py', old_str: 'one', new_str: 'uno' },
      ['src/a.py: "one" -> "uno"'],
    ],
    ['a file without its command', { path: 'n.py', file_text: 'x' }, ['n.py create "x"']],
    [
      'an insertion without its command',
      { path: 'src/a.py', insert_line: 0, insert_text: 'x' },
      ['src/a.py: "" -> "x\\n"'],
    ],
  ])('%s', (_name, args, expected) => {
    const parsed = editor(args);
    expect(edits(parsed)).toEqual(expected);
    expect(parsed.problems).toEqual([]);
  });

  it('says which command it took a call for', () => {
    for (const args of [{ old_str: 'one' }, { insert_line: 0, insert_text: 'x' }, { file_text: 'x' }]) {
      expect(editor({ path: 'n.py', ...args }).notes[0]).toContain('read as the command');
    }
    expect(editor({ command: 'create', path: 'n.py', file_text: 'x' }).notes).toEqual([]);
  });

  it('inserts after a line, each call on the result of the last', () => {
    expect(
      editor({ command: 'insert', path: 'src/a.py', insert_line: 0, insert_text: 'x' }).operations[0],
    ).toMatchObject({
      afterLine: 0,
      sequential: true,
    });
  });

  it('reads a stray view_range on a replacement as a hint', () => {
    const parsed = editor({
      command: 'str_replace',
      path: 'src/a.py',
      old_str: 'one',
      new_str: 'x',
      view_range: [317, 317],
    });
    expect(parsed.operations[0]).toMatchObject({ lineHint: { start: 317, end: 317 } });
  });

  it.each([
    ['no command that fits', { path: 'src/a.py' }, 'must be view, str_replace, create, insert'],
    ['an unknown command', { command: 'append', path: 'src/a.py' }, 'must be view'],
    ['undo', { command: 'undo_edit', path: 'src/a.py' }, 'not available'],
    ['no old text', { command: 'str_replace', path: 'src/a.py', new_str: 'x' }, 'oldText'],
    [
      'a line before the first',
      { command: 'insert', path: 'src/a.py', insert_line: -1, insert_text: 'x' },
      'insertLine',
    ],
  ])('refuses %s', (_name, args, words) => {
    const parsed = editor(args);
    expect(codes(parsed)).toEqual(['BAD_ARGS']);
    expect(parsed.problems[0]?.message).toContain(words);
  });
});

describe('apply_patch', () => {
  const PATCH = '*** Begin Patch\n*** Update File: src/a.py\n@@\n-one\n+uno\n*** End Patch\n';
  const EDIT = ['src/a.py: "one\\n" -> "uno\\n"'];
  const operation = { type: 'update_file', path: 'src/a.py', diff: '@@\n-one\n+uno\n' };
  const patch = (args: unknown) => read(call('apply_patch', args), 'apply_patch');

  it.each([
    ['as free text', PATCH],
    ['as {input}', { input: PATCH }],
    ['as {patch}', { patch: PATCH }],
    ['as JSON text', JSON.stringify(PATCH)],
    ['as a command', { command: ['apply_patch', PATCH] }],
    ['as a shell line', { command: `apply_patch <<'EOF'\n${PATCH}EOF\n` }],
    ['as a native operation', operation],
    ['as {operation}', { operation }],
    ['as {operations}', { operations: [operation] }],
    ['as a list of {operation}', [{ operation }]],
    ['in a fence', `\`\`\`\n${PATCH}\`\`\``],
    ['without its end marker', PATCH.replace('*** End Patch\n', '')],
    ['as an operation with the whole patch', { ...operation, diff: PATCH }],
    ['with raw line breaks in JSON', `{"input": "${PATCH}"}`],
  ])('%s', (_name, args) => {
    const parsed = patch(args);
    expect(edits(parsed)).toEqual(EDIT);
    expect(parsed.problems).toEqual([]);
    expect(parsed.operations[0]?.source).toMatchObject({ format: 'apply_patch', callId: 'c1' });
  });

  it('as a list may mix operations and text', () => {
    const second = '*** Begin Patch\n*** Delete File: old.py\n*** End Patch';
    expect(edits(patch([operation, second]))).toEqual([...EDIT, 'old.py deleted']);
  });

  it.each([
    ['creates', { type: 'create_file', path: 'n.py', diff: '+a\n+b\n' }, ['n.py create "a\\nb\\n"']],
    ['deletes', { type: 'delete_file', path: 'src/a.py' }, ['src/a.py deleted']],
    [
      'moves',
      { type: 'update_file', path: 'src/a.py', move_to: 'b.py', diff: '-one\n+uno' },
      [...EDIT, 'src/a.py => b.py'],
    ],
    ['only moves', { type: 'move_file', path: 'src/a.py', new_path: 'b.py' }, ['src/a.py => b.py']],
  ])('as an operation %s', (_name, args, expected) => {
    expect(edits(patch(args))).toEqual(expected);
  });

  it.each([
    ['nothing', {}, 'BAD_ARGS'],
    ['an empty text', { input: ' ' }, 'BAD_ARGS'],
    ['an empty list', { operations: [] }, 'BAD_ARGS'],
    ['a number', '[7]', 'BAD_ARGS'],
    ['an unknown operation', { type: 'chmod_file', path: 'src/a.py', diff: '' }, 'BAD_ARGS'],
    ['two different patches', { input: 'a', patch: 'b' }, 'BAD_ARGS'],
    ['an operation with two paths', { type: 'delete_file', path: 'a', file: 'b' }, 'BAD_ARGS'],
    ['broken JSON without a patch', '{"input": "x', 'BAD_ARGS'],
    ['wrapping without end', `${'{"operation":'.repeat(9)}{}${'}'.repeat(9)}`, 'BAD_ARGS'],
    ['an update without changes', { type: 'update_file', path: 'src/a.py', diff: '\n' }, 'BAD_PATCH'],
    ['text without a patch', 'please change one to uno', 'BAD_PATCH'],
  ])('refuses %s', (_name, args, code) => {
    expect(codes(patch(args))).toEqual([code]);
  });
});

describe('apply_patch sent to a shell', () => {
  const text = '*** Begin Patch\n*** Update File: src/a.py\n@@\n-one\n+uno\n*** End Patch\n';
  const heredoc = `apply_patch <<'EOF'\n${text}EOF\n`;
  const shell = (command: unknown, name = 'shell') => read(call(name, { command }));

  it.each([
    ['as words', ['apply_patch', text], 'src/a.py'],
    ['as a script', ['bash', '-lc', heredoc], 'src/a.py'],
    ['as one text', heredoc, 'src/a.py'],
    ['in a folder', `cd lib && ${heredoc}`, 'lib/src/a.py'],
  ])('is read %s', (_name, command, path) => {
    expect(shell(command).operations.map((operation) => operation.path)).toEqual([path]);
  });

  it.each([
    ['a command before it', `rm x; ${heredoc}`],
    ['a command after it', `${heredoc}rm x\n`],
    ['another program', ['tee', text]],
    ['no patch', ['ls']],
  ])('is refused with %s: that would be lost', (_name, command) => {
    expect(codes(shell(command))).toEqual(['BAD_ARGS']);
  });
});
