import { z } from 'zod';
import { renderSpan } from '../../../context/spans.ts';
import { matchesAny } from '../../../edits/globs.ts';
import { refusal, tool } from '../tool.ts';

const MOST_ROWS = 300;

export const listFiles = tool(
  {
    name: 'list_files',
    description:
      'List the files of a folder and below it. Folders with many files are shown with their number of files only; list them for more.',
    schema: z.object({
      folder: z.string().default('').describe('Folder from the repository root; empty for all.'),
      pattern: z
        .string()
        .max(200)
        .default('')
        .describe('Only paths that match, such as `*.test.ts` or `src/**/index.js`.'),
    }),
  },
  ({ folder: sent, pattern }, repository) => {
    const folder = folderOf(sent);
    if (folder === undefined) return refusal('The folder must be inside the repository.');
    const below = repository.files().filter((path) => folder === '' || path.startsWith(`${folder}/`));
    const found = pattern === '' ? below : below.filter((path) => matchesAny(path, [pattern]));
    if (found.length === 0)
      return refusal(
        `There are no ${pattern === '' ? '' : 'such '}files${folder === '' ? '' : ` in ${folder}`}.`,
      );
    const rows = found.length > MOST_ROWS && pattern === '' ? folded(found, folder) : found;
    const label = `${found.length} ${found.length === 1 ? 'file' : 'files'}${rows.length > MOST_ROWS ? `, the first ${MOST_ROWS} shown` : ''}`;
    return {
      ok: true,
      content: renderSpan({ provenance: 'repository', label, text: rows.slice(0, MOST_ROWS).join('\n') }),
    };
  },
);

/** Undefined for what leaves the repository. */
export function folderOf(sent: string): string | undefined {
  const parts = sent.split('/').filter((part) => part !== '' && part !== '.');
  return sent.startsWith('/') || parts.includes('..') || /[\\\0]/.test(sent) ? undefined : parts.join('/');
}

/** The files of a folder itself, and its folders with how many files are in each. */
function folded(paths: readonly string[], folder: string): string[] {
  const start = folder === '' ? 0 : folder.length + 1;
  const counts = new Map<string, number>();
  for (const path of paths) {
    const slash = path.indexOf('/', start);
    const row = slash < 0 ? path : path.slice(0, slash + 1);
    counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  return [...counts].map(([row, count]) => (row.endsWith('/') ? `${row} (${count} files)` : row));
}
