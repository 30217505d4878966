import { describe, expect, it } from 'vitest';
import { formats } from '../../../src/edits/index.ts';
import { block, codes, edits, parse } from './support.ts';

const CODE = 'value = compute(1)\n';
const BLOCK = block(CODE, 'value = compute(2)\n');
const fenced = (above: string, info = '') => `${above}\n\`\`\`${info}\n${BLOCK}\n\`\`\``;

/** The path that the block of a reply is read for, or the code of the problem. */
function pathOf(text: string, known: string[], content = CODE): string {
  const files = Object.fromEntries(known.map((path) => [path, content]));
  const parsed = parse('diff', text, files);
  return parsed.operations[0]?.path ?? codes(parsed)[0] ?? 'nothing';
}

describe('the line above the fence (the golden vectors of the specification)', () => {
  it.each([
    ['**f.py**:', ['f.py'], 'f.py'],
    ['### `f.py`', ['f.py'], 'f.py'],
    ['- src/a.py', ['src/a.py'], 'src/a.py'],
    ['src/a\\_b.py', ['src/a_b.py'], 'src/a_b.py'],
    ['1. **src/a.py**', ['src/a.py'], 'src/a.py'],
    ['File: a.py', ['a.py'], 'a.py'],
    ['a.py\n', ['a.py'], 'a.py'],
    // Which file a misspelt or shortened name means is decided against the repository, later.
    ['dir/fille1.py', ['dir/file1.py'], 'dir/fille1.py'],
    ['file1.py', ['dir/file1.py', 'other/file1.py'], 'file1.py'],
    ['__f.py__', ['f.py'], 'f.py'],
    ['__init__.py', ['__init__.py'], '__init__.py'],
    ['src/a.py:10-20', ['src/a.py'], 'src/a.py'],
    ['`src/a.py` (lines 3-9):', ['src/a.py'], 'src/a.py'],
  ])('%j', (above, known, path) => {
    expect(pathOf(fenced(above), known)).toBe(path);
  });

  it('with "(new):" behind the name, for a new file', () => {
    expect(edits(parse('diff', `\`a.py\` (new):\n\`\`\`\n${block('', 'x\n')}\n\`\`\``))).toEqual([
      'a.py: "" -> "x\\n"',
    ]);
  });

  it.each([
    ['python f.py', 'f.py'],
    ['python:src/a.py', 'src/a.py'],
    ['f.py', 'f.py'],
    ['{.python filename="src/a.py"}', 'src/a.py'],
    ['src\\a.py', 'src/a.py'],
    ['src/a.py:python', 'src/a.py'],
    ['C:\\work\\a.py', 'C:/work/a.py'],
  ])('in the fence: %j', (info, path) => {
    expect(pathOf(fenced('Here it is.', info), ['src/a.py', 'f.py'])).toBe(path);
  });

  it('over a tilde fence', () => {
    expect(pathOf(`a.py\n~~~\n${BLOCK}\n~~~`, ['a.py'])).toBe('a.py');
  });

  it('is an error when it is prose and two files could be meant', () => {
    expect(pathOf(fenced('Here is the change'), ['a.py', 'b.py'])).toBe('NO_FILENAME');
  });
});

