/**
 * How the models of a family behave: what no price list tells. Windows and prices come from `prices.ts`; the numbers here
 * count where that list is silent. Sources: the vendors' model pages, and which edit format each family writes best.
 */
import type { ModelProfile } from './profile.ts';

export interface Family {
  name: string;
  /** Against the model's name in lower case, without endpoint and without the path in front of it. */
  match: RegExp;
  /** The vendor's id in the price list, for endpoints whose own prices are not known. */
  vendor: string;
  profile: Partial<ModelProfile>;
}

const CLAUDE = {
  editFormat: 'diff',
  editorFormat: 'editor-diff',
  weakModel: 'claude-haiku-4-5',
  reminder: 'user',
  temperature: 'none',
  reasoning: 'adaptive',
  tools: true,
  images: true,
  caching: 'explicit',
  tokenizer: 'estimate',
  habits: ['overeager'],
} satisfies Partial<ModelProfile>;

const GPT = {
  editFormat: 'diff',
  editorFormat: 'editor-diff',
  reminder: 'user',
  temperature: 'none',
  reasoning: 'effort',
  tools: true,
  customTools: true,
  images: true,
  caching: 'automatic',
  tokenizer: 'o200k_base',
} satisfies Partial<ModelProfile>;

const GEMINI = {
  editFormat: 'diff-fenced',
  editorFormat: 'editor-diff-fenced',
  reminder: 'user',
  temperature: 'none',
  reasoning: 'effort',
  tools: true,
  images: true,
  caching: 'automatic',
  habits: ['overeager'],
} satisfies Partial<ModelProfile>;

/** Open models behind an OpenAI-compatible server. */
const OPEN = {
  editFormat: 'diff',
  editorFormat: 'editor-diff',
  reminder: 'user',
  temperature: 0,
  reasoning: 'none',
  tools: true,
  caching: 'automatic',
} satisfies Partial<ModelProfile>;

