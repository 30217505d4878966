import { describe, expect, it } from 'vitest';
import { formats } from '../../../src/edits/index.ts';
import { codes, edits, parse, repository } from './support.ts';

const PAGE = 'import os\n\n\ndef main():\n    print(os.name)\n';
const listing = (path: string, content: string, fence = '```') => `${path}\n${fence}\n${content}${fence}`;

describe('a listing', () => {
  it.each([
    ['as described', listing('src/app.py', PAGE)],
    ['with a language', `src/app.py\n\`\`\`python\n${PAGE}\`\`\``],
    ['after a blank line', `src/app.py\n\n\`\`\`python\n${PAGE}\`\`\``],
    ['as a heading', `#### \`src/app.py\`\n\n\`\`\`python\n${PAGE}\`\`\``],
    ['in bold with a colon', `**src/app.py**:\n\`\`\`python\n${PAGE}\`\`\``],
    ['in the fence', `Here it is:\n\`\`\`python src/app.py\n${PAGE}\`\`\``],
    ['as the first line in the fence', `Here it is:\n\`\`\`python\nsrc/app.py\n${PAGE}\`\`\``],
    ['twice', `src/app.py\n\`\`\`python\nsrc/app.py\n${PAGE}\`\`\``],
    ['above a tag', `src/app.py\n<source>\n${PAGE}</source>`],
    ['above a tag with a language', `src/app.py\n<source>python\n${PAGE}</source>`],
    ['above a long fence', listing('src/app.py', PAGE, '``````')],
    ['above tildes', listing('src/app.py', PAGE, '~~~')],
    ['with backslashes', listing('src\\app.py', PAGE)],
    ['closed by a longer fence', `src/app.py\n\`\`\`\n${PAGE}\`\`\`\`\``],
    ['with CRLF', listing('src/app.py', PAGE).replaceAll('\n', '\r\n')],
  ])('is read with its name %s', (_name, text) => {
    const parsed = parse('whole', text, { 'src/app.py': 'old\n' });
    expect(edits(parsed)).toEqual([`src/app.py overwrite ${JSON.stringify(PAGE)}`]);
    expect(parsed.problems).toEqual([]);
  });

  it('keeps a comment that names the file: it is the file’s own first line', () => {
    const text = `Here:\n\`\`\`python\n# src/app.py\n${PAGE}\`\`\``;
    expect(edits(parse('whole', text, { 'src/app.py': '' }))).toEqual([
      `src/app.py overwrite ${JSON.stringify(`# src/app.py\n${PAGE}`)}`,
    ]);
  });

  it('may be empty', () => {
    expect(edits(parse('whole', 'a.txt\n```\n```\n'))).toEqual(['a.txt overwrite ""']);
  });

  it('counts once for each file: the first', () => {
    const text = `${listing('a.txt', 'first\n')}\n\nRun it like this:\n\n${listing('a.txt', 'second\n')}`;
    const parsed = parse('whole', text);
    expect(edits(parsed)).toEqual(['a.txt overwrite "first\\n"']);
    expect(parsed.notes).toEqual(['a.txt: listed again further down; the first listing counts']);
  });
});

describe('a listing that is a diff', () => {
  it('is read as one when it is all there is, and never written as the file', () => {
    const text = 'src/app.py\n```diff\n-old\n+new\n```';
    const parsed = parse('whole', text, { 'src/app.py': 'old\n' });
    expect(edits(parsed)).toEqual(['src/app.py: "old\\n" -> "new\\n"']);
    expect(codes(parse('whole', `${text}\n\n${listing('b.txt', 'b\n')}`))).toEqual(['BAD_PATCH']);
  });

  it('is known by its hunks where the fence does not say so, with a name or without', () => {
    const file = 'one = 1\ntwo = 2\nthree = 3\n';
    const hunk = '--- a/app.py\n+++ b/app.py\n@@ -1,3 +1,3 @@\n one = 1\n-two = 2\n+two = 22\n three = 3\n';
    for (const text of [`app.py\n\`\`\`\n${hunk}\`\`\``, `The change:\n\n\`\`\`\n${hunk}\`\`\``]) {
      const left = parse('whole', text, { 'app.py': file });
      expect(left.operations.filter(({ kind }) => kind === 'overwrite')).toEqual([]);
    }
  });

  it('is the file when that is what the file is', () => {
    expect(edits(parse('whole', 'fix.patch\n```diff\n-a\n```'))).toEqual(['fix.patch overwrite "-a\\n"']);
  });
});

