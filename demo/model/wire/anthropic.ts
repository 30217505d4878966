/** Anthropic's Messages API, as documented: content blocks that start, grow and stop. */
import type {
  ContentBlock,
  Message,
  RawMessageStreamEvent,
  StopReason,
  Usage,
} from '@anthropic-ai/sdk/resources/messages/messages';
import { z } from 'zod';
import { callText, pieces } from '../../../src/models/script/reply.ts';
import type { ScriptFault } from '../../../src/models/script/schema.ts';
import type { FinishReason } from '../../../src/models/types.ts';
import {
  type Answer,
  BadRequest,
  bearer,
  type Frame,
  type HttpError,
  headersOf,
  messageOf,
  must,
  type Wire,
  type WireRequest,
} from './wire.ts';

const cache_control = z
  .object({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() })
  .optional();
const TextSchema = z.object({ type: z.literal('text'), text: z.string(), cache_control });
const BlockSchema = z.discriminatedUnion('type', [
  TextSchema,
  z.object({
    type: z.literal('image'),
    source: z.object({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
    cache_control,
  }),
  z.object({
    type: z.literal('tool_use'),
    id: z.string().min(1),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
    cache_control,
  }),
  z.object({
    type: z.literal('tool_result'),
    tool_use_id: z.string().min(1),
    content: z.union([z.string(), z.array(TextSchema)]).optional(),
    is_error: z.boolean().optional(),
    cache_control,
  }),
  z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string().min(1) }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
]);
type Block = z.infer<typeof BlockSchema>;

const BodySchema = z.object({
  model: z.string().min(1),
  max_tokens: z.int().positive(),
  messages: z
    .array(
      z.object({ role: z.enum(['user', 'assistant']), content: z.union([z.string(), z.array(BlockSchema)]) }),
    )
    .min(1),
  system: z.union([z.string(), z.array(TextSchema)]).optional(),
  stream: z.boolean().default(false),
  temperature: z.number().min(0).max(1).optional(),
  thinking: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('enabled'), budget_tokens: z.int().min(1024) }),
      z.object({ type: z.literal('adaptive') }),
      z.object({ type: z.literal('disabled') }),
    ])
    .optional(),
  output_config: z
    .object({ effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional() })
    .optional(),
  tools: z
    .array(
      z.object({
        type: z.string().optional(),
        name: z.string(),
        input_schema: z.object({ type: z.literal('object') }).optional(),
        cache_control,
      }),
    )
    .optional(),
});
type Body = z.infer<typeof BodySchema>;

function read(body: unknown): WireRequest {
  const parsed = BodySchema.safeParse(body);
  if (!parsed.success) throw new BadRequest(z.prettifyError(parsed.error));
  const { model, stream, system, tools = [] } = parsed.data;
  const messages = parsed.data.messages.map(({ role, content }) => ({
    role,
    blocks: typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content,
  }));
  checkMessages(messages);
  checkParameters(
    parsed.data,
    messages.flatMap(({ blocks }) => blocks),
  );
  const texts = messages.map(({ role, blocks }) => ({ role, text: blocks.map(textOf).join('\n') }));
  return {
    model,
    stream,
    system: typeof system === 'string' ? system : (system ?? []).map((block) => block.text).join('\n'),
    user: texts.findLast(({ role }) => role === 'user')?.text ?? '',
    all: texts.map(({ text }) => text).join('\n'),
    customTools: [],
    nativeTools: tools.flatMap((tool) => (tool.type?.startsWith('text_editor_') ? [tool.name] : [])),
    includeUsage: true,
  };
}

