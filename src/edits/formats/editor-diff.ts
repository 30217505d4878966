import type { Format } from '../types.ts';
import { editorDiffInstructions } from './diff-instructions.ts';
import { parseSearchReplace } from './search-replace.ts';

/** `diff` for an editor that carries out a plan. */
export const editorDiff: Format = {
  name: 'editor-diff',
  kind: 'text',
  instructions: (context) => editorDiffInstructions(context, 'above'),
  parse: (reply, context) => parseSearchReplace(reply, context, 'editor-diff'),
};
