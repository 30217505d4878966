/** A model call as the journal keeps it: the reply, what was asked, what it cost. */
import { z } from 'zod';
import { FAULT_KINDS, isPassing } from '../models/faults.ts';
import { modelReplySchema } from '../models/reply.ts';
import type { ModelReply } from '../models/types.ts';
import type { JournalEntry } from './journal.ts';

const askedFactsSchema = z.object({
  purpose: z.enum(['architect', 'editor', 'weak']),
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
});
export type AskedFacts = z.infer<typeof askedFactsSchema>;

export type Asked = ModelReply & { asked: AskedFacts };

/** US dollars that the model calls in a journal cost, as far as their prices are known. */
export function spentIn(entries: readonly JournalEntry[]): number {
  return entries.reduce((sum, { step, result }) => {
    const asked = step === 'model' ? askedSchema.safeParse(result).data : undefined;
    return sum + (asked?.asked.usd ?? 0);
  }, 0);
}

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
