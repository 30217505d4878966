/** Mistakes found in the replies of further repositories, re-created in our own words. Each once ended in a wrong file. */
import { describe, expect, test } from 'vitest';
import { block } from '../support/replies.ts';
import { afterReply, type Contents, type Left, outcome, replace } from './support.ts';

const file = (left: Left, path: string): string =>
  left.ok ? (left.files[path] ?? '(none)') : left.codes.join(',');
const listing = (path: string, content: string): string => `${path}\n\`\`\`\n${content}\`\`\`\n`;
const whole = (files: Contents, text: string): Left => afterReply(files, text, 'whole');

describe('a byte order mark that the model copied from the file', () => {
  const before = '\ufeffnamespace Shop;\n\nclass Item { }\n';

  test('is not written a second time by a block', () => {
    const left = afterReply(
      { 'Item.cs': before },
      block('Item.cs', '\ufeffnamespace Shop;\n', '\ufeffusing System;\n\nnamespace Shop;\n'),
      'diff',
    );
    expect(file(left, 'Item.cs')).toBe('\ufeffusing System;\n\nnamespace Shop;\n\nclass Item { }\n');
  });
  test('nor where the old text lacks it', () => {
    const sent = block('Item.cs', 'namespace Shop;\n', '\ufeffnamespace Store;\n');
    expect(file(afterReply({ 'Item.cs': before }, sent, 'diff'), 'Item.cs')).toBe(
      before.replace('Shop', 'Store'),
    );
  });
  test('nor by a hunk', () => {
    const diff =
      '```diff\n--- a/Item.cs\n+++ b/Item.cs\n@@ @@\n-\ufeffnamespace Shop;\n+\ufeffnamespace Store;\n```\n';
    expect(file(afterReply({ 'Item.cs': before }, diff, 'udiff'), 'Item.cs')).toBe(
      before.replace('Shop', 'Store'),
    );
  });
  test('nor by a listing of the file', () => {
    const left = whole({ 'Item.cs': before }, listing('Item.cs', `${before}// end\n`));
    expect(file(left, 'Item.cs')).toBe(`${before}// end\n`);
  });
  test('stays in a new file', () => {
    expect(file(afterReply({}, block('New.cs', '', '\ufeffclass New { }\n'), 'diff'), 'New.cs')).toBe(
      '\ufeffclass New { }\n',
    );
  });
});

describe('a fence that holds only the name of a file', () => {
  const page = '<html>\n<body>\n<h1>Shop</h1>\n</body>\n</html>\n';
  const apart = (path: string, info: string, content: string) =>
    `\`\`\`\n${path}\n\`\`\`\n\n\`\`\`${info}\n${content}\`\`\`\n`;

  test('names the listing below it', () => {
    const left = whole(
      { 'views/page.html': page },
      apart('views/page.html', 'html', page.replace('Shop', 'Store')),
    );
    expect(file(left, 'views/page.html')).toBe(page.replace('Shop', 'Store'));
    expect(left.ok && left.notes).toEqual([
      'views/page.html: file name taken from the fence above the listing',
    ]);
  });
  test('names a new file, too, and each of several', () => {
    const left = whole({}, apart('src/a.js', 'js', 'a();\n') + apart('src/b.js', 'js', 'b();\n'));
    expect([file(left, 'src/a.js'), file(left, 'src/b.js')]).toEqual(['a();\n', 'b();\n']);
  });
  test('never empties the file, even when nothing else is sent', () => {
    for (const name of ['views/page.html', '<!-- views/page.html -->']) {
      expect(file(whole({ 'views/page.html': page }, `\`\`\`\n${name}\n\`\`\`\n`), 'views/page.html')).toBe(
        'NO_FILENAME',
      );
    }
  });
  test('with a part of the file below it is asked about', () => {
    const left = whole({ 'views/page.html': page }, apart('views/page.html', 'html', '<p>Add this.</p>\n'));
    expect(file(left, 'views/page.html')).toBe('NO_FILENAME');
  });
  test('does not turn the commands below it into the file', () => {
    const left = whole({ 'src/main.py': 'run()\n' }, apart('src/main.py', 'bash', 'python src/main.py\n'));
    expect(left.ok).toBe(false);
  });
  test('may be a mention between listings', () => {
    const text = `${listing('src/a.js', 'a();\n')}\nNow open\n\n\`\`\`\nsrc/b.js\n\`\`\`\n\nand look.\n`;
    const left = whole({ 'src/b.js': 'b();\n' }, text);
    expect([file(left, 'src/a.js'), file(left, 'src/b.js')]).toEqual(['a();\n', 'b();\n']);
  });
});

