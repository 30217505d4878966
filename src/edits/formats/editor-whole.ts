import type { Format } from '../types.ts';
import { editorWholeInstructions } from './whole-instructions.ts';
import { parseWhole } from './whole-parser.ts';

/** `whole` for an editor that carries out a plan. */
export const editorWhole: Format = {
  name: 'editor-whole',
  kind: 'text',
  instructions: editorWholeInstructions,
  parse: (reply, context) => parseWhole(reply, context, 'editor-whole'),
};
