/** A model's reply as the journal keeps it: reading one back is a parse, not a cast. */
import { z } from 'zod';
import { FAULT_KINDS } from './faults.ts';
import type { ModelReply } from './types.ts';

const count = z.number().nonnegative();
export const usageSchema = z.object({
  input: count,
  cachedInput: count,
  cacheWriteInput: count,
  output: count,
  reasoning: count,
});

export const modelReplySchema: z.ZodType<ModelReply> = z.object({
  text: z.string(),
  reasoning: z.string(),
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
  usage: usageSchema,
  finish: z.enum(['stop', 'length', 'tool_calls', 'refusal']),
  outcome: z.enum(['answered', 'cut', 'refused', 'empty']).optional(),
  model: z.string().optional(),
  pieces: z.int().positive().optional(),
  carried: z
    .object({ kind: z.enum(['openai', 'openai-chat', 'anthropic', 'scripted']), items: z.array(z.json()) })
    .optional(),
  calls: z
    .array(
      z.object({
        model: z.string(),
        usage: usageSchema,
        measured: z.boolean(),
        outcome: z.union([z.literal('answered'), z.enum(FAULT_KINDS)]),
        milliseconds: count,
      }),
    )
    .optional(),
});