function checkMessages(messages: { role: string; blocks: Block[] }[]): void {
  must(messages[0]?.role === 'user', 'messages: first message must use the "user" role');
  let open: string[] = [];
  for (const { role, blocks } of messages) {
    must(blocks.length > 0, 'messages: all messages must have non-empty content');
    must(
      blocks.every((block) => block.type !== 'text' || block.text !== ''),
      'messages: text content blocks must be non-empty',
    );
    const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
    must(
      open.every((id) => results.includes(id)),
      `messages: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}`,
    );
    must(
      results.every((id) => open.includes(id)),
      'messages: each `tool_result` block must have a corresponding `tool_use` block in the previous message',
    );
    open = blocks.flatMap((block) => (role === 'assistant' && block.type === 'tool_use' ? [block.id] : []));
  }
  const last = messages.at(-1);
  const end = last?.role === 'assistant' ? last.blocks.at(-1) : undefined;
  must(
    end?.type !== 'text' || end.text === end.text.trimEnd(),
    'messages: final assistant content cannot end with trailing whitespace',
  );
}

function checkParameters(body: Body, blocks: Block[]): void {
  const system = typeof body.system === 'object' ? body.system : [];
  const marks = [...system, ...(body.tools ?? []), ...blocks].filter(
    (block) => 'cache_control' in block && block.cache_control,
  );
  must(marks.length <= 4, `A maximum of 4 blocks with cache_control may be provided. Found ${marks.length}.`);
  must(
    system.every((block) => block.text !== ''),
    'system: text content blocks must be non-empty',
  );
  const { thinking } = body;
  if (thinking?.type !== 'enabled') return;
  must(
    thinking.budget_tokens < body.max_tokens,
    '`max_tokens` must be greater than `thinking.budget_tokens`',
  );
  must(
    body.temperature === undefined || body.temperature === 1,
    '`temperature` may only be set to 1 when thinking is enabled',
  );
}

function textOf(block: Block): string {
  if (block.type === 'text') return block.text;
  if (block.type !== 'tool_result') return '';
  return typeof block.content === 'string'
    ? block.content
    : (block.content ?? []).map((part) => part.text).join('\n');
}

const STOP = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  refusal: 'refusal',
} as const satisfies Record<FinishReason, StopReason>;

type AnswerBlock = {
  block: ContentBlock;
  text: string;
  delta: 'thinking_delta' | 'text_delta' | 'input_json_delta';
};

function answerBlocks({ reply, serial }: Answer): AnswerBlock[] {
  const blocks: AnswerBlock[] = [];
  if (reply.reasoning)
    blocks.push({
      block: { type: 'thinking', thinking: reply.reasoning, signature: `signature-${serial}` },
      text: reply.reasoning,
      delta: 'thinking_delta',
    });
  if (reply.text)
    blocks.push({
      block: { type: 'text', text: reply.text, citations: null },
      text: reply.text,
      delta: 'text_delta',
    });
  for (const call of reply.toolCalls) {
    const text = call.input === undefined ? callText(call) : JSON.stringify({ input: call.input });
    blocks.push({
      block: {
        type: 'tool_use',
        id: call.id,
        name: call.name,
        input: jsonOrEmpty(text),
        caller: { type: 'direct' },
      },
      text,
      delta: 'input_json_delta',
    });
  }
  return blocks;
}

