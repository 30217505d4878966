import type { CommandSpec } from '../types.ts';

export const stopCommand: CommandSpec = {
  verb: 'stop',
  aliases: [],
  argument: '',
  needsText: false,
  places: ['issue', 'pull-request', 'inline'],
  role: 'write',
  requesterToo: true,
  flags: [],
  summary: 'Stop the run on this thread after its current step.',
  help: 'What was committed is kept on the branch. Whoever asked for the run may stop it too.',
  examples: ['stop'],
};
