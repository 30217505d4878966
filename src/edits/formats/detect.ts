/** Which format a reply is written in. */
import type { EditReply, FormatName, ParseContext } from '../types.ts';
import { readFence } from './fences.ts';
import { type FileTexts, fileTexts } from './file-texts.ts';
import { pathOfLine } from './filenames.ts';
import { splitLines } from './lines.ts';
import { endOfListing } from './listing-end.ts';
import { findListingName, type ListingName } from './listing-name.ts';
import { readMarker } from './markers.ts';
import { withoutReasoning } from './reasoning.ts';
import { toolKind } from './tool-names.ts';
import { isCutJson, readToolCalls } from './tool-reply.ts';

/**
 * The first structure that begins in the text decides, since any of them may quote another inside: a patch that edits
 * a file about SEARCH/REPLACE is a patch. Tool calls win over text. A reply without any structure is called `diff`,
 * which finds nothing in it.
 */
export function detectFormat(reply: EditReply, context: ParseContext): FormatName {
  const text = withoutReasoning(reply.text);
  const calls = reply.toolCalls ?? readToolCalls(text) ?? [];
  if (calls.length > 0) return formatOfCalls(calls.map((call) => call.name));
  const lines = splitLines(text);
  const structured = structuredFormat(lines, context);
  if (structured) return structured;
  if (hasListing(lines, context)) return 'whole';
  return isCutJson(text) ? 'edit' : 'diff';
}

/** The format whose marks come first in the text; undefined when it has none of their marks. */
export function structuredFormat(lines: readonly string[], context: ParseContext): FormatName | undefined {
  let nameless = false;
  for (let i = 0; i < lines.length; i++) {
    const format = startsAt(lines, i, context);
    if (format) return format;
    nameless ||= isNamelessDiff(lines, i);
  }
  return nameless ? 'udiff' : undefined;
}

function formatOfCalls(names: readonly string[]): FormatName {
  const kinds = names.map(toolKind);
  if (kinds.includes('patch') || kinds.includes('shell')) return 'apply_patch';
  return kinds.includes('editor') ? 'text_editor' : 'edit';
}

function startsAt(lines: readonly string[], i: number, context: ParseContext): FormatName | undefined {
  const line = lines[i] ?? '';
  if (isPatchHeader(line)) return 'patch';
  const marker = readMarker(line, i);
  if (marker?.kind === 'head' && !marker.conflictStyle) return diffKind(lines, i, context);
  if (line.startsWith('--- ') && (lines[i + 1] ?? '').startsWith('+++ ')) return 'udiff';
  return undefined;
}

/** Hunks in a diff fence without the name of their file: often an explanation, so that any other mark in the text goes first. */
function isNamelessDiff(lines: readonly string[], i: number): boolean {
  return readFence(lines[i] ?? '')?.info.toLowerCase() === 'diff' && isHunkLine(lines[i + 1] ?? '');
}

function isPatchHeader(line: string): boolean {
  const text = line.trim();
  return /^\*{3} ?(?:Begin Patch|(?:Add|Update|Delete) File:)/i.test(text);
}

function isHunkLine(line: string): boolean {
  return line.startsWith('@@') || line.startsWith('--- ') || /^[-+ ]/.test(line);
}

function diffKind(lines: readonly string[], head: number, context: ParseContext): FormatName {
  const inside = pathOfLine(lines[head - 1] ?? '', context) !== undefined;
  return inside && readFence(lines[head - 2] ?? '') !== undefined ? 'diff-fenced' : 'diff';
}

/**
 * A listing with a name, of a file that is new, that it repeats for the most part, or that it could replace by its
 * length: a named excerpt in an explanation must not be taken for the whole file.
 */
function hasListing(lines: readonly string[], context: ParseContext): boolean {
  const files = fileTexts(context);
  for (let i = 0; i < lines.length; i++) {
    const fence = readFence(lines[i] ?? '');
    if (!fence || fence.closingTag) continue;
    const { path, certainty } = findListingName(lines, i, 0, fence, context);
    const { end } = endOfListing(lines, i, fence, path ?? '', context);
    if (path !== undefined && couldBeWhole(lines.slice(i + 1, end), path, certainty, files)) return true;
    i = Math.max(i, end - 1);
    if (closesListing(lines, end)) i = end;
  }
  return false;
}

function closesListing(lines: readonly string[], end: number): boolean {
  return readFence(lines[end] ?? '')?.info === '';
}

function couldBeWhole(
  content: readonly string[],
  path: string,
  certainty: ListingName['certainty'],
  files: FileTexts,
): boolean {
  if (certainty === 'unclear') return false;
  if (files.isBlank(path)) return certainty === 'named' || certainty === 'new';
  const rewritten = certainty === 'named' && content.length * 2 >= files.size(path);
  return rewritten || files.resembles(path, content);
}
