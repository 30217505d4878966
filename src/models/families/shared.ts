/** What most models behind an OpenAI-compatible server have in common. */
import type { ModelProfile } from '../profile.ts';

export const OPEN = {
  editFormat: 'diff',
  editorFormat: 'editor-diff',
  reminder: 'user',
  temperature: 0,
  reasoning: 'none',
  tools: true,
  caching: 'automatic',
} satisfies Partial<ModelProfile>;
