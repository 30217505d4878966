/** What holds for any file and any edit. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryTree, plan } from '../../src/edits/index.ts';
import { originalColumn, project } from '../../src/edits/projection.ts';
import { decode, encode } from '../../src/edits/text.ts';
import type { FileChange, Operation } from '../../src/edits/types.ts';
import { edit, hunk, replace } from './support.ts';

/** Lines as programs have them: few enough to repeat, with all that makes matching hard. */
const line = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'alpha = 1',
      'beta()',
      '  gamma: 2',
      '    delta',
      '}',
      '',
      'x  ',
      '“curly” – dash',
      'ﬁne ½',
      '\tTab',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/[\r\n]/.test(text)),
  },
);
const lines = fc.array(line, { minLength: 1, maxLength: 12 });
const eol = fc.constantFrom('\n', '\r\n', '\r');

interface Case {
  before: string;
  operation: Operation;
}

/** A file and an edit of some of its lines, perhaps written with small differences. */
const cases: fc.Arbitrary<Case> = fc
  .record({
    file: lines,
    ends: fc.array(eol, { minLength: 12, maxLength: 12 }),
    terminated: fc.boolean(),
    at: fc.nat(11),
    length: fc.integer({ min: 1, max: 4 }),
    fresh: lines,
    keep: fc.boolean(),
    shape: fc.constantFrom('block', 'edit', 'hunk'),
    blur: fc.constantFrom('none', 'trim', 'indent'),
  })
  .map(({ file, ends, terminated, at, length, fresh, keep, shape, blur }) => {
    const before = file
      .map((text, index) => text + (index < file.length - 1 || terminated ? (ends[index] ?? '\n') : ''))
      .join('');
    const from = at % file.length;
    const exact = file.slice(from, from + length);
    const blurred = exact.map((text) =>
      blur === 'trim' ? text.trimEnd() : blur === 'indent' && text.trim() !== '' ? `  ${text}` : text,
    );
    const answer = (keep ? [...exact, ...fresh.slice(0, 2)] : fresh.slice(0, 4)).map((text) =>
      blur === 'indent' && text.trim() !== '' ? `  ${text}` : text,
    );
    const join = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('');
    if (shape === 'edit') return { before, operation: edit('f.txt', blurred.join('\n'), answer.join('\n')) };
    if (shape === 'hunk') {
      return {
        before,
        operation: hunk('f.txt', [...blurred.map((text) => `-${text}`), ...answer.map((text) => `+${text}`)]),
      };
    }
    return { before, operation: replace('f.txt', join(blurred), join(answer)) };
  });

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

/** The file after a plan; undefined when it was refused. */
function left(before: string, ...operations: Operation[]): string | undefined {
  const result = plan(operations, memoryTree({ 'f.txt': before }), { shown: ['f.txt'], protect: [] });
  if (!result.ok) return undefined;
  const [change] = result.changeSet.files;
  return change ? textOf(change.after) : before;
}

const cut = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
const runs = { numRuns: 400 };

