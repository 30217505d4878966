/** A file on which edits gather: whether they meet, in which order they are written, and what becomes of places in the older text. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode } from '../../src/edits/text.ts';
import { TextFile } from '../../src/edits/text-file.ts';

const open = (content: string | Uint8Array) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const decoded = decode(bytes);
  if (!decoded.ok) throw new Error(decoded.reason);
  return new TextFile(decoded.text, decoded.encoding, decoded.bom, bytes);
};
const at = (start: number, end: number, text = 'X') => ({ start, end, text });

describe('edits that gather', () => {
  const cuts = fc.array(fc.nat(20), { maxLength: 8 });
  test('give the same text in whatever order they come, and the bytes are that text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('abcdefghijklmnopqrst', 'äbcdéfghijklmnöpqrst'),
        cuts,
        fc.infiniteStream(fc.nat(99)),
        (text, points, order) => {
          const sorted = [...new Set(points)].sort((a, b) => a - b);
          const splices = sorted.flatMap((start, index) =>
            index % 2 === 0 ? [at(start, sorted[index + 1] ?? start + 0, `<${index}>`)] : [],
          );
          let expected = '';
          let from = 0;
          for (const one of splices) {
            expected += text.slice(from, one.start) + one.text;
            from = one.end;
          }
          expected += text.slice(from);
          const keyed = splices.map((one) => ({ one, key: order.next().value }));
          const file = open(text);
          for (const { one } of keyed.sort((a, b) => a.key - b.key)) file.add([one]);
          expect(file.text).toBe(expected);
          expect(Buffer.from(file.bytes()).toString()).toBe(expected);
          file.settle();
          expect(file.base.text).toBe(expected);
          expect(Buffer.from(file.bytes()).toString()).toBe(expected);
        },
      ),
      { numRuns: 300 },
    );
  });
  test('at one place: insertions as they were sent, before what is replaced there', () => {
    const file = open('abc');
    file.add([at(1, 2, 'B')]);
    file.add([at(1, 1, '1'), at(1, 1, '2')]);
    file.add([at(0, 0, '0')]);
    expect(file.text).toBe('0a12Bc');
  });
  test('a mark at the start of the file is kept, and counts for nothing', () => {
    const file = open('\ufeffabc');
    file.add([at(1, 2)]);
    expect(Buffer.from(file.bytes()).toString()).toBe('\ufeffaXc');
  });
  test('two bytes a character are written as two bytes', () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('abc', 'utf16le')]);
    const file = open(utf16);
    file.add([at(1, 2)]);
    expect(Buffer.from(file.bytes())).toEqual(
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('aXc', 'utf16le')]),
    );
  });
  test('bytes of no known encoding stay as they are', () => {
    const file = open(Buffer.from([0x61, 0xe4, 0x62]));
    file.add([at(2, 3)]);
    expect([...file.bytes()]).toEqual([0x61, 0xe4, 0x58]);
  });
});

describe('whether edits meet', () => {
  /** Against pending edits of [2, 4), an insertion at 6 and [8, 10). */
  const pending = () => {
    const file = open('abcdefghijkl');
    file.add([at(2, 4), at(6, 6), at(8, 10)]);
    return file;
  };
  test.each([
    ['before all', 0, 1, { touches: false, overlaps: false }],
    ['up to the first', 0, 2, { touches: true, overlaps: false }],
    ['into the first', 1, 3, { touches: true, overlaps: true }],
    ['inside the first', 3, 3, { touches: true, overlaps: true }],
    ['at its start', 2, 2, { touches: true, overlaps: false }],
    ['at its end', 4, 4, { touches: true, overlaps: false }],
    ['the same', 2, 4, { touches: true, overlaps: true }],
    ['from its end on', 4, 5, { touches: true, overlaps: false }],
    ['between', 5, 5, { touches: false, overlaps: false }],
    ['up to the insertion', 5, 6, { touches: true, overlaps: false }],
    ['over the insertion', 5, 7, { touches: true, overlaps: true }],
    ['from the insertion on', 6, 7, { touches: true, overlaps: false }],
    ['at the insertion', 6, 6, { touches: true, overlaps: false }],
    ['over all', 0, 12, { touches: true, overlaps: true }],
    ['over the last two', 5, 12, { touches: true, overlaps: true }],
    ['behind all', 11, 12, { touches: false, overlaps: false }],
  ])('%s', (_name, start, end, met) => {
    const file = pending();
    expect({ touches: file.touches([at(start, end)]), overlaps: file.overlaps([at(start, end)]) }).toEqual(
      met,
    );
    expect(file.covers({ start, end })).toBe(met.overlaps);
  });
  test('one of several is enough', () => {
    expect(pending().overlaps([at(0, 1), at(9, 9)])).toBe(true);
    expect(pending().touches([at(0, 1), at(5, 5), at(11, 12)])).toBe(false);
  });
});

describe('places in the text before the reply', () => {
  /** Edits located in the original, which name no more than they change, as edits of the text now. */
  const moved = (file: TextFile, ...splices: ReturnType<typeof at>[]) =>
    file.fromOrigin(splices, { start: splices[0]?.start ?? 0, end: splices.at(-1)?.end ?? 0 });
  test('move with what earlier edits added and took away', () => {
    const file = open('abcdefghij');
    file.add([at(1, 3, 'long text'), at(5, 5, '+')]);
    file.settle();
    file.add([at(0, 1, '')]);
    file.settle();
    // In the original: `d` at 3, `f` at 5, `a` (gone since) at 0.
    expect(moved(file, at(3, 4), at(8, 9))).toEqual([at(9, 10), at(15, 16)]);
    expect(moved(file, at(5, 6))).toEqual([at(12, 13)]);
    expect(moved(file, at(0, 1))).toBeUndefined();
    expect(moved(file, at(2, 4))).toBeUndefined();
    expect(moved(file)).toEqual([]);
  });
  test('an insertion where another was made says nothing of which comes first', () => {
    const file = open('ab');
    file.add([at(1, 1, '+')]);
    file.settle();
    expect(moved(file, at(1, 1, '-'))).toBeUndefined();
    expect(moved(file, at(0, 1))).toEqual([at(0, 1)]);
    expect(moved(file, at(1, 2))).toEqual([at(2, 3)]);
  });
});

describe('the state of a file', () => {
  test('edits are pending until they are settled; nothing to settle is nothing', () => {
    const file = open('ab\n');
    file.settle();
    expect([file.hasPending, file.hasStages]).toEqual([false, false]);
    file.add([at(0, 1)]);
    expect([file.hasPending, file.hasStages, file.base.text]).toEqual([true, false, 'ab\n']);
    file.settle();
    expect([file.hasPending, file.hasStages, file.base.text]).toEqual([false, true, 'Xb\n']);
    expect(file.origin.text).toBe('ab\n');
  });
  test.each([
    ['', ''],
    ['a', 'a\n'],
    ['a\r\nb', 'a\r\nb\r\n'],
    ['a\n', 'a\n'],
    ['a\rb\r', 'a\rb\r'],
  ])('the last line is ended: %j', (before, after) => {
    const file = open(before);
    file.endLastLine();
    expect(file.text).toBe(after);
  });
});
