import type { CommandSpec } from '../types.ts';

export const statusCommand: CommandSpec = {
  verb: 'status',
  aliases: [],
  argument: '',
  needsText: false,
  places: ['issue', 'pull-request', 'inline'],
  role: 'write',
  flags: [],
  summary: 'Show what is running or waiting on this thread.',
  help: [{ text: 'Also tells how the last run of this thread ended.' }],
  examples: ['status'],
};