describe('for any file and any edit', () => {
  test('1 lines outside the edit keep their bytes, line ends included', () => {
    fc.assert(
      fc.property(cases, ({ before, operation }) => {
        const after = left(before, operation);
        fc.pre(after !== undefined && operation.kind === 'replace');
        const was = cut(before);
        const is = cut(after ?? '');
        let head = 0;
        while (head < was.length && was[head] === is[head]) head += 1;
        let tail = 0;
        while (tail < was.length - head && tail < is.length - head && was.at(-1 - tail) === is.at(-1 - tail))
          tail += 1;
        // What changed is no more than what was sent, plus the end of the line before when the file's last line goes.
        const old = operation.kind === 'replace' ? operation.oldText.split('\n').length : 0;
        expect(was.length - head - tail).toBeLessThanOrEqual(old + 1);
      }),
      runs,
    );
  });

  test('2 a text that stands once, in a file with plain line ends, is replaced as a string is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', '(', '\n', '\n'), minLength: 1, maxLength: 40 }),
        fc.nat(39),
        fc.nat(10),
        fc.string({ maxLength: 8 }),
        (text, at, length, fresh) => {
          const old = text.slice(at % text.length, (at % text.length) + 1 + length);
          fc.pre(
            old.trim() !== '' && text.split(old).length === 2 && text.indexOf(old) === text.lastIndexOf(old),
          );
          fc.pre(!fresh.includes('\r') && fresh.isWellFormed() && !fresh.includes(old));
          const at0 = text.indexOf(old);
          expect(left(text, edit('f.txt', old, fresh))).toBe(
            text.slice(0, at0) + fresh + text.slice(at0 + old.length),
          );
        },
      ),
      runs,
    );
  });

  test('3 line ends of the file do not decide what an edit does', () => {
    fc.assert(
      fc.property(lines, fc.nat(11), lines, fc.constantFrom('\r\n', '\r'), (file, at, fresh, ending) => {
        const join = (texts: readonly string[], end: string) => texts.map((text) => text + end).join('');
        const from = at % file.length;
        const operation = replace('f.txt', join(file.slice(from, from + 2), '\n'), join(fresh, '\n'));
        const plain = left(join(file, '\n'), operation);
        expect(left(join(file, ending), operation)).toBe(plain?.replaceAll('\n', ending));
      }),
      runs,
    );
  });

  test('4 a projection maps every boundary back, in order, on whole code points', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !/[\r\n]/.test(text)),
        (text) => {
          const projected = project(text, 'compatible');
          let last = -1;
          for (let column = 0; column <= projected.length; column++) {
            const original = originalColumn(text, 'compatible', column);
            if (original === undefined) continue;
            expect(original).toBeGreaterThanOrEqual(last);
            last = original;
            const before = text.charCodeAt(original - 1);
            const splits = before >= 0xd800 && before <= 0xdbff && original < text.length;
            const projectedSplit =
              projected.charCodeAt(column - 1) >= 0xd800 && projected.charCodeAt(column - 1) <= 0xdbff;
            expect(splits && !projectedSplit).toBe(false);
          }
          expect(originalColumn(text, 'compatible', 0)).toBe(0);
        },
      ),
      runs,
    );
  });

  test('5 edits of one call that do not overlap give the same in any order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 3, maxLength: 12 }),
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        (numbers, order) => {
          const file = numbers.map((number) => `line_${number};\n`).join('');
          const edits = numbers
            .slice(0, 3)
            .map((number) => edit('f.txt', `line_${number};`, `changed_${number};`));
          const shuffled = order.flatMap((index) => edits[index] ?? []);
          expect(left(file, ...shuffled)).toBe(left(file, ...edits));
        },
      ),
      runs,
    );
  });

  test('6 doubling the file makes the edit ambiguous or leaves it equal, never silently elsewhere', () => {
    fc.assert(
      fc.property(cases, ({ before, operation }) => {
        const text = before.endsWith('\n') || before.endsWith('\r') ? before : `${before}\n`;
        // A file of blank lines only is filled, not edited.
        fc.pre(text.trim() !== '');
        // A text that stands only loosely in the file may stand exactly across the seam, and a CR there may meet an LF.
        const old = operation.kind === 'replace' ? operation.oldText : '';
        fc.pre(text.replace(/\r\n?/g, '\n').includes(old) && !/\r(?!\n)/.test(text));
        fc.pre(left(text, operation) !== undefined && left(text, operation) !== text);
        const after = left(text + text, operation);
        if (after === undefined) return;
        // Accepted only when both places give the same file, as deleting one of two equal neighbours does.
        const single = left(text, operation) ?? '';
        expect([single + text, text + single, text + text]).toContain(after);
      }),
      runs,
    );
  });

  test('7 sent again, an edit is refused or changes nothing', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 4, maxLength: 10 }),
        fc.constantFrom('change', 'before', 'after', 'delete'),
        fc.constantFrom('block', 'edit', 'hunk'),
        (numbers, kind, shape) => {
          const file = numbers.map((number) => `  statement(${number});\n`).join('');
          const [old = ''] = numbers.slice(1, 2).map((number) => `  statement(${number});`);
          const added = '  statement("new one");';
          const fresh = { change: [added], before: [added, old], after: [old, added], delete: [] }[kind];
          const text = fresh.map((one) => `${one}\n`).join('');
          const operation =
            shape === 'edit'
              ? edit('f.txt', kind === 'delete' ? `${old}\n` : old, kind === 'delete' ? '' : fresh.join('\n'))
              : shape === 'hunk'
                ? hunk(
                    'f.txt',
                    kind === 'before'
                      ? [`+${added}`, ` ${old}`]
                      : kind === 'after'
                        ? [` ${old}`, `+${added}`]
                        : [`-${old}`, ...fresh.map((one) => `+${one}`)],
                  )
                : replace('f.txt', `${old}\n`, text);
          const once = left(file, operation);
          expect(once).toBeDefined();
          expect([undefined, once]).toContain(left(once ?? '', operation));
        },
      ),
      runs,
    );
  });

  test('8 a block, a hunk and a tool edit of the same change give the same bytes', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 3, maxLength: 9 }),
        eol,
        fc.nat(8),
        (numbers, ending, at) => {
          const file = numbers.map((number) => `line ${number};${ending}`).join('');
          const old = `line ${numbers[at % numbers.length]};`;
          const results = [
            left(file, replace('f.txt', `${old}\n`, 'first\nsecond\n')),
            left(file, edit('f.txt', old, 'first\nsecond')),
            left(file, hunk('f.txt', [`-${old}`, '+first', '+second'])),
          ];
          expect(results[0]).toBeDefined();
          expect(new Set(results).size).toBe(1);
        },
      ),
      runs,
    );
  });

  test('reading and writing a file without edits gives its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const decoded = decode(bytes);
        if (decoded.ok)
          expect(Buffer.from(encode(decoded.text, decoded.encoding, decoded.bom))).toEqual(
            Buffer.from(bytes),
          );
      }),
      { numRuns: 1000 },
    );
  });

  test('what is planned is complete: refused plans stage only what applies alone', () => {
    fc.assert(
      fc.property(fc.array(cases, { minLength: 1, maxLength: 4 }), (all) => {
        const [first] = all;
        fc.pre(first !== undefined);
        const tree = memoryTree({ 'f.txt': bytesOf(first?.before ?? '') });
        const options = { shown: ['f.txt'], protect: [] };
        // A reply has one format.
        const format = first?.operation.source.format;
        const mine = all.filter(({ operation }) => operation.source.format === format);
        const operations = mine.map(({ operation }, index) => ({
          ...operation,
          source: { ...operation.source, callId: `call ${index}` },
        }));
        const result = plan(operations, tree, options);
        if (result.ok) return;
        expect(result.problems.length).toBeGreaterThan(0);
        expect(result.staged.length + result.problems.length).toBe(mine.length);
        expect(result.problems.every((problem) => problem.message.length > 20)).toBe(true);
        const again = plan(result.staged, tree, options);
        expect(again.ok).toBe(true);
      }),
      runs,
    );
  });
});

test('a change set holds files that differ from before, each once', () => {
  fc.assert(
    fc.property(fc.array(cases, { minLength: 1, maxLength: 3 }), (all) => {
      const [first] = all;
      const result = plan(
        all.map(({ operation }) => operation),
        memoryTree({ 'f.txt': first?.before ?? '' }),
        { shown: ['f.txt'], protect: [] },
      );
      const files: FileChange[] = result.ok ? result.changeSet.files : [];
      expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
      for (const { before, after } of files)
        expect(Buffer.compare(before ?? bytesOf(''), after ?? bytesOf(''))).not.toBe(0);
    }),
    runs,
  );
});
