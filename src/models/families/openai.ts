/** OpenAI's models. The special stand before the general. */
import type { ModelProfile } from '../profile.ts';
import type { Family } from './family.ts';
import { OPEN } from './shared.ts';

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

export const OPENAI_FAMILIES: readonly Family[] = [
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
];
