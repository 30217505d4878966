import type { CommandSpec } from '../types.ts';

export const mapCommand: CommandSpec = {
  verb: 'map',
  aliases: [],
  argument: '[text]',
  needsText: false,
  places: ['issue', 'pull-request', 'inline'],
  role: 'write',
  flags: ['files', 'read'],
  summary: 'Show which files would be in the context, and why.',
  help: [{ text: 'Ranks the repository for this thread, or for the text given, without calling a model.' }],
  examples: ['map', 'map session expiry'],
};
