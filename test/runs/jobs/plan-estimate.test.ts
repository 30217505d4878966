import { expect, test } from 'vitest';
import { estimateOf } from '../../../src/runs/jobs/plan-estimate.ts';

const steps = [{ plan: 100, files: 2_000, changes: 1 }];
/** Ten dollars a million tokens read, fifty a million written. */
const price = (_: string, { input, output }: { input: number; output: number }) =>
  (input * 10 + output * 50) / 1e6;

test('reflections make the difference between least and most', () => {
  const one = estimateOf(steps, { reflections: 3, price });
  expect(one.tokens.most).toBeGreaterThan(3 * one.tokens.least);
  expect(one.usd?.most).toBeGreaterThan(3 * (one.usd?.least ?? 0));
  const sure = estimateOf(steps, { reflections: 0, price });
  expect(sure.tokens.least).toBe(sure.tokens.most);
});

test('every step and every file counts', () => {
  const one = estimateOf(steps, { reflections: 1, price });
  const two = estimateOf([...steps, ...steps], { reflections: 1, price });
  expect(two.tokens.least).toBe(2 * one.tokens.least);
  const larger = estimateOf([{ plan: 100, files: 9_000, changes: 2 }], { reflections: 1, price });
  expect(larger.tokens.least).toBeGreaterThan(one.tokens.least + 7_000);
});

test('without a price there is no figure in dollars', () => {
  expect(estimateOf(steps, { reflections: 1, price: () => undefined }).usd).toBeUndefined();
  const weak = (purpose: string) => (purpose === 'weak' ? undefined : 1);
  expect(estimateOf(steps, { reflections: 1, price: weak }).usd).toBeUndefined();
});
