/** The scenarios 001 to 022 of Codex's apply_patch with files of our own, end to end. Where we differ, the reason stands beside it. */
import { describe, expect, it } from 'vitest';
import type { EditReply } from '../../../src/edits/types.ts';
import { call, type Files, run } from './support.ts';

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
const changed = (files: Files) => ({ ok: true, files });
const refused = (...codes: string[]) => ({ ok: false, codes });

/** Every way in which the same patch reaches us. */
const deliveries: [string, (text: string) => EditReply, 'patch' | 'apply_patch'][] = [
  ['in a reply', (text) => ({ text }), 'patch'],
  ['as free text', (text) => call('apply_patch', text), 'apply_patch'],
  ['as a JSON function', (text) => call('apply_patch', { input: text }), 'apply_patch'],
  ['as a command', (text) => call('apply_patch', { command: ['apply_patch', text] }), 'apply_patch'],
  [
    'in a heredoc',
    (text) => call('apply_patch', { command: `apply_patch <<'EOF'\n${text}\nEOF` }),
    'apply_patch',
  ],
];

describe.each(deliveries)('%s', (_name, deliver, format) => {
  it.each<[string, string, Files, { ok: boolean; files?: Files; codes?: string[] }]>([
    [
      '001 add a file',
      patch('*** Add File: bar.md', '+This is new'),
      {},
      changed({ 'bar.md': 'This is new\n' }),
    ],
    [
      '002 several operations',
      patch(
        '*** Add File: nested/new.txt',
        '+created',
        '*** Delete File: old.txt',
        '*** Update File: modify.txt',
        '@@',
        '-line2',
        '+changed',
      ),
      { 'old.txt': 'gone\n', 'modify.txt': 'line1\nline2\n' },
      changed({ 'nested/new.txt': 'created\n', 'modify.txt': 'line1\nchanged\n' }),
    ],
    [
      '003 several chunks',
      patch('*** Update File: multi.txt', '@@', '-line2', '+changed2', '@@', '-line4', '+changed4'),
      { 'multi.txt': 'line1\nline2\nline3\nline4\n' },
      changed({ 'multi.txt': 'line1\nchanged2\nline3\nchanged4\n' }),
    ],
    [
      '004 move into a new folder',
      patch(
        '*** Update File: old/name.txt',
        '*** Move to: renamed/dir/name.txt',
        '@@',
        '-old content',
        '+new content',
      ),
      { 'old/name.txt': 'old content\n' },
      changed({ 'renamed/dir/name.txt': 'new content\n' }),
    ],
    ['005 an empty patch', patch(), { 'a.txt': 'a\n' }, refused('BAD_PATCH')],
    [
      '006 missing context',
      patch('*** Update File: modify.txt', '@@', '-missing', '+changed'),
      { 'modify.txt': 'line1\n' },
      refused('NOT_FOUND'),
    ],
    ['007 delete a missing file', patch('*** Delete File: missing.txt'), {}, refused('MISSING')],
    [
      '008 an update without chunks',
      patch('*** Update File: foo.txt'),
      { 'foo.txt': 'a\n' },
      refused('BAD_PATCH'),
    ],
    [
      '009 update a missing file',
      patch('*** Update File: missing.txt', '@@', '-old', '+new'),
      {},
      refused('MISSING'),
    ],
    // Codex overwrites in 010 and 011; we ask first, since the model may not know what it destroys.
    [
      '010 move onto an existing file',
      patch('*** Update File: old.txt', '*** Move to: taken.txt', '@@', '-from', '+new'),
      { 'old.txt': 'from\n', 'taken.txt': 'existing\n' },
      refused('EXISTS'),
    ],
    [
      '011 add over an existing file',
      patch('*** Add File: duplicate.txt', '+new content'),
      { 'duplicate.txt': 'old content\n' },
      refused('EXISTS'),
    ],
    ['012 delete a folder', patch('*** Delete File: dir'), { 'dir/a.txt': 'a\n' }, refused('IS_DIRECTORY')],
    ['013 an unknown header', patch('*** Frobnicate File: foo'), { foo: 'a\n' }, refused('BAD_PATCH')],
    [
      '014 a file without a final newline whose last line is written',
      patch('*** Update File: no_newline.txt', '@@', '-no newline at end', '+first line', '+second line'),
      { 'no_newline.txt': 'no newline at end' },
      changed({ 'no_newline.txt': 'first line\nsecond line\n' }),
    ],
    // Codex leaves the first change behind; we write all or nothing.
    [
      '015 a good section, then a bad one',
      patch('*** Add File: created.txt', '+hello', '*** Update File: missing.txt', '@@', '-old', '+new'),
      {},
      refused('MISSING'),
    ],
    [
      '016 a chunk that only adds',
      patch('*** Update File: input.txt', '@@', '+added line 1', '+added line 2'),
      { 'input.txt': 'line1\nline2\n' },
      changed({ 'input.txt': 'line1\nline2\nadded line 1\nadded line 2\n' }),
    ],
    [
      '017 a padded header',
      patch('  *** Update File: foo.txt', '@@', '-old', '+new'),
      { 'foo.txt': 'old\n' },
      changed({ 'foo.txt': 'new\n' }),
    ],
    [
      '018 padded markers',
      ' *** Begin Patch\n*** Update File: file.txt\n@@\n-one\n+two\n*** End Patch ',
      { 'file.txt': 'one\n' },
      changed({ 'file.txt': 'two\n' }),
    ],
    [
      '019 Unicode',
      patch('*** Update File: foo.txt', '@@', ' line1', '-naïve café', '+naïve café ✅', ' 🐚'),
      { 'foo.txt': 'line1\nnaïve café\n🐚\n' },
      changed({ 'foo.txt': 'line1\nnaïve café ✅\n🐚\n' }),
    ],
    [
      '020 delete a file',
      patch('*** Delete File: obsolete.txt'),
      { 'obsolete.txt': 'x\n', 'kept.txt': 'y\n' },
      changed({ 'kept.txt': 'y\n' }),
    ],
    [
      '020b padded markers around a deletion',
      '*** Begin Patch  \n*** Delete File: obsolete.txt\n  *** End Patch',
      { 'obsolete.txt': 'x\n' },
      changed({}),
    ],
    [
      '021 a chunk that only removes',
      patch('*** Update File: lines.txt', '@@', ' line1', '-line2', ' line3'),
      { 'lines.txt': 'line1\nline2\nline3\n' },
      changed({ 'lines.txt': 'line1\nline3\n' }),
    ],
    [
      '022 the last occurrence, by the end-of-file mark',
      patch('*** Update File: tail.txt', '@@', ' first', '-second', '+second updated', '*** End of File'),
      { 'tail.txt': 'first\nsecond\nx\nfirst\nsecond\n' },
      changed({ 'tail.txt': 'first\nsecond\nx\nfirst\nsecond updated\n' }),
    ],
  ])('%s', (_scenario, text, files, expected) => {
    expect(run(format, deliver(text), files)).toMatchObject(expected);
    if (expected.files)
      expect(run(format, deliver(text), files)).toEqual({ ok: true, files: expected.files });
  });
});

