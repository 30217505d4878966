import type { CommandSpec } from '../types.ts';

export const addressCommand: CommandSpec = {
  verb: 'address',
  aliases: [],
  argument: '[all|@user]',
  needsText: false,
  places: ['pull-request'],
  role: 'write',
  flags: ['model', 'editor-model', 'mode', 'format', 'budget', 'no-test'],
  summary: 'Work through the unresolved review threads.',
  help: [{ text: 'Each thread gets one commit and one reply that names it.' }],
  examples: ['address', 'address @octocat'],
};
