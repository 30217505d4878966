import { expect, test } from 'vitest';
import { markerLines } from '../../src/coder/conflict-markers.ts';

test('markers of a merge are found by their line', () => {
  const text = 'a\n<<<<<<< 1234\nours\n||||||| 5678\nbase\n=======\ntheirs\n>>>>>>> 9abc\nb\n';
  expect(markerLines(text)).toEqual([2, 4, 8]);
  expect(markerLines(text.replaceAll('\n', '\r\n'))).toEqual([2, 4, 8]);
});

test('what only looks alike is none', () => {
  expect(
    markerLines('Title\n=======\n\n  <<<<<<< indented\n<<<<<<<<<< long\n>>>>>>>x\n>>> quoted\n'),
  ).toEqual([]);
});
