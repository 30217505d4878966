import type { CommandSpec } from '../types.ts';

export const taskCommand: CommandSpec = {
  verb: 'task',
  aliases: [],
  argument: 'list|run <id>|skip <id>|snooze <id> 7d',
  needsText: true,
  places: ['issue', 'pull-request'],
  role: 'maintain',
  flags: [],
  summary: 'List the maintenance tasks of the settings, run one, or let it rest.',
  help: [
    {
      text: 'Tasks are declared under `tasks` in the settings. A run of one is a `fix` with its prompt, which may change only the files of its `paths`; it closes no issue. While its last pull request is open, the commits go there.',
    },
    {
      text: 'With a `schedule` it also runs by itself, within half an hour of that time, with no rights of any person. `skip` passes its next time over; `snooze` lets it rest for hours (`12h`), days (`7d`) or weeks (`2w`), and `0d` ends that. A pull request of it that is closed without a merge is not proposed again until its settings change or somebody says `run`.',
    },
  ],
  examples: ['task list', 'task run lint-debt', 'task skip lint-debt', 'task snooze lint-debt 7d'],
};
