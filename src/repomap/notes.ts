/** What was odd about the files, for people: one line a kind, with an example, however many files there are. */
import type { RepoFile } from './types.ts';

/** Left out as a matter of course: telling it would only hide what is worth telling. */
const ordinary = new Set(['vendored', 'lock file', 'generated', 'binary', 'minified']);

export interface OddFile {
  readonly skipped: string | undefined;
  readonly note: string | undefined;
}

const nothingOdd: OddFile = { skipped: undefined, note: undefined };

/** Lines such as "2 files: invalid UTF-8, read as Latin-1 (src/a.py, …)", in the order of the files. */
export function notesOf(files: readonly RepoFile[], at: (row: number) => OddFile | undefined): string[] {
  const kinds = new Map<string, { first: string; count: number }>();
  files.forEach((file, row) => {
    const { skipped, note } = at(row) ?? nothingOdd;
    const said =
      note ?? (skipped === undefined || ordinary.has(skipped) ? undefined : `left out, ${skipped}`);
    if (said === undefined) return;
    const known = kinds.get(said);
    if (known === undefined) kinds.set(said, { first: JSON.stringify(file.path).slice(1, -1), count: 1 });
    else known.count++;
  });
  return Array.from(kinds, ([said, { first, count }]) =>
    count === 1 ? `${first}: ${said}` : `${count} files: ${said} (${first}, …)`,
  );
}
