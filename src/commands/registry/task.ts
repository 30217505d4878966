import type { CommandSpec } from '../types.ts';

export const taskCommand: CommandSpec = {
  verb: 'task',
  aliases: [],
  argument: 'list|run <id>|skip <id>',
  needsText: true,
  places: ['issue', 'pull-request'],
  role: 'maintain',
  flags: [],
  summary: 'List, run or skip the scheduled maintenance tasks.',
  help: [{ text: 'Tasks are declared under `tasks` in the settings.' }],
  examples: ['task list', 'task run lint-debt'],
};
