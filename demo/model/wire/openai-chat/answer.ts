/** A reply as a completion, and as chunks: a role, pieces, a finish reason, a chunk with usage, `[DONE]`. */
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionMessageToolCall,
} from 'openai/resources/chat/completions/completions';
import type { CompletionUsage } from 'openai/resources/completions';
import { callText, pieces } from '../../../../src/models/script/reply.ts';
import type { FinishReason } from '../../../../src/models/types.ts';
import type { Answer, Frame } from '../wire.ts';

const FINISH = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  refusal: 'content_filter',
} as const satisfies Record<FinishReason, ChatCompletion.Choice['finish_reason']>;

function calls({ reply, request }: Answer): ChatCompletionMessageToolCall[] {
  return reply.toolCalls.map((call) =>
    request.customTools.includes(call.name)
      ? { id: call.id, type: 'custom', custom: { name: call.name, input: callText(call) } }
      : { id: call.id, type: 'function', function: { name: call.name, arguments: functionArguments(call) } },
  );
}

/** A model that has to fill in a function's one text field. */
function functionArguments(call: Answer['reply']['toolCalls'][number]): string {
  return call.input === undefined ? callText(call) : JSON.stringify({ input: call.input });
}

function usageOf({ reply: { usage } }: Answer): CompletionUsage {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cachedInput, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoning, audio_tokens: 0 },
  };
}

/** `reasoning_content` is DeepSeek's addition, which most open servers took over; OpenAI shows no reasoning here. */
type Delta = ChatCompletionChunk.Choice.Delta & { reasoning_content?: string };

/** The chunks of the answer, in order. */
export function framesOf(answer: Answer): Frame[] {
  const { reply, request, serial } = answer;
  const base = {
    id: `chatcmpl-${serial}`,
    object: 'chat.completion.chunk' as const,
    created: 1_750_000_000 + serial,
    model: request.model,
  };
  const chunk = (
    delta: Delta,
    finish: ChatCompletionChunk.Choice['finish_reason'],
    content: boolean,
  ): Frame => ({
    data: {
      ...base,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    } satisfies ChatCompletionChunk,
    content,
  });
  const callFrames = calls(answer).flatMap((call, index) => {
    const head =
      call.type === 'custom'
        ? { index, id: call.id, type: call.type, custom: { name: call.custom.name, input: '' } }
        : { index, id: call.id, type: call.type, function: { name: call.function.name, arguments: '' } };
    const text = call.type === 'custom' ? call.custom.input : call.function.arguments;
    const body = pieces(text).map((piece) =>
      call.type === 'custom'
        ? { index, custom: { input: piece } }
        : { index, function: { arguments: piece } },
    );
    return [head, ...body].map((part) => chunk({ tool_calls: [part] }, null, true));
  });
  const usage: ChatCompletionChunk = { ...base, choices: [], usage: usageOf(answer) };
  return [
    chunk({ role: 'assistant', content: '', refusal: null }, null, false),
    ...pieces(reply.reasoning).map((piece) => chunk({ reasoning_content: piece }, null, true)),
    ...pieces(reply.text).map((piece) =>
      chunk(reply.finish === 'refusal' ? { refusal: piece } : { content: piece }, null, true),
    ),
    ...callFrames,
    chunk({}, FINISH[reply.finish], false),
    ...(request.includeUsage ? [{ data: usage, content: false }] : []),
    { data: '[DONE]', content: false },
  ];
}

/** The whole answer. */
export function completionOf(answer: Answer): ChatCompletion {
  const { reply, request, serial } = answer;
  const refused = reply.finish === 'refusal';
  const toolCalls = calls(answer);
  const message = {
    role: 'assistant' as const,
    content: refused || reply.text === '' ? null : reply.text,
    refusal: refused ? reply.text : null,
    ...(reply.reasoning && { reasoning_content: reply.reasoning }),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  };
  return {
    id: `chatcmpl-${serial}`,
    object: 'chat.completion',
    created: 1_750_000_000 + serial,
    model: request.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: FINISH[reply.finish] }],
    usage: usageOf(answer),
  };
}
