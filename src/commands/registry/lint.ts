import type { CommandSpec } from '../types.ts';

export const lintCommand: CommandSpec = {
  verb: 'lint',
  aliases: [],
  argument: '',
  needsText: false,
  places: ['pull-request'],
  role: 'write',
  flags: [],
  summary: 'Run the configured linter and report; change nothing.',
  help: [{ text: 'Runs the lint command of the settings on the head of this pull request.' }],
  examples: ['lint'],
};