describe('placeholders from a description of the format', () => {
  const config = 'module.exports = {\n  mode: "test",\n  verbose: true,\n};\n';

  test.each([
    ['// entire file content ...\n// ... goes in between\n'],
    ['// settings.js\n\n// ... whole file ...\n'],
    ['/* the full content of the file ... */\nexport {};\n'],
  ])('do not replace a file: %j', (content) => {
    expect(file(whole({ 'settings.js': config }, listing('settings.js', content)), 'settings.js')).toBe(
      'OMISSION',
    );
  });
  test('a comment that only speaks of a whole file is kept', () => {
    const content =
      '// Reads the whole file into memory.\nmodule.exports = {\n  mode: "test",\n  verbose: true,\n};\n';
    expect(file(whole({ 'settings.js': config }, listing('settings.js', content)), 'settings.js')).toBe(
      content,
    );
  });
});

describe('the same block for several files, whose names are not file names', () => {
  const pages = {
    'src/north.html': '<img alt="me">\n<p>N</p>\n',
    'src/south.html': '<img alt="me">\n<p>S</p>\n',
  };
  const bare =
    '```html\n<<<<<<< SEARCH\n<img alt="me">\n=======\n<img alt="portrait">\n>>>>>>> REPLACE\n```\n';
  const first = block('src/south.html', '<p>S</p>\n', '<p>South</p>\n');

  test('is asked about instead of being taken for a repetition', () => {
    const left = afterReply(pages, `${first}\nFor North:\n${bare}\nFor South:\n${bare}`, 'diff');
    expect(left.ok ? [] : left.problems).toMatchObject([
      { code: 'NO_FILENAME', path: 'src/south.html', facts: { otherFile: 'src/north.html' } },
    ]);
  });
  test('is a repetition when no other shown file holds its text', () => {
    const left = afterReply(
      { ...pages, 'src/north.html': '<p>N</p>\n' },
      `${first}\n${bare}\nAgain:\n${bare}`,
      'diff',
    );
    expect(file(left, 'src/south.html')).toBe('<img alt="portrait">\n<p>South</p>\n');
  });
  test('and when the block names its file', () => {
    const named = block('src/south.html', '<img alt="me">\n', '<img alt="portrait">\n');
    expect(file(afterReply(pages, named + named, 'diff'), 'src/north.html')).toBe(pages['src/north.html']);
  });
  test('the same when an earlier turn made the edit', () => {
    const edited = { ...pages, 'src/south.html': '<img alt="portrait">\n<p>S</p>\n' };
    const again = replace('src/south.html', '<img alt="me">\n', '<img alt="portrait">\n', {
      inherited: true,
    });
    const left = outcome(edited, [again]);
    expect(left.ok ? [] : left.codes).toEqual(['NO_FILENAME']);
  });
});

describe('an empty line before the divider or the end marker', () => {
  const before = 'import os\n\nlimit = 3\n\n\ndef run():\n    go(limit)\n';
  const left = (search: string, replacement: string) =>
    file(afterReply({ 'job.py': before }, block('job.py', search, replacement), 'diff'), 'job.py');

  test('is layout where it ends SEARCH alone: the file keeps its empty lines', () => {
    expect(left('limit = 3\n\n', 'limit = 4\n')).toBe(before.replace('3', '4'));
    expect(left('import os\n\n', '')).toBe('\nlimit = 3\n\n\ndef run():\n    go(limit)\n');
  });
  test('still tells the place', () => {
    const twice = 'a:\n    stop()\nb:\n    stop()\n\nc:\n';
    const sent = block('f.py', '    stop()\n\n', '    go()\n');
    expect(file(afterReply({ 'f.py': twice }, sent, 'diff'), 'f.py')).toBe(
      'a:\n    stop()\nb:\n    go()\n\nc:\n',
    );
  });
  test('is layout where it ends REPLACE alone', () => {
    expect(left('limit = 3\n', 'limit = 4\n\n')).toBe(before.replace('3', '4'));
    expect(left('limit = 3\n', '\n')).toBe(before.replace('limit = 3\n', ''));
  });
  test('stays where it ends both, as the same line of the file', () => {
    expect(left('limit = 3\n\n', 'limit = 4\n\n')).toBe(before.replace('3', '4'));
  });
  test('is the edit where nothing else differs', () => {
    expect(left('import os\n', 'import os\n\n')).toBe(before.replace('import os\n', 'import os\n\n'));
    expect(left('limit = 3\n\n\n', 'limit = 3\n\n')).toBe(before.replace('\n\n\n', '\n\n'));
    expect(left('limit = 3\n\n\n', 'limit = 3\n')).toBe(before.replace('\n\n\n', '\n'));
  });
  test('does not end up at the end of a new file, or of an appended text', () => {
    const made = block('new.py', '', 'x = 1\n\n');
    expect(file(afterReply({}, made, 'diff'), 'new.py')).toBe('x = 1\n');
    expect(left('', 'print(limit)\n\n')).toBe(`${before}print(limit)\n`);
  });
  test('is text in the formats of tools', () => {
    const source = { format: 'edit', index: 0 } as const;
    const one = { ...replace('job.py', 'limit = 3\n\n', 'limit = 4\n'), source, sequential: false };
    const result = outcome({ 'job.py': before }, [one]);
    expect(file(result, 'job.py')).toBe(before.replace('limit = 3\n\n', 'limit = 4\n'));
  });
});

