/** Models with open weights, and of vendors that serve them over an OpenAI-compatible API. The special stand before the general. */
import type { Family } from './family.ts';
import { OPEN } from './shared.ts';

export const OPEN_FAMILIES: readonly Family[] = [
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
