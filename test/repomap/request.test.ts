import { describe, expect, it } from 'vitest';
import { evidenceOf, pairHash } from '../../src/repomap/request.ts';
import { blocksOf } from '../../src/repomap/request-blocks.ts';
import { wordsOf } from '../../src/repomap/words.ts';

/** What a line of text names, as `path` or `path:line`. */
function pathsIn(text: string): string[] {
  return evidenceOf(text).paths.map(({ path, line }) => (line === undefined ? path : `${path}:${line}`));
}

describe('paths in a request', () => {
  it.each([
    ['prose', 'The bug is in src/lib/date.ts, I think.', ['src/lib/date.ts']],
    ['backticks and a possessive', "`parser.py`'s tokenizer", ['parser.py']],
    [
      'parentheses and Markdown links',
      'see [the file](./docs/guide.md) (or lib/x.rb)',
      ['docs/guide.md', 'lib/x.rb'],
    ],
    ['leading ./ and /', 'run ./bin/tool.sh or /opt/app/main.go', ['bin/tool.sh', 'opt/app/main.go']],
    ['Windows', 'C:\\work\\app\\src\\Form.cs is empty', ['work/app/src/Form.cs']],
    ['path:line', 'lib/a.js:12 and lib/b.js:3:14', ['lib/a.js:12', 'lib/b.js:3']],
    ['a link to a forge', 'https://github.com/o/r/blob/main/src/core/io.rs#L42-L50', ['src/core/io.rs:42']],
    ['a raw link', 'https://raw.host.example/o/r/raw/v1.2/lib/io.ex', ['lib/io.ex']],
    ['any other link', 'https://example.com/docs/index.html', []],
  ])('%s', (_name, text, expected) => {
    expect(pathsIn(text)).toEqual(expected);
  });

  it.each([
    ['Python', '  File "/app/pkg/views.py", line 31, in get', 'app/pkg/views.py:31'],
    ['JavaScript', '    at parse (/srv/app/lib/parse.js:10:7)', 'srv/app/lib/parse.js:10'],
    ['TypeScript', 'src/cli.ts(12,5): error TS2322: Type', 'src/cli.ts:12'],
    ['Java', '\tat com.acme.io.Reader.next(Reader.java:88)', 'Reader.java:88'],
    ['Kotlin', '\tat com.acme.MainKt.main(Main.kt:5)', 'Main.kt:5'],
    ['Go', '\t/go/src/app/server.go:77 +0x1d', 'go/src/app/server.go:77'],
    ['Rust', "thread 'main' panicked at src/main.rs:4:5:", 'src/main.rs:4'],
    ['rustc', '  --> crates/core/src/lib.rs:9:1', 'crates/core/src/lib.rs:9'],
    ['C++', 'src/io/file.cpp:120: error: expected', 'src/io/file.cpp:120'],
    ['PHP', 'PHP Fatal error: Uncaught Error in /var/www/src/App.php on line 17', 'var/www/src/App.php:17'],
    ['PHP frame', '#0 /var/www/src/Kernel.php(211): App->run()', 'var/www/src/Kernel.php:211'],
    ['Ruby', "lib/loader.rb:33:in 'load'", 'lib/loader.rb:33'],
    ['C#', '   at App.Run() in C:\\src\\App.cs:line 9', 'src/App.cs:9'],
    ['Elixir', '    (app 0.1.0) lib/app/router.ex:14: App.Router.call/2', 'lib/app/router.ex:14'],
    ['Swift', 'Fatal error: file Sources/Core/Node.swift, line 8', 'Sources/Core/Node.swift:8'],
  ])('a frame of %s', (_language, frame, expected) => {
    expect(pathsIn(`It fails\n${frame}\n`)).toContain(expected);
  });
});

