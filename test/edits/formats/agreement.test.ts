/** One change, said in every format, leaves the same bytes. */
import { describe, expect, it } from 'vitest';
import type { EditReply, FormatName } from '../../../src/edits/types.ts';
import { block, call, type Files, run } from './support.ts';

const BEFORE =
  'import math\n\n\ndef area(r):\n\treturn 3.14 * r * r\n\n\ndef rim(r):\n\treturn 2 * 3.14 * r\n';
const AFTER = BEFORE.replace('3.14 * r * r', 'math.pi * r ** 2');
const NEW = 'UNIT = "cm"\n';
const OLD_LINE = '\treturn 3.14 * r * r';
const NEW_LINE = '\treturn math.pi * r ** 2';

const fenced = (text: string) => `\`\`\`\n${text}\n\`\`\``;
const area = block(`${OLD_LINE}\n`, `${NEW_LINE}\n`);
const unit = block('', NEW);
const above = `I use the constant.\n\nshapes/circle.py\n${fenced(area)}\n\nshapes/unit.py\n${fenced(unit)}\n`;
const inside = `${fenced(`shapes/circle.py\n${area}`)}\n\n${fenced(`shapes/unit.py\n${unit}`)}\n`;
const whole = `shapes/circle.py\n\`\`\`python\n${AFTER}\`\`\`\n\nshapes/unit.py\n\`\`\`python\n${NEW}\`\`\`\n`;
const hunks = ['@@ @@', ' def area(r):', `-${OLD_LINE}`, `+${NEW_LINE}`].join('\n');
const udiff = `\`\`\`diff\n--- shapes/circle.py\n+++ shapes/circle.py\n${hunks}\n--- /dev/null\n+++ shapes/unit.py\n@@ @@\n+UNIT = "cm"\n\`\`\``;
const numbered = `\`\`\`diff\n--- a/shapes/circle.py\n+++ b/shapes/circle.py\n@@ -4,2 +4,2 @@\n def area(r):\n-${OLD_LINE}\n+${NEW_LINE}\n--- /dev/null\n+++ b/shapes/unit.py\n@@ -0,0 +1 @@\n+UNIT = "cm"\n\`\`\``;
const chunk = ['@@ def area(r):', `-${OLD_LINE}`, `+${NEW_LINE}`].join('\n');
const patch = `*** Begin Patch\n*** Update File: shapes/circle.py\n${chunk}\n*** Add File: shapes/unit.py\n+UNIT = "cm"\n*** End Patch`;

function calls(...list: [name: string, args: unknown][]): EditReply {
  return {
    text: '',
    toolCalls: list.map(([name, args], i) => ({ id: `c${i}`, name, arguments: JSON.stringify(args) })),
  };
}
const edit = calls(
  ['edit', { path: 'shapes/circle.py', edits: [{ oldText: '3.14 * r * r', newText: 'math.pi * r ** 2' }] }],
  ['write', { path: 'shapes/unit.py', content: NEW }],
);
const native = calls(
  ['apply_patch', { type: 'update_file', path: 'shapes/circle.py', diff: chunk }],
  ['apply_patch', { type: 'create_file', path: 'shapes/unit.py', diff: '+UNIT = "cm"' }],
);
const editor = calls(
  [
    'str_replace_based_edit_tool',
    { command: 'str_replace', path: 'shapes/circle.py', old_str: OLD_LINE, new_str: NEW_LINE },
  ],
  ['str_replace_based_edit_tool', { command: 'create', path: 'shapes/unit.py', file_text: NEW }],
);

const answers: [FormatName, string | EditReply][] = [
  ['diff', above],
  ['editor-diff', above],
  ['diff-fenced', inside],
  ['editor-diff-fenced', inside],
  ['whole', whole],
  ['editor-whole', whole],
  ['udiff', udiff],
  ['udiff-simple', numbered],
  ['patch', patch],
  ['edit', edit],
  ['apply_patch', call('apply_patch', { input: patch })],
  ['apply_patch', native],
  ['text_editor', editor],
];

/** The same file in the shapes that files have; whole-file formats cannot know a missing final newline. */
const shapes: [string, (text: string) => string, (format: FormatName) => boolean][] = [
  ['LF', (text) => text, () => true],
  ['CRLF', (text) => text.replaceAll('\n', '\r\n'), () => true],
  ['a byte-order mark', (text) => `\ufeff${text}`, () => true],
  ['no final newline', (text) => text.slice(0, -1), (format) => !format.includes('whole')],
];

describe.each(shapes)('in a file with %s', (_name, shape, fits) => {
  it.each(answers.filter(([format]) => fits(format)))('%s', (format, answer) => {
    const files: Files = { 'shapes/circle.py': shape(BEFORE) };
    const outcome = run(format, answer, files);
    expect(outcome).toMatchObject({ ok: true, files: { 'shapes/circle.py': shape(AFTER) } });
    expect(outcome.ok && outcome.files['shapes/unit.py']?.replaceAll('\r\n', '\n')).toBe(NEW);
    expect(run('auto', answer, files)).toEqual(outcome);
  });
});