describe('nested fences', () => {
  it('with a language belong to the file', () => {
    const readme = '# Use\n\n```sh\nmake\n```\n\nDone.\n';
    expect(edits(parse('whole', listing('README.md', readme)))).toEqual([
      `README.md overwrite ${JSON.stringify(readme)}`,
    ]);
  });

  it('without a language belong to a file of prose', () => {
    const readme = '# Use\n\n```\nmake\n```\n\nDone.\n';
    const parsed = parse(
      'whole',
      `${listing('README.md', readme)}\n\nAnd the code:\n\n${listing('a.py', 'x\n')}`,
    );
    expect(edits(parsed)).toEqual([`README.md overwrite ${JSON.stringify(readme)}`, 'a.py overwrite "x\\n"']);
  });

  it('longer than the outer one may be lines under titles', () => {
    const guide = 'A longer guide\n~~~~~~~~~~~~~~\n\n~~~~~~~~~\nOverlined\n~~~~~~~~~\n\nText.\n';
    expect(edits(parse('whole', listing('guide.rst', guide, '~~~')))).toEqual([
      `guide.rst overwrite ${JSON.stringify(guide)}`,
    ]);
  });

  it('shorter than the outer one are content', () => {
    const readme = 'Use\n```\nmake\n```\n';
    expect(edits(parse('whole', listing('README.md', readme, '````')))).toEqual([
      `README.md overwrite ${JSON.stringify(readme)}`,
    ]);
  });

  it('in code are content too, when they have a language', () => {
    const doc = '"""\n```python\nmain()\n```\n"""\n';
    expect(edits(parse('whole', listing('a.py', doc)))).toEqual([`a.py overwrite ${JSON.stringify(doc)}`]);
  });

  it('right at the top belong to the file, not to a listing above it', () => {
    const text = 'src/a.py\n```\n```python\nx\n```\n```';
    expect(edits(parse('whole', text))).toEqual(['src/a.py overwrite "```python\\nx\\n```\\n"']);
  });

  it('of tags are counted', () => {
    const html = '<code>\nx\n</code>\n';
    expect(edits(parse('whole', `a.html\n<code>\n${html}</code>`))).toEqual([
      `a.html overwrite ${JSON.stringify(html)}`,
    ]);
  });

  it('further in than the listing’s own are text, paired or not', () => {
    const code = 'const help = dedent`\n    ```\n    run\n`;\n';
    expect(edits(parse('whole', listing('a.js', code)))).toEqual([`a.js overwrite ${JSON.stringify(code)}`]);
  });

  it('left over after a file of prose say that it was cut too early', () => {
    const parsed = parse('whole', 'README.md\n```\n# Use\n```\n\nmake\n\n```\n');
    expect(parsed.problems).toMatchObject([{ code: 'BAD_PATCH', path: 'README.md' }]);
  });

  it('that do not pair up are refused', () => {
    const text = 'README.md\n```\n# Use\n```\nmake\n```\n\nDone.\n```\n';
    const parsed = parse('whole', text);
    expect(codes(parsed)).toContain('BAD_PATCH');
    expect(parsed.problems[0]?.message).toContain('do not pair up');
  });
});

describe('an unclosed listing', () => {
  it('at the end is cut off and never written; those before it are read', () => {
    const parsed = parse('whole', `${listing('a.txt', 'a\n')}\nb.txt\n\`\`\`\nb\nc`);
    expect(edits(parsed)).toEqual(['a.txt overwrite "a\\n"']);
    expect(parsed.problems).toMatchObject([{ code: 'TRUNCATED', path: 'b.txt' }]);
  });

  it('before the next listing costs only itself', () => {
    const parsed = parse('whole', 'a.py\n```python\na\n\nb.py\n```python\nb\n```\n');
    expect(edits(parsed)).toEqual(['b.py overwrite "b\\n"']);
    expect(parsed.problems).toMatchObject([{ code: 'TRUNCATED', path: 'a.py' }]);
    expect(parsed.problems[0]?.message).toContain('not closed before the next file');
  });

  it('may look closed by a fence inside, when the output limit struck', () => {
    const text = 'README.md\n```\n# Use\n\n```sh\nmake\n```\n```';
    const context = repository();
    expect(formats.whole.parse({ text, cutOff: true }, context).problems).toMatchObject([
      { code: 'TRUNCATED' },
    ]);
    expect(formats.whole.parse({ text }, context).problems).toEqual([]);
  });
});

