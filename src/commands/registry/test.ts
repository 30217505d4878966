import type { CommandSpec } from '../types.ts';

export const testCommand: CommandSpec = {
  verb: 'test',
  aliases: [],
  argument: '',
  needsText: false,
  places: ['issue', 'pull-request'],
  role: 'write',
  flags: [],
  summary: 'Run the configured tests and report; change nothing.',
  help: [
    { text: 'Runs the test command of the settings, or the one that the files of the project declare.' },
    { text: 'On an issue: on the default branch. On a pull request: on its head.' },
  ],
  examples: ['test'],
};
