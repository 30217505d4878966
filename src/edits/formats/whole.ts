import type { Format } from '../types.ts';
import { wholeInstructions } from './whole-instructions.ts';
import { parseWhole } from './whole-parser.ts';

/** Complete files: for models that cannot write diffs. */
export const whole: Format = {
  name: 'whole',
  kind: 'text',
  instructions: wholeInstructions,
  parse: (reply, context) => parseWhole(reply, context, 'whole'),
};
