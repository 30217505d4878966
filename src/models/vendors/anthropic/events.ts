/** Anthropic's stream of content blocks, and a whole message, as our events. */
import { z } from 'zod';
import type { FinishReason, ModelEvent, ToolSpec, Usage } from '../../types.ts';
import { unwrapFreeText } from '../free-text.ts';
import { parseShape } from '../vendor.ts';
import { vendorToolName } from './request.ts';

const count = z.number().nonnegative().nullish();
const UsageSchema = z.object({
  input_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  output_tokens: count,
  output_tokens_details: z.object({ thinking_tokens: count }).nullish(),
});
type VendorUsage = z.infer<typeof UsageSchema>;

const BlockSchema = z.object({
  type: z.string(),
  text: z.string().optional(),
  thinking: z.string().optional(),
  signature: z.string().optional(),
  data: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
});
type Block = z.infer<typeof BlockSchema>;

const MessageSchema = z.object({
  content: z.array(BlockSchema),
  stop_reason: z.string().nullable(),
  usage: UsageSchema.nullish(),
});

const EventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: z.object({ usage: UsageSchema.nullish() }) }),
  z.object({ type: z.literal('content_block_start'), index: z.number(), content_block: BlockSchema }),
  z.object({
    type: z.literal('content_block_delta'),
    index: z.number(),
    delta: z.object({
      type: z.string(),
      text: z.string().optional(),
      thinking: z.string().optional(),
      signature: z.string().optional(),
      partial_json: z.string().optional(),
    }),
  }),
  z.object({ type: z.literal('content_block_stop'), index: z.number() }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: UsageSchema.nullish(),
  }),
  z.object({ type: z.literal('message_stop') }),
]);
const KNOWN = new Set(EventSchema.options.map((option) => option.shape.type.value as string));
const TypeSchema = z.object({ type: z.string() });

export interface ReadContext {
  model: string;
  tools: readonly ToolSpec[];
}

/** Reads a stream. Ends without `finish` when the vendor gave no stop reason; the caller makes that a fault. */
export async function* readAnthropicStream(
  events: AsyncIterable<unknown>,
  context: ReadContext,
): AsyncGenerator<ModelEvent, void, void> {
  const open = new Map<number, Block & { json: string }>();
  let usage: VendorUsage = {};
  let stop: string | undefined;
  for await (const raw of events) {
    // New event types may appear at any time and have to be ignored, says the vendor's documentation.
    if (!KNOWN.has(parseShape(TypeSchema, raw, context.model).type)) continue;
    const event = parseShape(EventSchema, raw, context.model);
    switch (event.type) {
      case 'message_start':
        usage = merge(usage, event.message.usage);
        // Sent early, so that a broken answer is still paid for in the ledger.
        yield { type: 'usage', usage: ourUsage(usage) };
        break;
      case 'content_block_start':
        open.set(event.index, { ...event.content_block, json: '' });
        if (event.content_block.text) yield { type: 'text', text: event.content_block.text };
        break;
      case 'content_block_delta': {
        const block = open.get(event.index);
        if (block) yield* applyDelta(block, event.delta);
        break;
      }
      case 'content_block_stop': {
        const block = open.get(event.index);
        if (block) yield* closeBlock(block, context);
        open.delete(event.index);
        break;
      }
      case 'message_delta':
        usage = merge(usage, event.usage);
        stop = event.delta.stop_reason ?? stop;
        break;
      case 'message_stop':
        break;
    }
  }
  if (stop === undefined) return;
  yield { type: 'usage', usage: ourUsage(usage) };
  yield { type: 'finish', reason: finishReason(stop) };
}

/** Reads a whole message, the way of servers that do not stream. */
export async function* readAnthropicMessage(
  messages: AsyncIterable<unknown>,
  context: ReadContext,
): AsyncGenerator<ModelEvent, void, void> {
  for await (const raw of messages) {
    const message = parseShape(MessageSchema, raw, context.model);
    for (const block of message.content) {
      if (block.text) yield { type: 'text', text: block.text };
      if (block.thinking) yield { type: 'reasoning', text: block.thinking };
      const json = block.type === 'tool_use' ? JSON.stringify(block.input ?? {}) : '';
      yield* closeBlock({ ...block, json }, context);
    }
    if (message.usage) yield { type: 'usage', usage: ourUsage(message.usage) };
    if (message.stop_reason !== null) yield { type: 'finish', reason: finishReason(message.stop_reason) };
  }
}

type Delta = Extract<z.infer<typeof EventSchema>, { type: 'content_block_delta' }>['delta'];

function* applyDelta(block: Block & { json: string }, delta: Delta): Generator<ModelEvent> {
  if (delta.text) yield { type: 'text', text: delta.text };
  if (delta.thinking) {
    block.thinking = (block.thinking ?? '') + delta.thinking;
    yield { type: 'reasoning', text: delta.thinking };
  }
  if (delta.signature) block.signature = (block.signature ?? '') + delta.signature;
  block.json += delta.partial_json ?? '';
}

function* closeBlock(block: Block & { json: string }, { tools }: ReadContext): Generator<ModelEvent> {
  if (block.type === 'thinking' && block.signature)
    yield {
      type: 'carried',
      item: { type: 'thinking', thinking: block.thinking ?? '', signature: block.signature },
    };
  if (block.type === 'redacted_thinking' && block.data)
    yield { type: 'carried', item: { type: 'redacted_thinking', data: block.data } };
  if (block.type !== 'tool_use') return;
  const tool = tools.find((candidate) => vendorToolName(candidate) === block.name);
  const json = block.json || '{}';
  yield {
    type: 'tool_call',
    call: {
      id: block.id ?? '',
      name: tool?.name ?? block.name ?? '',
      arguments: tool && !tool.parameters && !tool.native ? unwrapFreeText(json) : json,
    },
  };
}

function merge(before: VendorUsage, after: VendorUsage | null | undefined): VendorUsage {
  const known = Object.entries(after ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return { ...before, ...Object.fromEntries(known) };
}

/** Anthropic counts cached input apart from `input_tokens`; ours is the sum. */
function ourUsage(usage: VendorUsage): Usage {
  const cachedInput = usage.cache_read_input_tokens ?? 0;
  const cacheWriteInput = usage.cache_creation_input_tokens ?? 0;
  return {
    input: (usage.input_tokens ?? 0) + cachedInput + cacheWriteInput,
    cachedInput,
    cacheWriteInput,
    output: usage.output_tokens ?? 0,
    reasoning: usage.output_tokens_details?.thinking_tokens ?? 0,
  };
}

function finishReason(stop: string): FinishReason {
  if (stop === 'max_tokens' || stop === 'model_context_window_exceeded') return 'length';
  if (stop === 'tool_use') return 'tool_calls';
  if (stop === 'refusal') return 'refusal';
  return 'stop';
}
