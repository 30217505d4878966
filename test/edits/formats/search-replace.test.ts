import { describe, expect, it } from 'vitest';
import { formats } from '../../../src/edits/index.ts';
import { block, codes, edits, parse, repository } from './support.ts';

const FILES = { 'src/a.py': 'one\ntwo\nthree\n', 'src/b.py': 'alpha = compute(1)\nbeta\n' };
const ONE_TO_UNO = ['src/a.py: "one\\n" -> "uno\\n"'];

/** The usual block for `src/a.py`, with its marker lines replaced. */
function marked(head: string, divider: string, tail: string): string {
  return `src/a.py\n\`\`\`python\n${head}\none\n${divider}\nuno\n${tail}\n\`\`\``;
}

describe('marker lines', () => {
  it.each([
    ['as described', '<<<<<<< SEARCH', '=======', '>>>>>>> REPLACE'],
    ['five characters', '<<<<< SEARCH', '=====', '>>>>> REPLACE'],
    ['nine characters', '<<<<<<<<< SEARCH', '=========', '>>>>>>>>> REPLACE'],
    ['three different lengths', '<<<<<< SEARCH', '========', '>>>>>>> REPLACE'],
    ['lower case', '<<<<<<< search', '=======', '>>>>>>> replace'],
    ['no blank before the word', '<<<<<<<SEARCH', '=======', '>>>>>>>REPLACE'],
    ['closed like a tag', '<<<<<<< SEARCH>', '=======', '>>>>>>> REPLACE'],
    ['junk after the words', '<<<<<<< SEARCH:', '======= ', '>>>>>>> REPLACE <<<'],
    ['trailing blanks and indentation', '  <<<<<<< SEARCH  ', '  =======\t', '  >>>>>>> REPLACE  '],
    ['the markers of 2023', '<<<<<<< ORIGINAL', '=======', '>>>>>>> UPDATED'],
    ['the markers before that', '<<<<<<< HEAD', '=======', '>>>>>>> updated'],
    ['the arrows turned round', '<<<<<<< SEARCH', '=======', '<<<<<<< REPLACE'],
    ['dashes and plus signs', '------- SEARCH', '=======', '+++++++ REPLACE'],
    ['an end marker without its word', '<<<<<<< SEARCH', '=======', '>>>>>>>'],
  ])('are read %s', (_name, head, divider, tail) => {
    const parsed = parse('diff', marked(head, divider, tail), FILES);
    expect(edits(parsed)).toEqual(ONE_TO_UNO);
    expect(parsed.problems).toEqual([]);
  });

  it('are no markers with ten characters, or inside a longer word', () => {
    expect(edits(parse('diff', marked('<<<<<<<<<< SEARCH', '=======', '>>>>>>> REPLACE'), FILES))).toEqual(
      [],
    );
    expect(edits(parse('diff', marked('<<<<<<< SEARCHING', '=======', '>>>>>>> REPLACE'), FILES))).toEqual(
      [],
    );
  });

  it('may be glued to the fence', () => {
    const text = 'src/a.py\n```python<<<<<<< SEARCH\none\n=======\nuno\n>>>>>>> REPLACE```\n';
    expect(edits(parse('diff', text, FILES))).toEqual(ONE_TO_UNO);
  });

  it('of nine characters enclose those of seven, so that text about this format can be edited', () => {
    const inner = '<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n';
    const text = `doc.md\n\`\`\`\n<<<<<<<<< SEARCH\n${inner}=========\nnone\n>>>>>>>>> REPLACE\n\`\`\``;
    expect(edits(parse('diff', text, { 'doc.md': inner }))).toEqual([
      `doc.md: ${JSON.stringify(inner)} -> "none\\n"`,
    ]);
  });

  it('of a merge conflict in the text are content', () => {
    const conflict = '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> feature\n';
    const text = `src/a.py\n\`\`\`\n${block(conflict, 'ours\n')}\n\`\`\``;
    const parsed = parse('diff', text, { 'src/a.py': conflict });
    expect(edits(parsed)).toEqual([`src/a.py: ${JSON.stringify(conflict)} -> "ours\\n"`]);
  });

  it('of a merge conflict quoted in prose open no block', () => {
    const text = 'The file still has\n\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> main\n\nwhich I left alone.';
    expect(parse('diff', text, FILES)).toMatchObject({ operations: [], problems: [] });
  });
});

