import type { Format } from '../types.ts';
import { udiffInstructions } from './udiff-instructions.ts';
import { parseUdiff } from './udiff-parser.ts';

/** Unified diffs without line numbers. */
export const udiff: Format = {
  name: 'udiff',
  kind: 'text',
  instructions: udiffInstructions,
  parse: (reply, context) => parseUdiff(reply, context, 'udiff'),
};
