import { describe, expect, it } from 'vitest';
import { readToolCalls } from '../../../src/edits/formats/index.ts';
import { edits, parse } from './support.ts';

const ARGS = { path: 'a.py', edits: [{ oldText: 'one', newText: 'uno' }] };
const TEXT = JSON.stringify(ARGS);

describe('tool calls as text', () => {
  it.each([
    ['one call', { name: 'edit', arguments: ARGS }],
    ['a list', [{ name: 'edit', arguments: TEXT }]],
    ['the shape of this program', { toolCalls: [{ id: 'x', name: 'edit', arguments: TEXT }] }],
    [
      'a chat completion',
      {
        choices: [
          {
            message: {
              tool_calls: [{ id: 'x', type: 'function', function: { name: 'edit', arguments: TEXT } }],
            },
          },
        ],
      },
    ],
    [
      'a chat message',
      { role: 'assistant', tool_calls: [{ id: 'x', function: { name: 'edit', arguments: TEXT } }] },
    ],
    [
      'a message with content',
      {
        content: [
          { type: 'text', text: 'Sure.' },
          { type: 'tool_use', id: 'x', name: 'edit', input: ARGS },
        ],
      },
    ],
    [
      'a response',
      {
        output: [
          { type: 'reasoning' },
          { type: 'function_call', call_id: 'x', name: 'edit', arguments: TEXT },
        ],
      },
    ],
    ['other words', { tool: 'edit', parameters: ARGS }],
  ])('are found in %s', (_name, value) => {
    for (const text of [JSON.stringify(value), `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``]) {
      expect(edits(parse('edit', text, { 'a.py': 'one\n' }))).toEqual(['a.py: "one" -> "uno"']);
    }
  });

  it.each([
    ['of an edit', TEXT],
    [
      'of the text editor',
      JSON.stringify({ command: 'str_replace', path: 'a.py', old_str: 'one', new_str: 'uno' }),
    ],
    ['in tags', `Sure.\n<tool_call>\n{"name": "edit", "arguments": ${TEXT}}\n</tool_call>\nDone.`],
    [
      'one a line',
      `{"name": "edit", "arguments": ${TEXT}}\n{"name": "view", "arguments": {"path": "a.py"}}\n`,
    ],
  ])('are found as bare arguments or documents %s', (_name, text) => {
    expect(edits(parse('edit', text, { 'a.py': 'one\n' }))).toEqual(['a.py: "one" -> "uno"']);
  });

  it.each([
    ['a native operation', { type: 'update_file', path: 'a.py', diff: '-one\n+uno' }],
    ['one in its envelope', { operation: { type: 'update_file', path: 'a.py', diff: '-one\n+uno' } }],
    ['a list of them', { operations: [{ type: 'update_file', path: 'a.py', diff: '-one\n+uno' }] }],
    ['a patch', { input: '*** Begin Patch\n*** Update File: a.py\n@@\n-one\n+uno\n*** End Patch' }],
  ])('are found as bare arguments of apply_patch: %s', (_name, args) => {
    expect(edits(parse('apply_patch', JSON.stringify(args), { 'a.py': 'one\n' }))).toEqual([
      'a.py: "one\\n" -> "uno\\n"',
    ]);
  });

  it('are never looked for inside the content of a file', () => {
    const content = JSON.stringify([{ name: 'delete_file', arguments: { path: 'a.py' } }]);
    expect(edits(parse('edit', JSON.stringify({ path: 'calls.json', content })))).toEqual([
      `calls.json overwrite ${JSON.stringify(content)}`,
    ]);
  });

  it('are cut off when their JSON ends too early, and none of them is executed', () => {
    const text = `[{"name": "edit", "arguments": ${TEXT}}, {"name": "edit", "argum`;
    expect(parse('edit', text, { 'a.py': 'one\n' })).toMatchObject({
      operations: [],
      problems: [{ code: 'TRUNCATED' }],
    });
  });

  it('are not missed in a sentence that begins with a bracket', () => {
    expect(parse('edit', '[1] says "done')).toMatchObject({ operations: [], problems: [] });
  });

  it('are found as native patch operations and as free text', () => {
    const operation = { type: 'update_file', path: 'a.py', diff: '-one\n+uno' };
    const native = { output: [{ type: 'apply_patch_call', call_id: 'x', operation }] };
    const free = {
      output: [
        {
          type: 'custom_tool_call',
          call_id: 'x',
          name: 'apply_patch',
          input: '*** Begin Patch\n*** Delete File: a.py\n*** End Patch',
        },
      ],
    };
    expect(edits(parse('apply_patch', JSON.stringify(native), { 'a.py': 'one\n' }))).toEqual([
      'a.py: "one\\n" -> "uno\\n"',
    ]);
    expect(edits(parse('apply_patch', JSON.stringify(free), { 'a.py': 'one\n' }))).toEqual(['a.py deleted']);
  });

  it('keep their ids, and get one where they have none', () => {
    expect(
      readToolCalls(
        JSON.stringify([
          { id: 'x', name: 'edit', arguments: '' },
          { name: 'edit', arguments: '' },
        ]),
      ),
    ).toMatchObject([{ id: 'x' }, { id: 'call-1' }]);
  });

  it.each([
    ['prose', 'Nothing to do.'],
    ['other JSON', '{"name": "left-pad", "version": 1}'],
    ['a package with a name and some input', '{"name": "left-pad", "input": {}}'],
    ['a number list', '[1, 2]'],
    ['arguments that contradict each other', '{"path": "a", "file": "b", "content": "c"}'],
    ['a path alone', '{"path": "a.py"}'],
    ['broken JSON', '{"name": "edit", '],
    ['deep nesting', `${'{"content":['.repeat(9)}{"name":"edit","arguments":{}}${']}'.repeat(9)}`],
    ['a bare fence', '``````'],
  ])('are not found in %s', (_name, text) => {
    expect(readToolCalls(text)).toBeUndefined();
  });
});
