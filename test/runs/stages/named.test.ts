import { expect, test } from 'vitest';
import { filesNamed } from '../../../src/runs/stages/named.ts';

const tracked = ['app/[id].tsx', 'app/page.tsx', 'README.md', 'src/dates/parse.ts', 'src/dates/show.ts'];

test.each([
  [['src/dates/**'], ['src/dates/parse.ts', 'src/dates/show.ts'], []],
  [['README.md', '*.tsx'], ['README.md', 'app/[id].tsx', 'app/page.tsx'], []],
  // A path that is there is meant as it stands.
  [['app/[id].tsx'], ['app/[id].tsx'], []],
  [['show.ts', 'src/dates/show.ts'], ['src/dates/show.ts'], []],
  [['lost.ts', 'README.md'], ['README.md'], ['lost.ts']],
])('%j', (patterns, paths, unmatched) => {
  expect(filesNamed(patterns, tracked)).toEqual({ paths, unmatched });
});
