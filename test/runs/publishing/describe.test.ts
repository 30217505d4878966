import { expect, test } from 'vitest';
import { readDescription } from '../../../src/runs/publishing/describe.ts';

test.each([
  ['as asked', 'fix: end a month on its last day\n\nJanuary was longer.\n\n- look at leap years'],
  [
    'with what models put around it',
    '<think>hm</think>\n```\n**Title:** fix: end a month on its last day\n\n**Summary:** January was longer.\n\n- look at leap years\n```',
  ],
  [
    'with headings',
    '# fix: end a month on its last day\n\n## Summary\nJanuary was longer.\n\n- look at leap years',
  ],
])('title and summary are read, %s', (_, text) => {
  expect(readDescription(text)).toEqual({
    title: 'fix: end a month on its last day',
    summary: 'January was longer.\n\n- look at leap years',
  });
});

test.each(['', 'only a title', '\n\n', '<think>never ends'])(
  'what is no description counts as none: %j',
  (text) => {
    expect(readDescription(text)).toBeUndefined();
  },
);
