/** Token counts for budgets and limits. They never fail open: what is not known exactly is over-estimated. */
import { countInRuns } from '../lib/token-runs.ts';
import type { ModelProfile } from './profile.ts';
import type { ImagePart, ModelRequest } from './types.ts';

export interface TokenCounter {
  /** Tokens of a text in a model's own tokenizer; an over-estimate where that is not public. */
  text(text: string, profile: ModelProfile, model?: string): Promise<number>;
  /** Tokens of everything that a request sends. */
  request(request: ModelRequest, profile: ModelProfile): Promise<RequestTokens>;
  /** Corrects the estimates for a model by what its vendor counted. */
  learn(model: string, counted: RequestTokens, reportedInput: number): void;
}

export interface RequestTokens {
  /** What to plan with. */
  tokens: number;
  /** The count before the correction for the model. */
  raw: number;
}

type Encode = (text: string) => number;

/** Loads an encoder; replaced in tests to see what happens when it cannot be loaded. */
export type LoadEncoder = (tokenizer: 'o200k_base' | 'cl100k_base') => Promise<Encode>;

/** Role, separators and, with some vendors, a hidden line for every message. */
const PER_MESSAGE = 8;
const PER_TOOL = 16;
/** Anthropic and OpenAI scale pictures down to at most about this. */
const PER_IMAGE = 1_600;
/** Other tokenizers need up to this much more than OpenAI's for source code, until a vendor's own count says better. */
const FOREIGN_FACTOR = 1.35;
/** On top of a learned factor, because the next text may be of another kind. */
const MARGIN = 1.1;
/** Above this, bytes are counted instead: nobody sends a text of this length, and the answer is "too long" anyway. */
const LONGEST_ENCODED = 8_000_000;

export function createTokenCounter(load: LoadEncoder = loadEncoder): TokenCounter {
  const factors = new Map<string, number>();
  const factorOf = (profile: ModelProfile, model: string | undefined) =>
    profile.tokenizer === 'estimate' ? (factors.get(model ?? '') ?? FOREIGN_FACTOR) : 1;
  const encoderFor = (profile: ModelProfile) =>
    load(profile.tokenizer === 'cl100k_base' ? 'cl100k_base' : 'o200k_base').then(
      (encode) => safeCount(encode),
      () => bytes,
    );

  return {
    async text(text, profile, model) {
      const count = await encoderFor(profile);
      return Math.ceil(count(text) * factorOf(profile, model));
    },
    async request(request, profile) {
      const raw = countRequest(request, await encoderFor(profile));
      return { raw, tokens: Math.ceil(raw * factorOf(profile, request.model)) };
    },
    learn(model, { raw }, reportedInput) {
      if (!(raw > 0 && reportedInput > 0)) return;
      const seen = Math.max(1, (reportedInput / raw) * MARGIN);
      // Up at once and down slowly: a low count after a high one says little about the next text.
      factors.set(model, Math.max(seen, (factors.get(model) ?? 0) * 0.9));
    },
  };
}

function countRequest(request: ModelRequest, count: Encode): number {
  let sum = PER_MESSAGE;
  for (const message of request.messages) {
    sum += PER_MESSAGE + count(message.content) + imageTokens(message.images ?? []);
    for (const call of message.toolCalls ?? []) sum += PER_TOOL + count(call.name) + count(call.arguments);
    if (message.carried) sum += count(JSON.stringify(message.carried.items));
  }
  for (const tool of request.tools ?? [])
    sum += PER_TOOL + count(`${tool.name} ${tool.description} ${JSON.stringify(tool.parameters ?? {})}`);
  return sum;
}

function imageTokens(images: readonly ImagePart[]): number {
  return images.length * PER_IMAGE;
}

/** Loaded when first needed: the table has megabytes, and a server that only takes webhooks never needs it. */
async function loadEncoder(tokenizer: 'o200k_base' | 'cl100k_base'): Promise<Encode> {
  const { countTokens } =
    tokenizer === 'cl100k_base'
      ? await import('gpt-tokenizer/encoding/cl100k_base')
      : await import('gpt-tokenizer/encoding/o200k_base');
  // Names of special tokens inside a text are text.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text, options);
}

function safeCount(encode: Encode): Encode {
  return (text) => {
    if (text.length > LONGEST_ENCODED) return bytes(text);
    try {
      return countInRuns(text, encode);
    } catch {
      return bytes(text);
    }
  };
}

/** No byte-level tokenizer makes more tokens than there are bytes. */
function bytes(text: string): number {
  return Buffer.byteLength(text);
}
