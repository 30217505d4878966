import { expect, it } from 'vitest';
import { closest, distance } from '../../src/lib/closest.ts';

it.each([
  ['fix', 'fix', 0],
  ['fxi', 'fix', 1],
  ['tset', 'test', 1],
  ['aprove', 'approve', 1],
  ['stat', 'status', 2],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
])('the distance of %j and %j is %i', (left, right, far) => {
  expect(distance(left, right)).toBe(far);
  expect(distance(right, left)).toBe(far);
});

it('gives the nearest candidates, ties in their order', () => {
  expect(closest('Tast', ['fix', 'test', 'task', 'status'], 2)).toEqual(['test', 'task']);
});
