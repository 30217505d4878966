import type { CommandSpec } from '../types.ts';

export const helpCommand: CommandSpec = {
  verb: 'help',
  aliases: [],
  argument: '[command]',
  needsText: false,
  places: ['issue', 'pull-request', 'inline'],
  role: 'read',
  flags: [],
  summary: 'Show the commands, or one of them in detail.',
  help: [{ text: 'Nothing runs and nothing is charged.' }],
  examples: ['help', 'help fix'],
};
