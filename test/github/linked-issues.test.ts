import { expect, test } from 'vitest';
import { linkedNumbers } from '../../src/github/linked-issues.ts';

const place = { owner: 'acme', name: 'shop' };
const linked = (...texts: string[]) => linkedNumbers(texts, place, { self: 12, most: 3 });

test.each([
  ['a number', 'as in #7', [7]],
  ['what is closed first', 'see #3, fixes #9 and Closes: #4', [9, 4, 3]],
  ['this repository by name, in any case', 'ACME/Shop#5', [5]],
  [
    'its pages',
    'https://github.com/acme/shop/issues/8 and https://github.com/acme/shop/pull/6#discussion_r1',
    [8, 6],
  ],
  ['each once, the thread itself not, three at most', '#1 #1 #12 #2 #3 #4', [1, 2, 3]],
])('links: %s', (_, text, numbers) => expect(linked(text)).toEqual(numbers));

test.each([
  ['another repository', 'other/shop#5 https://github.com/other/shop/issues/5'],
  ['colors and anchors', '#123456789012 a#5 page.html#7 &#39; ##8'],
  ['code', '`#5`\n```\n#6\n```\n'],
  ['words', '#5th #1a'],
])('does not link: %s', (_, text) => expect(linked(text)).toEqual([]));