describe('the divider', () => {
  it('may be doubled', () => {
    const parsed = parse('diff', `src/a.py\n${block('one\n', '=======\nuno\n')}`, FILES);
    expect(edits(parsed)).toEqual(ONE_TO_UNO);
    expect(parsed.notes).toEqual(['src/a.py: a doubled ======= line was read as one']);
  });

  it.each([
    ['before the end marker', `src/a.py\n\`\`\`\n${block('one\n', 'uno\n=======\n')}\n\`\`\``],
    [
      'in place of the end marker, in a fence',
      'src/a.py\n```\n<<<<<<< SEARCH\none\n=======\nuno\n=======\n```\nDone.',
    ],
    ['in place of the end marker, at the end', 'src/a.py\n<<<<<<< SEARCH\none\n=======\nuno\n=======\n'],
    [
      'before the fence, with the end marker below it',
      'src/a.py\n```\n<<<<<<< SEARCH\none\n=======\nuno\n=======\n```\n>>>>>>> REPLACE\n',
    ],
  ])('ends the new text when it stands %s', (_name, text) => {
    const parsed = parse('diff', text, FILES);
    expect(edits(parsed)).toEqual(ONE_TO_UNO);
    expect(parsed.problems).toEqual([]);
  });

  it('is refused when code stands after a second one', () => {
    const parsed = parse('diff', `src/a.py\n${block('one\n', 'uno\n=======\nmore()\n')}`, FILES);
    expect(edits(parsed)).toEqual([]);
    expect(parsed.problems).toMatchObject([{ code: 'BAD_PATCH', path: 'src/a.py' }]);
    expect(parsed.problems[0]?.message).toContain('more than one ======= line');
  });

  it.each([
    ['the output limit struck', 'src/a.py', true],
    ['it may be the underline of a heading', 'guide.md', false],
  ])('ends nothing at the end of the reply when %s', (_name, path, cutOff) => {
    const text = `${path}\n<<<<<<< SEARCH\none\n=======\n\nInstall\n=======`;
    const parsed = formats.diff.parse(
      { text, cutOff },
      repository({ 'src/a.py': 'one\n', 'guide.md': 'one\n' }),
    );
    expect(codes(parsed)).toEqual(['TRUNCATED']);
  });

  it('is asked for when it is missing', () => {
    const parsed = parse('diff', 'src/a.py\n<<<<<<< SEARCH\none\nuno\n>>>>>>> REPLACE', FILES);
    expect(parsed.problems).toMatchObject([{ code: 'BAD_PATCH', path: 'src/a.py' }]);
  });

  it('of the length written at the head wins over the underline of a heading', () => {
    const text = `guide.rst\n${block('Old\n=====\n', 'New\n=====\n')}`;
    expect(edits(parse('diff', text, { 'guide.rst': 'Old\n=====\n' }))).toEqual([
      'guide.rst: "Old\\n=====\\n" -> "New\\n=====\\n"',
    ]);
  });

  it('is told from an underline of seven by what the file holds', () => {
    const text = `guide.md\n${block('Install\n=======\n\nRun it.\n', 'Install\n=======\n\nRun it twice.\n')}`;
    const parsed = parse('diff', text, { 'guide.md': 'Install\n=======\n\nRun it.\n' });
    expect(edits(parsed)).toEqual([
      'guide.md: "Install\\n=======\\n\\nRun it.\\n" -> "Install\\n=======\\n\\nRun it twice.\\n"',
    ]);
  });

  it('is not guessed when the file holds only a part of what stands above it', () => {
    const text = `notes.cfg\n${block('other\n=======\nbody\n', 'new\n')}`;
    expect(codes(parse('diff', text, { 'notes.cfg': 'head\n=======\nbody\n' }))).toEqual(['BAD_PATCH']);
  });

  it('is told from an underline in a new file of prose', () => {
    const text = `guide.md\n${block('', 'Install\n=======\n\nRun it.\n')}`;
    expect(edits(parse('diff', text))).toEqual(['guide.md: "" -> "Install\\n=======\\n\\nRun it.\\n"']);
  });
});

