/** What a refusal of GitHub says about its rate limits. */
import { z } from 'zod';

const refusalSchema = z.object({
  status: z.union([z.literal(403), z.literal(429)]),
  message: z.string().default(''),
  response: z.object({ headers: z.record(z.string(), z.unknown()) }),
});

/** GitHub's advice for secondary limits that name no time: a minute, then longer each time. */
const UNNAMED_MS = 60_000;

/**
 * Milliseconds to wait before anything else is asked; undefined when the error is about something else. `earlier`: refusals
 * of this request before. Times of the answer are compared with its own `date`: clocks differ.
 */
export function waitAskedBy(error: unknown, earlier: number, now: number): number | undefined {
  const refusal = refusalSchema.safeParse(error);
  if (!refusal.success) return undefined;
  const { status, message, response } = refusal.data;
  const header = (name: string) => {
    const value = Number(response.headers[name] ?? Number.NaN);
    return Number.isFinite(value) ? value : undefined;
  };
  const after = header('retry-after');
  if (after !== undefined) return Math.max(0, after) * 1000;
  const reset = header('x-ratelimit-reset');
  if (header('x-ratelimit-remaining') === 0 && reset !== undefined) {
    const there = Date.parse(String(response.headers.date ?? ''));
    return Math.max(1_000, reset * 1000 - (Number.isNaN(there) ? now : there));
  }
  if (status === 429 || /secondary rate limit|abuse detection/i.test(message))
    return UNNAMED_MS * 2 ** earlier;
  return undefined;
}
