import type { CommandSpec } from '../types.ts';

export const retryCommand: CommandSpec = {
  verb: 'retry',
  aliases: [],
  argument: '',
  needsText: false,
  places: ['issue', 'pull-request', 'inline'],
  role: 'write',
  flags: ['model', 'editor-model', 'mode', 'format', 'budget', 'no-test'],
  summary: 'Run the last request of this thread again.',
  help: [
    {
      text: 'Starts afresh from the present state of the branch. While that request is at work nothing is started; after `{trigger} stop` it follows as soon as that has ended.',
    },
  ],
  examples: ['retry', 'retry --format=whole'],
};
