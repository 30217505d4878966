import { flagSpecs } from '../flags.ts';
import type { CommandSpec } from '../types.ts';

export const fixCommand: CommandSpec = {
  verb: 'fix',
  aliases: ['do', 'implement'],
  argument: '[text]',
  needsText: false,
  places: ['issue', 'pull-request', 'inline'],
  role: 'write',
  flags: flagSpecs.map((flag) => flag.name),
  summary: 'Change the code and open a pull request.',
  help: [
    {
      text: "On an issue: plans, edits, runs the repository's checks and opens a pull request from a new branch.",
    },
    { text: 'On a pull request: adds commits to its branch.', needs: 'pull-request' },
    { text: 'On a line of a review: starts from that piece of code.', needs: 'inline' },
    { text: 'Without text, the issue itself is the instruction.' },
    { text: '`{trigger} <text>` without a verb means the same.' },
  ],
  examples: [
    'fix',
    'fix the login form loses its input when the request fails',
    'fix use the existing date helper --files=src/dates/**',
  ],
};
