/** The Responses API's events, and a whole response, as our events. */
import { z } from 'zod';
import { classifyError } from '../../classify.ts';
import { ModelFault } from '../../faults.ts';
import type { FinishReason, ModelEvent, ToolSpec, Usage } from '../../types.ts';
import { unwrapFreeText } from '../free-text.ts';
import { parseShape } from '../vendor.ts';

const count = z.number().nonnegative().nullish();
const UsageSchema = z.object({
  input_tokens: count,
  input_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish(),
  output_tokens: count,
  output_tokens_details: z.object({ reasoning_tokens: count }).nullish(),
});

const ItemSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    content: z.array(
      z.object({ type: z.string(), text: z.string().nullish(), refusal: z.string().nullish() }),
    ),
  }),
  z.object({
    type: z.literal('reasoning'),
    id: z.string(),
    summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })),
    encrypted_content: z.string().nullish(),
  }),
  z.object({
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.object({ type: z.literal('custom_tool_call'), call_id: z.string(), name: z.string(), input: z.string() }),
  z.object({
    type: z.literal('apply_patch_call'),
    call_id: z.string(),
    operation: z.object({ type: z.string(), path: z.string(), diff: z.string().optional() }),
  }),
]);
type Item = z.infer<typeof ItemSchema>;

const ErrorSchema = z.object({ code: z.string().nullish(), message: z.string().nullish() });
const ResponseSchema = z.object({
  status: z.string().nullish(),
  output: z.array(z.unknown()).nullish(),
  error: ErrorSchema.nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  usage: UsageSchema.nullish(),
});

const delta = z.object({ delta: z.string() });
const EVENTS = {
  'response.output_text.delta': delta,
  'response.refusal.delta': delta,
  'response.reasoning_summary_text.delta': delta,
  'response.reasoning_text.delta': delta,
  'response.reasoning_summary_part.added': z.object({ summary_index: z.number() }),
  'response.output_item.done': z.object({ item: z.unknown() }),
  'response.completed': z.object({ response: ResponseSchema }),
  'response.incomplete': z.object({ response: ResponseSchema }),
  'response.failed': z.object({ response: ResponseSchema }),
};

export interface ReadContext {
  model: string;
  tools: readonly ToolSpec[];
  redact: (text: string) => string;
}

/** Reads a stream. Ends without `finish` when the response neither completed nor was cut short by a limit. */
export async function* readResponseStream(
  events: AsyncIterable<unknown>,
  context: ReadContext,
): AsyncGenerator<ModelEvent, void, void> {
  const { model } = context;
  const seen: Seen = { calls: false, refusal: false };
  for await (const raw of events) {
    const { type } = parseShape(z.object({ type: z.string() }), raw, model);
    switch (type) {
      case 'response.output_text.delta':
        yield { type: 'text', text: parseShape(EVENTS[type], raw, model).delta };
        break;
      case 'response.refusal.delta':
        seen.refusal = true;
        yield { type: 'text', text: parseShape(EVENTS[type], raw, model).delta };
        break;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        yield { type: 'reasoning', text: parseShape(EVENTS[type], raw, model).delta };
        break;
      case 'response.reasoning_summary_part.added':
        if (parseShape(EVENTS[type], raw, model).summary_index > 0) yield { type: 'reasoning', text: '\n\n' };
        break;
      case 'response.output_item.done':
        yield* closeItem(parseShape(EVENTS[type], raw, model).item, seen, context);
        break;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        yield* end(parseShape(EVENTS[type], raw, model).response, seen, context);
        return;
      case 'error':
        throw classifyError(raw, { model, started: true, redact: context.redact });
    }
  }
}

/** Reads a whole response, the way of servers that do not stream. */
export async function* readWholeResponse(
  responses: AsyncIterable<unknown>,
  context: ReadContext,
): AsyncGenerator<ModelEvent, void, void> {
  for await (const raw of responses) {
    const response = parseShape(ResponseSchema, raw, context.model);
    const seen: Seen = { calls: false, refusal: false };
    for (const value of response.output ?? []) {
      const item = ItemSchema.safeParse(value).data;
      if (item?.type === 'message') {
        for (const part of item.content) {
          seen.refusal ||= Boolean(part.refusal);
          const text = part.text || part.refusal;
          if (text) yield { type: 'text', text };
        }
      }
      const summary = item?.type === 'reasoning' ? item.summary.map((part) => part.text).join('\n\n') : '';
      if (summary) yield { type: 'reasoning', text: summary };
      yield* closeItem(value, seen, context);
    }
    yield* end(response, seen, context);
  }
}

interface Seen {
  calls: boolean;
  refusal: boolean;
}

/** Items of kinds that we did not ask for (searches, images) are left out. */
function* closeItem(value: unknown, seen: Seen, { tools }: ReadContext): Generator<ModelEvent> {
  const item = ItemSchema.safeParse(value).data;
  if (item?.type === 'reasoning' && item.encrypted_content)
    yield { type: 'carried', item: carriedItem(item) };
  if (!item || item.type === 'message' || item.type === 'reasoning') return;
  seen.calls = true;
  if (item.type === 'function_call') {
    const tool = tools.find((candidate) => candidate.name === item.name);
    const free = tool !== undefined && tool.parameters === undefined;
    const text = free ? unwrapFreeText(item.arguments) : item.arguments;
    yield { type: 'tool_call', call: { id: item.call_id, name: item.name, arguments: text } };
  } else if (item.type === 'custom_tool_call') {
    yield { type: 'tool_call', call: { id: item.call_id, name: item.name, arguments: item.input } };
  } else {
    const tool = tools.find((candidate) => candidate.native === 'apply_patch');
    const name = tool?.name ?? 'apply_patch';
    yield { type: 'tool_call', call: { id: item.call_id, name, arguments: JSON.stringify(item.operation) } };
  }
}

function carriedItem({ id, summary, encrypted_content }: Extract<Item, { type: 'reasoning' }>) {
  return { type: 'reasoning', id, summary, encrypted_content: encrypted_content ?? '' };
}

function* end(
  response: z.infer<typeof ResponseSchema>,
  seen: Seen,
  context: ReadContext,
): Generator<ModelEvent> {
  if (response.usage) yield { type: 'usage', usage: ourUsage(response.usage) };
  if (response.error || response.status === 'failed')
    throw classifyError(response.error ?? { message: 'the response failed' }, { ...context, started: true });
  yield { type: 'finish', reason: finishReason(response, seen, context.model) };
}

function finishReason(response: z.infer<typeof ResponseSchema>, seen: Seen, model: string): FinishReason {
  if (response.status === 'incomplete') {
    const reason = response.incomplete_details?.reason;
    if (reason === 'content_filter') return 'refusal';
    if (reason === 'max_output_tokens' || !reason) return 'length';
    throw new ModelFault('bad_response', { model, detail: `incomplete because of ${reason}` });
  }
  if (response.status === 'cancelled')
    throw new ModelFault('cut', { model, detail: 'the vendor cancelled it' });
  if (seen.refusal) return 'refusal';
  return seen.calls ? 'tool_calls' : 'stop';
}

function ourUsage(usage: z.infer<typeof UsageSchema>): Usage {
  return {
    input: usage.input_tokens ?? 0,
    cachedInput: usage.input_tokens_details?.cached_tokens ?? 0,
    cacheWriteInput: usage.input_tokens_details?.cache_write_tokens ?? 0,
    output: usage.output_tokens ?? 0,
    reasoning: usage.output_tokens_details?.reasoning_tokens ?? 0,
  };
}
