import type { CommandSpec } from '../types.ts';

export const stopCommand: CommandSpec = {
  verb: 'stop',
  aliases: [],
  argument: '',
  needsText: false,
  places: ['issue', 'pull-request', 'inline'],
  role: 'write',
  flags: [],
  summary: 'Stop the run on this thread after its current step.',
  help: [{ text: 'What was committed is kept on the branch.' }],
  examples: ['stop'],
};
