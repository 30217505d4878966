/** Thirty ways in which real models' replies go wrong, re-created in our own words, and what we do with each. */
import { describe, expect, test } from 'vitest';
import { block } from '../support/replies.ts';
import { afterReply, type Contents, type Left } from './support.ts';

const one = (left: Left): string => (left.ok ? Object.values(left.files).join('|') : left.codes.join(','));
const notes = (left: Left): string => (left.ok ? left.notes.join('\n') : '');
const message = (left: Left): string =>
  left.ok ? '' : left.problems.map((problem) => problem.message).join('\n');
const run = (files: Contents, ...blocks: string[]): Left => afterReply(files, blocks.join('\n'), 'diff');

describe('what is meant is done', () => {
  test('1 everything is deleted: the file is left empty, and that is said', () => {
    const left = run({ 'old.cs': 'class Old\n{\n}\n' }, block('old.cs', 'class Old\n{\n}\n', ''));
    expect(one(left)).toBe('');
    expect(notes(left)).toMatch(/empty/);
  });
  test('2 a block sent again is already applied', () => {
    const left = run({ 'a.py': 'limit = 20\n' }, block('a.py', 'limit = 10\n', 'limit = 20\n'));
    expect(one(left)).toBe('limit = 20\n');
    expect(notes(left)).toMatch(/applied already/);
  });
  test('7 a uniform outdent shifts the new text too; blank lines stay blank', () => {
    const file = '        if ready:\n            start()\n\n            log()\n';
    const left = run(
      { 'a.py': file },
      block(
        'a.py',
        '    if ready:\n        start()\n\n        log()\n',
        '    if ready:\n        start(1)\n\n        log()\n        done()\n',
      ),
    );
    expect(one(left)).toBe(
      '        if ready:\n            start(1)\n\n            log()\n            done()\n',
    );
  });
  test('8 uneven indentation follows from the matched lines', () => {
    const file = 'class A:\n    def f(self):\n        return 1\n';
    expect(
      one(
        run(
          { 'a.py': file },
          block('a.py', 'def f(self):\n        return 1\n', 'def f(self):\n        return 2\n'),
        ),
      ),
    ).toBe('class A:\n    def f(self):\n        return 2\n');
    const odd = 'a {\n   beta: 1;\n      gamma: 2;\n}\n';
    expect(
      one(
        run(
          { 'a.css': odd },
          block('a.css', 'a {\n  beta: 1;\n   gamma: 2;\n}\n', 'a {\n  beta: 1;\n   gamma: 3;\n}\n'),
        ),
      ),
    ).toBe('a {\n   beta: 1;\n      gamma: 3;\n}\n');
  });
  test('9 trailing blanks of the file are no obstacle, and stay where nothing changes', () => {
    expect(
      one(run({ 'a.js': 'foo();  \nbar();  \n' }, block('a.js', 'foo();\nbar();\n', 'foo();\nbaz();\n'))),
    ).toBe('foo();  \nbaz();\n');
  });
  test('10 a lost blank line is kept', () => {
    const file = 'def one():\n    pass\n\ndef two():\n    pass_two()\n';
    expect(
      one(
        run(
          { 'a.py': file },
          block(
            'a.py',
            'def one():\n    pass\ndef two():\n    pass_two()\n',
            'def one():\n    pass\ndef two():\n    return 2\n',
          ),
        ),
      ),
    ).toBe('def one():\n    pass\n\ndef two():\n    return 2\n');
  });
  test('12 marked elision keeps what the dots stand for', () => {
    const file = 'def f():\n    first()\n    second()\n    return x\n';
    expect(
      one(
        run(
          { 'a.py': file },
          block('a.py', 'def f():\n    ...\n    return x\n', 'def f(y):\n    ...\n    return y\n'),
        ),
      ),
    ).toBe('def f(y):\n    first()\n    second()\n    return y\n');
  });
  test('13 elision by comment on both sides is paired like dots', () => {
    const file = 'function f() {\n  one();\n  two();\n  return 1;\n}\n';
    expect(
      one(
        run(
          { 'a.js': file },
          block(
            'a.js',
            'function f() {\n  // ... existing code ...\n  return 1;\n',
            'function f() {\n  // ... existing code ...\n  return 2;\n',
          ),
        ),
      ),
    ).toBe('function f() {\n  one();\n  two();\n  return 2;\n}\n');
  });
  test('14 a unique piece of one line is replaced in it', () => {
    const left = run(
      { 'a.html': '<video class="p" poster="/a.jpg" controls>\n' },
      block('a.html', 'poster="/a.jpg"\n', 'poster="/b.jpg"\n'),
    );
    expect(one(left)).toBe('<video class="p" poster="/b.jpg" controls>\n');
  });
  test('15 the same text wrapped into other lines', () => {
    const file = '<a\n  class="button big"\n  href="/start"\n>Go</a>\n';
    const left = run(
      { 'a.html': file },
      block(
        'a.html',
        '<a class="button big" href="/start">Go</a>\n',
        '<a class="button" href="/start">Go</a>\n',
      ),
    );
    expect(one(left)).toBe('<a class="button" href="/start">Go</a>\n');
  });
  test('16 one line off that REPLACE does not touch: the file’s line stays', () => {
    const body =
      '        painter.begin()\n        painter.line(1, 2)\n        painter.line(3, 4)\n        painter.end()\n';
    const file = `    def draw(self, painter, part):\n${body}`;
    const left = run(
      { 'a.py': file },
      block(
        'a.py',
        `    def draw(self, part):\n${body}`,
        `    def draw(self, part):\n${body.replace('3, 4', '5, 6')}`,
      ),
    );
    expect(one(left)).toBe(file.replace('3, 4', '5, 6'));
  });
  test('19 an empty SEARCH on a file with content appends, after the missing newline', () => {
    expect(one(run({ 'a.py': 'x = 1' }, block('a.py', '', 'def f():\n    pass\n')))).toBe(
      'x = 1\ndef f():\n    pass\n',
    );
  });
  test('21 a no-op is no failure, and says that nothing changed', () => {
    const left = run({ 'a.py': 'x = 1\n' }, block('a.py', 'x = 1\n', 'x = 1\n'));
    expect(one(left)).toBe('x = 1\n');
    expect(notes(left)).toMatch(/changes nothing/);
  });
  test('22 a second divider ends REPLACE', () => {
    const text = 'a.py\n```\n<<<<<<< SEARCH\nx = 1\n=======\nx = 2\n=======\n>>>>>>> REPLACE\n```\n';
    expect(one(run({ 'a.py': 'x = 1\n' }, text))).toBe('x = 2\n');
  });
  test('23 a block closed only by its fence, with prose behind', () => {
    const text = 'a.py\n```\n<<<<<<< SEARCH\nx = 1\n=======\nx = 2\n```\n\nThat is all that is needed.\n';
    expect(one(run({ 'a.py': 'x = 1\n' }, text))).toBe('x = 2\n');
  });
  test('26 a heading as the file name, over a blank line', () => {
    const text =
      '#### `app/pdf.py`\n\n```python\n<<<<<<< SEARCH\nx = 1\n=======\nx = 2\n>>>>>>> REPLACE\n```\n';
    expect(one(run({ 'app/pdf.py': 'x = 1\n' }, text))).toBe('x = 2\n');
  });
  test('27 no file name, but a sentence that names the one', () => {
    const text =
      'Now change `src/run.ts` so that it waits:\n\n```ts\n<<<<<<< SEARCH\nstart(now);\n=======\nstart(later);\n>>>>>>> REPLACE\n```\n';
    expect(one(run({ 'src/run.ts': 'start(now);\n' }, text))).toBe('start(later);\n');
  });
  test('29 whole files: a snippet without a name is skipped, the named file written', () => {
    const text = '```bash\nnpm install\n```\n\nclient/App.js\n```js\nrun();\nwalk();\n```\n';
    expect(one(afterReply({ 'client/App.js': 'run();\n' }, text, 'whole'))).toBe('run();\nwalk();\n');
  });
});