describe('symbols in a request', () => {
  const symbols = (text: string) =>
    [...evidenceOf(text).symbols].sort((a, b) => b[1] - a[1]).map(([name]) => name);

  it('takes names that look like code, and plain ones in backticks or before a parenthesis', () => {
    expect(symbols('x\nSetting max_size in RunContext makes `flush` and close() hang today')).toEqual(
      expect.arrayContaining(['max_size', 'RunContext', 'flush', 'close']),
    );
    expect(symbols('x\nSetting the size makes it hang')).toEqual([]);
  });

  it('keeps dotted names whole for modules', () => {
    expect(evidenceOf('x\nsee app.util.Dates.parse and app::io::Reader').qualified).toEqual([
      ['app', 'util', 'Dates', 'parse'],
      ['app', 'io', 'Reader'],
    ]);
  });
});

describe('words in a request', () => {
  const weight = (text: string, word: string) => evidenceOf(text).words.get(wordsOf(word)[0] ?? 0) ?? 0;

  it('listen to the title most, and to pasted versions hardly at all', () => {
    const text =
      'Crash in tokenizer\n\nThe lexer stops.\n\n```\nparse("x")\n```\n\n## Versions\n\nnumpy: 1.16.2\npandas stuff\n';
    expect(weight(text, 'tokenizer')).toBeGreaterThan(weight(text, 'lexer'));
    expect(weight(text, 'lexer')).toBeGreaterThan(weight(text, 'parse'));
    expect(weight(text, 'parse')).toBeGreaterThan(weight(text, 'pandas'));
    expect(weight(text, 'the')).toBe(0);
  });

  it('meet their other forms, and identifiers made of them', () => {
    expect(wordsOf('caching caches cached cache').every((hash, _, all) => hash === all[0])).toBe(true);
    expect(evidenceOf('The signal handler is wrong').words.has(wordsOf('SignalHandler').at(-1) ?? 0)).toBe(
      true,
    );
  });

  it('drop the instructions of an issue template', () => {
    const text = 'Bug\n<!-- Please search kangaroo first -->\n- [x] I have read the kangaroo guide\n';
    expect(weight(text, 'kangaroo')).toBeLessThan(0.1);
  });

  it('remember which stand side by side, twice as much in a quoted message', () => {
    const { pairs } = evidenceOf('x\nstale cache entries. It says "missing shard index"');
    const pair = (a: string, b: string) => pairs.get(pairHash(wordsOf(a)[0] ?? 0, wordsOf(b)[0] ?? 0));
    expect(pair('stale', 'cache')).toBe(1);
    expect(pair('missing', 'shard')).toBe(2);
    expect(pair('cache', 'stale')).toBeUndefined();
  });
});

describe('the scope of a title', () => {
  it.each([
    ['net/http: close idle connections', ['net', 'http']],
    ['fix(parser): accept tabs', ['parser']],
    ['[docs, cli] Unknown flag', ['docs', 'cli']],
    ['fix: accept tabs', []],
    ['Accept tabs', []],
  ])('%s', (title, expected) => {
    expect(evidenceOf(title).scopes).toEqual(expected);
  });
});

describe('blocks of a request', () => {
  it('tell title, prose, code, trace and noise apart', () => {
    const text = [
      'It breaks',
      'When I call it:',
      '```py',
      'f(1)',
      '```',
      '```',
      'Traceback (most recent call last):',
      '  File "a.py", line 1, in f',
      '```',
      '### Environment',
      'Python 3.9.1',
    ].join('\n');
    expect(blocksOf(text).map((block) => block.kind)).toEqual(['title', 'prose', 'code', 'trace', 'noise']);
  });

  it('survive a fence that is never closed, and an empty text', () => {
    expect(blocksOf('Title\n```\ncode').map((block) => block.kind)).toEqual(['title', 'code']);
    expect(evidenceOf('').paths).toEqual([]);
  });

  it('read hostile text in near linear time', () => {
    for (const part of ['a/', 'a.', '(', '`', '"x', '<!--', '\n\n', 'a::', '[', 'at x(', '0: '])
      expect(evidenceOf(part.repeat(100_000)).symbols.size).toBeLessThan(5);
  });
});
