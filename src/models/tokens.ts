/** Token counts for budgets and limits. They never fail open: what is not known exactly is over-estimated. */
import type { ModelProfile } from './profile.ts';
import type { ModelRequest } from './types.ts';

export interface TokenCounter {
  /** Tokens of a text, at least. */
  text(text: string, profile: ModelProfile): Promise<number>;
  /** Tokens of everything that a request sends. */
  request(request: ModelRequest, profile: ModelProfile): Promise<number>;
  /** Corrects the estimate for a model by what the vendor counted. */
  learn(request: ModelRequest, profile: ModelProfile, reportedInput: number): void;
}

type Encode = (text: string) => number;

/** Above this, encoding takes long; counts of the pieces are then scaled up from a sample. */
const LONGEST_EXACT = 400_000;
/** Around every message: role and separators. */
const PER_MESSAGE = 8;
const PER_TOOL = 16;
/** The dearest picture of the common vendors (1,568 by Anthropic's table, rounded up). */
const PER_IMAGE = 1_600;
/** Other tokenizers need up to this much more than OpenAI's for the same text, until a vendor's count says better. */
const FOREIGN_FACTOR = 1.35;

export function createTokenCounter(): TokenCounter {
  const factors = new Map<string, number>();

  async function count(text: string, profile: ModelProfile): Promise<number> {
    const encode = await encoder(profile.tokenizer);
    return countLinear(text, encode);
  }
  const factorOf = (model: string, profile: ModelProfile) =>
    profile.tokenizer === 'estimate' ? (factors.get(model) ?? FOREIGN_FACTOR) : 1;
  async function raw(request: ModelRequest, profile: ModelProfile): Promise<number> {
    let sum = PER_MESSAGE;
    for (const message of request.messages) {
      sum +=
        PER_MESSAGE + PER_IMAGE * (message.images?.length ?? 0) + (await count(message.content, profile));
      for (const call of message.toolCalls ?? []) sum += PER_TOOL + (await count(call.arguments, profile));
      if (message.carried) sum += await count(JSON.stringify(message.carried.items), profile);
    }
    for (const tool of request.tools ?? [])
      sum +=
        PER_TOOL +
        (await count(`${tool.name}${tool.description}${JSON.stringify(tool.parameters ?? {})}`, profile));
    return sum;
  }

  return {
    text: async (text, profile) =>
      Math.ceil((await count(text, profile)) * (profile.tokenizer === 'estimate' ? FOREIGN_FACTOR : 1)),
    request: async (request, profile) =>
      Math.ceil((await raw(request, profile)) * factorOf(request.model, profile)),
    learn(request, profile, reportedInput) {
      if (profile.tokenizer !== 'estimate') return;
      raw(request, profile).then(
        (counted) => {
          // Ten percent on top, and never below OpenAI's count: the next text may be of another kind.
          const factor = Math.max(1, (reportedInput / counted) * 1.1);
          factors.set(request.model, Math.max(factor, (factors.get(request.model) ?? 0) * 0.9));
        },
        () => undefined,
      );
    },
  };
}

async function encoder(tokenizer: ModelProfile['tokenizer']): Promise<Encode> {
  // The tables have megabytes, and a server that only delivers webhooks never needs them.
  try {
    const { countTokens } =
      tokenizer === 'cl100k_base'
        ? await import('gpt-tokenizer/encoding/cl100k_base')
        : await import('gpt-tokenizer/encoding/o200k_base');
    const options = { disallowedSpecial: new Set<string>() };
    return (text) => countTokens(text, options);
  } catch {
    return bytes;
  }
}

/** No byte-level tokenizer makes more tokens than bytes. */
function bytes(text: string): number {
  return Buffer.byteLength(text);
}

function countLinear(text: string, encode: Encode): number {
  try {
    if (text.length <= LONGEST_EXACT) return encode(text);
  } catch {
    return bytes(text);
  }
  return bytes(text);
}
