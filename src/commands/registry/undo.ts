import type { CommandSpec } from '../types.ts';

export const undoCommand: CommandSpec = {
  verb: 'undo',
  aliases: [],
  argument: '[n|commit|all]',
  needsText: false,
  places: ['pull-request', 'inline'],
  role: 'write',
  flags: ['no-test'],
  summary: 'Revert the last commit of this bot, several, one by its hash, or all of its last run.',
  help: [
    { text: 'The result is checked before it is pushed, and the answer compares it with before.' },
    { text: '`{trigger} redo` takes the undo back.', needs: 'redo' },
    { text: 'In a review thread it takes back the commit that the bot named there.', needs: 'inline' },
    { text: 'Refused, with the reason, when later commits build on what would be reverted.' },
  ],
  examples: ['undo', 'undo 2', 'undo 4be1f02', 'undo all'],
};
