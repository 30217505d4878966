import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costOf, createBudget, formatDollars, worstCase } from '../../src/models/cost.ts';

const PRICES = { input: 3, cachedInput: 0.3, cacheWriteInput: 3.75, output: 15 };
const USAGE = { input: 1_000_000, cachedInput: 0, cacheWriteInput: 0, output: 0, reasoning: 0 };

describe('the cost of a usage', () => {
  test.each([
    ['plain input', USAGE, 3],
    ['input from the cache', { ...USAGE, cachedInput: 1_000_000 }, 0.3],
    ['input written to the cache', { ...USAGE, cacheWriteInput: 1_000_000 }, 3.75],
    ['a mixture', { ...USAGE, cachedInput: 600_000, cacheWriteInput: 200_000 }, 0.6 + 0.18 + 0.75],
    ['output, of which reasoning is a part', { ...USAGE, input: 0, output: 100_000, reasoning: 90_000 }, 1.5],
  ])('%s', (_name, usage, dollars) => {
    expect(costOf(usage, PRICES)).toBeCloseTo(dollars, 10);
  });

  test('a long prompt has its own price where the vendor says so', () => {
    const long = {
      above: 200_000,
      rates: { input: 6, cachedInput: 0.6, cacheWriteInput: 7.5, output: 22.5 },
    };
    expect(costOf({ ...USAGE, input: 200_000 }, { ...PRICES, long })).toBeCloseTo(0.6, 10);
    expect(costOf({ ...USAGE, input: 200_001 }, { ...PRICES, long })).toBeCloseTo(1.200006, 10);
  });

  test('a vendor that counts more cached tokens than tokens does not earn us money', () => {
    expect(costOf({ ...USAGE, input: 10, cachedInput: 20 }, PRICES)).toBeGreaterThan(0);
  });
});

const prices = fc.record({
  input: fc.double({ min: 0, max: 100, noNaN: true }),
  cachedInput: fc.double({ min: 0, max: 100, noNaN: true }),
  cacheWriteInput: fc.double({ min: 0, max: 100, noNaN: true }),
  output: fc.double({ min: 0, max: 200, noNaN: true }),
});

test('no split of the input into cached, written and plain costs more than the worst case', () => {
  const parts = fc.tuple(fc.nat(500_000), fc.nat(500_000), fc.nat(500_000), fc.nat(100_000));
  fc.assert(
    fc.property(prices, parts, ({ ...list }, [plain, cachedInput, cacheWriteInput, output]) => {
      const input = plain + cachedInput + cacheWriteInput;
      const cost = costOf({ input, cachedInput, cacheWriteInput, output, reasoning: 0 }, list);
      expect(cost).toBeLessThanOrEqual(worstCase({ input, output }, list) + 1e-9);
    }),
  );
});

describe('a budget', () => {
  test('refuses what could pass the ceiling, also while other calls are under way', () => {
    const budget = createBudget(1);
    const first = budget.reserve(0.6);
    expect(budget.reserve(0.6)).toBeUndefined();
    first?.settle(0.1);
    expect(budget.reserve(0.6)).toBeDefined();
  });

  test('settles once', () => {
    const budget = createBudget(1);
    const reservation = budget.reserve(0.5);
    reservation?.settle(0.2);
    reservation?.settle(0.2);
    expect(budget.spent).toBe(0.2);
    expect(budget.reserved).toBe(0);
  });

  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('refuses a price of %s', (dollars) => {
    expect(createBudget(1).reserve(dollars)).toBeUndefined();
  });

  test('is never passed, whatever is reserved, settled or left open, in whatever order', () => {
    // A call costs some fraction of what was reserved for it, or never reports.
    const call = fc.record({
      dollars: fc.double({ min: 0, max: 2, noNaN: true }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      settleAfter: fc.nat(5),
    });
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 10, noNaN: true }),
        fc.array(call, { maxLength: 60 }),
        (ceiling, calls) => {
          const budget = createBudget(ceiling);
          const open: { at: number; settle: () => void }[] = [];
          for (const [index, { dollars, share, settleAfter }] of calls.entries()) {
            const reservation = budget.reserve(dollars);
            if (reservation)
              open.push({ at: index + settleAfter, settle: () => reservation.settle(dollars * share) });
            for (const entry of open.filter(({ at }) => at === index)) entry.settle();
            expect(budget.spent + budget.reserved).toBeLessThanOrEqual(ceiling + 1e-9);
          }
        },
      ),
    );
  });
});

test.each([
  [0, '$0.00'],
  [1.234, '$1.23'],
  [0.01, '$0.01'],
  [0.00123, '$0.0012'],
  [0.000000456, '$0.00000046'],
])('%d dollars are written %s', (dollars, text) => {
  expect(formatDollars(dollars)).toBe(text);
});

test('the smallest amount there is can be shown', () => {
  expect(formatDollars(5e-324)).toBe('$0.00000000000000000000');
});
