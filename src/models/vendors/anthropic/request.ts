/** A `ModelRequest` as the body of Anthropic's Messages API. */
import type {
  ContentBlockParam,
  MessageCreateParamsBase,
  MessageParam,
  TextBlockParam,
  ToolUnion,
} from '@anthropic-ai/sdk/resources/messages/messages';
import { z } from 'zod';
import type { ModelProfile } from '../../profile.ts';
import type { ChatMessage, ModelRequest, ToolSpec } from '../../types.ts';
import { FREE_TEXT_FIELDS } from '../free-text.ts';
import { vendorModel } from '../vendor.ts';

/** The API refuses more. */
const MOST_CACHE_MARKS = 4;

/** The name is part of Anthropic's trained tool and cannot be chosen. */
const TEXT_EDITOR = { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' } as const;

/** Thinking tokens for models that take a number. */
const THINKING_BUDGET = { low: 4_096, medium: 12_288, high: 32_768 };
const LEAST_BUDGET = 1_024;

/** The body without `stream`. */
export function anthropicBody(request: ModelRequest, profile: ModelProfile): MessageCreateParamsBase {
  const maxTokens = Math.min(request.maxOutputTokens ?? profile.outputLimit, profile.outputLimit);
  const thinking = thinkingFields(request, profile, maxTokens);
  const { system, messages } = conversation(
    request.messages,
    thinking.thinking !== undefined || profile.reasoning === 'adaptive',
  );
  const temperature = temperatureOf(request, profile);
  return {
    model: vendorModel(request),
    max_tokens: maxTokens,
    ...(system.length > 0 && { system }),
    messages,
    ...(request.tools?.length && { tools: request.tools.map(toolParam) }),
    ...thinking,
    // The API refuses a temperature together with thinking.
    ...(temperature !== undefined && !thinking.thinking && { temperature }),
  };
}

/** The vendor's name of a tool, and ours. They differ only for trained tools. */
export function vendorToolName(tool: ToolSpec): string {
  return tool.native === 'text_editor' ? TEXT_EDITOR.name : tool.name;
}

function temperatureOf(request: ModelRequest, profile: ModelProfile): number | undefined {
  if (profile.temperature === 'none') return undefined;
  return request.temperature ?? profile.temperature;
}

function thinkingFields(
  { reasoning }: ModelRequest,
  profile: ModelProfile,
  maxTokens: number,
): Pick<MessageCreateParamsBase, 'thinking' | 'output_config'> {
  if (!reasoning) return {};
  if (profile.reasoning === 'adaptive')
    return { thinking: { type: 'adaptive' }, output_config: { effort: reasoning } };
  if (profile.reasoning !== 'budget') return {};
  // Thinking counts towards max_tokens: half of it at most, so that room for the answer remains.
  const budget = Math.min(THINKING_BUDGET[reasoning], Math.floor(maxTokens / 2));
  return budget < LEAST_BUDGET ? {} : { thinking: { type: 'enabled', budget_tokens: budget } };
}

function toolParam(tool: ToolSpec): ToolUnion {
  if (tool.native === 'text_editor') return { ...TEXT_EDITOR };
  return {
    name: tool.name,
    description: tool.description,
    input_schema: { type: 'object', ...(tool.parameters ?? FREE_TEXT_FIELDS) },
  };
}

const CarriedSchema = z.array(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
    z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  ]),
);

/** Standing instructions go in front; a later system message becomes the user's, because the API has no place for it. */
function conversation(messages: ChatMessage[], thinking: boolean) {
  const marked = new Set(messages.filter((message) => message.cacheBreakpoint).slice(-MOST_CACHE_MARKS));
  const firstTurn = messages.findIndex((message) => message.role !== 'system');
  const head = messages.slice(0, firstTurn < 0 ? messages.length : firstTurn);
  const turns: MessageParam[] = [];
  for (const message of messages.slice(head.length)) {
    const blocks = blocksOf(message, thinking);
    if (marked.has(message)) markLast(blocks);
    if (blocks.length === 0) continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    if (last?.role === role && Array.isArray(last.content)) last.content.push(...blocks);
    else turns.push({ role, content: blocks });
  }
  return { system: head.flatMap((message) => systemBlock(message, marked)), messages: turns };
}

function systemBlock(message: ChatMessage, marked: Set<ChatMessage>): TextBlockParam[] {
  const blocks: TextBlockParam[] = textBlocks(message.content);
  if (marked.has(message)) markLast(blocks);
  return blocks;
}

function blocksOf(message: ChatMessage, thinking: boolean): ContentBlockParam[] {
  if (message.role === 'tool') {
    return [
      {
        type: 'tool_result',
        tool_use_id: message.toolCallId ?? '',
        content: message.content,
        ...(message.toolFailed && { is_error: true }),
      },
    ];
  }
  const images = (message.images ?? []).map(
    (image): ContentBlockParam => ({
      type: 'image',
      source: { type: 'base64', media_type: image.mediaType, data: image.data },
    }),
  );
  const calls = (message.toolCalls ?? []).map(
    (call): ContentBlockParam => ({
      type: 'tool_use',
      id: call.id,
      name: call.name,
      input: jsonInput(call.arguments),
    }),
  );
  return [...carriedBlocks(message, thinking), ...images, ...textBlocks(message.content), ...calls];
}

/** The API refuses empty text blocks. */
function textBlocks(text: string): { type: 'text'; text: string }[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function carriedBlocks(message: ChatMessage, thinking: boolean): ContentBlockParam[] {
  if (!thinking || message.carried?.kind !== 'anthropic') return [];
  const items = CarriedSchema.safeParse(message.carried.items);
  return items.success ? items.data : [];
}

/** The API wants an object. Text that is none was a free-text call, or one that the output limit cut. */
function jsonInput(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Falls through to the wrapped form.
  }
  return { input: text };
}

function markLast(blocks: ContentBlockParam[] | TextBlockParam[]): void {
  const last = blocks.at(-1);
  // Thinking blocks take no mark.
  if (last && last.type !== 'thinking' && last.type !== 'redacted_thinking')
    Object.assign(last, { cache_control: { type: 'ephemeral' } });
}
