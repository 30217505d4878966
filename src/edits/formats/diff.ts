import type { Format } from '../types.ts';
import { diffInstructions } from './diff-instructions.ts';
import { parseSearchReplace } from './search-replace.ts';

/** SEARCH/REPLACE blocks with the path above the fence: the default for most models. */
export const diff: Format = {
  name: 'diff',
  kind: 'text',
  instructions: (context) => diffInstructions(context, 'above'),
  parse: (reply, context) => parseSearchReplace(reply, context, 'diff'),
};
