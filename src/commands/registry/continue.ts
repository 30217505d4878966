import type { CommandSpec } from '../types.ts';

export const continueCommand: CommandSpec = {
  verb: 'continue',
  aliases: [],
  argument: '<text>',
  needsText: true,
  places: ['pull-request', 'inline'],
  role: 'write',
  flags: ['model', 'editor-model', 'mode', 'format', 'files', 'read', 'budget', 'no-test', 'dry-run'],
  summary: 'Go on with the former run on the same branch.',
  help: [{ text: 'The former run, its plan and its checks are part of the context of the new one.' }],
  examples: ['continue also cover the empty list'],
};
