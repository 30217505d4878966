import type { Format } from '../types.ts';
import { parseToolCalls } from './tool-calls.ts';
import { editInstructions } from './tool-instructions.ts';

/** A path and a list of old and new texts, with write, delete and rename beside it. */
export const edit: Format = {
  name: 'edit',
  kind: 'tools',
  instructions: editInstructions,
  parse: (reply, context) => parseToolCalls(reply, context, 'edit'),
};
