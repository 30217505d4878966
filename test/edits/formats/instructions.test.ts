/** What a model is told must be what the parser reads: every example goes through its own format. */
import { describe, expect, it } from 'vitest';
import { detectFormat, formats } from '../../../src/edits/index.ts';
import type { FormatName } from '../../../src/edits/types.ts';
import { repository } from './support.ts';

const SHOP = {
  'shop/price.py':
    'rate = 0.19\n\ndef gross(net, rate):\n    print(net)\n    return net * (1 + rate)\n\ndef total(items):\n    print(items)\n',
  'tools/greet.py': 'import sys\n\n\ndef main():\n    print("Hello,", sys.argv[1])\n\n\nmain()\n',
};
const names = Object.keys(formats) as FormatName[];
const fences: [string, string][] = [
  ['```', '```'],
  ['````', '````'],
  ['<source>', '</source>'],
];

describe.each(names)('%s', (name) => {
  const format = formats[name];

  it('is registered under its own name', () => {
    expect(format.name).toBe(name);
  });

  it.each(fences)('shows examples that it reads itself, with the fence %s', (open, close) => {
    const { examples } = format.instructions({ fence: [open, close] });
    const answers = examples.filter(({ role }) => role === 'assistant');
    for (const { content } of answers) {
      const parsed = format.parse({ text: content }, repository(SHOP));
      expect(parsed).toMatchObject({ format: name, problems: [] });
      expect(parsed.operations.length).toBeGreaterThan(0);
    }
    expect(examples.length % 2).toBe(0);
  });

  it('demands a text that occurs once, unless it sends whole files', () => {
    const { system, reminder, tools } = format.instructions({ fence: ['```', '```'] });
    const told = `${system}\n${reminder}\n${JSON.stringify(tools)}`;
    expect(told).toMatch(name.includes('whole') ? /send all of it/ : /exactly once|only once|more than once/);
  });

  it('says its fence where it uses one, and has tools only as a tool format', () => {
    const { system, tools } = format.instructions({ fence: ['````', '````'] });
    const usesFence = format.kind === 'text' && name !== 'patch';
    expect(system.includes('````')).toBe(usesFence);
    expect(tools.length > 0).toBe(format.kind === 'tools');
  });
});

describe('editor variants', () => {
  it.each<[FormatName, FormatName]>([
    ['editor-diff', 'diff'],
    ['editor-diff-fenced', 'diff-fenced'],
    ['editor-whole', 'whole'],
    ['udiff-simple', 'udiff'],
  ])('%s is leaner than %s', (lean, full) => {
    const size = (name: FormatName) =>
      JSON.stringify(formats[name].instructions({ fence: ['```', '```'] })).length;
    expect(size(lean)).toBeLessThan(size(full));
  });
});

describe('examples', () => {
  it.each(names.filter((name) => formats[name].kind === 'text'))(
    'of %s are recognised as a form of it',
    (name) => {
      const { examples } = formats[name].instructions({ fence: ['```', '```'] });
      for (const { content } of examples.filter(({ role }) => role === 'assistant')) {
        const expected = name.replace('editor-', '').replace('-simple', '');
        expect(detectFormat({ text: content }, repository(SHOP))).toBe(expected);
      }
    },
  );
});
