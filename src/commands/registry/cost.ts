import type { CommandSpec } from '../types.ts';

export const costCommand: CommandSpec = {
  verb: 'cost',
  aliases: [],
  argument: '[month]',
  needsText: false,
  places: ['issue', 'pull-request'],
  role: 'write',
  flags: [],
  summary: 'Show what runs of this thread, or of the month, have cost.',
  help: [
    { text: 'Amounts are computed from the tokens that the model providers reported.' },
    { text: 'A model whose price is not known is counted as the limits count it, at a price above most.' },
  ],
  examples: ['cost', 'cost month'],
};
