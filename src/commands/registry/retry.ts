import type { CommandSpec } from '../types.ts';

export const retryCommand: CommandSpec = {
  verb: 'retry',
  aliases: [],
  argument: '',
  needsText: false,
  places: ['issue', 'pull-request', 'inline'],
  role: 'write',
  requesterToo: false,
  flags: ['model', 'editor-model', 'mode', 'format', 'budget', 'no-test'],
  summary: 'Run the last request of this thread again.',
  help: 'Starts afresh from the present state of the branch, with other models or formats if flags say so.',
  examples: ['retry', 'retry --format=whole'],
};
