/** The tools as a model sees them, and the few rules that go with them. */
import type { Instructions } from '../types.ts';
import { bullets, SHARED_RULES } from './instructions.ts';
import { PATCH_RULES, PATCH_SHAPE } from './patch-instructions.ts';

type Tool = Instructions['tools'][number];

const PATH = { type: 'string', description: 'Path from the repository root, with forward slashes.' };

/** Calls of one answer are planned together: saying so saves a round of "what is there now?". */
const TOGETHER =
  'All calls of one answer take effect together, or none does; you are told which one failed and why.';

function toolInstructions(tools: Tool[], rules: readonly string[]): Instructions {
  return {
    system: [
      'You change the code of a repository with tools. Keep to its conventions and to the libraries that it uses already.',
      bullets([...rules, TOGETHER, ...SHARED_RULES]),
    ].join('\n\n'),
    examples: [],
    reminder: bullets(rules.slice(0, 2)),
    tools,
  };
}

function parameters(
  properties: Record<string, unknown>,
  required: readonly string[],
): Record<string, unknown> {
  return { type: 'object', properties, required, additionalProperties: false };
}

const WRITE: Tool = {
  name: 'write',
  description: 'Write a whole file: create it, or replace everything in it.',
  parameters: parameters({ path: PATH, content: { type: 'string', description: 'The complete content.' } }, [
    'path',
    'content',
  ]),
};
const DELETE: Tool = {
  name: 'delete_file',
  description: 'Delete a file.',
  parameters: parameters({ path: PATH }, ['path']),
};
const RENAME: Tool = {
  name: 'rename_file',
  description: 'Rename or move a file; edits of the same answer are made first, under its old path.',
  parameters: parameters({ path: PATH, new_path: PATH }, ['path', 'new_path']),
};

const OLD_TEXT_RULES = [
  // The first of several places is a guess, and a guess is refused.
  'The old text must occur exactly once in the file; add neighbouring lines until it does.',
  // What is remembered from before differs from what is there.
  'Copy the old text from the file as it was shown: indentation, blank lines and comments included, line numbers left out.',
];

export function editInstructions(): Instructions {
  const pair = parameters(
    {
      oldText: { type: 'string', description: 'Text that is in the file exactly once.' },
      newText: { type: 'string', description: 'Text to put in its place; empty to delete it.' },
    },
    ['oldText', 'newText'],
  );
  const edit: Tool = {
    name: 'edit',
    description:
      'Replace texts in one file. Every oldText is looked up in the file as it is before this call; they may not overlap.',
    parameters: parameters({ path: PATH, edits: { type: 'array', minItems: 1, items: pair } }, [
      'path',
      'edits',
    ]),
  };
  return toolInstructions(
    [edit, WRITE, DELETE, RENAME],
    [
      ...OLD_TEXT_RULES,
      'Put all edits of one file into one call, each as small as it can be and still unique.',
    ],
  );
}

export function applyPatchInstructions(): Instructions {
  const tool: Tool = {
    name: 'apply_patch',
    description: `Change files with a patch of this form:\n${PATCH_SHAPE}`,
    parameters: parameters(
      { input: { type: 'string', description: 'The patch, from *** Begin Patch to *** End Patch.' } },
      ['input'],
    ),
  };
  return toolInstructions([tool], PATCH_RULES);
}

/** The editor's schema is built into the models that know it; `parameters` is for the others. */
export function textEditorInstructions(): Instructions {
  const tool: Tool = {
    name: 'str_replace_based_edit_tool',
    description:
      'View, create and edit files: str_replace replaces a text that occurs once, insert adds lines after a line.',
    parameters: parameters(
      {
        command: { type: 'string', enum: ['view', 'str_replace', 'create', 'insert'] },
        path: PATH,
        view_range: {
          type: 'array',
          items: { type: 'integer' },
          description: 'First and last line; -1 is the end.',
        },
        old_str: { type: 'string', description: 'str_replace: text that is in the file exactly once.' },
        new_str: { type: 'string', description: 'str_replace: its replacement; leave out to delete.' },
        file_text: { type: 'string', description: 'create: the complete content of the new file.' },
        insert_line: { type: 'integer', description: 'insert: the line after which; 0 is the top.' },
        insert_text: { type: 'string', description: 'insert: the lines to add.' },
      },
      ['command', 'path'],
    ),
  };
  return toolInstructions(
    [tool, DELETE, RENAME],
    [...OLD_TEXT_RULES, 'Calls on one file apply in order, each on the result of the last.'],
  );
}