describe('a block that does not end', () => {
  it.each([
    ['in its old text', '<<<<<<< SEARCH\none\ntw'],
    ['in its new text', '<<<<<<< SEARCH\none\n=======\nuno\nd'],
    ['in its end marker', '<<<<<<< SEARCH\none\n=======\nuno\n>>>>>>> REPL'],
  ])('%s is reported as cut off and costs no block before it', (_name, cut) => {
    const parsed = parse('diff', `src/a.py\n${block('two\n', 'due\n')}\n${cut}`, FILES);
    expect(edits(parsed)).toEqual(['src/a.py: "two\\n" -> "due\\n"']);
    expect(parsed.problems).toMatchObject([{ code: 'TRUNCATED', path: 'src/a.py', source: { index: 1 } }]);
  });

  it('but stands in a closed fence with prose after it ends at the fence', () => {
    const text =
      'src/a.py\n```python\n<<<<<<< SEARCH\none\n=======\nuno\n```\n\nThis renames the first line.';
    const parsed = parse('diff', text, FILES);
    expect(edits(parsed)).toEqual(ONE_TO_UNO);
    expect(parsed.notes).toEqual([
      'src/a.py: the closing fence was read as the end of a block without its end marker',
    ]);
  });

  it('ends at the fence when prose stands right below it', () => {
    const text = 'src/a.py\n```python\n<<<<<<< SEARCH\none\n=======\nuno\n```\nThis renames the first line.';
    expect(edits(parse('diff', text, FILES))).toEqual(ONE_TO_UNO);
  });

  it.each([
    ['no prose follows', 'src/a.py\n```\n<<<<<<< SEARCH\none\n=======\nuno\n```\n'],
    [
      'no fence was opened above it',
      'src/a.py\n<<<<<<< SEARCH\none\n=======\nuno\n```\n\nThis renames the first line.',
    ],
    [
      'the text holds a fence of its own',
      'src/a.py\n```\n<<<<<<< SEARCH\none\n=======\n```js\nuno\n```\nThat is all of it.',
    ],
  ])('stays cut off when %s', (_name, text) => {
    expect(codes(parse('diff', text, FILES))).toEqual(['TRUNCATED']);
  });

  it('in its old text is cut off even in a closed fence with prose after it', () => {
    const text = 'src/a.py\n```python\n<<<<<<< SEARCH\none\n```\n\nThis renames the first line.';
    const parsed = parse('diff', text, FILES);
    expect(codes(parsed)).toEqual(['TRUNCATED']);
    expect(parsed.problems[0]?.message).toContain('inside its old text');
  });

  it('before another block is a fault of its own; the other block is read', () => {
    const text = `src/a.py\n<<<<<<< SEARCH\none\n=======\nuno\n\nsrc/b.py\n${block('beta\n', 'gamma\n')}`;
    const parsed = parse('diff', text, FILES);
    expect(parsed.problems).toMatchObject([{ code: 'BAD_PATCH', path: 'src/a.py' }]);
    expect(edits(parsed)).toEqual(['src/b.py: "beta\\n" -> "gamma\\n"']);
  });

  it('in the middle is a fault: its text may hold an end marker', () => {
    const text = `doc.md\n${block('a\n', 'b\n>>>>>>> REPLACE\nc\n')}`;
    expect(codes(parse('diff', text, { 'doc.md': 'a\n' }))).toEqual(['BAD_PATCH']);
  });

  it('is not reported when only the end marker is repeated', () => {
    const parsed = parse('diff', `src/a.py\n${block('one\n', 'uno\n')}\n>>>>>>> REPLACE\n`, FILES);
    expect(parsed.problems).toEqual([]);
  });

  it('keeps a quotation of five arrows inside its text', () => {
    const text = `src/a.py\n${block('one\n', 'uno\n>>>>>\ndue\n')}`;
    expect(edits(parse('diff', text, FILES))).toEqual(['src/a.py: "one\\n" -> "uno\\n>>>>>\\ndue\\n"']);
  });
});

