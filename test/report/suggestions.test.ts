import { describe, expect, it } from 'vitest';
import {
  placeSuggestions,
  shownLines,
  suggestedWords,
  suggestionText,
} from '../../src/report/suggestions.ts';
import type { FileChange, Hunk } from '../../src/workspace/hunks.ts';
import { hunksOf } from '../../src/workspace/hunks.ts';

const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
const change = (...hunks: Hunk[]): FileChange => ({ path: 'p', before, hunks, isMoreThanLines: false });
/** The pull request shows lines 2 to 4 and 7 to 8. */
const shown = new Map([
  [
    'p',
    [
      { from: 2, to: 4 },
      { from: 7, to: 8 },
    ],
  ],
]);
const placed = (...hunks: Hunk[]) => placeSuggestions([change(...hunks)], shown);

describe('lines that a pull request shows', () => {
  it('are those of the new side, hunk by hunk', () => {
    const patch = '@@ -1,3 +1,4 @@ head\n a\n+x\n b\n c\n@@ -9 +10 @@\n-i\n+I\n@@ -20,2 +21,0 @@\n-y\n-z';
    expect(shownLines(patch)).toEqual([
      { from: 1, to: 4 },
      { from: 10, to: 10 },
    ]);
    expect(shownLines('')).toEqual([]);
  });
});

describe('a change becomes a suggestion', () => {
  it('when all its lines stand in one hunk of the pull request', () => {
    expect(placed({ start: 2, count: 3, lines: ['B'] })).toEqual({
      suggestions: [{ path: 'p', from: 2, to: 4, lines: ['B'] }],
      left: [],
    });
    expect(placed({ start: 4, count: 2, lines: ['D'] })).toEqual({ suggestions: [], left: ['p'] });
    expect(placed({ start: 4, count: 4, lines: ['D'] }).left).toEqual(['p']);
  });
  it('with the line before when lines are only added, or the line after where that one is not shown', () => {
    expect(placed({ start: 4, count: 0, lines: ['new'] }).suggestions).toEqual([
      { path: 'p', from: 4, to: 4, lines: ['d', 'new'] },
    ]);
    expect(placed({ start: 6, count: 0, lines: ['new'] }).suggestions).toEqual([
      { path: 'p', from: 7, to: 7, lines: ['new', 'g'] },
    ]);
    expect(placed({ start: 0, count: 0, lines: ['new'] }).left).toEqual(['p']);
  });
  it('not when a reader would not see all of it', () => {
    expect(placed({ start: 2, count: 1, lines: ['a\u200Bb'] }).left).toEqual(['p']);
    expect(placed({ start: 2, count: 1, lines: ['B\r'] }).left).toEqual(['p']);
  });
  it('not for a file that is new, gone or binary, or that the pull request does not touch', () => {
    const more = { ...change(), path: 'new', isMoreThanLines: true };
    const other = { ...change({ start: 2, count: 1, lines: ['B'] }), path: 'other' };
    expect(placeSuggestions([more, other], shown)).toEqual({ suggestions: [], left: ['new', 'other'] });
  });
});

describe('the text of a suggestion', () => {
  it('is exactly its lines, in a fence that they cannot close', () => {
    const text = (lines: string[]) => suggestionText({ path: 'p', from: 1, to: 1, lines });
    expect(text(['\tx  ', '@everyone'])).toBe('```suggestion\n\tx  \n@everyone\n```');
    expect(text(['````', 'x'])).toBe('`````suggestion\n````\nx\n`````');
    expect(text([])).toBe('```suggestion\n```');
  });
});

describe('words for the comment', () => {
  it.each([
    [{ suggestions: 1, left: [] }, '1 suggestion'],
    [{ suggestions: 2, left: ['a'] }, '2 suggestions and a patch for `a`'],
    [{ suggestions: 0, left: ['a', 'b'] }, 'a patch for 2 files'],
  ])('%o', (given, words) => {
    expect(suggestedWords(given)).toBe(words);
  });
});

describe('a diff without context', () => {
  it('is read hunk by hunk', () => {
    const diff =
      'diff --git a/p b/p\n--- a/p\n+++ b/p\n@@ -2 +2,2 @@ x\n-b\n+B\n++more\n@@ -5,0 +7 @@\n+new\n@@ -8,2 +9,0 @@\n-h\n-i\n';
    expect(hunksOf(diff)).toEqual([
      { start: 2, count: 1, lines: ['B', '+more'] },
      { start: 5, count: 0, lines: ['new'] },
      { start: 8, count: 2, lines: [] },
    ]);
  });
});
