import type { CommandSpec } from '../types.ts';

export const lintCommand: CommandSpec = {
  verb: 'lint',
  aliases: [],
  argument: '',
  needsText: false,
  places: ['issue', 'pull-request'],
  role: 'write',
  flags: [],
  summary: 'Run the configured linter and report; change nothing.',
  help: [
    { text: 'Runs the lint command of the settings, or the one that the files of the project declare.' },
    { text: 'On an issue: on the default branch. On a pull request: on its head.' },
  ],
  examples: ['lint'],
};
