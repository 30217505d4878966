/** A `ModelRequest` as the body of OpenAI's Chat Completions API, in the dialect that compatible servers share. */
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsBase,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions/completions';
import { z } from 'zod';
import type { ModelProfile } from '../../profile.ts';
import type { ChatMessage, ModelRequest, ToolSpec } from '../../types.ts';
import { FREE_TEXT_FIELDS, wrapFreeText } from '../free-text.ts';
import { vendorModel } from '../vendor.ts';

/** Parameters that servers refuse most often; a refused one is left out from then on. */
export const OPTIONAL_PARAMETERS = [
  'stream_options',
  'temperature',
  'reasoning_effort',
  'max_completion_tokens',
  'max_tokens',
  'prompt_cache_key',
] as const;
export type OptionalParameter = (typeof OPTIONAL_PARAMETERS)[number];

export interface ChatDialect {
  /** OpenAI itself and Azure: `max_completion_tokens`, cache keys, custom tools. */
  official: boolean;
  /** What this server has refused before. */
  refused: ReadonlySet<OptionalParameter>;
}

/** The body without `stream`. */
export function chatBody(
  request: ModelRequest,
  profile: ModelProfile,
  dialect: ChatDialect,
): ChatCompletionCreateParamsBase {
  const free = dialect.official && profile.customTools;
  const optional = optionalFields(request, profile, dialect);
  for (const name of dialect.refused) delete optional[name];
  const context = {
    profile,
    free,
    tools: request.tools ?? [],
    marked: cacheMarks(request, profile, dialect),
  };
  return {
    model: vendorModel(request),
    messages: request.messages.flatMap((message) => messageParams(message, context)),
    ...(request.tools?.length && { tools: request.tools.map((tool) => toolParam(tool, free)) }),
    ...optional,
  };
}

type OptionalFields = Pick<ChatCompletionCreateParamsBase, OptionalParameter>;

function optionalFields(request: ModelRequest, profile: ModelProfile, dialect: ChatDialect): OptionalFields {
  const limit = request.maxOutputTokens && Math.min(request.maxOutputTokens, profile.outputLimit);
  // Servers that took `max_tokens` away name it in the refusal, and then the newer name is right.
  const limitName =
    dialect.official !== dialect.refused.has(dialect.official ? 'max_completion_tokens' : 'max_tokens')
      ? 'max_completion_tokens'
      : 'max_tokens';
  const temperature = request.temperature ?? profile.temperature;
  return {
    ...(limit && { [limitName]: limit }),
    ...(profile.temperature !== 'none' && temperature !== 'none' && { temperature }),
    ...(request.reasoning && takesEffort(profile) && { reasoning_effort: request.reasoning }),
    ...(dialect.official && request.cacheKey && { prompt_cache_key: request.cacheKey }),
  };
}

/** Gateways translate the word into what the vendor behind them wants. */
function takesEffort({ reasoning }: ModelProfile): boolean {
  return reasoning === 'effort' || reasoning === 'adaptive' || reasoning === 'budget';
}

/** Claude behind a gateway (OpenRouter, LiteLLM) caches only what is marked, as at Anthropic: four marks at most. */
function cacheMarks(
  { messages }: ModelRequest,
  profile: ModelProfile,
  { official }: ChatDialect,
): Set<ChatMessage> {
  if (official || profile.caching !== 'explicit') return new Set();
  return new Set(messages.filter((message) => message.cacheBreakpoint).slice(-4));
}

/** Whether a tool of this request goes out as free text. */
function isFreeText(tool: ToolSpec | undefined): boolean {
  return tool !== undefined && tool.parameters === undefined;
}

function toolParam(tool: ToolSpec, free: boolean): ChatCompletionTool {
  if (free && isFreeText(tool))
    return {
      type: 'custom',
      custom: { name: tool.name, description: tool.description, format: { type: 'text' } },
    };
  return {
    type: 'function',
    function: {
      name: tool.name,
      description: tool.description,
      parameters: tool.parameters ?? { type: 'object', ...FREE_TEXT_FIELDS },
    },
  };
}

interface MessageContext {
  profile: ModelProfile;
  free: boolean;
  /** Messages that end a prefix worth caching. */
  marked: ReadonlySet<ChatMessage>;
  tools: readonly ToolSpec[];
}

function messageParams(message: ChatMessage, context: MessageContext): ChatCompletionMessageParam[] {
  switch (message.role) {
    case 'system':
      return [
        { role: context.profile.systemPrompt ? 'system' : 'user', content: textContent(message, context) },
      ];
    case 'user':
      return [{ role: 'user', content: userContent(message, context) }];
    case 'tool':
      return [{ role: 'tool', tool_call_id: message.toolCallId ?? '', content: message.content }];
    case 'assistant':
      return [assistantParam(message, context)];
  }
}

const CarriedSchema = z.object({
  reasoning_content: z.string().optional(),
  reasoning_details: z.array(z.json()).optional(),
  /** By the id of the call. */
  extra_content: z.record(z.string(), z.json()).default({}),
});

/** The vendors' additions are no part of OpenAI's types; assigning a wider object to them is allowed. */
function assistantParam(message: ChatMessage, context: MessageContext): ChatCompletionMessageParam {
  const calls = message.toolCalls ?? [];
  const own = message.carried?.kind === 'openai-chat' && calls.length > 0;
  const { extra_content, ...thoughts } = CarriedSchema.catch({ extra_content: {} }).parse(
    own ? message.carried?.items[0] : {},
  );
  return {
    role: 'assistant',
    // Some servers refuse an empty text beside tool calls.
    content: message.content === '' && calls.length > 0 ? null : message.content,
    ...thoughts,
    ...(calls.length > 0 && {
      tool_calls: calls.map((call) => {
        const extra = extra_content[call.id];
        return { ...callParam(call, context), ...(extra !== undefined && { extra_content: extra }) };
      }),
    }),
  };
}

type TextPart = Extract<ChatCompletionContentPart, { type: 'text' }>;

/** Plain text where nothing is marked: the oldest servers understand no parts. */
function textContent(message: ChatMessage, { marked }: MessageContext): string | TextPart[] {
  if (!marked.has(message)) return message.content;
  const part = { type: 'text' as const, text: message.content, cache_control: { type: 'ephemeral' } };
  return [part];
}

function userContent(message: ChatMessage, context: MessageContext): string | ChatCompletionContentPart[] {
  const text = textContent(message, context);
  if (!message.images?.length) return text;
  const images = message.images.map(
    (image): ChatCompletionContentPart => ({
      type: 'image_url',
      image_url: { url: `data:${image.mediaType};base64,${image.data}` },
    }),
  );
  return [...images, ...(typeof text === 'string' ? [{ type: 'text' as const, text }] : text)];
}

function callParam(call: NonNullable<ChatMessage['toolCalls']>[number], { free, tools }: MessageContext) {
  const freeText = isFreeText(tools.find((tool) => tool.name === call.name));
  if (free && freeText)
    return { id: call.id, type: 'custom' as const, custom: { name: call.name, input: call.arguments } };
  const text = freeText ? wrapFreeText(call.arguments) : call.arguments;
  return { id: call.id, type: 'function' as const, function: { name: call.name, arguments: text } };
}
