import type { CommandSpec } from '../types.ts';

export const pingCommand: CommandSpec = {
  verb: 'ping',
  aliases: [],
  argument: '',
  needsText: false,
  places: ['issue', 'pull-request', 'inline'],
  role: 'read',
  flags: [],
  summary: 'Answer, so that you know the bot is there.',
  help: [{ text: 'Says which version is running.' }],
  examples: ['ping'],
};
