/** Anthropic's models. The special stand before the general. */
import type { ModelProfile } from '../profile.ts';
import type { Family } from './family.ts';

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

export const ANTHROPIC_FAMILIES: readonly Family[] = [
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
];
