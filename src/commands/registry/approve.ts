import type { CommandSpec } from '../types.ts';

export const approveCommand: CommandSpec = {
  verb: 'approve',
  aliases: [],
  argument: '[hash]',
  needsText: false,
  places: ['issue', 'pull-request'],
  role: 'write',
  flags: ['editor-model', 'format', 'draft', 'budget', 'no-test'],
  summary: 'Carry out a plan as written.',
  help: [
    { text: 'Only the files named in the plan can be changed.' },
    { text: 'A plan is stale, and refused, once its instruction or base branch has changed.' },
  ],
  examples: ['approve 3f9c2a'],
};
