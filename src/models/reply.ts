/** A model's reply as the journal keeps it: reading one back is a parse, not a cast. */
import { z } from 'zod';
import type { ModelReply } from './types.ts';

const count = z.number().nonnegative();

export const modelReplySchema: z.ZodType<ModelReply> = z.object({
  text: z.string(),
  reasoning: z.string(),
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
  usage: z.object({
    input: count,
    cachedInput: count,
    cacheWriteInput: count,
    output: count,
    reasoning: count,
  }),
  finish: z.enum(['stop', 'length', 'tool_calls', 'refusal']),
});
