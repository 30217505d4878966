import { expect, test } from 'vitest';
import { readPlan } from '../../src/coder/architect.ts';
import { mentionedPaths } from '../../src/coder/mentioned.ts';

test('a plan without headings is one step', () => {
  expect(readPlan('Change `a.ts`.\n\nThen stop.')).toEqual({
    type: 'steps',
    text: 'Change `a.ts`.\n\nThen stop.',
    intro: '',
    steps: [{ title: '', text: 'Change `a.ts`.\n\nThen stop.' }],
  });
});

test('numbered headings are steps, and what stands before them belongs to each', () => {
  const plan = readPlan(
    'The cache is wrong.\n\n### Step 1: Mend it\nIn a.ts.\n\n## **Edit 2** - Tell people\nIn README.md.',
  );
  expect(plan).toMatchObject({
    type: 'steps',
    steps: [
      { title: 'Mend it', text: 'The cache is wrong.\n\n### Step 1: Mend it\nIn a.ts.' },
      { title: 'Tell people', text: 'The cache is wrong.\n\n## **Edit 2** - Tell people\nIn README.md.' },
    ],
  });
});

test('as many steps as the request has points', () => {
  const text = Array.from({ length: 8 }, (_, index) => `### Step ${index + 1}: s${index + 1}`).join('\n');
  const plan = readPlan(text, 8);
  expect(plan.type === 'steps' && plan.steps).toHaveLength(8);
});

test('at most five steps: the sixth belongs to the fifth', () => {
  const plan = readPlan(
    Array.from({ length: 7 }, (_, index) => `### Step ${index + 1}: s${index + 1}`).join('\n'),
  );
  const points = readPlan(
    '### Step 1: a\n### Step 2: b\n### Step 3: c\n### Step 4: d\n### Step 5: e\n### Step 6: f',
    6,
  );
  expect(points.type === 'steps' && points.steps.length).toBe(6);
  expect(plan.type === 'steps' && plan.steps.map((step) => step.title)).toEqual([
    's1',
    's2',
    's3',
    's4',
    's5',
  ]);
  expect(plan.type === 'steps' && plan.steps[4]?.text).toContain('s7');
});

test.each([
  ['QUESTION: Which colour?', { type: 'question', question: 'Which colour?' }],
  ['**QUESTION:** Which colour?', { type: 'question', question: 'Which colour?' }],
  ['NOTHING TO DO: it is right', { type: 'nothing', reason: 'it is right' }],
  ['   \n', { type: 'unusable', reason: 'the architect gave an empty answer' }],
])('%j', (text, expected) => {
  expect(readPlan(text)).toEqual(expected);
});

test('paths are found in prose, in any decoration, and an ambiguous name names nothing', () => {
  const paths = ['src/a/index.ts', 'src/b/index.ts', 'src/dates.ts', 'README.md', 'docs/[id].md'];
  const text =
    'Edit `src/dates.ts:12`, **README.md**, (see docs/[id].md) and index.ts. Not src/none.ts; ./src/a/index.ts too.';
  expect(mentionedPaths(text, paths)).toEqual([
    'src/dates.ts',
    'README.md',
    'docs/[id].md',
    'src/a/index.ts',
  ]);
});
