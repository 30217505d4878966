import { z } from 'zod';
import { renderSpan } from '../../../context/spans.ts';
import { refusal, tool } from '../tool.ts';

/** Characters of one answer: about 10,000 tokens. */
const MOST_CHARS = 40_000;

export const readFile = tool(
  {
    name: 'read_file',
    description:
      'Read a text file as it is now, with your edits. Long files come in pieces: the answer says which lines it holds.',
    schema: z.object({
      path: z.string().describe('Path from the repository root, with forward slashes.'),
      from_line: z.int().min(1).optional().describe('First line, counted from 1.'),
      to_line: z.int().min(1).optional().describe('Last line, included.'),
    }),
  },
  ({ path: sent, from_line = 1, to_line }, repository) => {
    const file = repository.read(sent);
    if (!file.ok) return refusal(file.reason);
    const { path, text } = file;
    const lines = text.split(/(?<=\n)/);
    if (text === '') return { ok: true, content: `${path} is empty.` };
    if (from_line > lines.length) return refusal(`${path} has ${lines.length} lines.`);
    let end = from_line - 1;
    let size = 0;
    const wanted = Math.min(to_line ?? lines.length, lines.length);
    while (end < wanted) {
      size += lines[end]?.length ?? 0;
      // One line that is longer than all that may be shown is cut below.
      if (size > MOST_CHARS && end >= from_line) break;
      end += 1;
    }
    const shown = lines.slice(from_line - 1, end).join('');
    const cut = shown.length > MOST_CHARS;
    const label = `${path}, lines ${from_line} to ${end} of ${lines.length}${cut ? ', the first one cut' : ''}`;
    return {
      ok: true,
      content: renderSpan({
        provenance: 'repository',
        label,
        text: cut ? shown.slice(0, MOST_CHARS) : shown,
      }),
    };
  },
);
