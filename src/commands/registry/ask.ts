import type { CommandSpec } from '../types.ts';

export const askCommand: CommandSpec = {
  verb: 'ask',
  aliases: [],
  argument: '<question>',
  needsText: true,
  places: ['issue', 'pull-request', 'inline'],
  role: 'write',
  requesterToo: false,
  flags: ['model', 'files', 'read', 'budget'],
  summary: 'Answer a question about the code; change nothing.',
  help: 'Answers with links to the lines that the answer rests on. Nothing is edited and nothing is pushed.',
  examples: ['ask where are sessions stored?'],
};
