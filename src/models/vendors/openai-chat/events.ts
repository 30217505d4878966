/** Chat Completions chunks, and whole completions, as our events. Tolerant of what compatible servers leave out. */
import { z } from 'zod';
import type { Json } from '../../../lib/types.ts';
import { ModelFault } from '../../faults.ts';
import type { FinishReason, ModelEvent, ToolSpec, Usage } from '../../types.ts';
import { unwrapFreeText } from '../free-text.ts';
import { parseShape } from '../vendor.ts';

const count = z.number().nonnegative().nullish();
const DetailSchema = z.record(z.string(), z.json());
type Detail = z.infer<typeof DetailSchema>;

const UsageSchema = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish(),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish(),
  /** DeepSeek's name for cached input. */
  prompt_cache_hit_tokens: count,
});

const CallSchema = z.object({
  /** Google signs its calls here and refuses a conversation in which the signature is missing. */
  extra_content: z.json().optional(),
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
  custom: z.object({ name: z.string().nullish(), input: z.string().nullish() }).nullish(),
});

/** Mistral's reasoning models send parts instead of a text. */
const PartSchema = z.object({
  type: z.string(),
  text: z.string().optional(),
  thinking: z.array(z.object({ text: z.string().optional() })).optional(),
});

const MessageSchema = z.object({
  content: z.union([z.string(), z.array(PartSchema)]).nullish(),
  refusal: z.string().nullish(),
  /** DeepSeek, Qwen, vLLM and SGLang. */
  reasoning_content: z.string().nullish(),
  /** OpenRouter, Ollama and newer vLLM. */
  reasoning: z.string().nullish(),
  /** OpenRouter's form of what a vendor wants back unchanged. */
  reasoning_details: z.array(DetailSchema).nullish(),
  tool_calls: z.array(CallSchema).nullish(),
});
type VendorMessage = z.infer<typeof MessageSchema>;

const AnswerSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: MessageSchema.nullish(),
        message: MessageSchema.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: UsageSchema.nullish(),
});

export interface ReadContext {
  model: string;
  tools: readonly ToolSpec[];
}

interface OpenCall {
  id: string;
  name: string;
  text: string;
  custom: boolean;
  extra?: Json;
}

/**
 * Reads a stream of chunks, or a stream of one whole completion. Calls are emitted when the answer ends, because nothing
 * in this protocol says that a call is complete. Ends without `finish` when the vendor gave no reason.
 */
export async function* readChat(
  answers: AsyncIterable<unknown>,
  context: ReadContext,
): AsyncGenerator<ModelEvent, void, void> {
  const calls: OpenCall[] = [];
  let reason: string | undefined;
  let refused = false;
  const thoughts: Thoughts = { reasoning: '', details: [] };
  for await (const raw of answers) {
    const answer = parseShape(AnswerSchema, raw, context.model);
    if (answer.usage) yield { type: 'usage', usage: ourUsage(answer.usage) };
    // Only one answer is asked for; the choice list is empty in the chunk that carries the usage.
    const choice = answer.choices?.[0];
    if (!choice) continue;
    const message = choice.delta ?? choice.message;
    if (message) {
      yield* readText(message, thoughts);
      refused ||= Boolean(message.refusal);
      for (const call of message.tool_calls ?? []) collect(calls, call);
    }
    reason = choice.finish_reason ?? reason;
  }
  if (reason === undefined) return;
  if (calls.length > 0) yield* carried(thoughts, calls);
  for (const [index, call] of calls.entries()) yield toolCall(call, index, context.tools);
  yield {
    type: 'finish',
    reason: refused ? 'refusal' : finishReason(reason, calls.length > 0, context.model),
  };
}

interface Thoughts {
  reasoning: string;
  details: Detail[];
}

function* readText(message: VendorMessage, thoughts: Thoughts): Generator<ModelEvent> {
  thoughts.reasoning += message.reasoning_content ?? '';
  for (const detail of message.reasoning_details ?? []) addDetail(thoughts.details, detail);
  const parts = typeof message.content === 'string' ? [] : (message.content ?? []);
  const thinking = parts.flatMap((part) => part.thinking ?? []).map((part) => part.text ?? '');
  const reasoning = message.reasoning_content || message.reasoning || thinking.join('');
  if (reasoning) yield { type: 'reasoning', text: reasoning };
  const content =
    typeof message.content === 'string' ? message.content : parts.map((part) => part.text ?? '').join('');
  const text = content || message.refusal;
  if (text) yield { type: 'text', text };
}