describe('more places and shapes of a name', () => {
  it.each([
    ['inside the fence', `\`\`\`python\nsrc/a.py\n${BLOCK}\n\`\`\``],
    ['inside a tag that stands for a fence', `<source>python\nsrc/a.py\n${BLOCK}\n</source>`],
    ['above such a tag', `src/a.py\n<source>\n${BLOCK}\n</source>`],
    ['above a fence of five', `src/a.py\n\`\`\`\`\`python\n${BLOCK}\n\`\`\`\`\``],
    ['in a fence of its own', `\`\`\`\nsrc/a.py\n\`\`\`\n\`\`\`python\n${BLOCK}\n\`\`\``],
    ['above two fences', `src/a.py\n\`\`\`\n\`\`\`python\n${BLOCK}\n\`\`\``],
    ['with no fence at all', `src/a.py\n${BLOCK}`],
    ['three lines above', `src/a.py\n\nFirst the value:\n\nThen done.\n\`\`\`\n${BLOCK}\n\`\`\``],
    ['repeated', `src/a.py\n\`\`\`python\n# src/a.py\n${BLOCK}\n\`\`\``],
    ['as a comment in the fence', `\`\`\`python\n# src/a.py\n${BLOCK}\n\`\`\``],
    ['as an HTML comment', `<!-- src/a.py -->\n\`\`\`\n${BLOCK}\n\`\`\``],
    ['as a block comment', `/* src/a.py */\n\`\`\`\n${BLOCK}\n\`\`\``],
    ['behind the opening marker', BLOCK.replace('SEARCH', 'SEARCH src/a.py')],
    ['as a link', fenced('[src/a.py](src/a.py)')],
    ['as a heading with a word', fenced('### Updated src/a.py')],
    ['as a label', fenced('In `src/a.py`:')],
    ['with backslashes', fenced('src\\a.py')],
    ['with a leading ./', fenced('./src/a.py')],
    ['with doubled slashes', fenced('src//a.py')],
    ['in quotes', fenced('"src/a.py"')],
    ['in a sentence', fenced('Change the factor in `src/a.py` to two, as asked:')],
  ])('%s', (_name, text) => {
    expect(pathOf(text, ['src/a.py', 'src/other.py'], CODE)).toBe('src/a.py');
  });

  it.each([
    ['/home/ann/work/src/a.py', '/home/ann/work/src/a.py'],
    ['D:\\work\\src\\a.py', 'D:/work/src/a.py'],
    ['../src/a.py', '../src/a.py'],
  ])('%s is passed on for the planner to judge', (above, path) => {
    expect(pathOf(fenced(above), ['src/a.py'])).toBe(path);
  });

  it('with an escaped underscore is a new file, unless a folder of that name exists', () => {
    const fresh = (files: Record<string, string>) =>
      edits(parse('diff', `lib\\_b.py\n${block('', 'x\n')}`, files));
    expect(fresh({})).toEqual(['lib_b.py: "" -> "x\\n"']);
    expect(fresh({ 'lib/a.py': 'a\n' })).toEqual(['lib/_b.py: "" -> "x\\n"']);
  });

  it('of a folder that begins with an underscore survives backslashes', () => {
    expect(pathOf(fenced('src\\_lib\\a.py'), ['src/_lib/a.py'])).toBe('src/_lib/a.py');
    expect(pathOf(fenced('src\\_lib\\b.py'), ['src/_lib/a.py'])).toBe('src/_lib/b.py');
  });

  it('with blanks is one when the repository has it, or it is set off as a new name', () => {
    expect(pathOf(fenced('docs/My Notes.md'), ['docs/My Notes.md'])).toBe('docs/My Notes.md');
    const fresh = parse('diff', `\`docs/My Notes.md\`\n${block('', 'x\n')}`);
    expect(edits(fresh)).toEqual(['docs/My Notes.md: "" -> "x\\n"']);
    const inFolder = parse('diff', `docs/My Notes.md\n${block('', 'x\n')}`, { 'docs/index.md': '' });
    expect(edits(inFolder)).toEqual(['docs/My Notes.md: "" -> "x\\n"']);
  });

  it.each([
    'app/(shop)/[id]/page.tsx',
    'src/routes/+page.svelte',
    '.github/workflows/ci.yml',
    '.gitignore',
    'Makefile',
    'LICENSE-MIT',
    'src/__init__.py',
    'bin/tool',
    'app/routes/($locale).index.tsx',
    'packages/@scope/x/index.js',
  ])('%s is one for a new file', (path) => {
    expect(edits(parse('diff', `${path}\n${block('', 'x\n')}`))).toEqual([`${path}: "" -> "x\\n"`]);
  });
});

