/** Reads a Chat Completions request, and refuses what OpenAI documents as an error. */
import { z } from 'zod';
import { BadRequest, must, type WireRequest } from '../wire.ts';

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

/** Throws a `BadRequest` with the vendor's words. */
export function readRequest(body: unknown): WireRequest {
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
