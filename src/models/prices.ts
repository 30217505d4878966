/** List prices and windows, from the maintained data of `@pydantic/genai-prices`. It is bundled; nothing is fetched. */
import { calcPrice } from '@pydantic/genai-prices';
import { z } from 'zod';
import type { Prices, Rates } from './profile.ts';

export interface Listed {
  prices?: Prices;
  /** Tokens of input and output together. */
  window?: number;
}

export interface PriceQuery {
  /** The model's name at the vendor. */
  model: string;
  /** The list's id of a vendor. */
  vendor?: string;
  /** The endpoint, for hosts that sell the models of others. */
  baseUrl?: string;
  now: Date;
}

const TieredSchema = z.union([
  z.number(),
  z.object({ base: z.number(), tiers: z.array(z.object({ start: z.number(), price: z.number() })) }),
]);
const PriceSchema = z.object({
  input_mtok: TieredSchema,
  output_mtok: TieredSchema,
  cache_read_mtok: TieredSchema.optional(),
  cache_write_mtok: TieredSchema.optional(),
});
type ListPrice = z.infer<typeof PriceSchema>;

/** What the list knows of a model at a vendor; undefined when it knows nothing. */
export function listed(query: PriceQuery): Listed | undefined {
  const options = {
    timestamp: query.now,
    ...(query.vendor !== undefined && { providerId: query.vendor }),
    ...(query.baseUrl !== undefined && { providerApiUrl: query.baseUrl }),
  };
  try {
    const found = calcPrice({}, query.model, options);
    if (!found) return undefined;
    const price = PriceSchema.safeParse(found.model_price);
    return {
      ...(price.success && { prices: pricesOf(price.data) }),
      ...(found.model.context_window !== undefined && { window: found.model.context_window }),
    };
  } catch {
    // The list's matching code meets names that users typed.
    return undefined;
  }
}

function pricesOf(list: ListPrice): Prices {
  const start = [list.input_mtok, list.output_mtok].flatMap((price) =>
    typeof price === 'number' ? [] : price.tiers.map((tier) => tier.start),
  );
  const above = Math.min(...start);
  const base = ratesOf(list, (price) => (typeof price === 'number' ? price : price.base));
  if (!Number.isFinite(above)) return base;
  const dearest = ratesOf(list, (price) =>
    typeof price === 'number' ? price : Math.max(price.base, ...price.tiers.map((tier) => tier.price)),
  );
  return { ...base, long: { above: Math.floor(above), rates: dearest } };
}

/** Vendors without a price for cached input bill it like any other. */
function ratesOf(list: ListPrice, read: (price: z.infer<typeof TieredSchema>) => number): Rates {
  const input = read(list.input_mtok);
  return {
    input,
    cachedInput: list.cache_read_mtok === undefined ? input : read(list.cache_read_mtok),
    cacheWriteInput: list.cache_write_mtok === undefined ? input : read(list.cache_write_mtok),
    output: read(list.output_mtok),
  };
}