/** Pieces of one detail belong together; their texts are joined and later fields win. */
function addDetail(details: Detail[], piece: Detail): void {
  const last = details.at(-1);
  if (!last || last.type !== piece.type || last.index !== piece.index) {
    details.push({ ...piece });
    return;
  }
  for (const [key, value] of Object.entries(piece)) {
    const before = last[key];
    const grows =
      ['text', 'summary', 'data'].includes(key) && typeof before === 'string' && typeof value === 'string';
    if (value !== null) last[key] = grows ? before + value : value;
  }
}

/**
 * What goes back with the calls in the next turn. DeepSeek and Kimi refuse calls without the thoughts that led to them; a
 * turn without calls must not carry any, which older DeepSeek models refuse.
 */
function* carried({ reasoning, details }: Thoughts, calls: OpenCall[]): Generator<ModelEvent> {
  const extra = Object.fromEntries(
    calls.flatMap((call) => (call.extra === undefined ? [] : [[call.id, call.extra]])),
  );
  const item = {
    ...(reasoning && { reasoning_content: reasoning }),
    ...(details.length > 0 && { reasoning_details: details }),
    ...(Object.keys(extra).length > 0 && { extra_content: extra }),
  };
  if (Object.keys(item).length > 0) yield { type: 'carried', item };
}

/** Adds a piece of a call. Google's endpoint sends whole calls without an index: a new id then starts a new call. */
function collect(calls: OpenCall[], piece: z.infer<typeof CallSchema>): void {
  const last = calls.length - 1;
  const startsNew = last < 0 || (piece.id && piece.id !== calls[last]?.id);
  const index = piece.index ?? (startsNew ? last + 1 : last);
  calls[index] ??= { id: '', name: '', text: '', custom: false };
  const call = calls[index];
  call.id ||= piece.id ?? '';
  call.name += piece.function?.name ?? piece.custom?.name ?? '';
  call.text += piece.function?.arguments ?? piece.custom?.input ?? '';
  call.custom ||= Boolean(piece.custom);
  if (piece.extra_content !== undefined) call.extra = piece.extra_content;
}

function toolCall(call: OpenCall, index: number, tools: readonly ToolSpec[]): ModelEvent {
  const tool = tools.find((candidate) => candidate.name === call.name);
  const wrapped = !call.custom && tool !== undefined && tool.parameters === undefined;
  return {
    type: 'tool_call',
    call: {
      // Some servers give no id, and the answer to a call needs one.
      id: call.id || `call_${index}`,
      name: call.name,
      arguments: wrapped ? unwrapFreeText(call.text) : call.text || (call.custom ? '' : '{}'),
    },
  };
}

function finishReason(reason: string, hasCalls: boolean, model: string): FinishReason {
  switch (reason.toLowerCase()) {
    case 'length':
    case 'max_tokens':
    case 'model_length':
      return 'length';
    case 'content_filter':
    case 'safety':
    case 'refusal':
    case 'recitation':
      return 'refusal';
    case 'stop':
    case 'eos':
    case 'end_turn':
    case 'stop_sequence':
    case 'tool_calls':
    case 'tool_use':
    case 'function_call':
      // Ollama and Google say `stop` when they call a tool.
      return hasCalls ? 'tool_calls' : 'stop';
    case 'insufficient_system_resource':
      throw new ModelFault('overloaded', { model, detail: reason });
    default:
      throw new ModelFault('bad_response', { model, detail: `unknown finish reason ${reason}` });
  }
}

function ourUsage(usage: z.infer<typeof UsageSchema>): Usage {
  const cached = usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? 0;
  return {
    input: usage.prompt_tokens ?? 0,
    cachedInput: cached,
    cacheWriteInput: usage.prompt_tokens_details?.cache_write_tokens ?? 0,
    output: usage.completion_tokens ?? 0,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? 0,
  };
}