/** First match wins, so the special stand before the general. */
export const FAMILIES: readonly Family[] = [
  {
    name: 'Claude 5',
    match: /claude-(?:opus|sonnet|haiku|fable|mythos)-(?:5|latest)/,
    vendor: 'anthropic',
    profile: { ...CLAUDE, weakModel: 'claude-haiku-5-5', window: 1_000_000, outputLimit: 128_000 },
  },
  {
    name: 'Claude Opus 4.7 and 4.8',
    match: /claude-(?:opus-4[-.][78]|mythos)/,
    vendor: 'anthropic',
    profile: { ...CLAUDE, window: 1_000_000, outputLimit: 128_000 },
  },
  {
    name: 'Claude 4.6',
    match: /claude-(?:opus|sonnet)-4[-.]6/,
    vendor: 'anthropic',
    profile: { ...CLAUDE, window: 1_000_000, outputLimit: 64_000, temperature: 0 },
  },
  {
    name: 'Claude Opus 4 and 4.1',
    match: /claude-opus-4(?:[-.][01])?(?:$|[-@:](?!\d(?:\D|$)))/,
    vendor: 'anthropic',
    profile: {
      ...CLAUDE,
      window: 200_000,
      outputLimit: 32_000,
      temperature: 0,
      reasoning: 'budget',
      prefill: true,
    },
  },
  {
    name: 'Claude 4',
    match: /claude-(?:opus|sonnet|haiku)-4/,
    vendor: 'anthropic',
    profile: {
      ...CLAUDE,
      window: 200_000,
      outputLimit: 64_000,
      temperature: 0,
      reasoning: 'budget',
      prefill: true,
    },
  },
  {
    name: 'Claude 3',
    match: /claude-/,
    vendor: 'anthropic',
    profile: {
      ...CLAUDE,
      window: 200_000,
      outputLimit: 8_192,
      temperature: 0,
      reasoning: 'none',
      prefill: true,
      habits: [],
    },
  },
  {
    name: 'OpenAI pro without streaming',
    match: /^(?:o[13]|gpt-5\.5)-pro/,
    vendor: 'openai',
    profile: { ...GPT, window: 200_000, outputLimit: 100_000, weakModel: 'gpt-5.4-mini', streaming: false },
  },
  {
    name: 'GPT-5 and 6 pro',
    match: /gpt-[5-9](?:\.\d)?(?:-\w+)?-pro/,
    vendor: 'openai',
    profile: { ...GPT, window: 400_000, outputLimit: 128_000, weakModel: 'gpt-5.4-mini' },
  },
  {
    name: 'GPT-6',
    match: /gpt-6/,
    vendor: 'openai',
    profile: {
      ...GPT,
      window: 1_050_000,
      outputLimit: 128_000,
      weakModel: 'gpt-6-luna',
      habits: ['overeager'],
    },
  },
  {
    name: 'GPT-5 chat',
    match: /gpt-5(?:\.\d)?-chat|^chat-latest/,
    vendor: 'openai',
    profile: { ...GPT, window: 128_000, outputLimit: 16_384, reasoning: 'none', weakModel: 'gpt-5-nano' },
  },
  {
    name: 'GPT-5',
    match: /gpt-5|codex/,
    vendor: 'openai',
    profile: {
      ...GPT,
      window: 400_000,
      outputLimit: 128_000,
      weakModel: 'gpt-5-nano',
      habits: ['overeager'],
    },
  },
  {
    name: 'gpt-oss',
    match: /gpt-oss/,
    vendor: 'openai',
    profile: { ...OPEN, window: 131_072, outputLimit: 32_768, reasoning: 'effort', tokenizer: 'o200k_base' },
  },
  {
    name: 'GPT-4.1',
    match: /gpt-4\.1/,
    vendor: 'openai',
    profile: {
      ...GPT,
      window: 1_047_576,
      outputLimit: 32_768,
      reasoning: 'none',
      temperature: 0,
      customTools: false,
      reminder: 'system',
      weakModel: 'gpt-4.1-mini',
      editorModel: 'gpt-4.1-mini',
    },
  },
  {
    name: 'GPT-4o',
    match: /gpt-4o|chatgpt-4o/,
    vendor: 'openai',
    profile: {
      ...GPT,
      window: 128_000,
      outputLimit: 16_384,
      reasoning: 'none',
      temperature: 0,
      customTools: false,
      reminder: 'system',
      weakModel: 'gpt-4o-mini',
      habits: ['lazy'],
    },
  },
  {
    name: 'GPT-4 and 3.5',
    match: /gpt-(?:4|3\.5)/,
    vendor: 'openai',
    profile: {
      ...GPT,
      editFormat: 'udiff',
      window: 16_385,
      outputLimit: 4_096,
      reasoning: 'none',
      temperature: 0,
      customTools: false,
      images: false,
      caching: 'none',
      weakModel: 'gpt-4o-mini',
      habits: ['lazy'],
      tokenizer: 'cl100k_base',
    },
  },
  {
    name: 'OpenAI o-series',
    match: /^o[134](?:-|$)/,
    vendor: 'openai',
    profile: {
      ...GPT,
      window: 200_000,
      outputLimit: 100_000,
      customTools: false,
      weakModel: 'gpt-4.1-mini',
      editorModel: 'gpt-4.1',
    },
  },
  {
    name: 'Gemini 3',
    match: /gemini-(?:3|[a-z-]*latest)/,
    vendor: 'google',
    profile: { ...GEMINI, window: 1_048_576, outputLimit: 65_536, weakModel: 'gemini-3.8-flash' },
  },
  {
    name: 'Gemini 2.5',
    match: /gemini-2\.5/,
    vendor: 'google',
    profile: {
      ...GEMINI,
      temperature: 0,
      window: 1_048_576,
      outputLimit: 65_536,
      weakModel: 'gemini-2.5-flash',
    },
  },
  {
    name: 'Gemini 2.0 and 1.5',
    match: /gemini-/,
    vendor: 'google',
    profile: {
      ...GEMINI,
      editFormat: 'diff',
      editorFormat: 'editor-diff',
      temperature: 0,
      reasoning: 'none',
      window: 1_048_576,
      outputLimit: 8_192,
    },
  },
  {
    name: 'Gemma',
    match: /gemma/,
    vendor: 'google',
    profile: {
      ...OPEN,
      editFormat: 'whole',
      editorFormat: 'editor-whole',
      tools: false,
      window: 131_072,
      outputLimit: 8_192,
    },
  },
  {
    name: 'DeepSeek reasoner',
    match: /deepseek-(?:reasoner|r1)/,
    vendor: 'deepseek',
    profile: {
      ...OPEN,
      window: 131_072,
      outputLimit: 64_000,
      temperature: 'none',
      reasoning: 'always',
      reasoningTag: 'think',
      tools: false,
      editorModel: 'deepseek-chat',
      weakModel: 'deepseek-chat',
    },
  },
  {
    name: 'DeepSeek 4',
    match: /deepseek-v4/,
    vendor: 'deepseek',
    profile: { ...OPEN, window: 1_000_000, outputLimit: 64_000, weakModel: 'deepseek-v4-flash' },
  },
  {
    name: 'DeepSeek',
    match: /deepseek/,
    vendor: 'deepseek',
    profile: { ...OPEN, window: 128_000, outputLimit: 8_192, reminder: 'system' },
  },
  {
    name: 'Grok mini',
    match: /grok-3-mini/,
    vendor: 'x-ai',
    profile: {
      ...OPEN,
      editFormat: 'whole',
      editorFormat: 'editor-whole',
      temperature: 'none',
      reasoning: 'effort',
      window: 131_072,
      outputLimit: 16_384,
    },
  },
  {
    name: 'Grok',
    match: /grok/,
    vendor: 'x-ai',
    // Grok 4 always reasons and refuses the effort parameter.
    profile: { ...OPEN, reasoning: 'always', images: true, window: 131_072, outputLimit: 32_768 },
  },
  {
    name: 'Mistral',
    match: /mistral|codestral|devstral|magistral|ministral|pixtral|mixtral/,
    vendor: 'mistral',
    profile: { ...OPEN, window: 128_000, outputLimit: 16_384 },
  },
  {
    name: 'Qwen thinking',
    match: /qwq|qwen3?.*thinking/,
    vendor: 'openrouter',
    profile: {
      ...OPEN,
      temperature: 0.6,
      reasoning: 'always',
      reasoningTag: 'think',
      window: 131_072,
      outputLimit: 32_768,
    },
  },
  {
    name: 'Qwen 2.5 Coder',
    match: /qwen-?2\.5/,
    vendor: 'openrouter',
    profile: { ...OPEN, window: 32_768, outputLimit: 8_192 },
  },
  {
    name: 'Qwen 3',
    match: /qwen/,
    vendor: 'openrouter',
    profile: { ...OPEN, temperature: 0.7, reasoningTag: 'think', window: 131_072, outputLimit: 32_768 },
  },
  {
    name: 'Kimi',
    match: /kimi/,
    vendor: 'moonshotai',
    profile: { ...OPEN, temperature: 0.6, reasoningTag: 'think', window: 131_072, outputLimit: 32_768 },
  },
  {
    name: 'GLM',
    match: /glm/,
    vendor: 'zai',
    profile: { ...OPEN, temperature: 0.6, reasoningTag: 'think', window: 128_000, outputLimit: 32_768 },
  },
  {
    name: 'MiniMax',
    match: /minimax/,
    vendor: 'minimax',
    profile: {
      ...OPEN,
      temperature: 'none',
      reasoning: 'always',
      reasoningTag: 'think',
      window: 196_608,
      outputLimit: 32_768,
    },
  },
  {
    name: 'Llama',
    match: /llama/,
    vendor: 'groq',
    profile: { ...OPEN, window: 131_072, outputLimit: 8_192 },
  },
  {
    name: 'Command',
    match: /command-[ar]/,
    vendor: 'cohere',
    profile: {
      ...OPEN,
      editFormat: 'whole',
      editorFormat: 'editor-whole',
      window: 128_000,
      outputLimit: 4_096,
    },
  },
];
