import type { Format } from '../types.ts';
import { editorDiffInstructions } from './diff-instructions.ts';
import { parseSearchReplace } from './search-replace.ts';

/** `diff-fenced` for an editor that carries out a plan. */
export const editorDiffFenced: Format = {
  name: 'editor-diff-fenced',
  kind: 'text',
  instructions: (context) => editorDiffInstructions(context, 'inside'),
  parse: (reply, context) => parseSearchReplace(reply, context, 'editor-diff-fenced'),
};
