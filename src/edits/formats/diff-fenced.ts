import type { Format } from '../types.ts';
import { diffInstructions } from './diff-instructions.ts';
import { parseSearchReplace } from './search-replace.ts';

/** SEARCH/REPLACE blocks with the path inside the fence, for models that treat text outside fences as chat. */
export const diffFenced: Format = {
  name: 'diff-fenced',
  kind: 'text',
  instructions: (context) => diffInstructions(context, 'inside'),
  parse: (reply, context) => parseSearchReplace(reply, context, 'diff-fenced'),
};
