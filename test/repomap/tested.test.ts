import { describe, expect, it } from 'vitest';
import { indexPaths } from '../../src/repomap/mentions.ts';
import { likelyTests, testedSignal, testedStem } from '../../src/repomap/tested.ts';

describe('the code that a test is named after', () => {
  it.each([
    ['tests/test_date_parser.py', 'dateparser'],
    ['pkg/date_test.go', 'date'],
    ['src/date.spec.ts', 'date'],
    ['test/DateTests.cs', 'date'],
    ['spec/date_spec.rb', 'date'],
    ['src/test/DateIT.java', 'date'],
  ])('%s', (path, expected) => {
    expect(testedStem(path)).toBe(expected);
  });
});

describe('a test that resembles the request', () => {
  const paths = ['src/archive.py', 'src/date_parser.py', 'tests/test_date_parser.py', 'tests/test_other.py'];
  const isTest = (file: number) => file >= 2;

  it('counts half as much as one that the request names, and its rivals less', () => {
    expect([...likelyTests(Float64Array.of(9, 0, 8, 4), isTest)]).toEqual([0, 0, 0.5, 0.125]);
    expect([...likelyTests(Float64Array.of(9, 0, 0, 0), isTest)]).toEqual([0, 0, 0, 0]);
  });

  it('speaks for the code that it is named after', () => {
    const likely = likelyTests(Float64Array.of(9, 0, 8, 4), isTest);
    const signal = testedSignal(indexPaths(paths), likely, isTest, (file) => !isTest(file));
    expect([...signal]).toEqual([0, 0.5, 0, 0]);
  });
});
