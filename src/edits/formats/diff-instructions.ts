/** How a model is told to write SEARCH/REPLACE blocks; four formats choose their pieces from here. */
import type { InstructionContext, Instructions } from '../types.ts';
import { bullets, fenced, SHARED_RULES, textInstructions } from './instructions.ts';

type Fence = InstructionContext['fence'];

/** Where the file's path stands: above the fence, or inside it (models that lose text outside fences). */
export type PathPlace = 'above' | 'inside';

function block(fence: Fence, place: PathPlace, path: string, search: string, replace: string): string {
  const parts = ['<<<<<<< SEARCH', search, '=======', replace, '>>>>>>> REPLACE'].filter(
    (part) => part !== '',
  );
  const body = parts.join('\n');
  if (place === 'inside') return fenced(fence, '', `${path}\n${body}`);
  return `${path}\n${fenced(fence, '', body)}`;
}

function anatomy(fence: Fence, place: PathPlace): string {
  const shape = block(
    fence,
    place,
    'path/to/file',
    'lines that are in the file now',
    'lines to put in their place',
  );
  return `Write every change as a SEARCH/REPLACE block:\n\n${shape}`;
}

const BLOCK_RULES = [
  // No level of tolerance may change what a line says.
  'SEARCH repeats whole consecutive lines of the file, character for character: indentation, comments, blank lines and all.',
  // The first of several places is a guess, and a guess is refused.
  'SEARCH must occur exactly once in the file. Add neighbouring lines until it does.',
  // Small blocks match more often and keep unrelated lines out.
  'Keep blocks small: the lines that change and the few that make them unique. Use several blocks for several places.',
  // Blocks run one after another, each on the result of the last.
  'Blocks apply in the order written; a later block sees what an earlier one changed.',
  'To create a file, leave SEARCH empty and give the whole content. To delete lines, leave REPLACE empty.',
  'To move code, use one block that removes it and one that inserts it.',
  // A divider in the text would end it.
  'If the text itself contains such marker lines, write the markers of the block around it with nine characters.',
];

const ROLE =
  'You change the code of a repository. Keep to its conventions and to the libraries that it uses already.';
const PLAN =
  'Say in a sentence or two what you will change and why, then write the blocks. All code goes into blocks.';

export function diffInstructions(context: InstructionContext, place: PathPlace): Instructions {
  return textInstructions({
    system: [ROLE, PLAN, anatomy(context.fence, place), bullets([...BLOCK_RULES, ...SHARED_RULES])].join(
      '\n\n',
    ),
    examples: examples(context.fence, place),
    reminder: `${anatomy(context.fence, place)}\n\n${bullets(BLOCK_RULES.slice(0, 2))}`,
  });
}

/** The editor is handed a finished plan: it needs the block rule and nothing about planning or asking. */
export function editorDiffInstructions(context: InstructionContext, place: PathPlace): Instructions {
  return textInstructions({
    system: [
      'Carry out the described change, all of it and nothing else. Answer with blocks only.',
      anatomy(context.fence, place),
      bullets(BLOCK_RULES),
    ].join('\n\n'),
    examples: examples(context.fence, place).slice(0, 2),
    reminder: bullets(BLOCK_RULES.slice(0, 2)),
  });
}

function examples(fence: Fence, place: PathPlace): Instructions['examples'] {
  return [
    { role: 'user', content: 'Round the price to cents and drop the debug output.' },
    {
      role: 'assistant',
      content: [
        'Two places in `shop/price.py` change.',
        block(
          fence,
          place,
          'shop/price.py',
          '    return net * (1 + rate)',
          '    return round(net * (1 + rate), 2)',
        ),
        block(fence, place, 'shop/price.py', 'def total(items):\n    print(items)', 'def total(items):'),
      ].join('\n\n'),
    },
    { role: 'user', content: 'Move the tax rate into a module of its own.' },
    {
      role: 'assistant',
      content: [
        'The rate becomes a constant in a new file, which `shop/price.py` imports.',
        block(fence, place, 'shop/rates.py', '', 'VAT = 0.19'),
        block(fence, place, 'shop/price.py', 'rate = 0.19', 'from shop.rates import VAT\n\nrate = VAT'),
      ].join('\n\n'),
    },
  ];
}
