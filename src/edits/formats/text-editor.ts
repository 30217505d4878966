import type { Format } from '../types.ts';
import { parseToolCalls } from './tool-calls.ts';
import { textEditorInstructions } from './tool-instructions.ts';

/** The text editor tool: for models that have its schema built in. */
export const textEditor: Format = {
  name: 'text_editor',
  kind: 'tools',
  instructions: textEditorInstructions,
  parse: (reply, context) => parseToolCalls(reply, context, 'text_editor'),
};
