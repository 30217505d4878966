/** OpenAI's Chat Completions, as documented: chunks, a chunk with usage, `[DONE]`. */
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionMessageToolCall,
} from 'openai/resources/chat/completions/completions';
import type { CompletionUsage } from 'openai/resources/completions';
import { z } from 'zod';
import { callText, pieces } from '../../../src/models/script/reply.ts';
import type { FinishReason } from '../../../src/models/types.ts';
import { openaiError, openaiErrorBody } from './openai-error.ts';
import { type Answer, BadRequest, bearer, type Frame, must, type Wire, type WireRequest } from './wire.ts';

const PartSchema = z.object({ type: z.enum(['text', 'image_url', 'refusal']), text: z.string().optional() });
const MessageSchema = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(PartSchema), z.null()]).optional(),
  tool_calls: z.array(z.object({ id: z.string(), type: z.enum(['function', 'custom']) })).optional(),
  tool_call_id: z.string().optional(),
});
const BodySchema = z.object({
  model: z.string().min(1),
  messages: z.array(MessageSchema).min(1),
  stream: z.boolean().default(false),
  stream_options: z.object({ include_usage: z.boolean().optional() }).optional(),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  reasoning_effort: z.string().optional(),
  tools: z
    .array(
      z.discriminatedUnion('type', [
        z.object({
          type: z.literal('function'),
          function: z.object({ name: z.string().regex(/^[\w-]{1,64}$/) }),
        }),
        z.object({
          type: z.literal('custom'),
          custom: z.object({ name: z.string().regex(/^[\w-]{1,64}$/) }),
        }),
      ]),
    )
    .optional(),
});
type Message = z.infer<typeof MessageSchema>;

function read(body: unknown): WireRequest {
  const parsed = BodySchema.safeParse(body);
  if (!parsed.success) throw new BadRequest(z.prettifyError(parsed.error));
  const { model, messages, stream, stream_options, tools = [] } = parsed.data;
  must(stream || !stream_options, "The 'stream_options' parameter is only allowed when 'stream' is enabled.");
  checkCalls(messages);
  const texts = messages.map((message) => ({ role: message.role, text: textOf(message) }));
  return {
    model,
    stream,
    system: texts
      .flatMap(({ role, text }) => (role === 'system' || role === 'developer' ? [text] : []))
      .join('\n'),
    user: texts.findLast(({ role }) => role === 'user' || role === 'tool')?.text ?? '',
    all: texts.map(({ text }) => text).join('\n'),
    customTools: tools.flatMap((tool) => (tool.type === 'custom' ? [tool.custom.name] : [])),
    nativeTools: [],
    includeUsage: stream_options?.include_usage ?? false,
  };
}

/** Every call has to be answered at once, and every answer needs its call. */
function checkCalls(messages: Message[]): void {
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      const id = message.tool_call_id ?? '';
      must(
        open.includes(id),
        "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      );
      open = open.filter((candidate) => candidate !== id);
      continue;
    }
    must(
      open.length === 0,
      `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. Missing: ${open.join(', ')}`,
    );
    open = (message.tool_calls ?? []).map((call) => call.id);
  }
}

function textOf({ content }: Message): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('\n');
}

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

function frames(answer: Answer): Frame[] {
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

function whole(answer: Answer): ChatCompletion {
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

export const openaiChat: Wire = {
  name: 'openai-chat',
  path: /\/chat\/completions$/,
  key: bearer,
  read,
  whole,
  frames,
  error: openaiError,
  errorBody: openaiErrorBody,
  errorFrame: (error) => ({ data: openaiErrorBody(error), content: false }),
};
