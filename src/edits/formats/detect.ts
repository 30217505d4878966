/** Which format a reply is written in. */
import type { EditReply, FormatName, ParseContext } from '../types.ts';
import { readFence } from './fences.ts';
import { pathOfFenceInfo, pathOfLine } from './filenames.ts';
import { splitLines } from './lines.ts';
import { readMarker } from './markers.ts';

/**
 * The first structure that begins in the text decides, since any of them may quote another inside: a patch that edits
 * a file about SEARCH/REPLACE is a patch. Tool calls win over text. A reply without any structure is called `diff`,
 * which finds nothing in it.
 */
export function detectFormat(reply: EditReply, context: ParseContext): FormatName {
  const calls = reply.toolCalls ?? [];
  if (calls.length > 0) return formatOfCalls(calls.map((call) => call.name));
  const lines = splitLines(reply.text);
  for (let i = 0; i < lines.length; i++) {
    const format = startsAt(lines, i, context);
    if (format) return format;
  }
  return lines.some((line, i) => isListing(lines, line, i, context)) ? 'whole' : 'diff';
}

function formatOfCalls(names: readonly string[]): FormatName {
  if (names.some((name) => /apply_?patch/i.test(name))) return 'apply_patch';
  if (names.some((name) => /str_replace|text_editor|^editor$/i.test(name))) return 'text_editor';
  return 'edit';
}

function startsAt(lines: readonly string[], i: number, context: ParseContext): FormatName | undefined {
  const line = lines[i] ?? '';
  if (isPatchHeader(line)) return 'patch';
  const marker = readMarker(line, i);
  if (marker?.kind === 'head' && !marker.conflictStyle) return diffKind(lines, i, context);
  if (line.startsWith('--- ') && (lines[i + 1] ?? '').startsWith('+++ ')) return 'udiff';
  if (readFence(line)?.info.toLowerCase() === 'diff' && isHunkLine(lines[i + 1] ?? '')) return 'udiff';
  return undefined;
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

/** A path right above a fence, over one blank line at most, or in the fence's info. */
function isListing(lines: readonly string[], line: string, i: number, context: ParseContext): boolean {
  const fence = readFence(line);
  if (!fence || fence.closingTag) return false;
  if (pathOfFenceInfo(fence.info, context) !== undefined) return true;
  const above = (lines[i - 1] ?? '').trim() === '' ? lines[i - 2] : lines[i - 1];
  return pathOfLine(above ?? '', context) !== undefined;
}
