import type { CommandSpec } from '../types.ts';

export const configCommand: CommandSpec = {
  verb: 'config',
  aliases: [],
  argument: '[key]',
  needsText: false,
  places: ['issue', 'pull-request'],
  role: 'write',
  flags: [],
  summary: 'Show the settings in force, or one of them, and where each comes from.',
  help: [
    { text: 'Settings live in `.github/aider.yml` on the default branch.' },
    { text: 'Mistakes there are shown with their lines, and keys without effect are named.' },
  ],
  examples: ['config', 'config verify.test'],
};
