/** Bytes to text: what is text, what its lines and line ends are, and how signs fold for comparison. */
import { describe, expect, test } from 'vitest';
import { withoutBlanks } from '../../src/edits/dense.ts';
import { Document } from '../../src/edits/document.ts';
import { fold, originalColumn, project } from '../../src/edits/projection.ts';
import { decode, encode } from '../../src/edits/text.ts';

const read = (...bytes: number[]) => {
  const decoded = decode(Uint8Array.from(bytes));
  return decoded.ok ? [decoded.encoding, decoded.text, decoded.bom.length] : decoded.reason;
};

describe('the bytes of a file', () => {
  test.each([
    ['ASCII', [0x61, 0x7f], ['utf8', 'a\u007f', 0]],
    ['UTF-8', [0xc3, 0xa4], ['utf8', 'ä', 0]],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x61], ['utf8', 'a', 3]],
    ['only that mark', [0xef, 0xbb, 0xbf], ['utf8', '', 3]],
    ['a sign that begins as the mark does', [0xef, 0xbb, 0xbc], ['utf8', '\ufefc', 0]],
    ['another that ends as it does', [0xef, 0xbc, 0xbf], ['utf8', '\uff3f', 0]],
    ['UTF-16, little end first', [0xff, 0xfe, 0x61, 0x00], ['utf16le', 'a', 2]],
    ['UTF-16, big end first', [0xfe, 0xff, 0x00, 0x61], ['utf16be', 'a', 2]],
    ['only such a mark', [0xff, 0xfe], ['utf16le', '', 2]],
    ['only the other', [0xfe, 0xff], ['utf16be', '', 2]],
    ['half a mark', [0xff], ['bytes', 'ÿ', 0]],
    ['bytes that begin as one', [0xff, 0x61], ['bytes', 'ÿa', 0]],
    ['and as the other', [0xfe, 0x61], ['bytes', 'þa', 0]],
    ['bytes that end as one', [0x61, 0xfe], ['bytes', 'aþ', 0]],
    ['Latin-1', [0x61, 0xe4, 0x62], ['bytes', 'aäb', 0]],
    ['a NUL', [0x61, 0x00], 'binary'],
    ['half a unit', [0xff, 0xfe, 0x61], 'encoding'],
    ['half a pair', [0xff, 0xfe, 0x3d, 0xd8], 'encoding'],
    ['a NUL of two bytes', [0xff, 0xfe, 0x00, 0x00], 'encoding'],
  ])('%s', (_name, bytes, read_) => {
    expect(read(...bytes)).toEqual(read_);
    const decoded = decode(Uint8Array.from(bytes));
    if (decoded.ok) expect([...encode(decoded.text, decoded.encoding, decoded.bom)]).toEqual(bytes);
  });
  test('a pointer of Git LFS is none, a long text that quotes one is', () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n';
    expect(decode(Buffer.from(pointer))).toMatchObject({ ok: false, reason: 'lfs' });
    expect(decode(Buffer.from(pointer.padEnd(1024, 'x')))).toMatchObject({ ok: true });
    expect(decode(Buffer.from(`see ${pointer}`))).toMatchObject({ ok: true });
  });
});

