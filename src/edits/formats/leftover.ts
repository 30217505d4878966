/** Edits that a reply holds in a second form. Reading one form only would make half of the change, and nobody would know. */
import type { RepoPath } from '../../lib/types.ts';
import type { EditReply, FormatName, Operation, ParseContext, ParsedReply } from '../types.ts';
import { structuredFormat } from './detect.ts';
import { closes, readFence } from './fences.ts';
import { formats } from './index.ts';
import { isBlank, splitLines } from './lines.ts';
import { readMarker } from './markers.ts';
import { looksLikePathInProse, staysInside } from './paths.ts';
import { withoutReasoning } from './reasoning.ts';
import { readHeader } from './v4a.ts';

type Family = 'blocks' | 'diff' | 'patch' | 'whole' | 'calls';

export interface Leftover {
  format: FormatName;
  operations: Operation[];
}

/**
 * What stands in the text beside the edits that were read from it: blocks, a diff with the name of its file, or a patch. What stands
 * inside of them is their content. Undefined when there is nothing.
 */
export function leftover(reply: EditReply, read: ParsedReply, context: ParseContext): Leftover | undefined {
  const family = familyOf(read.format);
  const rest = textBeside(reply, read);
  const format = rest && structuredFormat(rest, context);
  if (!rest || format === undefined || familyOf(format) === family) return undefined;
  const operations = formats[format]
    .parse({ text: rest.join('\n') }, context)
    .operations.filter(({ path, kind }) => path !== '' && kind !== 'overwrite');
  return operations.length > 0 ? { format, operations } : undefined;
}

/**
 * New files that stand as listings beside edits in another form. Of 1,800 recorded replies five had such: in some the files were wanted, in
 * some they were examples, so that they are named and left out.
 */
export function listedBeside(reply: EditReply, read: ParsedReply, context: ParseContext): RepoPath[] {
  const rest = textBeside(reply, read);
  if (!rest) return [];
  const touched = new Set(read.operations.map(({ path }) => path));
  const listed = formats.whole.parse({ text: rest.join('\n') }, context).operations.filter((operation) => {
    const { path, notes } = operation;
    if (operation.kind !== 'overwrite' || notes.length > 0 || touched.has(path)) return false;
    const isNew = staysInside(path) && looksLikePathInProse(path) && context.tree.read(path) === undefined;
    return isNew && !splitLines(operation.content).every(isBlank);
  });
  return listed.map(({ path }) => path);
}

/** The reply's lines with those of its own edits blanked; undefined where nothing can stand beside them. */
function textBeside(reply: EditReply, read: ParsedReply): string[] | undefined {
  const family = familyOf(read.format);
  const isJson = family === 'calls' && reply.toolCalls === undefined;
  if (isJson || family === 'whole' || read.operations.length === 0 || reply.text === '') return undefined;
  return beside(family, splitLines(withoutReasoning(reply.text)));
}

function familyOf(name: FormatName): Family {
  if (name.includes('udiff')) return 'diff';
  if (name.includes('diff')) return 'blocks';
  if (name.includes('whole')) return 'whole';
  return name === 'patch' ? 'patch' : 'calls';
}

/** The lines with those of the family's own edits blanked. In doubt too many: what is not seen is only read as it always was. */
function beside(family: Family, lines: readonly string[]): string[] {
  switch (family) {
    case 'blocks':
      return withoutBlocks(lines);
    case 'diff':
      return withoutDiffs(lines);
    case 'patch':
      return withoutPatches(lines);
    case 'whole':
    case 'calls':
      return [...lines];
  }
}

/** From an opening marker to its end marker, or to the next opening one. */
function withoutBlocks(lines: readonly string[]): string[] {
  let inside = false;
  return lines.map((line, at) => {
    const kind = readMarker(line, at)?.kind;
    if (kind === 'head') inside = true;
    const own = inside;
    if (kind === 'tail') inside = false;
    return own ? '' : line;
  });
}

/** A fence that holds a diff; outside of fences, from the header to the first line that cannot be part of a hunk. */
function withoutDiffs(lines: readonly string[]): string[] {
  const rest = [...lines];
  const begins = (at: number) =>
    /^(?:diff --git |@@)/.test(lines[at] ?? '') ||
    ((lines[at] ?? '').startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ '));
  for (let at = 0; at < lines.length; at++) {
    const fence = readFence(lines[at] ?? '');
    const inFence = fence && (/^(?:u?diff|patch)\b/i.test(fence.info) || begins(at + 1));
    if (!inFence && !begins(at)) continue;
    const ends = (line: string) => {
      const other = readFence(line);
      return fence
        ? other !== undefined && closes(fence, other)
        : !/^(?:$|[ +\-\\@]|diff |index )/.test(line);
    };
    let end = at + 1;
    while (end < lines.length && !ends(lines[end] ?? '')) end++;
    rest.fill('', at, fence ? end + 1 : end);
    at = end - (fence ? 0 : 1);
  }
  return rest;
}

/** From a patch's first header to its end marker. */
function withoutPatches(lines: readonly string[]): string[] {
  let inside = false;
  return lines.map((line) => {
    const word = readHeader(line)?.word;
    if (word === 'begin' || word === 'add' || word === 'update' || word === 'delete') inside = true;
    const own = inside;
    if (word === 'end') inside = false;
    return own ? '' : line;
  });
}
