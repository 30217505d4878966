/** How a model is told to send whole files. */
import type { InstructionContext, Instructions } from '../types.ts';
import { bullets, fenced, SHARED_RULES, textInstructions } from './instructions.ts';

function shape({ fence }: InstructionContext): string {
  const listing = `path/to/file\n${fenced(fence, '', 'the whole file, from its first line to its last')}`;
  return `Send every file that changes as a listing:\n\n${listing}`;
}

const RULES = [
  // A sentence above a fence has been taken for a file name.
  'The path stands alone on the line right above the fence, without any decoration.',
  // What is missing from a listing is deleted from the file.
  'A listing replaces the file: send all of it, every unchanged line included.',
  // A second version of the same file leaves open which one is meant.
  'Send each file once, and no files that do not change.',
  // The first shorter fence inside would end the listing.
  'If the file contains fences itself, use a longer fence around it.',
];

export function wholeInstructions(context: InstructionContext): Instructions {
  return textInstructions({
    system: [
      'You change the code of a repository. Keep to its conventions and to the libraries that it uses already.',
      'Say in a sentence or two what you will change and why, then send the files.',
      shape(context),
      bullets([...RULES, ...SHARED_RULES]),
    ].join('\n\n'),
    examples: example(context),
    reminder: `${shape(context)}\n\n${bullets(RULES.slice(0, 2))}`,
  });
}

export function editorWholeInstructions(context: InstructionContext): Instructions {
  return textInstructions({
    system: [
      'Carry out the described change, all of it and nothing else. Answer with listings only.',
      shape(context),
      bullets(RULES),
    ].join('\n\n'),
    examples: example(context),
    reminder: bullets(RULES.slice(0, 2)),
  });
}

function example({ fence }: InstructionContext): Instructions['examples'] {
  const file = [
    'import sys',
    '',
    '',
    'def main():',
    '    print("Good evening,", sys.argv[1])',
    '',
    '',
    'main()',
  ].join('\n');
  return [
    { role: 'user', content: 'Greet in the evening.' },
    {
      role: 'assistant',
      content: `The greeting changes.\n\ntools/greet.py\n${fenced(fence, 'python', file)}`,
    },
  ];
}
