/** What calls cost, and a budget that cannot be passed. In dollars; pure arithmetic. */
import type { Prices, Rates } from './profile.ts';
import type { Usage } from './types.ts';

const MILLION = 1_000_000;

export const NO_USAGE: Usage = { input: 0, cachedInput: 0, cacheWriteInput: 0, output: 0, reasoning: 0 };

/** Dollars for a usage. Cached input and cache writes are parts of the input and have their own prices. */
export function costOf(usage: Usage, prices: Prices): number {
  const rates = ratesFor(usage.input, prices);
  const plain = Math.max(0, usage.input - usage.cachedInput - usage.cacheWriteInput);
  const sum =
    plain * rates.input +
    usage.cachedInput * rates.cachedInput +
    usage.cacheWriteInput * rates.cacheWriteInput +
    // Reasoning is a part of the output, and billed like it.
    usage.output * rates.output;
  return sum / MILLION;
}

function ratesFor(input: number, prices: Prices): Rates {
  return prices.long && input > prices.long.above ? prices.long.rates : prices;
}

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    cachedInput: a.cachedInput + b.cachedInput,
    cacheWriteInput: a.cacheWriteInput + b.cacheWriteInput,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
  };
}

/** The most that a call can cost: all input at its dearest price, and all output that it may write. */
export function worstCase(tokens: { input: number; output: number }, prices: Prices): number {
  const rates = ratesFor(tokens.input, prices);
  const dearest = Math.max(rates.input, rates.cachedInput, rates.cacheWriteInput);
  return (tokens.input * dearest + tokens.output * rates.output) / MILLION;
}

/** Money set aside for one call that is under way. */
export interface Reservation {
  /** Replaces the reservation by what the call did cost. Later calls of it change nothing. */
  settle(dollars: number): void | Promise<void>;
}

/** Where calls get their money. The database's ledger and the budget below are two of them. */
export interface Budget {
  /** Sets the money aside; undefined when the ceiling would be passed, and the call is then not made. */
  reserve(dollars: number): Reservation | undefined | Promise<Reservation | undefined>;
}

export interface MemoryBudget extends Budget {
  readonly spent: number;
  readonly reserved: number;
  reserve(dollars: number): { settle(dollars: number): void } | undefined;
}

/**
 * A budget in memory. While every call costs at most what was reserved for it, `spent` never passes the ceiling, however
 * many calls run at the same time: `spent + reserved <= ceiling` holds after every step.
 */
export function createBudget(ceiling: number): MemoryBudget {
  let spent = 0;
  let reserved = 0;
  let open = 0;
  return {
    get spent() {
      return spent;
    },
    get reserved() {
      return reserved;
    },
    reserve(dollars) {
      // Written so that a price that is no number refuses the call.
      if (!(dollars >= 0 && spent + reserved + dollars <= ceiling)) return undefined;
      reserved += dollars;
      open += 1;
      let settled = false;
      return {
        settle(actual) {
          if (settled) return;
          settled = true;
          open -= 1;
          // Sums of decimal fractions drift; with nothing open the true value is known.
          reserved = open === 0 ? 0 : Math.max(0, reserved - dollars);
          spent += actual;
        },
      };
    },
  };
}

/** Dollars for people: two decimals from one cent on, else two significant digits. */
export function formatDollars(dollars: number): string {
  if (dollars === 0 || dollars >= 0.01) return `$${dollars.toFixed(2)}`;
  // No more digits than toFixed takes, however little it is.
  return `$${dollars.toFixed(Math.min(20, 1 - Math.floor(Math.log10(dollars))))}`;
}
