import type { CommandSpec } from '../types.ts';

export const redoCommand: CommandSpec = {
  verb: 'redo',
  aliases: [],
  argument: '',
  needsText: false,
  places: ['pull-request'],
  role: 'write',
  flags: ['no-test'],
  summary: 'Bring back what the last `undo` reverted.',
  help: [{ text: 'Given again, it takes back the `undo` before.' }],
  examples: ['redo'],
};