describe('a block written for the text before an earlier block of the reply', () => {
  const before = 'import os\n\ndef load(name):\n    path = os.path.join(root, name)\n    return read(path)\n';
  const codes = (...blocks: string[]) => {
    const left = afterReply({ 'store.py': before }, blocks.join('\n'), 'diff');
    return file(left, 'store.py');
  };
  const load = 'def load(name):\n    path = os.path.join(root, name)\n    return read(path)\n';

  test('is refused when it keeps a line that the earlier one replaced: the body would lose its head', () => {
    const head = block('store.py', 'def load(name):\n', 'def names():\n    return os.listdir(root)\n');
    const body = block('store.py', load, load.replace('read(path)', 'read(path).strip()'));
    expect(codes(head, body)).toBe('NOT_FOUND');
  });
  test('is refused when it brings lines again that the earlier one put in between', () => {
    const first = block('store.py', 'def load(name):\n', 'def load(name):\n    check_name(name)\n\n');
    const again = block('store.py', load, load.replace('    return', '    check_name(name)\n    return'));
    expect(codes(first, again)).toBe('NOT_FOUND');
  });
  test('is made when the earlier one only put other lines in between', () => {
    const first = block('store.py', 'def load(name):\n', 'def load(name):\n    """Reads a file."""\n');
    const later = block('store.py', load, load.replace('read(path)', 'read(path).strip()'));
    expect(codes(first, later)).toBe(
      before
        .replace('load(name):\n', 'load(name):\n    """Reads a file."""\n')
        .replace('read(path)', 'read(path).strip()'),
    );
  });
});

describe('a block under another, uneven indentation that takes away only a blank line', () => {
  // The indentation was the matter: both sides show it mended, and the file has it still.
  const before =
    'for row in rows:\n    try:\n        read(row)\n\n        except ValueError:\n        skip(row)\n';
  const search = '    try:\n        read(row)\n\n    except ValueError:\n        skip(row)\n';

  test('is refused with the real lines', () => {
    const sent = block('rows.py', search, search.replace('\n\n', '\n'));
    expect(file(afterReply({ 'rows.py': before }, sent, 'diff'), 'rows.py')).toBe('NOT_FOUND');
  });
  test('is made when it takes a line with text', () => {
    const sent = block('rows.py', search, search.replace('        skip(row)\n', ''));
    expect(file(afterReply({ 'rows.py': before }, sent, 'diff'), 'rows.py')).toBe(
      before.replace('        skip(row)\n', ''),
    );
  });
});

describe('SEARCH is the whole file, but for its indentation', () => {
  // The first line stands right, the rest is one blank off: no shift fits both.
  const search =
    "import { h } from './h.js';\nexport function Page(title, rows) {\n  const head = h('h1', title);\n  const list = h('ul');\n  for (const row of rows) {\n    list.append(h('li', row));\n  }\n  const page = h('main');\n  page.append(head, list);\n  return page;\n}\n";
  const before = search.replace(/^(?!import)(?=.)/gm, ' ').replace(';\n', ';\n\n');

  test('REPLACE is the whole file then, as it was sent', () => {
    const after = "import { h } from './h.js';\n\nexport const Page = () => h('main', 'text');\n";
    const left = afterReply({ 'page.js': before }, block('page.js', search, after), 'diff');
    expect(file(left, 'page.js')).toBe(after);
  });
  test('nothing changes where REPLACE is the same, and a file without final newline stays so', () => {
    const same = afterReply({ 'page.js': before }, block('page.js', search, search), 'diff');
    expect(file(same, 'page.js')).toBe(before);
    const cut = afterReply({ 'page.js': before.trimEnd() }, block('page.js', search, 'x\ny\n'), 'diff');
    expect(file(cut, 'page.js')).toBe('x\ny');
  });
  test('with a line more in the file it is refused, and where indentation is syntax', () => {
    const more = afterReply({ 'page.js': `${before} // end\n` }, block('page.js', search, 'x\n'), 'diff');
    expect(file(more, 'page.js')).toBe('NOT_FOUND');
    const python = afterReply({ 'page.py': before }, block('page.py', search, 'x\n'), 'diff');
    expect(file(python, 'page.py')).toBe('NOT_FOUND');
  });
});

