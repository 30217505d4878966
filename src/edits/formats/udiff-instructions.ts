/** How a model is told to write unified diffs. */
import type { InstructionContext, Instructions } from '../types.ts';
import { bullets, fenced, SHARED_RULES, textInstructions } from './instructions.ts';

function shape({ fence }: InstructionContext): string {
  const diff = [
    '--- path/to/file',
    '+++ path/to/file',
    '@@ @@',
    ' unchanged line',
    '-line to remove',
    '+line to put in its place',
  ];
  return `Write changes as a unified diff:\n\n${fenced(fence, 'diff', diff.join('\n'))}`;
}

const RULES = [
  'Begin each file with its two header lines, without dates.',
  // Models count badly; hunks are found by their text.
  'Begin each hunk with @@ @@ and no line numbers.',
  // A forgotten sign turns a removal into context that is not there any more.
  'Mark every removed line with - and every added line with +; all others begin with one blank and repeat the file exactly, indentation included.',
  // Of two places that fit, none is taken.
  'A hunk shows enough unchanged lines to occur only once in the file.',
  // A change made of scattered single lines goes wrong far more often than one made of whole blocks.
  'Replace whole functions or blocks rather than single words here and there: remove the old version, add the new one.',
  'Use one hunk for each place. To move code, use one hunk that removes it and one that adds it.',
  'For a new file write --- /dev/null; to delete a file write +++ /dev/null.',
];

const INTRODUCTION = [
  'You change the code of a repository. Keep to its conventions and to the libraries that it uses already.',
  'Say in a sentence or two what you will change and why, then write the diff.',
];

export function udiffInstructions(context: InstructionContext): Instructions {
  return textInstructions({
    system: [...INTRODUCTION, shape(context), bullets([...RULES, ...SHARED_RULES])].join('\n\n'),
    examples: example(context),
    reminder: `${shape(context)}\n\n${bullets(RULES.slice(1, 4))}`,
  });
}

/** For models that know diffs well: the rules that matter, no example. */
export function udiffSimpleInstructions(context: InstructionContext): Instructions {
  const rules = [RULES[2], RULES[3], RULES[6]].filter((rule) => rule !== undefined);
  return textInstructions({
    system: [...INTRODUCTION, shape(context), bullets([...rules, ...SHARED_RULES])].join('\n\n'),
    examples: [],
    reminder: shape(context),
  });
}

function example({ fence }: InstructionContext): Instructions['examples'] {
  const diff = [
    '--- shop/price.py',
    '+++ shop/price.py',
    '@@ @@',
    ' def gross(net, rate):',
    '-    print(net)',
    '-    return net * (1 + rate)',
    '+    return round(net * (1 + rate), 2)',
  ];
  return [
    { role: 'user', content: 'Round the price to cents and drop the debug output.' },
    { role: 'assistant', content: `One function changes.\n\n${fenced(fence, 'diff', diff.join('\n'))}` },
  ];
}
