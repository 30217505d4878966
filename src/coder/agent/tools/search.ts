import { z } from 'zod';
import { renderSpan } from '../../../context/spans.ts';
import { refusal, tool } from '../tool.ts';
import { folderOf } from './list-files.ts';

const MOST_LINES = 200;
const LONGEST_LINE = 240;

export const search = tool(
  {
    name: 'search',
    description:
      'Find lines in all text files, with your edits. Answers with `path:line: text`. Case matters.',
    schema: z.object({
      text: z.string().min(1).max(500).describe('What to look for, as it stands in the files; one line.'),
      regex: z
        .boolean()
        .default(false)
        .describe('True: the text is a POSIX extended regular expression (no \\d, \\w, \\b).'),
      folder: z.string().default('').describe('Only in this folder or file.'),
    }),
  },
  async ({ text, regex, folder: sent }, repository) => {
    const folder = folderOf(sent);
    if (folder === undefined) return refusal('The folder must be inside the repository.');
    if (/[\n\r\0]/.test(text)) return refusal('Only a text of one line can be found.');
    const found = await repository.search(text, { extended: regex, folder });
    if (!found) return refusal('This is no POSIX extended regular expression that could be searched for.');
    if (found.length === 0) return { ok: true, content: 'Nothing was found.' };
    const rows = found
      .slice(0, MOST_LINES)
      .map(({ path, line, text }) => `${path}:${line}: ${shortened(text)}`);
    const cut = found.length > MOST_LINES ? `, the first ${MOST_LINES} shown` : '';
    return {
      ok: true,
      content: renderSpan({
        provenance: 'repository',
        label: `${found.length} lines found${cut}`,
        text: rows.join('\n'),
      }),
    };
  },
);

function shortened(text: string): string {
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)} [cut]` : text;
}
