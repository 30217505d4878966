import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanOutput, logText, OutputCollector, toLog } from '../../src/checks/output.ts';

describe('cleaning', () => {
  test.each([
    ['colours', '\u001b[1;31merror\u001b[0m: no', 'error: no'],
    ['window titles', '\u001b]0;evil\u0007text', 'text'],
    ['links', '\u001b]8;;https://example.org\u001b\\here\u001b]8;;\u001b\\', 'here'],
    ['cursor movements', 'a\u001b[2K\u001b[1Ab', 'ab'],
    ['a sequence that never ends', 'a\u001b]0;title\nb', 'a\nb'],
    ['progress that overwrites itself', '10%\r50%\r100%\ndone', '100%\ndone'],
    ['a cleared last line', 'progress\r', 'progress'],
    ['line ends of Windows', 'a\r\nb\r\r\nc', 'a\nb\nc'],
    ['bells, backspaces and zeros', 'a\u0007b\u0008c\u0000d', 'abcd'],
    ['text that reads backwards', 'safe \u202etxet live\u202c', 'safe txet live'],
    ['invisible characters', 'a\u200bb\u{e0041}c\ufeff', 'abc'],
  ])('removes %s', (_, raw, clean) => {
    expect(cleanOutput(raw)).toBe(clean);
  });

  test('keeps tabs, accents and symbols', () => {
    expect(cleanOutput('\tnaïve ✔ 日本 👍🏽')).toBe('\tnaïve ✔ 日本 👍🏽');
  });

  test('leaves nothing that a terminal would obey', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        expect(cleanOutput(raw)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      }),
    );
  });
});

describe('a log', () => {
  test('that fits is kept whole', () => {
    expect(toLog('one\ntwo\n')).toEqual({ head: 'one\ntwo\n', tail: '', truncated: false, omittedBytes: 0 });
  });

  test('that is too long keeps its beginning and its end, in whole lines', () => {
    const lines = Array.from({ length: 100 }, (_, i) => `line ${i}`);
    const log = toLog(lines.join('\n'), 50);

    expect(log).toMatchObject({ truncated: true });
    expect(log.head.split('\n')[0]).toBe('line 0');
    expect(log.tail.split('\n').at(-1)).toBe('line 99');
    expect(Buffer.byteLength(log.head)).toBeLessThanOrEqual(50);
    expect(Buffer.byteLength(log.tail)).toBeLessThanOrEqual(50);
    expect(logText(log)).toMatch(/line \d+\n… \d+ bytes left out …\nline \d+/);
  });

  test('shortens a line without end', () => {
    expect(toLog('x'.repeat(5000)).head).toBe(`${'x'.repeat(2000)} … 3000 more characters`);
  });

  test('never is longer than both sides together, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 200 }), (lines, side) => {
        const log = toLog(lines.join('\n'), side);
        expect(Buffer.byteLength(log.head) + Buffer.byteLength(log.tail)).toBeLessThanOrEqual(2 * side);
      }),
    );
  });
});

describe('collecting', () => {
  test('stops at the limit and says so', () => {
    const collector = new OutputCollector(5);

    expect(collector.push(Buffer.from('abc'))).toBe(true);
    expect(collector.push(Buffer.from('def'))).toBe(false);
    expect(collector.text()).toBe('abcde');
    expect(collector.overLimit).toBe(true);
  });

  test('puts characters together that arrive in pieces', () => {
    const collector = new OutputCollector(100);
    const bytes = Buffer.from('é');
    collector.push(bytes.subarray(0, 1));
    collector.push(bytes.subarray(1));

    expect(collector.text()).toBe('é');
  });
});