describe('what is not clear is refused, with the reason', () => {
  test('3 a block that needs an earlier one undone', () => {
    const left = run(
      { 'a.js': 'call a();\nrest();\n' },
      block('a.js', 'call a();\n', 'call b();\n'),
      block('a.js', 'call a();\nrest();\n', 'call c();\nrest();\n'),
    );
    expect(message(left)).toMatch(/earlier edit of the same reply/);
  });
  test('4 a stale value, with the real line shown', () => {
    const left = run(
      { 'a.py': 'connect(host, timeout=60)\n' },
      block('a.py', 'connect(host, timeout=30)\n', 'connect(host, timeout=90)\n'),
    );
    expect(one(left)).toBe('NOT_FOUND');
    expect(message(left)).toMatch(/1\tconnect\(host, timeout=60\)/);
  });
  test('5 an invented line; the other blocks are kept', () => {
    const left = run(
      { 'a.py': 'import os\nrun()\n' },
      block('a.py', 'run()\n', 'run(1)\n'),
      block('a.py', 'from core.audit import Audit\n', 'from core.audit import Log\n'),
    );
    expect(left).toMatchObject({ ok: false, codes: ['NOT_FOUND'], staged: 1 });
  });
  test('6 the right text, but another file is named: refused, naming it', () => {
    const left = run(
      { 'app.css': 'p { margin: 0 }\n', 'App.jsx': 'const title = "Shop";\n' },
      block('app.css', 'const title = "Shop";\n', 'const title = "Store";\n'),
    );
    expect(one(left)).toBe('NOT_FOUND');
    expect(message(left)).toMatch(/App\.jsx/);
  });
  test('11 lines left out silently', () => {
    const file = 'def f():\n    one()\n    two()\n    three()\n    four()\n    return 5\n';
    const left = run(
      { 'a.py': file },
      block('a.py', 'def f():\n    one()\n    four()\n    return 5\n', 'def f():\n    one()\n    return 6\n'),
    );
    expect(one(left)).toBe('NOT_FOUND');
  });
  test('13 a comment in place of code that SEARCH covered', () => {
    const file = 'class A:\n    def one(self):\n        return 1\n\n    def two(self):\n        return 2\n';
    const left = run(
      { 'a.py': file },
      block(
        'a.py',
        file,
        'class A:\n    def one(self):\n        return 10\n\n    # ... rest of the class unchanged ...\n',
      ),
    );
    expect(one(left)).toBe('OMISSION');
  });
  test('15 wrapped otherwise where indentation is syntax', () => {
    const file = 'if ready: start(one,\n                two)\n';
    expect(
      one(
        run(
          { 'a.py': file },
          block('a.py', 'if ready:\n    start(one, two)\n', 'if ready:\n    start(one, three)\n'),
        ),
      ),
    ).toBe('NOT_FOUND');
  });
  test('16 one line off that REPLACE changes, with the real line shown', () => {
    const body =
      '        painter.begin()\n        painter.line(1, 2)\n        painter.line(3, 4)\n        painter.end()\n';
    const left = run(
      { 'a.py': `    def draw(self, painter, part):\n${body}` },
      block('a.py', `    def draw(self, part):\n${body}`, `    def draw(self, part, scale):\n${body}`),
    );
    expect(one(left)).toBe('NOT_FOUND');
    expect(message(left)).toMatch(/def draw\(self, painter, part\)/);
  });
  test('17 lines in another order', () => {
    const file = '.a {\n  color: red;\n  margin: 0;\n  padding: 1px;\n}\n';
    const left = run(
      { 'a.css': file },
      block('a.css', '.a {\n  margin: 0;\n  color: red;\n  border: 0;\n}\n', '.a {\n  margin: 0;\n}\n'),
    );
    expect(one(left)).toBe('NOT_FOUND');
  });
  test('18 a text that stands in several places, with its lines', () => {
    const file = 'def a():\n    return None\ndef b():\n    return None\n';
    const left = run({ 'a.py': file }, block('a.py', '    return None\n', '    return 1\n'));
    expect(one(left)).toBe('AMBIGUOUS');
    expect(message(left)).toMatch(/lines 2, 4/);
  });
  test('20 an empty SEARCH with most of the file as new text', () => {
    const file = 'one()\ntwo()\nthree()\nfour()\n';
    expect(one(run({ 'a.py': file }, block('a.py', '', file.replace('four()', 'five()'))))).toBe('EMPTY_OLD');
  });
  test('22 code between the second divider and the end', () => {
    const text = 'a.py\n```\n<<<<<<< SEARCH\nx = 1\n=======\nx = 2\n=======\nx = 3\n>>>>>>> REPLACE\n```\n';
    expect(run({ 'a.py': 'x = 1\n' }, text).ok).toBe(false);
  });
  test.each([
    ['24 inside REPLACE', 'b.py\n```\n<<<<<<< SEARCH\ny = 1\n=======\n<div class="a'],
    ['25 inside SEARCH', 'b.py\n```\n<<<<<<< SEARCH\ny = 1'],
  ])('%s: the cut block never, those before it are staged', (_name, cut) => {
    const left = run({ 'a.py': 'x = 1\n', 'b.py': 'y = 1\n' }, block('a.py', 'x = 1\n', 'x = 2\n'), cut);
    expect(left).toMatchObject({ ok: false, codes: ['TRUNCATED'], staged: 1 });
  });
  test('28 whole files: a sentence is no file name', () => {
    const left = afterReply(
      { 'a.py': 'x\n' },
      'Then you can run it with\n```bash\npython a.py\n```\n',
      'whole',
    );
    expect(left.ok).toBe(false);
  });
  test('30 a leaked template: its file is refused by name, the certain hunk is kept', () => {
    const text = [
      '```diff',
      '--- app.py',
      '+++ app.py',
      '@@ ... @@',
      '-limit = 10',
      '+limit = 20',
      '--- mathweb/flask/app.py',
      '+++ mathweb/flask/app.py',
      '@@ ... @@',
      '-def is_prime(x):',
      '-    if x < 2:',
      '+def is_prime(number):',
      '```',
    ].join('\n');
    const left = afterReply({ 'app.py': 'limit = 10\nrun()\n' }, text, 'udiff');
    expect(left).toMatchObject({ ok: false, codes: ['MISSING'], staged: 1 });
    expect(message(left)).toMatch(/mathweb\/flask\/app\.py/);
  });
});
