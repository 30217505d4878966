import type { Format } from '../types.ts';
import { udiffSimpleInstructions } from './udiff-instructions.ts';
import { parseUdiff } from './udiff-parser.ts';

/** `udiff` with short instructions, for models that write diffs well. */
export const udiffSimple: Format = {
  name: 'udiff-simple',
  kind: 'text',
  instructions: udiffSimpleInstructions,
  parse: (reply, context) => parseUdiff(reply, context, 'udiff-simple'),
};
