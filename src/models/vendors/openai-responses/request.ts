/** A `ModelRequest` as the body of OpenAI's Responses API. */
import type {
  ResponseCreateParamsBase,
  ResponseInputContent,
  ResponseInputItem,
  Tool,
} from 'openai/resources/responses/responses';
import { z } from 'zod';
import type { ModelProfile } from '../../profile.ts';
import type { ChatMessage, ModelRequest, ToolCall, ToolSpec } from '../../types.ts';
import { FREE_TEXT_FIELDS, wrapFreeText } from '../free-text.ts';
import { vendorModel } from '../vendor.ts';

/** The body without `stream`. Nothing is stored at the vendor; reasoning travels back encrypted. */
export function responsesBody(request: ModelRequest, profile: ModelProfile): ResponseCreateParamsBase {
  const reasons = profile.reasoning !== 'none';
  const temperature = request.temperature ?? profile.temperature;
  const limit = request.maxOutputTokens && Math.min(request.maxOutputTokens, profile.outputLimit);
  return {
    model: vendorModel(request),
    input: inputItems(request, profile),
    store: false,
    ...(request.tools?.length && { tools: request.tools.map((tool) => toolParam(tool, profile)) }),
    ...(limit && { max_output_tokens: limit }),
    ...(profile.temperature !== 'none' && temperature !== 'none' && { temperature }),
    ...(reasons && { include: ['reasoning.encrypted_content'] }),
    ...(request.reasoning && profile.reasoning === 'effort' && { reasoning: { effort: request.reasoning } }),
    ...(request.cacheKey && { prompt_cache_key: request.cacheKey }),
  };
}

function toolParam(tool: ToolSpec, profile: ModelProfile): Tool {
  if (isNativePatch(tool, profile)) return { type: 'apply_patch' };
  if (tool.parameters === undefined && profile.customTools)
    return { type: 'custom', name: tool.name, description: tool.description, format: { type: 'text' } };
  return {
    type: 'function',
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters ?? { type: 'object', ...FREE_TEXT_FIELDS },
    // Strict mode demands schemas of a special kind (every field required); ours are ordinary.
    strict: false,
  };
}

function isNativePatch(tool: ToolSpec | undefined, profile: ModelProfile): boolean {
  return tool?.native === 'apply_patch' && profile.customTools;
}

function inputItems(request: ModelRequest, profile: ModelProfile): ResponseInputItem[] {
  const toolOf = new Map<string, ToolSpec | undefined>();
  const items: ResponseInputItem[] = [];
  for (const message of request.messages) {
    for (const call of message.toolCalls ?? [])
      toolOf.set(
        call.id,
        request.tools?.find((tool) => tool.name === call.name),
      );
    items.push(...itemsOf(message, { profile, toolOf }));
  }
  return items;
}

interface ItemContext {
  profile: ModelProfile;
  /** The tool that a call id belongs to: the answer has to be of the same kind as the call. */
  toolOf: ReadonlyMap<string, ToolSpec | undefined>;
}

function itemsOf(message: ChatMessage, context: ItemContext): ResponseInputItem[] {
  if (message.role === 'tool') return [callOutput(message, context)];
  if (message.role !== 'assistant') {
    const role = message.role === 'system' && context.profile.systemPrompt ? 'developer' : 'user';
    return [{ type: 'message', role, content: contentOf(message) }];
  }
  return [
    ...carriedReasoning(message, context.profile),
    // An output message needs a vendor's id; a plain assistant turn does not.
    ...(message.content === '' ? [] : [{ role: 'assistant' as const, content: message.content }]),
    ...(message.toolCalls ?? []).map((call) => callItem(call, context)),
  ];
}

function contentOf(message: ChatMessage): ResponseInputContent[] {
  const images = (message.images ?? []).map(
    (image): ResponseInputContent => ({
      type: 'input_image',
      detail: 'auto',
      image_url: `data:${image.mediaType};base64,${image.data}`,
    }),
  );
  return [...images, { type: 'input_text', text: message.content }];
}

const ReasoningSchema = z.object({
  type: z.literal('reasoning'),
  id: z.string(),
  encrypted_content: z.string(),
  summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })),
});

/** The API refuses reasoning that nothing follows, so an empty turn goes without. */
function carriedReasoning(message: ChatMessage, profile: ModelProfile): ResponseInputItem[] {
  if (profile.reasoning === 'none' || message.carried?.kind !== 'openai') return [];
  if (message.content === '' && !message.toolCalls?.length) return [];
  const items = z.array(ReasoningSchema).safeParse(message.carried.items);
  return items.success ? items.data : [];
}

const OperationSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('create_file'), path: z.string(), diff: z.string() }),
  z.object({ type: z.literal('update_file'), path: z.string(), diff: z.string() }),
  z.object({ type: z.literal('delete_file'), path: z.string() }),
]);

function callItem(call: ToolCall, { profile, toolOf }: ItemContext): ResponseInputItem {
  const tool = toolOf.get(call.id);
  const operation = isNativePatch(tool, profile) ? patchOperation(call.arguments) : undefined;
  if (operation) return { type: 'apply_patch_call', call_id: call.id, status: 'completed', operation };
  const free = tool !== undefined && tool.parameters === undefined;
  if (free && profile.customTools)
    return { type: 'custom_tool_call', call_id: call.id, name: call.name, input: call.arguments };
  const text = free ? wrapFreeText(call.arguments) : call.arguments;
  return { type: 'function_call', call_id: call.id, name: call.name, arguments: text };
}

function patchOperation(json: string): z.infer<typeof OperationSchema> | undefined {
  try {
    return OperationSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

function callOutput(message: ChatMessage, { profile, toolOf }: ItemContext): ResponseInputItem {
  const call_id = message.toolCallId ?? '';
  const tool = toolOf.get(call_id);
  if (isNativePatch(tool, profile))
    return {
      type: 'apply_patch_call_output',
      call_id,
      status: message.toolFailed ? 'failed' : 'completed',
      output: message.content,
    };
  if (tool && tool.parameters === undefined && profile.customTools)
    return { type: 'custom_tool_call_output', call_id, output: message.content };
  return { type: 'function_call_output', call_id, output: message.content };
}
