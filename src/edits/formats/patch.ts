import type { Format, InstructionContext, Instructions } from '../types.ts';
import { newDraft } from './draft.ts';
import { bullets, SHARED_RULES, textInstructions } from './instructions.ts';
import { splitLines } from './lines.ts';
import { PATCH_RULES, PATCH_SHAPE, patchExample } from './patch-instructions.ts';
import { readPatchText } from './patch-text.ts';
import { collectCommands } from './shell.ts';

function instructions(_context: InstructionContext): Instructions {
  return textInstructions({
    system: [
      'You change the code of a repository. Keep to its conventions and to the libraries that it uses already.',
      'Say in a sentence or two what you will change and why, then write one patch:',
      PATCH_SHAPE,
      bullets([...PATCH_RULES, ...SHARED_RULES]),
    ].join('\n\n'),
    examples: patchExample(),
    reminder: `${PATCH_SHAPE}\n\n${bullets(PATCH_RULES.slice(0, 3))}`,
  });
}

/** apply_patch text in a reply: for models trained on it. */
export const patch: Format = {
  name: 'patch',
  kind: 'text',
  instructions,
  parse(reply, context) {
    const draft = newDraft('patch');
    const lines = splitLines(reply.text);
    collectCommands(draft.commands, lines, 0, lines.length);
    readPatchText(draft, reply.text, context, { format: 'patch', index: 0 }, { complete: false });
    return draft;
  },
};