/** A call that the output limit cut has arguments that are no JSON. */
function jsonOrEmpty(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function usageOf({ reply: { usage } }: Answer, output: number): Usage {
  return {
    input_tokens: usage.input - usage.cachedInput - usage.cacheWriteInput,
    cache_read_input_tokens: usage.cachedInput,
    cache_creation_input_tokens: usage.cacheWriteInput,
    cache_creation: null,
    output_tokens: output,
    output_tokens_details: output > 0 ? { thinking_tokens: usage.reasoning } : null,
    inference_geo: null,
    server_tool_use: null,
    service_tier: 'standard',
    speed: null,
  };
}

function messageOfAnswer(answer: Answer): Message {
  const { request, reply, serial } = answer;
  return {
    id: `msg_${serial}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: answerBlocks(answer).map(({ block }) => block),
    stop_reason: STOP[reply.finish],
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: usageOf(answer, reply.usage.output),
  };
}

function frames(answer: Answer): Frame[] {
  const { reply } = answer;
  const frame = (data: RawMessageStreamEvent, content = false): Frame => ({
    event: data.type,
    data,
    content,
  });
  const started = { ...messageOfAnswer(answer), content: [], stop_reason: null, usage: usageOf(answer, 0) };
  const end = usageOf(answer, reply.usage.output);
  return [
    frame({ type: 'message_start', message: started }),
    { event: 'ping', data: { type: 'ping' }, content: false },
    ...answerBlocks(answer).flatMap((part, index) => blockFrames(part, index, frame)),
    frame({
      type: 'message_delta',
      delta: { stop_reason: STOP[reply.finish], stop_sequence: null, stop_details: null, container: null },
      usage: {
        input_tokens: end.input_tokens,
        output_tokens: end.output_tokens,
        cache_creation_input_tokens: end.cache_creation_input_tokens,
        cache_read_input_tokens: end.cache_read_input_tokens,
        output_tokens_details: end.output_tokens_details,
        server_tool_use: null,
      },
    }),
    frame({ type: 'message_stop' }),
  ];
}

function blockFrames(
  { block, text, delta }: AnswerBlock,
  index: number,
  frame: (data: RawMessageStreamEvent, content?: boolean) => Frame,
): Frame[] {
  const deltas = pieces(text).map((piece) =>
    frame(
      {
        type: 'content_block_delta',
        index,
        delta:
          delta === 'text_delta'
            ? { type: delta, text: piece }
            : delta === 'thinking_delta'
              ? { type: delta, thinking: piece }
              : { type: delta, partial_json: piece },
      },
      true,
    ),
  );
  const signature =
    block.type === 'thinking'
      ? [
          frame({
            type: 'content_block_delta',
            index,
            delta: { type: 'signature_delta', signature: block.signature },
          }),
        ]
      : [];
  return [
    frame({ type: 'content_block_start', index, content_block: emptied(block) }),
    ...deltas,
    ...signature,
    frame({ type: 'content_block_stop', index }),
  ];
}

type Opened = Extract<RawMessageStreamEvent, { type: 'content_block_start' }>['content_block'];

function emptied(block: ContentBlock): Opened {
  if (block.type === 'text') return { ...block, text: '' };
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' };
  if (block.type === 'tool_use') return { ...block, input: {} };
  return block;
}

function error(fault: ScriptFault): HttpError {
  const make = (status: number, type: string, usual: string): HttpError => ({
    status,
    type,
    code: null,
    message: messageOf(fault, usual),
    headers: headersOf(fault),
  });
  switch (fault.kind) {
    case 'rate_limit':
      return make(
        429,
        'rate_limit_error',
        'Number of request tokens has exceeded your per-minute rate limit.',
      );
    case 'overloaded':
      return make(529, 'overloaded_error', 'Overloaded');
    case 'error_event':
      return fault.error === 'overloaded'
        ? make(529, 'overloaded_error', 'Overloaded')
        : make(500, 'api_error', 'Internal server error');
    case 'server_error':
      return make(fault.status, 'api_error', 'Internal server error');
    case 'context_exceeded':
      return make(400, 'invalid_request_error', 'prompt is too long: 214531 tokens > 200000 maximum');
    case 'auth':
      return fault.status === 401
        ? make(401, 'authentication_error', 'invalid x-api-key')
        : make(
            403,
            'permission_error',
            'Your API key does not have permission to use the specified resource.',
          );
    case 'quota':
      return make(
        400,
        'invalid_request_error',
        'Your credit balance is too low to access the Anthropic API.',
      );
    case 'content_policy':
      return make(400, 'invalid_request_error', 'Output blocked by content filtering policy');
    case 'not_found':
      return make(404, 'not_found_error', 'model: no-such-model');
    default:
      return make(400, 'invalid_request_error', 'Invalid request.');
  }
}

function errorBody({ type, message }: HttpError): unknown {
  return { type: 'error', error: { type, message }, request_id: 'req_scripted' };
}

export const anthropic: Wire = {
  name: 'anthropic',
  path: /\/v1\/messages$/,
  key: (headers) => (typeof headers['x-api-key'] === 'string' ? headers['x-api-key'] : bearer(headers)),
  read,
  whole: messageOfAnswer,
  frames,
  error,
  errorBody,
  errorFrame: (failure) => ({ event: 'error', data: errorBody(failure), content: false }),
};
