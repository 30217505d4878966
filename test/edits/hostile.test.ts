/** Input that is meant to break an engine, or that merely is not polite. Nothing throws, nothing leaves the repository, nothing hangs. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edit, hunk, leaves, outcome, replace } from './support.ts';

describe('large and repetitive', () => {
  test('a line of five megabytes', () => {
    const text = `${Array.from({ length: 300_000 }, (_, index) => `k${index}:true`).join(',')},`;
    expect(leaves(text, [edit('f.txt', 'k123456:true', 'k123456:false')])).toBe(
      text.replace('k123456:true', 'k123456:false'),
    );
  });
  test('a hundred thousand equal lines', () => {
    const equal = 'same\n'.repeat(100_000);
    const left = outcome({ 'f.txt': equal }, [replace('f.txt', 'same\n'.repeat(1000), 'x\n')]);
    expect(left.ok ? [] : left.problems[0]?.facts?.count).toBe(99_001);
    expect(leaves(equal, [replace('f.txt', `${'same\n'.repeat(50_000)}other\n`, 'x\n')])).toBe('NOT_FOUND');
    expect(leaves(equal, [replace('f.txt', `  ${'  same\n'.repeat(50_000)}`, 'x\n')])).toBe('AMBIGUOUS');
  });
  test('thousands of hunks, and of anchors, in a file of equal lines', () => {
    const files = { 'f.txt': 'same\n'.repeat(100_000) };
    const hunks = Array.from({ length: 3000 }, () => hunk('f.txt', [' same', '-same', '+other']));
    const left = outcome(files, hunks);
    expect(left.ok ? [] : [...new Set(left.codes)]).toEqual(['AMBIGUOUS']);
    const anchors = Array.from({ length: 1000 }, () => 'same');
    expect(outcome(files, [hunk('f.txt', ['-same', '+other'], { anchors })])).toMatchObject({
      codes: ['AMBIGUOUS'],
    });
  });
  test('new text of three hundred thousand lines', () => {
    const long = 'line\n'.repeat(300_000);
    expect(leaves('a\n', [replace('f.txt', 'a\n', long)])).toBe(long);
  });
  test('a file of dots and a SEARCH of dots', () => {
    expect(leaves('...\n'.repeat(1000), [replace('f.txt', 'start here\n...\n...\nend here\n', 'x\n')])).toBe(
      'NOT_FOUND',
    );
  });
  test('ten thousand edits that stand nowhere', () => {
    const file = Array.from({ length: 2000 }, (_, index) => `row ${index}\n`).join('');
    const misses = Array.from({ length: 10_000 }, (_, index) =>
      replace('f.txt', `missing ${index}\n`, 'x\n'),
    );
    const left = outcome({ 'f.txt': file }, misses);
    expect(left.ok ? 0 : left.codes.length).toBe(10_000);
  });
});

describe('odd text', () => {
  test.each([
    ['regular expressions', 'a.*[b](c)?$^\\d|+'],
    ['replacement patterns', "$& $1 $$ $` $'"],
    ['line separators that are none', 'a\u2028b\u2029c\u0085d\u000be\u000cf'],
    ['HTML and shell', '<script>`$(rm -rf /)`</script>'],
    ['right-to-left and zero width', '\u202eevil\u200b\u2066'],
    ['emoji of several parts', '👩‍👩‍👧‍👦🏳️‍🌈'],
    ['names of prototypes', '__proto__'],
    ['names of properties', 'constructor'],
  ])('%s', (_name, text) => {
    expect(leaves(`first\n${text}\nlast\n`, [replace('f.txt', `${text}\n`, `${text} ${text}\n`)])).toBe(
      `first\n${text} ${text}\nlast\n`,
    );
    expect(leaves(`first ${text} last`, [edit('f.txt', text, `[${text}]`)])).toBe(`first [${text}] last`);
  });
  test('half a surrogate pair is neither found nor written', () => {
    expect(leaves('👍\n', [edit('f.txt', '\ud83d', 'x')])).toMatch(/NOT_FOUND|ENCODING/);
  });
  test('a path that names a prototype', () => {
    const left = outcome({ 'a.txt': 'x' }, [
      replace('__proto__', '', 'x\n'),
      replace('constructor', '', 'y\n'),
    ]);
    expect(left.ok).toBe(true);
  });
});

test('no path escapes, whatever it looks like', () => {
  const part = fc.constantFrom(
    '..',
    '.',
    '',
    '.git',
    '.GIT ',
    'a',
    'b.txt',
    '~',
    'C:',
    '\\',
    '%2e%2e',
    '.git\u200d',
    'con',
    ' ',
    '\u0000',
    'x'.repeat(300),
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 6 }),
      fc.constantFrom('/', '\\', '//'),
      fc.boolean(),
      (parts, separator, rooted) => {
        const path = (rooted ? separator : '') + parts.join(separator);
        const left = outcome({ 'a/b.txt': 'x\n' }, [replace(path, '', 'new\n')]);
        if (!left.ok) return;
        for (const name of Object.keys(left.files)) {
          expect(name).not.toMatch(/^\/|\\|\0/);
          expect(
            name
              .split('/')
              .some((one) => one === '..' || one === '.' || one === '' || /^\.git[ .]*$/i.test(one)),
          ).toBe(false);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test('no operation makes the planner throw', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('a\nb\n', '...\n', '  1\ta\n  2\tb\n', '-a\n+b\n', '```\na\n```\n', 'a\\nb', '\n\n'),
  );
  const operation = fc
    .record({
      path: fc.constantFrom('f.txt', 'g.txt', ''),
      oldText: text,
      newText: text,
      afterLine: fc.option(fc.integer({ min: -2, max: 9 }), { nil: undefined }),
      eof: fc.boolean(),
      replaceAll: fc.boolean(),
      expected: fc.option(fc.integer({ min: -1, max: 3 }), { nil: undefined }),
      anchors: fc.option(fc.array(text, { maxLength: 2 }), { nil: undefined }),
      span: fc.boolean(),
      sequential: fc.boolean(),
    })
    .map(({ path, oldText, newText, span, afterLine, expected, anchors, ...rest }) =>
      replace(path, oldText, newText, {
        ...rest,
        ...(afterLine === undefined ? {} : { afterLine }),
        ...(expected === undefined ? {} : { expected }),
        ...(anchors === undefined ? {} : { anchors }),
        source: { format: span ? 'edit' : 'diff', index: 0 },
      }),
    );
  fc.assert(
    fc.property(text, fc.array(operation, { maxLength: 5 }), (file, operations) => {
      const left = outcome({ 'f.txt': file }, operations);
      expect(left.ok || left.codes.length > 0).toBe(true);
    }),
    { numRuns: 1500 },
  );
});