describe('what is no name', () => {
  it.each([
    'Then you can run it with',
    'npm install left-pad.js',
    'python src/main.py',
    '$ node server.js',
    'self.run()',
    'https://example.org/a.py tells more',
    '...',
    'x = y.z;',
    'bash',
    '>>>>>>> REPLACE',
    '=======',
    'Note:',
    'v1.2',
    '3.14',
    'a.b#c',
  ])('%j', (above) => {
    const parsed = parse('diff', `${above}\n\`\`\`\n${block('', 'x\n')}\n\`\`\``);
    expect(edits(parsed)).toEqual([]);
    expect(codes(parsed)).toContain('NO_FILENAME');
  });

  it.each(['/etc/passwd', '../secret.txt', 'a/../../b.txt', '.git/config', 'C:\\\\x.txt', 'a\u0000b.txt'])(
    '%j is never looked up in the repository',
    (path) => {
      const read = (asked: string) => {
        if (/^\/|\.\.|\.git|:|\u0000/.test(asked)) throw new Error(`looked up ${asked}`);
        return undefined;
      };
      const context = { shown: [], tree: { read, list: () => [] } };
      const text = `${path}\n\`\`\`\n${BLOCK}\n\`\`\`\n\n--- ${path}\n+++ ${path}\n@@ @@\n-a\n+b\n`;
      for (const format of Object.values(formats))
        expect(() => format.parse({ text }, context)).not.toThrow();
    },
  );

  it('a line far longer than a path is none, and costs no time', () => {
    const parsed = parse('diff', `${'a/'.repeat(300_000)}\n${block('', 'x\n')}`);
    expect(codes(parsed)).toEqual(['NO_FILENAME']);
  });
});

describe('a block without a name', () => {
  it('goes to the only shown file that holds its text', () => {
    const parsed = parse('diff', fenced('I will raise the factor.'), { 'a.py': CODE, 'b.py': 'other\n' });
    expect(edits(parsed)).toEqual(['a.py: "value = compute(1)\\n" -> "value = compute(2)\\n"']);
    expect(parsed.notes).toEqual([
      'a.py: the block names no file; this is the only shown file that holds its text',
    ]);
  });

  it('is asked about when two shown files hold its text', () => {
    const parsed = parse('diff', fenced('I will raise the factor.'), { 'a.py': CODE, 'b.py': CODE });
    expect(parsed.problems[0]?.message).toContain('its text is in a.py, b.py');
  });

  it('is asked about when its text says too little', () => {
    expect(codes(parse('diff', block('}\n', '};\n'), { 'a.c': '}\n' }))).toEqual(['NO_FILENAME']);
  });

  it('goes to the file that a sentence names when that one holds its text, not to the file before', () => {
    const first = `b.py\n${block('beta\n', 'gamma\n')}`;
    const second = `Next, raise the factor in \`a.py\`:\n${BLOCK}`;
    const parsed = parse('diff', `${first}\n\n${second}`, { 'a.py': CODE, 'b.py': 'beta\n' });
    expect(parsed.operations.map((operation) => operation.path)).toEqual(['b.py', 'a.py']);
  });

  it('stays with the file before when that one holds its text', () => {
    const first = `b.py\n${block('beta\n', 'gamma\n')}`;
    const second = `This is what \`a.py\` needs:\n${BLOCK}`;
    const parsed = parse('diff', `${first}\n\n${second}`, { 'a.py': CODE, 'b.py': `beta\n${CODE}` });
    expect(parsed.operations.map((operation) => operation.path)).toEqual(['b.py', 'b.py']);
  });

  it('makes the new file that the sentence above announces in back quotes', () => {
    const parsed = parse(
      'diff',
      `The rates move to \`shop/rates.py\`, which is new.\n${block('', 'VAT = 0.19\n')}`,
    );
    expect(edits(parsed)).toEqual(['shop/rates.py: "" -> "VAT = 0.19\\n"']);
  });

  it('appends to the file before when its old text is empty', () => {
    const text = `b.py\n${block('beta\n', 'gamma\n')}\n\nand at the end\n${block('', 'delta\n')}`;
    expect(edits(parse('diff', text, { 'b.py': 'beta\n' }))[1]).toBe('b.py: "" -> "delta\\n"');
  });

  it('takes no name from the code of another snippet', () => {
    const text = `\`\`\`python\nimport os\nself.config\n\`\`\`\n\`\`\`python\n${block('', 'x\n')}\n\`\`\``;
    expect(codes(parse('diff', text))).toEqual(['NO_FILENAME']);
  });

  it('prefers a known file to a nearer comment that only looks like one', () => {
    const text = `src/a.py\n\`\`\`python\n# settings.py\n${BLOCK}\n\`\`\``;
    expect(pathOf(text, ['src/a.py'])).toBe('src/a.py');
  });
});
