/** The scenarios of pi's edit tool with texts of our own, end to end. Where we differ, the reason stands beside it. */
import { describe, expect, it } from 'vitest';
import { formats } from '../../../src/edits/index.ts';
import { call, edits, repository, run } from './support.ts';

type Pair = [oldText: string, newText: string];
const edit = (path: string, ...pairs: Pair[]) =>
  call('edit', { path, edits: pairs.map(([oldText, newText]) => ({ oldText, newText })) });
const applied = (content: string, ...pairs: Pair[]) =>
  run('edit', edit('f.txt', ...pairs), { 'f.txt': content });
const becomes = (content: string) => ({ ok: true, files: { 'f.txt': content } });

describe('basics', () => {
  it('replaces a text', () => {
    expect(applied('Hello, world!', ['world', 'reader'])).toEqual(becomes('Hello, reader!'));
  });

  it('says what is there when the text is not', () => {
    const outcome = applied('// Talks to the pump\nopen()\n', ['//  Talks to the pumps', 'x']);
    expect(outcome).toMatchObject({ ok: false, codes: ['NOT_FOUND'] });
    expect(outcome.ok ? '' : outcome.messages).toContain('// Talks to the pump');
  });

  it('refuses a file that is not there, an empty list and an empty old text', () => {
    expect(run('edit', edit('no.txt', ['a', 'b']), {})).toMatchObject({ ok: false, codes: ['MISSING'] });
    expect(run('edit', edit('f.txt'), { 'f.txt': 'a' })).toMatchObject({ ok: false, codes: ['BAD_ARGS'] });
    expect(applied('a', ['', 'b'])).toMatchObject({ ok: false, codes: ['EMPTY_OLD'] });
  });

  it('counts what stands several times', () => {
    const outcome = applied('foo foo foo', ['foo', 'bar']);
    expect(outcome).toMatchObject({ ok: false, codes: ['AMBIGUOUS'] });
    expect(outcome.ok ? '' : outcome.messages).toContain('3 times');
  });

  it('makes several edits in one call, each looked up in the original', () => {
    expect(applied('alpha\nbeta\ngamma\n', ['alpha', 'ALPHA'], ['gamma', 'GAMMA'])).toEqual(
      becomes('ALPHA\nbeta\nGAMMA\n'),
    );
    expect(applied('foo\nbar\nbaz', ['foo', 'foo bar'], ['bar', 'BAR'])).toEqual(
      becomes('foo bar\nBAR\nbaz'),
    );
  });

  it('makes far edits in a long file', () => {
    const line = (i: number) => `line ${i} of the file`;
    const file = Array.from({ length: 600 }, (_, i) => line(i)).join('\n');
    const expected = file
      .replace(line(10), 'ten')
      .replace(`${line(300)}\n`, 'three hundred\n')
      .replace(line(590), 'last');
    expect(
      applied(file, [`${line(10)}\n`, 'ten\n'], [line(300), 'three hundred'], [line(590), 'last']),
    ).toEqual(becomes(expected));
  });

  it('refuses overlapping edits, and all when one is missing', () => {
    expect(applied('one\ntwo\nthree\n', ['one\ntwo', 'x'], ['two\nthree', 'y'])).toMatchObject({
      ok: false,
      codes: ['OVERLAP'],
    });
    expect(applied('one\ntwo\n', ['one', 'x'], ['seven', 'y'])).toMatchObject({
      ok: false,
      codes: ['NOT_FOUND'],
    });
  });
});

