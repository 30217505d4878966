import { expect, test } from 'vitest';
import { threadAnswer } from '../../src/report/thread-answer.ts';
import { commit, done, voice } from './examples.ts';

const first = commit(1, 4, 'fix: round up', ['src/a.ts']);
const third = commit(3, 4, 'docs: say so', ['README.md']);
const points = 4;

test('a point of several is answered with its own commit, or with why it has none', () => {
  const run = {
    ...done,
    commits: [first, third],
    dropped: [{ step: 4, title: 'Four', reason: 'the cost limit was reached.' }],
    outcome: { kind: 'partial', reason: 'step 4 of 4 was dropped' } as const,
  };
  expect(threadAnswer(run, { point: 1, points }, voice)).toMatch(
    /^1111111 fix: round up \(`src\/a\.ts`\) · /,
  );
  expect(threadAnswer(run, { point: 2, points }, voice)).toBe('Nothing had to change for this.');
  expect(threadAnswer(run, { point: 4, points }, voice)).toBe('Not settled: the cost limit was reached.');
  const cut = { ...run, dropped: [], outcome: { kind: 'over-budget' } as const };
  expect(threadAnswer(cut, { point: 4, points }, voice)).toBe('Not settled: the cost limit was reached.');
});

test('commits that are not one for each point are named in every answer', () => {
  const run = { ...done, commits: [commit(1, 1, 'fix: all of it', ['a.ts'])] };
  expect(threadAnswer(run, { point: 2, points }, voice)).toContain('1111111 fix: all of it');
});
