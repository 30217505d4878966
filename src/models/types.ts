/** The vocabulary of model calls: one request shape and one stream of typed events for every provider. */
import type { Json } from '../lib/types.ts';
import type { FaultKind } from './faults.ts';
import type { ModelProfile } from './profile.ts';

/** Who said it. `system` is the harness's standing instruction. */
export type Role = 'system' | 'user' | 'assistant' | 'tool';

export interface ToolCall {
  id: string;
  name: string;
  /**
   * The arguments as the model sent them: JSON text, or free text for custom tools. Never parsed by providers.
   * A native `apply_patch` call carries its operation as JSON: `{"type":"update_file","path":…,"diff":…}`.
   */
  arguments: string;
}

export interface ImagePart {
  mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** base64 */
  data: string;
}

/**
 * What a vendor wants back unchanged in the next turn of the same conversation (signed thinking, encrypted reasoning).
 * Opaque to everyone but the adapter that made it; left out when the next request goes to another kind of provider.
 */
export interface CarriedItems {
  kind: ProviderKind;
  items: Json[];
}

export interface ChatMessage {
  role: Role;
  content: string;
  images?: ImagePart[];
  /** Calls that an assistant message made. */
  toolCalls?: ToolCall[];
  /** For `tool` messages: the call that this answers. */
  toolCallId?: string;
  /** For `tool` messages: the call could not be carried out. */
  toolFailed?: boolean;
  /** For assistant messages: `carried` of the reply that this message repeats. */
  carried?: CarriedItems;
  /** Ends a prefix that is stable across calls and worth caching; at most four per request are honoured. */
  cacheBreakpoint?: boolean;
}

export interface ToolSpec {
  name: string;
  description: string;
  /** JSON Schema of the arguments; absent for a free-text (custom) tool. */
  parameters?: Record<string, unknown>;
  /** Asks for the vendor's trained tool of this kind where it exists; elsewhere the schema above is used. */
  native?: 'apply_patch' | 'text_editor';
}

/** What a call is for. Scripts and the ledger tell calls apart by it; vendors never see it. */
export type Purpose = 'architect' | 'editor' | 'weak';

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
  purpose?: Purpose;
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
  /** Something to keep for the next turn; see `CarriedItems`. */
  | { type: 'carried'; item: Json }
  /** May come more than once; the last one counts. */
  | { type: 'usage'; usage: Usage }
  | { type: 'finish'; reason: FinishReason };

/**
 * `cut`: the output limit cut it and it could not be completed; its last block or call must not be applied.
 * `refused`: content policy. `empty`: neither text nor calls.
 */
export type ReplyOutcome = 'answered' | 'cut' | 'refused' | 'empty';

/** One call as the ledger sees it. */
export interface BilledCall {
  model: string;
  usage: Usage;
  /** False when the vendor did not tell and the usage is our over-estimate. */
  measured: boolean;
  outcome: 'answered' | FaultKind;
  /** How long it took. */
  milliseconds: number;
}

/** A whole answer, as the journal keeps it. */
export interface ModelReply {
  text: string;
  reasoning: string;
  toolCalls: ToolCall[];
  /** Everything that was billed for this answer: all pieces of a continued one, and tries that broke off. */
  usage: Usage;
  finish: FinishReason;
  outcome?: ReplyOutcome;
  /** The model that answered, which may be a fallback. */
  model?: string;
  /** More than 1 when the answer was continued. */
  pieces?: number;
  /** Give it back in the assistant message when the conversation goes on with tool results. */
  carried?: CarriedItems;
  /** Every call that was made for this answer, broken ones included. */
  calls?: BilledCall[];
}

export type ProviderKind = 'openai' | 'openai-chat' | 'anthropic' | 'scripted';

export interface StreamOptions {
  signal: AbortSignal;
  /** What is known of the model; decides which parameters it takes. */
  profile: ModelProfile;
}

/** One vendor. Streams exactly one `finish` as its last event, or throws a `ModelFault`. */
export interface ModelProvider {
  /** The endpoint's configured name: the part of a model name in front of the first slash. */
  readonly name: string;
  readonly kind: ProviderKind;
  stream(request: ModelRequest, options: StreamOptions): AsyncIterable<ModelEvent>;
}
