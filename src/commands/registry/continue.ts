import type { CommandSpec } from '../types.ts';

export const continueCommand: CommandSpec = {
  verb: 'continue',
  aliases: [],
  argument: '[text]',
  needsText: false,
  places: ['issue', 'pull-request', 'inline'],
  role: 'write',
  flags: ['model', 'editor-model', 'mode', 'format', 'files', 'read', 'base', 'budget', 'no-test', 'dry-run'],
  bare: { base: 'Merge the base branch into the branch of the pull request.' },
  summary: 'Go on with the former run, on its branch.',
  help: [
    {
      text: 'What that run was asked, its plan, its commits, what it dropped, what failed, and what people changed since are part of the context of the new one.',
    },
    { text: 'Without text: finishes what was left undone.' },
    {
      text: 'When a run ended with a question, the next comment of whoever asked for it is the answer and continues it; others answer with `{trigger} continue <text>`.',
    },
    {
      text: '`--base` does something else: it merges the base branch of the pull request into its branch, in a merge commit that is checked like any other. Conflicts in text files are resolved by the model; no marker may stay.',
    },
    { text: 'After a `plan`, it makes a new plan.', needs: 'plan' },
  ],
  examples: ['continue also cover the empty list', 'continue', 'continue --base'],
};
