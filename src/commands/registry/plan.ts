import type { CommandSpec } from '../types.ts';

export const planCommand: CommandSpec = {
  verb: 'plan',
  aliases: [],
  argument: '[text]',
  needsText: false,
  places: ['issue', 'pull-request', 'inline'],
  role: 'write',
  flags: ['model', 'files', 'read', 'base', 'budget'],
  summary: 'Write a plan with steps, files, checks and a cost estimate; change nothing.',
  help: [
    {
      text: 'The plan carries a hash over the request, the commit it was made for, its steps and its files.',
    },
    { text: '`{trigger} approve` carries out exactly that plan.', needs: 'approve' },
  ],
  examples: ['plan', 'plan move the settings page to the new form components'],
};
