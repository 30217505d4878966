import type { CommandSpec } from '../types.ts';

export const addressCommand: CommandSpec = {
  verb: 'address',
  aliases: [],
  argument: '[all|@user]',
  needsText: false,
  places: ['pull-request'],
  role: 'write',
  flags: ['model', 'editor-model', 'mode', 'format', 'budget', 'no-test'],
  summary: 'Work through the unresolved review threads.',
  help: [
    { text: 'One run takes them all; each thread gets its commit, and a reply that names it.' },
    {
      text: 'Only what people with write access said there directs; comments of others are material. Threads that the bot has answered last wait for a new word.',
    },
  ],
  examples: ['address', 'address @octocat'],
};
