/** How the editable files stand in a prompt. */
import type { RepoPath } from '../lib/types.ts';
import { type FileParts, partsOf, wordsOfFocus } from './parts.ts';

export interface ContextFile {
  path: RepoPath;
  content: string;
  /** Why it is here, for people: "named in the issue". */
  reasons: string[];
  /** Shown as outline and relevant ranges of about this many tokens; absent: shown whole. */
  partTokens?: number;
}

/** A fence of backticks longer than any that the contents hold, so that no file can close it. */
export function fenceFor(contents: readonly string[]): [open: string, close: string] {
  let longest = 2;
  for (const content of contents) {
    for (const run of content.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length);
  }
  const fence = '`'.repeat(longest + 1);
  return [fence, fence];
}

/**
 * Each file as its path on a line of its own and its content in the fence: the form that the edit formats answer in. A file
 * in parts says so, and which lines are shown. `focus` is the text that decides which parts are relevant.
 */
export function renderFiles(
  files: readonly ContextFile[],
  fence: readonly [open: string, close: string],
  focus = '',
): string {
  const words = wordsOfFocus(files.some((file) => file.partTokens !== undefined) ? focus : '');
  return files
    .map((file) =>
      file.partTokens === undefined
        ? `${printable(file.path)}\n${fenced(file.content, fence)}`
        : renderParts(file.path, partsOf(file, words, file.partTokens), fence),
    )
    .join('\n\n');
}

function renderParts(path: RepoPath, parts: FileParts, fence: readonly [string, string]): string {
  const head = `${printable(path)} (${parts.lines} lines, shown in parts; edit only lines that are shown, and never write the whole file)`;
  const outline = parts.outline === '' ? [] : [`Outline:\n${fenced(parts.outline, fence)}`];
  const ranges = parts.ranges.map(({ from, to, text }) => `Lines ${from} to ${to}:\n${fenced(text, fence)}`);
  return [head, ...outline, ...ranges].join('\n');
}

function fenced(text: string, [open, close]: readonly [string, string]): string {
  return `${open}\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${close}`;
}

/** A path stands outside the fence: a line end in it would let its name speak. */
function printable(path: RepoPath): string {
  return path.replaceAll(/[\p{C}\u2028\u2029]/gu, '\ufffd');
}
