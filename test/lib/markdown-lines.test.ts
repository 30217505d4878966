import { describe, expect, it } from 'vitest';
import { markdownLines } from '../../src/lib/markdown-lines.ts';

const kinds = (text: string) => markdownLines(text).map((line) => line.kind);
const visible = (text: string) => markdownLines(text).map((line) => line.visible);

describe('what a reader sees in each line', () => {
  it.each([
    ['paragraphs', 'a\n\nb', ['text', 'blank', 'text']],
    ['fences', 'a\n```js\nb\n\n```\nc', ['text', 'code', 'code', 'code', 'code', 'text']],
    ['a fence with back-ticks in its first line is none', '``` `x`\na', ['text', 'text']],
    ['indented code', '\n    a\nb', ['blank', 'code', 'text']],
    ['four blanks inside a paragraph are no code', 'a\n    b', ['text', 'text']],
    ['quotations with fences of their own', '> ```\n> a\nb', ['quote', 'quote', 'text']],
    ['a quotation mark inside a fence', '```\n> a\n```', ['code', 'code', 'code']],
    [
      'list items with fences',
      '1. a\n\n   ```\n   b\n   ```\n2. c',
      ['text', 'blank', 'code', 'code', 'code', 'text'],
    ],
    ['code inside a list item', '- a\n\n      b\n\n  c', ['text', 'blank', 'code', 'blank', 'text']],
    ['a rule is no list', '* * *\n   ```\na\n', ['text', 'code', 'code', 'code']],
    ['HTML comments', '<!-- a\nb -->\nc', ['hidden', 'hidden', 'text']],
    ['processing instructions', '<?x\na\n?>\nb', ['hidden', 'hidden', 'hidden', 'text']],
    ['declarations', '<!X a\nb\nc>\nd', ['hidden', 'hidden', 'hidden', 'text']],
    ['character data', '<![CDATA[\na\n]]>\nb', ['hidden', 'hidden', 'hidden', 'text']],
    ['pre blocks', '<pre>\na\n</pre>\nb', ['code', 'code', 'code', 'text']],
  ])('%s', (_, text, expected) => expect(kinds(text)).toEqual(expected));

  it('leaves out comments, and keeps what stands around them', () => {
    expect(visible('a <!-- b --> c <!-- d\ne --> f')).toEqual(['a  c ', ' f']);
    expect(visible('> a <!-- b -->')).toEqual(['> a ']);
    expect(visible('`<!--` a')).toEqual(['`<!--` a']);
    expect(visible('a <!--> b')).toEqual(['a  b']);
  });

  it('takes every kind of line end', () => expect(markdownLines('a\r\nb\rc\nd')).toHaveLength(4));
});
