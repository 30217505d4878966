/** The vocabulary of model calls: one request shape and one stream of typed events for every provider. */

/** Who said it. `system` is the harness's standing instruction. */
export type Role = 'system' | 'user' | 'assistant' | 'tool';

export interface ToolCall {
  id: string;
  name: string;
  /** The arguments as the model sent them: JSON text, or free text for custom tools. Never parsed by providers. */
  arguments: string;
}

export interface ImagePart {
  mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** base64 */
  data: string;
}

export interface ChatMessage {
  role: Role;
  content: string;
  images?: ImagePart[];
  /** Calls that an assistant message made. */
  toolCalls?: ToolCall[];
  /** For `tool` messages: the call that this answers. */
  toolCallId?: string;
  /** Ends a prefix that is stable across calls and worth caching; at most four per request are honoured. */
  cacheBreakpoint?: boolean;
}

export interface ToolSpec {
  name: string;
  description: string;
  /** JSON Schema of the arguments; absent for a free-text (custom) tool. */
  parameters?: Record<string, unknown>;
}

export interface ModelRequest {
  /** `provider/model`, as configured; the part after the first slash goes to the vendor. */
  model: string;
  messages: ChatMessage[];
  tools?: ToolSpec[];
  /** Tokens the model may write; the provider's own default when absent. */
  maxOutputTokens?: number;
  temperature?: number;
  reasoning?: 'low' | 'medium' | 'high';
  /** Groups requests that share a prefix, for providers that route by it. */
  cacheKey?: string;
}

/** Tokens of one call. `cachedInput` is a part of `input`; `reasoning` is a part of `output`. */
export interface Usage {
  input: number;
  cachedInput: number;
  /** Tokens written to a prompt cache, where the vendor bills them apart. A part of `input`. */
  cacheWriteInput: number;
  output: number;
  reasoning: number;
}

/**
 * Why a reply ended. `null` finish reasons of a vendor never reach here: a stream that ends without one is a fault.
 * `length`: cut by the output limit. `refusal`: content policy.
 */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'refusal';

export type ModelEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool_call'; call: ToolCall }
  | { type: 'usage'; usage: Usage }
  | { type: 'finish'; reason: FinishReason };

/** A whole answer, as the journal keeps it. */
export interface ModelReply {
  text: string;
  reasoning: string;
  toolCalls: ToolCall[];
  usage: Usage;
  finish: FinishReason;
}

/** One vendor. Streams exactly one `finish` as its last event, or throws a `ModelFault`. */
export interface ModelProvider {
  readonly name: string;
  stream(request: ModelRequest, options: { signal: AbortSignal }): AsyncIterable<ModelEvent>;
}
