import type { Format } from '../types.ts';
import { parseToolCalls } from './tool-calls.ts';
import { applyPatchInstructions } from './tool-instructions.ts';

/** The apply_patch tool: for models trained on it. */
export const applyPatch: Format = {
  name: 'apply_patch',
  kind: 'tools',
  instructions: applyPatchInstructions,
  parse: (reply, context) => parseToolCalls(reply, context, 'apply_patch'),
};
