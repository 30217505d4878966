/** Slips come together: any mixture of decorations around the same edit reads as that edit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formats } from '../../../src/edits/index.ts';
import { call, edits, parse, repository } from './support.ts';

const FILES = { 'src/app.py': 'value = compute(1)\nother = 2\n' };
const EDIT = ['src/app.py: "value = compute(1)\\n" -> "value = compute(2)\\n"'];

const NAMES = [
  'src/app.py',
  './src/app.py',
  'src\\app.py',
  '**src/app.py**',
  '**`src/app.py`**:',
  '### src/app.py',
  '#### `src/app.py`',
  '- src/app.py',
  '2. **src/app.py**',
  'File: src/app.py',
  'In `src/app.py`:',
  '# src/app.py',
  '// src/app.py',
  '<!-- src/app.py -->',
  '"src/app.py"',
  '[src/app.py](src/app.py)',
  '`src/app.py` (modified):',
];
const FENCES: [string, string][] = [
  ['', ''],
  ['```', '```'],
  ['```python', '```'],
  ['``````python', '``````'],
  ['~~~', '~~~'],
  ['<source>python', '</source>'],
  ['<code>', '</code>'],
];

const name = fc.constantFrom(...NAMES);
const fence = fc.constantFrom(...FENCES);
const place = fc.constantFrom<'above' | 'inside'>('above', 'inside');
const blanks = fc.constantFrom('', '\n', '\n\n');
const prose = fc.constantFrom(
  '',
  'I raise the factor.',
  'Here is what I will do:\n\n1. raise the factor\n2. nothing else',
);
const eol = fc.constantFrom('\n', '\r\n');
const count = fc.integer({ min: 5, max: 9 });
const pad = fc.constantFrom('', ' ', '\t', '    ');

const markers = fc.record({
  head: fc.tuple(
    pad,
    count,
    fc.constantFrom(' SEARCH', 'SEARCH', ' Search', ' SEARCH>', ' SEARCH:', ' SEARCH   '),
  ),
  divider: fc.tuple(pad, count, fc.constantFrom('', ' ')),
  tail: fc.tuple(pad, count, fc.constantFrom(' REPLACE', 'REPLACE', ' replace', ' REPLACE <<', ' REPLACE  ')),
});

const written = fc.record({ name, fence, place, blanks, prose, eol, markers, after: prose });
type Written = typeof written extends fc.Arbitrary<infer T> ? T : never;

function render(slips: Written): string {
  const { head, divider, tail } = slips.markers;
  const block = [
    head[0] + '<'.repeat(head[1]) + head[2],
    'value = compute(1)',
    divider[0] + '='.repeat(divider[1]) + divider[2],
    'value = compute(2)',
    tail[0] + '>'.repeat(tail[1]) + tail[2],
  ].join('\n');
  const [open, close] = slips.fence;
  const named = slips.place === 'above' ? [slips.name + slips.blanks, open] : [open, slips.name];
  const parts = [slips.prose, '', ...named, block, close, '', slips.after];
  return parts.join('\n').replaceAll('\n', slips.eol);
}

describe('a block with several slips at once', () => {
  it('reads as the edit that was meant', () => {
    fc.assert(
      fc.property(written, (slips) => {
        const parsed = parse('diff', render(slips), FILES);
        expect(edits(parsed)).toEqual(EDIT);
        expect(parsed.problems).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('reads the same twice in a row, as two edits, unless longer markers seem to enclose the second', () => {
    fc.assert(
      fc.property(written, written, (first, second) => {
        fc.pre(first.markers.head[1] <= 7);
        const parsed = parse('diff', `${render(first)}\n${render(second)}`, FILES);
        expect(edits(parsed)).toEqual([...EDIT, ...EDIT]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a listing with several slips at once', () => {
  it('reads as the file that was meant', () => {
    fc.assert(
      fc.property(written, (slips) => {
        fc.pre(slips.fence[0] !== '');
        const [open, close] = slips.fence;
        const text = [
          slips.prose,
          '',
          slips.name + slips.blanks,
          open,
          'value = compute(2)',
          close,
          '',
          slips.after,
        ].join('\n');
        const parsed = parse('whole', text.replaceAll('\n', slips.eol), FILES);
        expect(edits(parsed)).toEqual(['src/app.py overwrite "value = compute(2)\\n"']);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a patch with several slips at once', () => {
  const wrap = fc.constantFrom<(patch: string) => string>(
    (patch) => patch,
    (patch) => `Sure, here it is:\n\n${patch}\n\nDone.`,
    (patch) => `\`\`\`\n${patch}\n\`\`\``,
    (patch) => `\`\`\`diff\n${patch}\n\`\`\`\nAnything else?`,
    (patch) => `apply_patch <<'EOF'\n${patch}\nEOF`,
    (patch) => `cat <<"EOF"\n${patch}\nEOF\n`,
  );
  const header = fc.constantFrom(
    '*** Update File: src/app.py',
    '***Update File:src/app.py',
    '  *** Update File:  ./src/app.py  ',
    '*** update file: `src/app.py`',
  );
  const anchor = fc.constantFrom('', '@@\n', '@@ @@\n', '@@ ... @@\n', '\n@@\n\n');
  const context = fc.constantFrom(' value = compute(1)', 'value = compute(1)');

  it('reads as the edit that was meant', () => {
    fc.assert(
      fc.property(wrap, header, anchor, context, eol, (wrapped, update, at, unchanged, end) => {
        const patch = `*** Begin Patch\n${update}\n${at}${unchanged}\n-other = 2\n+other = 3\n*** End Patch`;
        const parsed = parse('patch', wrapped(patch).replaceAll('\n', end), FILES);
        expect(edits(parsed)).toEqual([
          'src/app.py: "value = compute(1)\\nother = 2\\n" -> "value = compute(1)\\nother = 3\\n"',
        ]);
        expect(parsed.problems).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a diff with several slips at once', () => {
  const around = fc.constantFrom<[string, string]>(
    ['```diff\n', '\n```'],
    ['```\n', '\n```'],
    ['````patch\n', '\n````'],
    ['~~~diff\n', '\n~~~'],
    ['', ''],
  );
  const header = fc.constantFrom(
    '--- src/app.py\n+++ src/app.py\n',
    '--- a/src/app.py\n+++ b/src/app.py\n',
    '--- ./src/app.py\n+++ src\\app.py\n',
    '--- a/src/app.py\t2024-01-01\n+++ b/src/app.py\t2024-01-01\n',
    'diff --git a/src/app.py b/src/app.py\nindex 1..2 100644\n--- a/src/app.py\n+++ b/src/app.py\n',
  );
  const hunk = fc.constantFrom(
    '',
    '@@\n',
    '@@ @@\n',
    '@@ ... @@\n',
    '@@ -1,2 +1,2 @@\n',
    '@@ -7,9 +7,9 @@ def main():\n',
  );
  const unchanged = fc.constantFrom('', ' value = compute(1)\n');

  it('reads as the edit that was meant', () => {
    fc.assert(
      fc.property(
        prose,
        around,
        header,
        hunk,
        unchanged,
        eol,
        (before, [open, close], names, at, context, end) => {
          const text = `${before}\n\n${open}${names}${at}${context}-other = 2\n+other = 3${close}\n\nThat is all of it.`;
          const parsed = parse('udiff', text.replaceAll('\n', end), FILES);
          const kept = context.slice(1);
          expect(edits(parsed)).toEqual([
            `src/app.py: ${JSON.stringify(`${kept}other = 2\n`)} -> ${JSON.stringify(`${kept}other = 3\n`)}`,
          ]);
          expect(parsed.problems).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a call with several slips at once', () => {
  const toolName = fc.constantFrom('edit', 'Edit', 'str_replace', 'functions.edit_file', 'replace_in_file');
  const pathName = fc.constantFrom('path', 'file_path', 'filePath', 'target_file', 'FILENAME');
  const oldName = fc.constantFrom('oldText', 'old_text', 'old_string', 'search');
  const newName = fc.constantFrom('newText', 'new_text', 'new_string', 'replacement');
  const shape = fc.constantFrom<(pair: object) => object>(
    (pair) => ({ edits: [pair] }),
    (pair) => ({ edits: pair }),
    (pair) => ({ edits: JSON.stringify([pair]) }),
    (pair) => ({ edits: { 0: pair } }),
    (pair) => ({ edits: [JSON.stringify(pair)] }),
    (pair) => pair,
  );
  const envelope = fc.constantFrom<(args: object) => unknown>(
    (args) => args,
    (args) => [args],
    (args) => JSON.stringify(JSON.stringify(args)),
  );
  const extra = fc.constantFrom(
    {},
    { instruction: 'raise it' },
    { newText_x: 'y' },
    { replace_all: 'false' },
  );

  it('reads as the edit that was meant', () => {
    fc.assert(
      fc.property(
        toolName,
        pathName,
        oldName,
        newName,
        shape,
        envelope,
        extra,
        (tool, file, old, fresh, form, wrap, more) => {
          const pair = { [old]: 'compute(1)', [fresh]: 'compute(2)' };
          const reply = call(tool, wrap({ [file]: './src/app.py', ...form(pair), ...more }));
          const parsed = formats.edit.parse(reply, repository(FILES));
          expect(edits(parsed)).toEqual(['src/app.py: "compute(1)" -> "compute(2)"']);
          expect(parsed.problems).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
