/** Commits from texts through `git fast-import`: one process for any number of files. */
import type { Person } from './commits.ts';
import { git } from './git.ts';

export interface ImportedCommit {
  parents: string[];
  /** The tree whose files are there first; those of the first parent when absent. */
  tree?: string | undefined;
  /** Files to write (text) or to remove (null). */
  files: Record<string, string | null>;
  message: string;
  author: Person;
}

/** fast-import has to move a ref; this one is no branch and is replaced each time. */
const scratchRef = 'refs/standin/import';

/** Writes a commit and returns its SHA. No branch or tag moves. */
export function importCommit(dir: string, commit: ImportedCommit): Promise<string> {
  return git(dir, ['fast-import', '--quiet', '--force', '--date-format=now'], { input: stream(commit) });
}

function stream({ parents, tree, files, message, author }: ImportedCommit): string {
  const [from, ...merged] = parents;
  const person = `${author.name.replaceAll(/[<>\n]/g, '')} <${author.email.replaceAll(/[<>\n]/g, '')}> now`;
  const lines = [
    `commit ${scratchRef}`,
    'mark :1',
    `author ${person}`,
    `committer ${person}`,
    data(message.endsWith('\n') ? message : `${message}\n`),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...merged.map((sha) => `merge ${sha}`),
    ...(tree === undefined ? [] : [`M 040000 ${tree} ""`]),
    ...Object.entries(files).map(([path, text]) =>
      text === null ? `D ${quoted(path)}` : `M 100644 inline ${quoted(path)}\n${data(text)}`,
    ),
    'get-mark :1',
    'done',
  ];
  // Without a parent the scratch ref of the commit before would become one.
  return `${from === undefined ? `reset ${scratchRef}\n\n` : ''}${lines.join('\n')}\n`;
}

const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}`;

/** Paths in C style; without quotes a name with a space at its end would lose it. */
function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