describe('looser matches', () => {
  it.each<[string, string, Pair, string]>([
    ['blanks at line ends', 'one  \ntwo\t\nthree\n', ['one\ntwo\n', 'x\n'], 'x\nthree\n'],
    ['decomposed accents', 'cafe\u0301 open\nbar\n', ['caf\u00e9 open\n', 'closed\n'], 'closed\nbar\n'],
    ['curly single quotes', 'it\u2019s fine\n', ["it's fine", "it's good"], 'it\u2019s good\n'],
    [
      'curly double quotes',
      'say \u201chi\u201d now\n',
      ['say "hi" now', 'say "hi" later'],
      'say \u201chi\u201d later\n',
    ],
    ['dashes', '1\u20132 and 3\u20144\n', ['1-2 and 3-4', '1-2 or 3-4'], '1\u20132 or 3\u20144\n'],
    ['a no-break space', 'a\u00a0b = 1\n', ['a b = 1', 'a b = 2'], 'a\u00a0b = 2\n'],
    ['the exact one first', "it\u2019s x\nit's x\n", ["it's x", "it's y"], "it\u2019s x\nit's y\n"],
    [
      'the right one beside an equal neighbour',
      'replace me   \nafter   \n',
      ['replace me', 'after'],
      'after   \nafter   \n',
    ],
  ])('%s', (_name, content, pair, expected) => {
    expect(applied(content, pair)).toEqual(becomes(expected));
  });

  it.each<[string, string, Pair]>([
    ['full-width punctuation', 'say（hello）！\n', ['say(hello)!', 'say(bye)!']],
    ['full-width letters and digits', 'x\nｖ１ = a\n', ['x\nv1 = a\n', 'x\nv2 = a\n']],
  ])('%s', (_name, content, pair) => {
    const outcome = applied(content, pair);
    expect(outcome).toMatchObject({ ok: true });
    expect(outcome.ok && outcome.files['f.txt']?.normalize('NFKC')).toBe(
      content.normalize('NFKC').replace(...pair),
    );
  });

  it('refuses what is really different', () => {
    expect(applied('completely other\n', ['nothing like it', 'x'])).toMatchObject({
      ok: false,
      codes: ['NOT_FOUND'],
    });
  });

  it('counts line ends away: the same text with and without blanks stands twice', () => {
    expect(applied('hello world   \nhello world', ['hello world', 'x'])).toMatchObject({
      ok: false,
      codes: ['AMBIGUOUS'],
    });
  });

  it('leaves lines alone that no edit touches', () => {
    expect(applied('keep \u201cthis\u201d   \nit\u2019s x\nand this\t\n', ["it's x", "it's y"])).toEqual(
      becomes('keep \u201cthis\u201d   \nit\u2019s y\nand this\t\n'),
    );
  });
});

describe('line ends and byte-order mark', () => {
  it.each<[string, string, Pair[], string]>([
    ['CRLF stays', 'one\r\ntwo\r\n', [['one\ntwo', 'uno\ndue']], 'uno\r\ndue\r\n'],
    ['LF stays', 'one\ntwo\n', [['one\r\ntwo', 'uno\r\ndue']], 'uno\ndue\n'],
    ['the mark stays', '\ufeffone\ntwo\n', [['one', 'uno']], '\ufeffuno\ntwo\n'],
    [
      'all together',
      '\ufeffone\r\ntwo\r\nthree\r\n',
      [
        ['one\n', 'uno\n'],
        ['three', 'tre'],
      ],
      '\ufeffuno\r\ntwo\r\ntre\r\n',
    ],
  ])('%s', (_name, content, pairs, expected) => {
    expect(applied(content, ...pairs)).toEqual(becomes(expected));
  });

  it('the same text in both kinds of line ends stands twice', () => {
    expect(applied('a\r\nb\r\nx\na\nb\n', ['a\nb\n', 'c\n'])).toMatchObject({
      ok: false,
      codes: ['AMBIGUOUS'],
    });
  });
});

describe('the legacy pair', () => {
  it('is not in the tool’s description', () => {
    const tool = formats.edit
      .instructions({ fence: ['```', '```'] })
      .tools.find(({ name }) => name === 'edit');
    expect(tool?.parameters).toMatchObject({ required: ['path', 'edits'], additionalProperties: false });
    expect(Object.keys(Object(tool?.parameters?.properties))).toEqual(['path', 'edits']);
  });

  it('is executed end to end', () => {
    expect(
      run('edit', call('edit', { path: 'f.txt', oldText: 'a', newText: 'b' }), { 'f.txt': 'a' }),
    ).toEqual(becomes('b'));
  });

  it('leaves the recorded call as it was', () => {
    const reply = call('edit', {
      path: 'f.txt',
      edits: '[{"oldText":"a","newText":"b","extra":1}]',
      oldText: 'c',
      newText: 'd',
    });
    const before = structuredClone(reply);
    expect(edits(formats.edit.parse(reply, repository({ 'f.txt': 'a c' })))).toHaveLength(2);
    expect(reply).toEqual(before);
  });

  it.each(['null', '"text"', '[]', 'undefined', ''])(
    'arguments that are %j are refused, not executed',
    (args) => {
      expect(run('edit', call('edit', args), { 'f.txt': 'a' })).toMatchObject({ ok: false });
    },
  );
});
