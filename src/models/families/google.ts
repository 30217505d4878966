/** Google's models. The special stand before the general. */
import type { ModelProfile } from '../profile.ts';
import type { Family } from './family.ts';
import { OPEN } from './shared.ts';

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

export const GOOGLE_FAMILIES: readonly Family[] = [
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
];