describe('several blocks', () => {
  it('of one file come in order and apply one after another', () => {
    const parsed = parse(
      'diff',
      `src/a.py\n\`\`\`\n${block('one\n', '1\n')}\n${block('two\n', '2\n')}\n\`\`\``,
      FILES,
    );
    expect(edits(parsed)).toEqual(['src/a.py: "one\\n" -> "1\\n"', 'src/a.py: "two\\n" -> "2\\n"']);
    expect(parsed.operations).toMatchObject([
      { sequential: true, source: { index: 0 } },
      { sequential: true, source: { index: 1 } },
    ]);
  });

  it.each([
    ['in one fence', (second: string) => `${block('one\n', '1\n')}\n${second}`],
    ['in fences that touch', (second: string) => `${block('one\n', '1\n')}\n\`\`\`\n\`\`\`python\n${second}`],
    [
      'with prose between',
      (second: string) => `${block('one\n', '1\n')}\n\`\`\`\nAnd the second line too:\n\`\`\`\n${second}`,
    ],
    ['with dots between', (second: string) => `${block('one\n', '1\n')}\n...\n${second}`],
  ])('without a name of their own inherit it: %s', (_name, join) => {
    const parsed = parse('diff', `src/a.py\n\`\`\`\n${join(block('two\n', '2\n'))}\n\`\`\``, FILES);
    expect(parsed.operations.map((operation) => operation.path)).toEqual(['src/a.py', 'src/a.py']);
  });
});

describe('the text', () => {
  it('keeps its lines as they are, whatever line ends the reply has', () => {
    const text = `src/a.py\n${block('  one \n\n', '\tuno\u2028x\f\n')}`.replaceAll('\n', '\r\n');
    expect(edits(parse('diff', text, FILES))).toEqual(['src/a.py: "  one \\n\\n" -> "\\tuno\u2028x\\f\\n"']);
  });

  it('of a new file loses the indentation and the fence of the block around it', () => {
    const text =
      '- src/new.py\n  ```\n  <<<<<<< SEARCH\n  =======\n  ```python\n  def f():\n      pass\n  ```\n  >>>>>>> REPLACE\n  ```';
    expect(edits(parse('diff', text, FILES))).toEqual(['src/new.py: "" -> "def f():\\n    pass\\n"']);
  });

  it('of a new Markdown file keeps its fences', () => {
    const text = `new.md\n${block('', '```\nx\n```\n')}`;
    expect(edits(parse('diff', text))).toEqual(['new.md: "" -> "```\\nx\\n```\\n"']);
  });

  it.each([
    ['is empty where the file is missing', 'src/new.py', '""'],
    ['is empty where the file is blank', 'src/empty.py', '""'],
    ['stays where the file has content', 'src/a.py', '"\\n"'],
  ])('of blank lines only %s', (_name, path, old) => {
    const parsed = parse('diff', `${path}\n${block('\n', 'x\n')}`, { ...FILES, 'src/empty.py': '\n' });
    expect(edits(parsed)).toEqual([`${path}: ${old} -> "x\\n"`]);
  });
});

describe('shell snippets', () => {
  it('are set aside', () => {
    const text = `src/a.py\n${block('one\n', 'uno\n')}\n\nThen run:\n\n\`\`\`bash\n$ npm install\nnpm test\n\`\`\`\n`;
    const parsed = parse('diff', text, FILES);
    expect(parsed.commands).toEqual(['npm install\nnpm test']);
    expect(edits(parsed)).toEqual(ONE_TO_UNO);
  });

  it('are edits when they hold a block', () => {
    const text = `run.sh\n\`\`\`sh\n${block('a\n', 'b\n')}\n\`\`\``;
    const parsed = parse('diff', text, { 'run.sh': 'a\n' });
    expect(parsed.commands).toEqual([]);
    expect(edits(parsed)).toEqual(['run.sh: "a\\n" -> "b\\n"']);
  });

  it('that do not end are not complete commands', () => {
    expect(parse('diff', 'Run\n```bash\nrm -rf').commands).toEqual([]);
  });

  it('are not looked for inside other code', () => {
    const text = '```markdown\n~~~bash\nrm -rf build\n~~~\n```\n\n```console\n```\n';
    expect(parse('diff', text).commands).toEqual([]);
  });
});
