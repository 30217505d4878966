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
    { text: 'The model sees what it would see for a `fix`; the answer lists those files.' },
    { text: 'In a review thread the answer stands in the thread.', needs: 'inline' },
    { text: 'Nothing is edited and nothing is pushed.' },
  ],
  examples: ['ask where are sessions stored?'],
};
