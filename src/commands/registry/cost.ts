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
  help: [{ text: 'Amounts are computed from the tokens that the model providers reported.' }],
  examples: ['cost', 'cost month'],
};
