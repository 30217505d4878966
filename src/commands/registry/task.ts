import type { CommandSpec } from '../types.ts';

export const taskCommand: CommandSpec = {
  verb: 'task',
  aliases: [],
  argument: 'list|run <id>',
  needsText: true,
  places: ['issue', 'pull-request'],
  role: 'maintain',
  flags: [],
  summary: 'List the maintenance tasks of the settings, or run one.',
  help: [
    {
      text: 'Tasks are declared under `tasks` in the settings. A run of one is a `fix` with its prompt, which may change only the files of its `paths`; it closes no issue.',
    },
  ],
  examples: ['task list', 'task run lint-debt'],
};
