import type { CommandSpec } from '../types.ts';

export const approveCommand: CommandSpec = {
  verb: 'approve',
  aliases: [],
  argument: '[hash]',
  needsText: false,
  places: ['issue', 'pull-request'],
  role: 'write',
  flags: ['editor-model', 'format', 'draft', 'budget', 'no-test'],
  summary: 'Carry out the last plan of the thread, exactly as written.',
  help: [
    { text: 'The architect is not asked again, and only the files that the plan names can be changed.' },
    {
      text: 'A plan is stale, and refused with the reason, once its request, this thread or its files on the branch have changed, its comment was edited by a person, or a newer plan is there. It is carried out once.',
    },
    { text: 'Words beside the hash are refused: to change a plan, `{trigger} plan …` again.' },
  ],
  examples: ['approve', 'approve 3f9c2a1b'],
};