describe('the other tests of that suite', () => {
  it.each<[string, string, Files, Files]>([
    [
      'CRLF is kept, an added empty line included',
      patch('*** Update File: w.txt', '@@', ' one', '+', '-two', '+due'),
      { 'w.txt': 'one\r\ntwo\r\n' },
      { 'w.txt': 'one\r\n\r\ndue\r\n' },
    ],
    [
      'mixed line ends outside the change stay',
      patch('*** Update File: m.txt', '@@', ' a', '-b', '+B'),
      { 'm.txt': 'a\r\nb\nc\r\nd\n' },
      { 'm.txt': 'a\r\nB\nc\r\nd\n' },
    ],
    [
      'an ASCII hyphen finds a dash, whose line stays as it is',
      patch('*** Update File: u.py', '@@', ' # range 1-2', '-x = 1', '+x = 2'),
      { 'u.py': '# range 1–2\nx = 1\n' },
      { 'u.py': '# range 1–2\nx = 2\n' },
    ],
    [
      'interleaved changes',
      patch('*** Update File: i.txt', '@@', ' a', '-b', '+B', ' c', ' d', '-e', '+E', ' f', '+g'),
      { 'i.txt': 'a\nb\nc\nd\ne\nf\n' },
      { 'i.txt': 'a\nB\nc\nd\nE\nf\ng\n' },
    ],
    [
      'an anchor picks its function',
      patch('*** Update File: f.rs', '@@ fn b() {', '-    x();', '+    y();'),
      { 'f.rs': 'fn a() {\n    x();\n}\nfn b() {\n    x();\n}\n' },
      { 'f.rs': 'fn a() {\n    x();\n}\nfn b() {\n    y();\n}\n' },
    ],
    [
      'an addition under an anchor stands below it, not at the end',
      patch('*** Update File: f.rs', '@@ fn a() {', '+    z();'),
      { 'f.rs': 'fn a() {\n    x();\n}\nfn b() {\n}\n' },
      { 'f.rs': 'fn a() {\n    z();\n    x();\n}\nfn b() {\n}\n' },
    ],
    [
      'a pure rename',
      patch('*** Update File: a.txt', '*** Move to: b.txt'),
      { 'a.txt': 'same\n' },
      { 'b.txt': 'same\n' },
    ],
  ])('%s', (_name, text, files, expected) => {
    expect(run('patch', text, files)).toEqual({ ok: true, files: expected });
  });

  it.each([
    ['add', patch('*** Add File: ../x', '+x')],
    ['delete', patch('*** Delete File: ../x')],
    ['update', patch('*** Update File: ../x', '@@', '-a', '+b')],
    ['move', patch('*** Update File: a.txt', '*** Move to: ../x', '@@', '-a', '+b')],
  ])('a path out of the repository is refused: %s', (_name, text) => {
    expect(run('patch', text, { 'a.txt': 'a\n' })).toMatchObject({ ok: false, codes: ['OUTSIDE'] });
  });
});
