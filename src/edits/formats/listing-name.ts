/** The file that a listing is of. */
import { isForeign } from '../paths.ts';
import type { ParseContext } from '../types.ts';
import { type Fence, readFence } from './fences.ts';
import { labelledPath, pathOfFenceInfo, pathOfLine, pathsInProse } from './filenames.ts';
import { isBlank } from './lines.ts';
import { isKnown, looksLikePathInProse } from './paths.ts';

export interface ListingName {
  path: string | undefined;
  /**
   * `named`: a line of its own, or the fence; `new`: a sentence that announces a new file; `spoken`: any sentence;
   * `apart`: alone in the fence above; `unclear`: a heading of a name and another word, which may head a part of the file as well as the whole.
   */
  certainty: 'named' | 'new' | 'spoken' | 'apart' | 'unclear' | 'none';
  /** Lines at the top of the listing that are the name and not content. */
  linesInside: number;
}

const NONE: ListingName = { path: undefined, certainty: 'none', linesInside: 0 };

/** Blank lines between name and fence that are still read as one heading. */
const MOST_BLANKS = 2;
/** How far above a sentence may speak of the file. */
const REACH = 40;

export function findListingName(
  lines: readonly string[],
  at: number,
  floor: number,
  fence: Fence,
  context: ParseContext,
): ListingName {
  const above = lineAbove(lines, at, floor);
  const named = above === undefined ? undefined : pathOfLine(above, context);
  const path = named ?? pathOfFenceInfo(fence.info, context);
  if (path !== undefined)
    return { path, certainty: 'named', linesInside: repeatsName(lines[at + 1], path) ? 1 : 0 };
  const unclear = above === undefined ? undefined : labelledPath(above, context);
  if (unclear !== undefined) return { path: unclear, certainty: 'unclear', linesInside: 0 };
  return nameInside(lines[at + 1] ?? '', context) ?? spokenOf(lines, at, floor, context);
}

function lineAbove(lines: readonly string[], at: number, floor: number): string | undefined {
  for (let i = at - 1; i >= Math.max(floor, at - 1 - MOST_BLANKS); i--) {
    const line = lines[i] ?? '';
    if (isBlank(line)) continue;
    // An address above a snippet is a reference, unless it stands where a name does.
    return readFence(line) || (i < at - 1 && line.includes('://')) ? undefined : line;
  }
  return undefined;
}

/** The path once more, bare, as the first line inside the fence: a heading, not content. */
function repeatsName(line: string | undefined, path: string): boolean {
  return line !== undefined && line.trim() === path;
}

/** A path as the first line is the name in the wrong place; a comment with the path is the file's own line too. */
function nameInside(line: string, context: ParseContext): ListingName | undefined {
  const path = pathOfLine(line, context);
  // "http://localhost:3000" in a fence is what to open in a browser.
  if (path === undefined || isForeign(path) || !(isKnown(path, context) || /[\\/]/.test(path)))
    return undefined;
  const comment = /^\s*(?:#|\/\/|\/\*|<!--|--|;|%)/.test(line);
  return { path, certainty: 'named', linesInside: comment ? 0 : 1 };
}

function spokenOf(lines: readonly string[], at: number, floor: number, context: ParseContext): ListingName {
  for (let i = at - 1; i >= Math.max(floor, at - REACH); i--) {
    const line = lines[i] ?? '';
    // What stands above another fence is about that one.
    if (readFence(line)) return NONE;
    const paths = isBlank(line) ? [] : pathsInProse(line, context);
    const [path] = paths;
    if (path === undefined) continue;
    if (paths.length > 1) return NONE;
    if (isKnown(path, context)) return { path, certainty: 'spoken', linesInside: 0 };
    const announced = i >= at - 1 - MOST_BLANKS && announcesNew(line, path);
    return announced && looksLikePathInProse(path) ? { path, certainty: 'new', linesInside: 0 } : NONE;
  }
  return NONE;
}

/** "Create a new module `src/rates.py`:" and nothing vaguer: the verb and the name share a clause. */
function announcesNew(line: string, path: string): boolean {
  const at = line.indexOf(`\`${path}\``);
  if (at < 0) return false;
  const clause = line.slice(Math.max(line.lastIndexOf('. ', at), at - 60, 0), at);
  return /\b(?:create|new|add)\b/i.test(clause);
}
