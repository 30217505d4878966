import { expect, test } from 'vitest';
import { commitsNamedIn, threadAnswer } from '../../src/report/thread-answer.ts';
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

test('the words of a model are made harmless, in an answer as in a question', () => {
  const hostile = 'Ask @everyone ![x](http://evil.example/?q=1)';
  const answered = { ...done, commits: [], answer: { kind: 'text', text: hostile } as const };
  const asks = { ...done, commits: [], outcome: { kind: 'needs-answer', question: hostile } as const };
  for (const run of [answered, asks]) {
    const text = threadAnswer(run, { point: 1, points: 1 }, voice);
    expect(text).toContain('Ask');
    expect(text).not.toContain('@everyone');
    expect(text).not.toContain('![x](http');
  }
});

test('the commits that an answer names are read from it, whatever their subjects say', () => {
  const commits = [
    commit(1, 1, 'fix: as in deadbee (x); and 0badbad', ['a.ts']),
    commit(2, 2, 'fix: the rest', ['b.ts']),
  ];
  const text = threadAnswer({ ...done, commits }, { point: 1, points: 1 }, voice);
  expect(commitsNamedIn(text)).toEqual(['1111111', '2222222']);
  expect(commitsNamedIn('Nothing had to change for this.')).toEqual([]);
});
