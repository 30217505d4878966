/** What the model is told, and when to stop telling it. */
import { describe, expect, test } from 'vitest';
import { closestLines } from '../../src/edits/closest.ts';
import { Document } from '../../src/edits/document.ts';
import { countFailures, memoryTree, planReply, reflectionMessage } from '../../src/edits/index.ts';
import type { Problem } from '../../src/edits/types.ts';
import { outcome, replace } from './support.ts';

const files = {
  'shop.py': 'def total(items):\n    return sum(items)\n\ndef tax(amount):\n    return amount * 0.19\n',
  'other.py': 'x = 1\n',
};

function refused(...blocks: ReturnType<typeof replace>[]): { problems: Problem[]; staged: number } {
  const left = outcome(files, blocks);
  if (left.ok) throw new Error('expected a refusal');
  return left;
}

describe('the reflection message', () => {
  test('tells every failure, what was looked for, the real lines, and what was kept', () => {
    const good = replace('other.py', 'x = 1\n', 'x = 2\n');
    const { problems } = refused(
      good,
      replace('shop.py', 'def tax(amount):\n    return amount * 0.07\n', 'x\n'),
      replace('shop.py', 'x = 1\n', 'y\n'),
    );
    const message = reflectionMessage(problems, [good]);
    expect(message).toMatch(/^2 edits of your answer could not be applied/);
    expect(message).toContain('1. NOT_FOUND in shop.py');
    expect(message).toContain('return amount * 0.07');
    expect(message).toContain('4\tdef tax(amount):\n5\t    return amount * 0.19');
    expect(message).toContain('It stands in other.py');
    expect(message).toContain('is kept and will be applied together with the corrected ones: other.py (1)');
    expect(message).toMatch(/Send only the corrected edits/);
  });
  test('does not grow without end', () => {
    const many = Array.from(
      { length: 500 },
      (_, index): Problem => ({ code: 'BAD_PATCH', path: '', message: `no. ${index}` }),
    );
    const message = reflectionMessage(many);
    expect(message).toMatch(/^500 edits/);
    expect(message).toContain('And 470 more, which are not listed here.');
    expect(message).not.toContain('no. 30');
  });
  test('one failure, nothing kept', () => {
    const { problems } = refused(replace('shop.py', 'nothing like it at all\n', 'x\n'));
    const message = reflectionMessage(problems);
    expect(message).toMatch(/^1 edit of/);
    expect(message).toMatch(/Send the edits again/);
    expect(message).not.toMatch(/kept/);
  });
  test('a cut answer is to be continued', () => {
    const cut: Problem = { code: 'TRUNCATED', path: 'a.py', message: 'The last block is cut off.' };
    expect(reflectionMessage([cut], [replace('a.py', 'a\n', 'b\n'), replace('b.py', 'a\n', 'b\n')])).toMatch(
      /Continue with the edit that was cut/,
    );
  });
  test('an answer that is cut between two edits keeps those that it holds, and is asked for the rest', () => {
    const text = 'a.py\n<<<<<<< SEARCH\none\n=======\nuno\n>>>>>>> REPLACE\n\nNext, b.py';
    const tree = memoryTree({ 'a.py': 'one\n', 'b.py': 'two\n' });
    const options = { shown: ['a.py', 'b.py'], protect: [] };
    expect(planReply({ text }, 'diff', tree, options)).toMatchObject({ ok: true });
    const planned = planReply({ text, cutOff: true }, 'diff', tree, options);
    if (planned.ok) throw new Error('a cut answer counted as finished');
    expect(planned.staged).toMatchObject([{ path: 'a.py' }]);
    expect(reflectionMessage(planned.problems, planned.staged)).toBe(
      [
        'The answer reached the output limit after its last finished edit, so edits may be missing.',
        'The edit is kept and will be applied together with the rest: a.py (1). Do not send it again.',
        'Continue with the edits that were to follow.',
      ].join('\n\n'),
    );
  });
  test('quotes in a fence that the text cannot close, and not without end', () => {
    const { problems } = refused(
      replace('shop.py', `\`\`\`\`\nno such line\n${'long line\n'.repeat(400)}`, 'x\n'),
    );
    const message = reflectionMessage(problems);
    expect(message).toContain('`````\n````\nno such line');
    expect(message).toContain('[cut]');
    expect(message.length).toBeLessThan(4000);
  });
});

describe('the closest lines', () => {
  const document = new Document(
    Array.from({ length: 60 }, (_, index) => `value_${index} = ${index * index}`).join('\n'),
  );
  test('by shared lines', () => {
    expect(closestLines(document, ['value_40 = 1600', 'value_41 = 0'])).toMatchObject({ start: 41 });
  });
  test('by one similar line', () => {
    expect(closestLines(document, ['  value_33 = 1O89'])?.lines[0]).toBe('value_33 = 1089');
  });
  test('none when nothing is like it, or nothing was asked', () => {
    expect(closestLines(document, ['completely different words here'])).toBeUndefined();
    expect(closestLines(document, ['', '  '])).toBeUndefined();
    expect(closestLines(new Document(''), ['value'])).toBeUndefined();
  });
  test('a line that stands everywhere says nothing', () => {
    const braces = new Document(`${'}\n'.repeat(50)}last\n`);
    expect(closestLines(braces, ['}', 'no line like that'])).toBeUndefined();
  });
});

describe('the loop guard', () => {
  const { problems } = refused(replace('shop.py', 'nothing like it at all\n', 'x\n'));
  test('the same failing edit is stuck the third time, whatever its new text', () => {
    const one = countFailures({}, problems);
    const two = countFailures(
      one.counts,
      refused(replace('shop.py', 'nothing like it at all\n', 'y\n')).problems,
    );
    expect(two.stuck).toEqual([]);
    const three = countFailures(two.counts, problems);
    expect(three.stuck).toHaveLength(1);
  });
  test('another edit, or another file, is another one', () => {
    const one = countFailures({}, problems);
    const two = countFailures(
      one.counts,
      refused(replace('other.py', 'nothing like it at all\n', 'x\n')).problems,
    );
    expect(Object.values(two.counts)).toEqual([1, 1]);
  });
  test('twice in one reply counts once', () => {
    expect(Object.values(countFailures({}, [...problems, ...problems]).counts)).toEqual([1]);
  });
});