describe('a fence without a name', () => {
  it('is a command when it says so', () => {
    const text = `${listing('a.txt', 'a\n')}\n\nThen you can run it with\n\`\`\`bash\nnode a.js\n\`\`\``;
    const parsed = parse('whole', text);
    expect(edits(parsed)).toEqual(['a.txt overwrite "a\\n"']);
    expect(parsed.commands).toEqual(['node a.js']);
  });

  it('is left out beside real listings', () => {
    const parsed = parse(
      'whole',
      `The old call was:\n\`\`\`\nf(1)\n\`\`\`\n\n${listing('client/App.js', 'f(2)\n')}`,
    );
    expect(edits(parsed)).toEqual(['client/App.js overwrite "f(2)\\n"']);
    expect(parsed.notes).toEqual(['a fenced snippet without a file name left out']);
  });

  it('is the only file shown when it repeats most of it', () => {
    const parsed = parse('whole', `Here is the file:\n\`\`\`\n${PAGE.replace('name', 'sep')}\`\`\``, {
      'src/app.py': PAGE,
    });
    expect(edits(parsed)).toEqual([`src/app.py overwrite ${JSON.stringify(PAGE.replace('name', 'sep'))}`]);
  });

  it('is asked about when it repeats little of the only file shown', () => {
    const parsed = parse('whole', 'Change this line:\n```\n    print(os.sep)\n```', { 'src/app.py': PAGE });
    expect(codes(parsed)).toEqual(['NO_FILENAME']);
  });

  it('is the file that the prose names when it repeats most of it', () => {
    const text = `Both files change, \`a.py\` first.\n\nThis is how it looks now:\n\`\`\`\n${PAGE}\`\`\``;
    const parsed = parse('whole', text, { 'a.py': PAGE, 'b.py': 'x\n' });
    expect(parsed.operations.map((operation) => operation.path)).toEqual(['a.py']);
    expect(parsed.notes).toEqual(['a.py: file name taken from the sentence above the listing']);
  });

  it('is nobody’s when the sentence names two files', () => {
    const text = `Move it from \`a.py\` to \`b.py\`:\n\`\`\`\n${PAGE}\`\`\``;
    expect(codes(parse('whole', text, { 'a.py': PAGE, 'b.py': 'x\n' }))).toEqual(['NO_FILENAME']);
  });

  it('is the new file that the sentence announces, and not one spoken of in passing', () => {
    const fresh = 'I will create a new module `shop/rates.py` for it:\n```\nVAT = 0.19\n```';
    expect(edits(parse('whole', fresh))).toEqual(['shop/rates.py overwrite "VAT = 0.19\\n"']);
    const passing =
      'You can add comments. Here is an updated version of `rates.py` to look at:\n```\nVAT = 0.19\n```';
    expect(codes(parse('whole', passing))).toEqual(['NO_FILENAME']);
  });

  it('under a heading of two words is asked about: it may be a part of the file', () => {
    const parsed = parse('whole', '### Updated coeffs.py\n```\nx = 1\n```', { 'coeffs.py': PAGE });
    expect(parsed.problems).toMatchObject([{ code: 'NO_FILENAME', path: 'coeffs.py' }]);
  });

  it('made of HTML tags in the prose is nothing', () => {
    expect(parse('whole', 'Use\n<pre>\nx\n</pre>\nfor that.')).toMatchObject({
      operations: [],
      problems: [],
    });
  });
});

describe('a listing under a name that does not exist', () => {
  const changed = PAGE.replace('name', 'sep');
  const files = { 'src/app.py': PAGE, 'lib/b.py': 'x\n' };
  const pathOf = (name: string, content: string, known: Record<string, string> = files) =>
    parse('whole', listing(name, content), known).operations[0]?.path;

  it.each([
    ['shortened', 'app.py'],
    ['below an invented folder', 'my-project/src/app.py'],
  ])('is the only shown file that it repeats: %s', (_case, name) => {
    expect(pathOf(name, changed)).toBe('src/app.py');
    expect(pathOf(name, 'something = else_()\n')).toBe(name);
  });

  it('is the shown file when the folder is that of the example', () => {
    expect(pathOf('path/to/src/app.py', 'new = 1\n')).toBe('src/app.py');
  });

  it('is a new file when its folder exists, or two files are called so', () => {
    expect(pathOf('lib/src/app.py', changed)).toBe('lib/src/app.py');
    expect(pathOf('app.py', changed, { 'a/app.py': PAGE, 'b/app.py': PAGE })).toBe('app.py');
  });
});
