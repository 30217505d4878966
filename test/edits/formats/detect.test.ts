import { describe, expect, it } from 'vitest';
import { detectFormat, formats } from '../../../src/edits/index.ts';
import type { FormatName } from '../../../src/edits/types.ts';
import { block, call, detect, edits, parse, repository } from './support.ts';

const BLOCK = block('one\n', 'uno\n');
const PATCH = '*** Begin Patch\n*** Update File: a.py\n@@\n-one\n+uno\n*** End Patch';

describe('the format of a reply', () => {
  it.each<[string, string, FormatName]>([
    ['blocks', `a.py\n\`\`\`\n${BLOCK}\n\`\`\``, 'diff'],
    ['blocks with the name inside the fence', `\`\`\`\na.py\n${BLOCK}\n\`\`\``, 'diff-fenced'],
    ['a patch', `Sure.\n${PATCH}`, 'patch'],
    ['a patch about blocks', PATCH.replace('+uno', '+<<<<<<< SEARCH'), 'patch'],
    ['a block about patches', `a.md\n${block('*** Begin Patch\n', 'x\n')}`, 'diff'],
    ['a diff', '--- a.py\n+++ a.py\n@@ @@\n-one\n+uno', 'udiff'],
    ['hunks in a diff fence', 'a.py\n```diff\n@@ @@\n-one\n+uno\n```', 'udiff'],
    ['a listing of a new file', 'b.py\n```\nx\n```', 'whole'],
    ['a listing of a known file', 'a.py\n```\none\nzwei\n```', 'whole'],
    [
      'a rewritten listing of a known file',
      'long.py\n```\nfor i in range(9):\n    print(i)\n    go(i)\n    ask()\n    wait()\n    end()\n```',
      'whole',
    ],
    [
      'a new file announced in prose',
      'I will create a new module `shop/rates.py`:\n```\nVAT = 1\n```',
      'whole',
    ],
    [
      'a file spoken of, as long as the snippet',
      'It is about `long.py` here:\n```\na\nb\nc\nd\ne\nf\ng\n```',
      'diff',
    ],
    ['a short excerpt of a long file', 'long.py\n```\nx = 1\n```', 'diff'],
    ['prose', 'There is nothing to change.', 'diff'],
    ['a snippet', 'Run\n```sh\nmake\n```', 'diff'],
    ['calls as JSON that was cut', '[{"name": "edit", "arguments": {"path": "a.py", "oldText": "on', 'edit'],
    ['calls as JSON', JSON.stringify([{ name: 'edit', arguments: { path: 'a.py' } }]), 'edit'],
  ])('%s', (_name, text, format) => {
    expect(detect(text, { 'a.py': 'one\n', 'long.py': `${'line\n'.repeat(9)}y = 2\nz = 3\n` })).toBe(format);
  });

  it.each<[string, FormatName]>([
    ['edit', 'edit'],
    ['write_file', 'edit'],
    ['str_replace_based_edit_tool', 'text_editor'],
    ['apply_patch', 'apply_patch'],
    ['nobody_knows', 'edit'],
  ])('of a call of %s is %s', (name, format) => {
    expect(detectFormat(call(name, {}), repository())).toBe(format);
  });
});

describe('a reply in another format than was asked for', () => {
  it.each<[FormatName, string]>([
    ['whole', `a.py\n\`\`\`\n${BLOCK}\n\`\`\``],
    ['udiff', `a.py\n\`\`\`\n${BLOCK}\n\`\`\``],
    ['diff', PATCH],
    ['patch', 'a.py\n```diff\n@@ @@\n-one\n+uno\n```'],
    ['apply_patch', PATCH],
    ['edit', PATCH],
    ['text_editor', `a.py\n${BLOCK}`],
  ])('is read all the same: %s', (format, text) => {
    const parsed = parse(format, text, { 'a.py': 'one\n' });
    expect(edits(parsed)).toEqual(['a.py: "one\\n" -> "uno\\n"']);
    expect(parsed.format).not.toBe(format);
    expect(parsed.notes[0]).toContain(`although ${format} was asked for`);
  });

  it('is not looked for in a listing that holds marks further down', () => {
    const text = `doc.md\n\`\`\`\`\n# Blocks\n\n${BLOCK}\n\`\`\`\``;
    expect(parse('whole', text).operations).toMatchObject([{ kind: 'overwrite', path: 'doc.md' }]);
  });

  it('is never a listing: an excerpt is no file unless files were asked for', () => {
    expect(parse('diff', 'a.py\n```\nuno\n```', { 'a.py': 'one\n' })).toMatchObject({
      operations: [],
      format: 'diff',
    });
  });

  it('keeps the problems of its own format when the other has nothing to say', () => {
    const parsed = formats.whole.parse(
      { text: '```\nx\n```' },
      repository({ 'a.py': 'one\ntwo\n', 'b.py': '' }),
    );
    expect(parsed).toMatchObject({ format: 'whole', problems: [{ code: 'NO_FILENAME' }] });
  });
});

describe('thoughts before the answer', () => {
  it.each([
    ['in tags', `<think>\na.py\n${block('one\n', 'draft\n')}\n</think>\n\na.py\n${BLOCK}`],
    ['in other tags', `\n<Reasoning>maybe ${block('one\n', 'draft\n')}</Reasoning>a.py\n${BLOCK}`],
    [
      'under headings',
      `----\n► **THINKING**\n\na.py\n${block('one\n', 'draft\n')}\n\n----\n► **ANSWER**\n\na.py\n${BLOCK}`,
    ],
  ])('are not read %s', (_name, text) => {
    expect(edits(parse('diff', text, { 'a.py': 'one\n' }))).toEqual(['a.py: "one\\n" -> "uno\\n"']);
    expect(detect(text, { 'a.py': 'one\n' })).toBe('diff');
  });

  it.each([
    ['in tags', `<think>\na.py\n${BLOCK}`],
    ['under headings', `► **THINKING**\n\na.py\n${BLOCK}`],
  ])('that never end hold no edits: %s', (_name, text) => {
    expect(parse('diff', text, { 'a.py': 'one\n' })).toMatchObject({ operations: [], problems: [] });
  });
});
