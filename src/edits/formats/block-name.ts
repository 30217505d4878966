/** The file that a SEARCH/REPLACE block is for. */
import type { ParseContext } from '../types.ts';
import { readFence } from './fences.ts';
import type { FileTexts } from './file-texts.ts';
import { labelledPath, pathOfFenceInfo, pathOfLine, pathsInProse } from './filenames.ts';
import { isBlank } from './lines.ts';
import type { Marker } from './markers.ts';
import { isKnown, looksLikePathInProse, staysInside } from './paths.ts';

export interface NameSearch {
  lines: readonly string[];
  context: ParseContext;
  files: FileTexts;
  /** Files that blocks above were for. */
  named: Set<string>;
}

export type BlockName =
  | { path: string; note?: string; inherited?: boolean }
  | { path: undefined; reason: string };

/** Text lines looked at above a block; fences and blank lines do not count. */
const TEXT_LINES = 3;
/** No name stands further above than this, so a page of blank lines costs nothing. */
const REACH = 12;
/** A SEARCH that says less than this cannot tell which file it is from. */
const TELLING_CHARS = 12;

/**
 * Looks upwards from the opening marker to the end of the previous block: a line that is a path, fence info, then a
 * path named in a sentence, then the file of the block before. A name is never taken from an earlier block's markers
 * (aider F8) and prose never becomes one (F7).
 */
export function findBlockName(
  search: NameSearch,
  head: Marker,
  floor: number,
  sought: readonly string[],
  sticky: string | undefined,
): BlockName {
  const isNew = sought.every(isBlank);
  const rest = head.rest === '' ? undefined : pathOfLine(head.rest, search.context);
  if (rest !== undefined) return { path: rest };
  const above = collectAbove(search, head.line, floor);
  const named = choosePath(above.paths, isNew, search.context);
  if (named !== undefined) return { path: named };
  return fromProse(search, above.prose, isNew, sought, sticky);
}

interface Above {
  paths: string[];
  prose: string[];
}

function collectAbove({ lines, context }: NameSearch, head: number, floor: number): Above {
  const above: Above = { paths: [], prose: [] };
  let fences = 0;
  let texts = 0;
  const stop = Math.max(floor, head - REACH);
  for (let i = head - 1; i >= stop && texts < TEXT_LINES; i--) {
    const line = lines[i] ?? '';
    if (isBlank(line)) continue;
    const fence = readFence(line);
    if (fence) {
      fences++;
      const path = pathOfFenceInfo(fence.info, context);
      if (path !== undefined) above.paths.push(path);
      continue;
    }
    texts++;
    const path = pathOfLine(line, context) ?? labelledPath(line, context);
    // Inside another fenced block only a lone name counts: the rest is somebody's code.
    const inOther = fences >= 2 && !readFence(lines[i - 1] ?? '');
    if (path !== undefined && (!inOther || isKnown(path, context))) above.paths.push(path);
    else if (!inOther) above.prose.push(line);
  }
  return above;
}

/** The nearest wins, but text to be found must be in a file that exists: a known name beats a nearer comment. */
function choosePath(paths: readonly string[], isNew: boolean, context: ParseContext): string | undefined {
  if (isNew || paths.length < 2) return paths[0];
  return paths.find((path) => isKnown(path, context)) ?? paths[0];
}

function fromProse(
  search: NameSearch,
  prose: readonly string[],
  isNew: boolean,
  sought: readonly string[],
  sticky: string | undefined,
): BlockName {
  const { context, files } = search;
  const named = prose.map((line) => pathsInProse(line, context)).find((paths) => paths.length > 0) ?? [];
  if (isNew) return nameOfNewFile(search, prose, named, sticky);
  if (sticky !== undefined && files.count(sticky, sought) > 0) return { path: sticky, inherited: true };
  const holding = named.filter((path) => files.count(path, sought) === 1);
  const [only] = holding;
  if (only !== undefined && holding.length === 1) {
    return { path: only, note: `${only}: file name taken from the sentence above the block` };
  }
  if (sticky !== undefined) return { path: sticky, inherited: true };
  return onlyHolder(search, sought);
}

function nameOfNewFile(
  { context, named: earlier }: NameSearch,
  prose: readonly string[],
  named: readonly string[],
  sticky: string | undefined,
): BlockName {
  // A word alone may be meant as a name without ending; the file of the block before would get the text of another one.
  const word = /^[`*]*([\w@.+-]+)[`*]*$/.exec(prose[0]?.trim() ?? '')?.[1];
  if (word !== undefined) {
    const isFolder =
      (staysInside(word) && context.tree.read(word)?.type === 'directory') ||
      [...earlier].some((file) => file.startsWith(`${word}/`));
    if (isFolder) return { path: word };
    return {
      path: undefined,
      reason: `\`${word}\` alone may be any word; a file of that name is \`./${word}\``,
    };
  }
  const [only] = named;
  const marked =
    only !== undefined && prose.some((line) => line.includes(`\`${only}\``) || line.includes(`**${only}**`));
  if (
    only !== undefined &&
    named.length === 1 &&
    marked &&
    looksLikePathInProse(only) &&
    !isKnown(only, context)
  ) {
    return { path: only, note: `${only}: name of the new file taken from the sentence above the block` };
  }
  if (sticky !== undefined) return { path: sticky };
  return { path: undefined, reason: 'no line above the block is a file name' };
}

/** Without any name, the block goes to the one shown file that holds its text; with two such files it is a question. */
function onlyHolder({ context, files }: NameSearch, sought: readonly string[]): BlockName {
  const telling = sought.join('').replace(/\s/g, '').length >= TELLING_CHARS;
  const holders = telling ? context.shown.filter((path) => files.count(path, sought) === 1) : [];
  const [only] = holders;
  if (only !== undefined && holders.length === 1) {
    return {
      path: only,
      note: `${only}: the block names no file; this is the only shown file that holds its text`,
    };
  }
  const reason =
    holders.length > 1
      ? `no line above the block is a file name, and its text is in ${holders.join(', ')}`
      : 'no line above the block is a file name';
  return { path: undefined, reason };
}