describe('blank lines around a hunk of which the file has another number', () => {
  const before = 'import os\n\n\ndef root():\n    return os.getcwd()\n\n\ndef main():\n    root()\n';
  const hunk = (...lines: string[]) =>
    `\`\`\`diff\n--- a/job.py\n+++ b/job.py\n@@ @@\n${lines.join('\n')}\n\`\`\`\n`;
  const left = (...lines: string[]) =>
    file(afterReply({ 'job.py': before }, hunk(...lines), 'udiff'), 'job.py');

  test('new lines stand behind the blank line that ends the unchanged ones', () => {
    expect(left(' import os', ' ', ' def root():', '     return os.getcwd()', ' ', '+LIMIT = 3')).toBe(
      before.replace('getcwd()\n\n', 'getcwd()\n\nLIMIT = 3\n'),
    );
  });
  test('and before the one that begins them', () => {
    expect(left('+import sys', ' ', ' def root():', '     return os.getcwd()', ' ', ' def main():')).toBe(
      before.replace('os\n\n', 'os\n\nimport sys\n'),
    );
  });
  test('a blank line that goes at the end was not there: the file keeps its own', () => {
    expect(left(' import os', ' ', ' def root():', '-    return os.getcwd()', '-')).toBe(
      before.replace('    return os.getcwd()\n', ''),
    );
  });
});

describe('an edit that is made already, sent under another indentation', () => {
  const page = '<nav>\n    <a href="/shop/list">List</a>\n    <a href="/shop/cart">Cart</a>\n</nav>\n';
  const again = (search: string, replacement: string, before = page) =>
    afterReply({ 'nav.html': before }, block('nav.html', search, replacement), 'diff');

  test('is done', () => {
    const left = again('<a href="/cart">Cart</a>\n', '<a href="/shop/cart">Cart</a>\n');
    expect(file(left, 'nav.html')).toBe(page);
    expect(left.ok && left.notes).toEqual([
      'nav.html: an edit is applied already; its new text stands there',
    ]);
  });
  test('is not while the old line is there, or another number of the new one', () => {
    const old = '<a href="/cart">Cart</a>\n<b>sale</b>\n';
    const half = `${page}  <a href="/cart">Cart</a>\n`;
    expect(file(again(old, '<a href="/shop/cart">Cart</a>\n', half), 'nav.html')).toBe('NOT_FOUND');
    expect(file(again(old, '<a href="/shop/cart">Cart</a>\n', page + page), 'nav.html')).toBe('NOT_FOUND');
  });
  test('is not where the lines are indented otherwise among themselves', () => {
    const before = 'if (a) {\n    b();\n  c();\n}\n';
    expect(file(again('  b();\n  d();\n', '  b();\n  c();\n', before), 'nav.html')).toBe('NOT_FOUND');
  });
});

describe('settings to append that the file makes already, with other values', () => {
  const before = '# local\nHOST=localhost\nPORT=8080\nMODE=debug\n';
  const left = (fresh: string, name = '.env.sample', text = before) =>
    file(afterReply({ [name]: text }, block(name, '', fresh), 'diff'), name);

  test('are a rewrite: each would stand there twice', () => {
    expect(left('HOST=example.org\nPORT=80\nMODE=live\nTOKEN=\n')).toBe('EMPTY_OLD');
    const pins = 'flask==2.3.1\nrequests==2.30.0\nredis==4.1.0\n';
    expect(left('flask>=3.0\nrequests>=2.31\n', 'requirements.txt', pins)).toBe('EMPTY_OLD');
  });
  test('are appended where most are new, or where the file is more than settings', () => {
    expect(left('MODE=live\nTOKEN=\n')).toBe(`${before}MODE=live\nTOKEN=\n`);
    const script = 'A=1\nB=2\nC=3\nrun\n';
    expect(left('A=2\nB=3\nC=4\n', 'run.sh', script)).toBe(`${script}A=2\nB=3\nC=4\n`);
  });
});
