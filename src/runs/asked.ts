/** A model call as the journal keeps it: the reply, what was asked, what it cost. */
import { z } from 'zod';
import { addUsage, NO_USAGE } from '../models/cost.ts';
import { FAULT_KINDS, isPassing } from '../models/faults.ts';
import { modelReplySchema, usageSchema } from '../models/reply.ts';
import type { BilledCall, ModelReply } from '../models/types.ts';
import type { JournalEntry } from './journal.ts';
import type { RunModels } from './tools.ts';

const purposeSchema = z.enum(['architect', 'editor', 'weak']);

const paidSchema = z.object({
  purpose: purposeSchema,
  model: z.string(),
  usage: usageSchema,
  /** US dollars; absent when a price is not known. */
  usd: z.number().optional(),
});
/** What calls cost that gave no answer. */
export type Paid = z.infer<typeof paidSchema>;

const askedFactsSchema = z.object({
  purpose: purposeSchema,
  model: z.string(),
  /** Of what was sent; the key of the step is the hash of what was meant to be sent. */
  hash: z.string(),
  /** Tokens of the request, as counted before it was sent. */
  tokens: z.number(),
  /** What was left out to make it fit. */
  reduced: z.array(z.string()),
  /** US dollars; absent when the price is not known. */
  usd: z.number().optional(),
  /** Why there is no answer, and another attempt would not get one either. */
  fault: z.object({ kind: z.enum(FAULT_KINDS), model: z.string(), detail: z.string() }).optional(),
  /** Why our own ceiling refused the call. */
  refusal: z.string().optional(),
  /** Besides the usage of the reply. */
  lost: z.array(paidSchema).optional(),
});
export type AskedFacts = z.infer<typeof askedFactsSchema>;

export type Asked = ModelReply & { asked: AskedFacts };

/** One record for resume, replay and inspection. */
export const askedSchema: z.ZodType<Asked> = z.intersection(
  modelReplySchema,
  z.object({ asked: askedFactsSchema }),
);

/** Whether the run stopped asking here because of a fault that passes: a later attempt would get an answer. */
export function gaveUp({ step, result }: JournalEntry): boolean {
  const asked = step === 'model' ? askedSchema.safeParse(result).data?.asked : undefined;
  return asked?.fault !== undefined && asked.purpose !== 'weak' && isPassing(asked.fault.kind);
}

/** Step of calls that were paid for, while the answer was put off to another attempt. */
export const LOST_STEP = 'lost';

export const lostSchema = z.array(paidSchema);

/** What is to be paid for calls without an answer, by model; empty when the vendors had not begun to answer. */
export function paidFor(
  calls: readonly BilledCall[],
  purpose: Paid['purpose'],
  price: RunModels['price'],
): Paid[] {
  const models = [...new Set(calls.map(({ model }) => model))];
  return models.flatMap((model) => {
    const usage = calls
      .filter((call) => call.model === model)
      .reduce((sum, call) => addUsage(sum, call.usage), NO_USAGE);
    if (usage.input + usage.output === 0) return [];
    const usd = price(model, usage);
    return [{ purpose, model, usage, ...(usd === undefined ? {} : { usd }) }];
  });
}

/** US dollars that the model calls in a journal cost, as far as their prices are known. */
export function spentIn(entries: readonly JournalEntry[]): number {
  const dollars = entries.flatMap(({ step, result }) => {
    if (step === LOST_STEP) return (lostSchema.safeParse(result).data ?? []).map(({ usd }) => usd ?? 0);
    const asked = step === 'model' ? askedSchema.safeParse(result).data?.asked : undefined;
    return [asked?.usd ?? 0, ...(asked?.lost ?? []).map(({ usd }) => usd ?? 0)];
  });
  return dollars.reduce((sum, usd) => sum + usd, 0);
}
