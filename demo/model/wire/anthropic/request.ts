/** Reads a Messages request, and refuses what Anthropic documents as an error. */
import { z } from 'zod';
import { BadRequest, must, type WireRequest } from '../wire.ts';

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

/** Throws a `BadRequest` with the vendor's words. */
export function readRequest(body: unknown): WireRequest {
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
