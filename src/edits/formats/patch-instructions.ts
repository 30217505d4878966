/** The patch language, told to a model; shared by the text format and the tool. */
import type { Instructions } from '../types.ts';

export const PATCH_SHAPE = `*** Begin Patch
*** Update File: path/to/file
@@ enclosing class or function
 unchanged line
-line to remove
+line to put in its place
 unchanged line
*** Add File: path/to/new/file
+every line of the new file
*** Delete File: path/to/old/file
*** End Patch`;

export const PATCH_RULES = [
  // A prefix less is the commonest damage.
  'In an update every line begins with a blank (unchanged), a minus (removed) or a plus (added).',
  // Of two places that fit, none is taken.
  'Give up to three unchanged lines before and after a change. If they occur more than once, put the enclosing class or function on an @@ line above, or one @@ line for each level.',
  // Lines are found by their text.
  'Write no line numbers. Unchanged and removed lines repeat the file exactly.',
  'Name each file once; its changes follow in the order of the file.',
  'To rename a file, write *** Move to: new/path on the line under its Update header.',
];

export function patchExample(): Instructions['examples'] {
  return [
    { role: 'user', content: 'Round the price to cents and keep the rate in a module of its own.' },
    {
      role: 'assistant',
      content: [
        'The rate moves to a new file and the price is rounded.',
        '',
        '*** Begin Patch',
        '*** Add File: shop/rates.py',
        '+VAT = 0.19',
        '*** Update File: shop/price.py',
        '@@ def gross(net):',
        '-    return net * 1.19',
        '+    return round(net * (1 + VAT), 2)',
        '*** End Patch',
      ].join('\n'),
    },
  ];
}
