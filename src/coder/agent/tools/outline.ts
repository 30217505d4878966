import { z } from 'zod';
import { renderSpan } from '../../../context/spans.ts';
import { refusal, tool } from '../tool.ts';

export const outline = tool(
  {
    name: 'outline',
    description:
      'An outline of the classes and functions in the files that matter most for something, with your edits: the quickest way to find where a thing is defined and what is near it.',
    schema: z.object({
      about: z
        .string()
        .min(1)
        .max(2000)
        .describe('Words, names of functions or classes, paths of files, or an error message.'),
    }),
  },
  async ({ about }, repository) => {
    const text = await repository.outline(about);
    if (text === '')
      return refusal('There is nothing to outline: no file with definitions matches. Try search.');
    return {
      ok: true,
      content: renderSpan({ provenance: 'repository', label: 'outline, the best files first', text }),
    };
  },
);