describe('the lines of a document', () => {
  test.each([
    ['', '\n'],
    ['a', '\n'],
    ['a\r\nb', '\r\n'],
    ['a\r\nb\n', '\n'],
    ['a\r\nb\r\nc\n', '\r\n'],
    ['a\rb\rc\n', '\r'],
    ['a\rb\n', '\n'],
    ['a\rb\r\n', '\r\n'],
    ['a\rb\r\nc\r\nd\n', '\r\n'],
    ['a\rb\rc\rd\r\ne\r\nf\n', '\r'],
    ['a\rb\rc\r\nd\r\ne\n', '\r\n'],
  ])('%j: the most frequent line end', (text, eol) => {
    expect(new Document(text).majorityEol).toBe(eol);
  });
  test('each offset lies on one line, its end and the file’s end included', () => {
    const document = new Document('ab\n\r\ncd\nlast');
    const on = Array.from({ length: 13 }, (_, offset) => document.lineAt(offset));
    expect(on).toEqual([0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3]);
    expect(
      [0, 1, 2, 3].map((line) => [document.start(line), document.end(line), document.eol(line)]),
    ).toEqual([
      [0, 2, '\n'],
      [3, 3, '\r\n'],
      [5, 7, '\n'],
      [8, 12, ''],
    ]);
    expect([document.start(4), document.end(4), document.end(-1), document.eol(-1)]).toEqual([
      12,
      12,
      12,
      '',
    ]);
  });
  test.each([
    ['a multiple of four', 'a\n    b\n        c\n', 4],
    ['of two', 'a\n    b\n      c\n', 2],
    ['of nothing', 'a\n   b\n  c\n', 1],
    ['none', 'a\nb\n', 1],
    ['blank lines, tabs and the bodies of comments aside', '/**\n * x\n */\n   \n\t  d\n    e\n', 4],
  ])('the unit of indentation: %s', (_name, text, unit) => {
    expect(new Document(text).indentUnit).toBe(unit);
  });
});

describe('signs that read alike', () => {
  test('quotes, dashes and blanks, each as its plain form and one for one', () => {
    const plain = (codes: string) =>
      [
        ...new Set(
          [...codes.matchAll(/[0-9a-f]+/g)].map(([hex]) => fold(String.fromCharCode(parseInt(hex, 16)))),
        ),
      ].join();
    expect(plain('2018 2019 201a 201b')).toBe("'");
    expect(plain('201c 201d 201e 201f')).toBe('"');
    expect(plain('2010 2011 2012 2013 2014 2015 2212')).toBe('-');
    expect(plain('00a0 2002 2003 2009 200a 202f 205f 3000')).toBe(' ');
    expect(fold('\u2016 \u2001 \u200b x')).toBe('\u2016 \u2001 \u200b x');
    expect(fold('“a” — ‘b’')).toBe('"a" - \'b\'');
  });
  test('each projection drops what it says', () => {
    const line = '  say “ﬁ” \u00a0';
    expect(project(line, 'exact')).toBe(line);
    expect(project(line, 'trimmed')).toBe('  say “ﬁ”');
    expect(project(line, 'folded')).toBe('  say "ﬁ"');
    expect(project(line, 'compatible')).toBe('  say "fi"');
    expect(project(line, 'flush')).toBe('say "ﬁ"');
    expect(['a\u007f', 'a\u00a0', 'a\t', 'a'].map((text) => project(text, 'trimmed'))).toEqual([
      'a\u007f',
      'a',
      'a',
      'a',
    ]);
  });
  test('a column of a composed line is one of the original, except inside of a sign', () => {
    expect([0, 1, 2, 3].map((column) => originalColumn('ﬁn', 'compatible', column))).toEqual([
      0,
      undefined,
      1,
      2,
    ]);
    expect(originalColumn('ﬁn', 'folded', 1)).toBe(1);
    expect(originalColumn('fin', 'compatible', 2)).toBe(2);
    expect(originalColumn('ﬁn', 'compatible', 9)).toBeUndefined();
  });
});

describe('a text without its blanks', () => {
  test('keeps one between two words, so that they stay two, and knows where each sign stood', () => {
    const { text, origin } = withoutBlanks('  a  b (\n c )\t$ _9\u007f Z0\u00e4 é ');
    expect(text).toBe('a b(c)$ _9\u007fZ0ä é');
    expect([...origin.subarray(0, 7)]).toEqual([2, 3, 5, 7, 10, 12, 14]);
  });
  test('words are letters, digits, `_`, `$` and all beyond ASCII', () => {
    const isWord = (sign: string) => withoutBlanks(`a ${sign}`).text.includes(' ');
    const words = Array.from({ length: 95 }, (_, index) => String.fromCharCode(index + 33))
      .filter(isWord)
      .join('');
    expect(words).toBe('$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz');
    expect(['\u0080', 'é', '日'].every(isWord)).toBe(true);
  });
});
