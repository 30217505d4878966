import type { CommandSpec } from '../types.ts';

export const askCommand: CommandSpec = {
  verb: 'ask',
  aliases: [],
  argument: '<question>',
  needsText: true,
  places: ['issue', 'pull-request', 'inline'],
  role: 'write',
  flags: ['model', 'files', 'read', 'budget'],
  summary: 'Answer a question about the code; change nothing.',
  help: [
    { text: 'Answers with links to the lines that the answer rests on.' },
    { text: 'Nothing is edited and nothing is pushed.' },
  ],
  examples: ['ask where are sessions stored?'],
};
