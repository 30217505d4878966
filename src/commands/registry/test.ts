import type { CommandSpec } from '../types.ts';

export const testCommand: CommandSpec = {
  verb: 'test',
  aliases: [],
  argument: '',
  needsText: false,
  places: ['pull-request'],
  role: 'write',
  flags: [],
  summary: 'Run the configured tests and report; change nothing.',
  help: [{ text: 'Runs the test command of the settings on the head of this pull request.' }],
  examples: ['test'],
};
