/** Reads a Responses request, and refuses what OpenAI documents as an error. */
import { z } from 'zod';
import { BadRequest, must, type WireRequest } from '../wire.ts';

const ItemSchema = z.object({
  type: z.string().default('message'),
  role: z.enum(['system', 'developer', 'user', 'assistant']).optional(),
  content: z
    .union([z.string(), z.array(z.object({ type: z.string(), text: z.string().optional() }))])
    .optional(),
  call_id: z.string().optional(),
  output: z.string().nullish(),
  encrypted_content: z.string().optional(),
});
const BodySchema = z.object({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(ItemSchema).min(1)]),
  instructions: z.string().optional(),
  stream: z.boolean().default(false),
  store: z.boolean().optional(),
  include: z.array(z.string()).optional(),
  max_output_tokens: z.int().min(16).optional(),
  temperature: z.number().min(0).max(2).optional(),
  reasoning: z.object({ effort: z.string() }).optional(),
  prompt_cache_key: z.string().optional(),
  tools: z
    .array(z.object({ type: z.enum(['function', 'custom', 'apply_patch']), name: z.string().optional() }))
    .optional(),
});
type Item = z.infer<typeof ItemSchema>;

/** Throws a `BadRequest` with the vendor's words. */
export function readRequest(body: unknown): WireRequest {
  const parsed = BodySchema.safeParse(body);
  if (!parsed.success) throw new BadRequest(z.prettifyError(parsed.error));
  const { model, input, instructions, stream, tools = [] } = parsed.data;
  const items: Item[] =
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input;
  checkCalls(items);
  const texts = items.map((item) => ({
    role: item.role ?? (item.type.endsWith('_output') ? 'tool' : ''),
    text: textOf(item),
  }));
  const system = texts.flatMap(({ role, text }) => (role === 'system' || role === 'developer' ? [text] : []));
  return {
    model,
    stream,
    system: [instructions ?? '', ...system].join('\n'),
    user: texts.findLast(({ role }) => role === 'user' || role === 'tool')?.text ?? '',
    all: texts.map(({ text }) => text).join('\n'),
    customTools: tools.flatMap((tool) => (tool.type === 'custom' && tool.name ? [tool.name] : [])),
    nativeTools: tools.flatMap((tool) => (tool.type === 'apply_patch' ? ['apply_patch'] : [])),
    includeUsage: true,
  };
}

const OUTPUT_OF: Record<string, string> = {
  function_call: 'function_call_output',
  custom_tool_call: 'custom_tool_call_output',
  apply_patch_call: 'apply_patch_call_output',
};

/** Every call needs an output of its own kind, and every output its call. */
function checkCalls(items: Item[]): void {
  const open = new Map<string, string>();
  for (const item of items) {
    const id = item.call_id ?? '';
    const outputType = OUTPUT_OF[item.type];
    if (outputType) open.set(id, outputType);
    else if (item.type.endsWith('_output')) {
      must(open.get(id) === item.type, `No tool call found for ${item.type} with call_id ${id}.`);
      open.delete(id);
    }
  }
  must(open.size === 0, `No tool output found for function call ${[...open.keys()].join(', ')}.`);
}

function textOf(item: Item): string {
  if (typeof item.content === 'string') return item.content;
  if (item.content) return item.content.map((part) => part.text ?? '').join('\n');
  return item.output ?? '';
}
