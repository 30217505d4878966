/** Finds apply_patch text in whatever it came wrapped in: prose, fences, a heredoc, a shell command. */
import type { OperationSource, ParseContext } from '../types.ts';
import { type Draft, report } from './draft.ts';
import { closes, type Fence, readFence } from './fences.ts';
import { addSection } from './hunks.ts';
import { indentOf, splitLines } from './lines.ts';
import { type FileSection, readHeader, readPatch } from './v4a.ts';

export interface PatchOptions {
  /** The text arrived whole (a finished tool call), so that a missing end marker means nothing. */
  complete: boolean;
  /** Where the paths start, unless a `cd` before the patch says so. */
  folder?: string;
}

/** Adds the operations of every patch in the text; each file section counts as one block. Returns the next index. */
export function readPatchText(
  draft: Draft,
  text: string,
  context: ParseContext,
  source: OperationSource,
  options: PatchOptions,
): void {
  const lines = unindentPatches(splitLines(text));
  let found = false;
  let index = source.index;
  for (let i = 0; i < lines.length; ) {
    const header = readHeader(lines[i] ?? '');
    if (!header || !startsPatch(header.word)) {
      i++;
      continue;
    }
    found = true;
    const wrap = wrapperAbove(lines, i);
    const patch = readPatch(lines, header.word === 'begin' ? i + 1 : i, wrap.stop);
    const last = patch.sections.at(-1);
    for (const fault of patch.faults)
      report(draft, 'BAD_PATCH', '', `The patch cannot be read: ${fault}`, { ...source, index });
    for (const section of patch.sections) {
      const at =
        source.callId === undefined ? { ...source, index } : { ...source, part: index - source.index };
      const cut = section === last && !patch.ended && patch.next >= lines.length && !options.complete;
      if (cut) reportCut(draft, section, at);
      else addSection(draft, section, context, wrap.folder || (options.folder ?? ''), at);
      index++;
    }
    if (patch.sections.length === 0 && patch.faults.length === 0) {
      report(draft, 'BAD_PATCH', '', 'The patch is empty: it names no file.', { ...source, index });
    }
    i = Math.max(patch.next, i + 1);
  }
  if (!found && options.complete) report(draft, 'BAD_PATCH', '', MISSING, source);
}

const MISSING =
  "The patch must begin with the line '*** Begin Patch' and name a file, e.g. '*** Update File: path'.";

function startsPatch(word: string): boolean {
  return word === 'begin' || word === 'add' || word === 'update' || word === 'delete';
}

function reportCut(draft: Draft, section: FileSection, source: OperationSource): void {
  const message =
    `The patch of ${section.path} was not applied: the text ends before '*** End Patch', so it may be cut off. ` +
    'Send that file again, complete.';
  report(draft, 'TRUNCATED', section.path, message, source);
}

interface Wrapper {
  /** Folder of `cd DIR && apply_patch`. */
  folder: string;
  stop: (line: string) => boolean;
}

/** The line above the patch may open a fence or a heredoc; what ends that ends the patch too. */
function wrapperAbove(lines: readonly string[], i: number): Wrapper {
  const above = lines[i - 1] ?? '';
  const heredoc = /<<-?\s*(["']?)([A-Za-z_]\w{0,30})\1\s*$/.exec(above.slice(-200));
  const fence = readFence(above) ?? readFence(lines[i - 2] ?? '');
  const end = heredoc?.[2];
  return {
    folder: folderOf(above),
    stop: (line) => (end !== undefined && line.trim() === end) || endsFence(fence, line),
  };
}

function endsFence(open: Fence | undefined, line: string): boolean {
  if (!open || open.closingTag || /^\s/.test(line)) return false;
  const fence = readFence(line);
  return fence !== undefined && closes(open, fence);
}

function folderOf(command: string): string {
  const match = /^\s*cd\s+(?:"([^"]{1,300})"|'([^']{1,300})'|(\S{1,300}))\s*&&\s*apply_?patch\b/.exec(
    command.slice(0, 800),
  );
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? '';
}

/** A patch indented as a whole (inside a list, say) loses that indentation; line numbers stay. */
function unindentPatches(lines: readonly string[]): readonly string[] {
  const out = [...lines];
  for (let i = 0; i < lines.length; i++) {
    const indent = indentOf(lines[i] ?? '');
    if (indent === '' || readHeader(lines[i] ?? '')?.word !== 'begin') continue;
    const end = endOfPatch(lines, i);
    const fits = lines.slice(i, end).every((line) => line.trim() === '' || line.startsWith(indent));
    for (let k = i; fits && k < end; k++) out[k] = (lines[k] ?? '').slice(indent.length);
    i = end - 1;
  }
  return out;
}

/** The line after the end marker, or where the next patch begins. */
function endOfPatch(lines: readonly string[], begin: number): number {
  for (let i = begin + 1; i < lines.length; i++) {
    const word = readHeader(lines[i] ?? '')?.word;
    if (word === 'end') return i + 1;
    if (word === 'begin') return i;
  }
  return lines.length;
}
