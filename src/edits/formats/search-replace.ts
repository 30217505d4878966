/** The parser behind `diff`, `diff-fenced` and their editor variants: SEARCH/REPLACE blocks in prose. */
import type { EditReply, FormatName, OperationSource, ParseContext, ParsedReply } from '../types.ts';
import { type RawBlock, splitBlock, type TargetFile } from './block-body.ts';
import { findBlockName, type NameSearch } from './block-name.ts';
import { type Draft, newDraft, report } from './draft.ts';
import { closes, readFence } from './fences.ts';
import { fileTexts } from './file-texts.ts';
import { indentOf, isBlank, joinLines, splitLines } from './lines.ts';
import { type Marker, readMarker } from './markers.ts';
import { isProseFile } from './paths.ts';
import { collectCommands } from './shell.ts';

/** What every description of the format writes. */
const USUAL_LENGTH = 7;

/**
 * Reads every block in order. Each is a `replace` that applies after the one before it (`sequential`); an empty
 * SEARCH has an empty `oldText`. A block that cannot be read is a problem of its own and costs no other block
 * (aider gives up the whole reply). Linear in the length of the reply.
 */
export function parseSearchReplace(reply: EditReply, context: ParseContext, format: FormatName): ParsedReply {
  const lines = splitLines(reply.text);
  const draft = newDraft(format);
  const search: NameSearch = { lines, context, files: fileTexts(context), named: new Set() };
  const markers = findMarkers(lines);
  let floor = 0;
  let sticky: string | undefined;
  let at = 0;
  let index = 0;
  while (at < markers.length) {
    const head = markers[at];
    if (!head) break;
    if (head.kind !== 'head') {
      readStray(draft, lines, head, floor, { format, index });
      if (head.kind === 'tail') floor = head.line + 1;
      at++;
      continue;
    }
    const { block, next } = gather(markers, at, lines.length);
    if (block.ending === 'end-of-text' && reply.cutOff) block.cutOff = true;
    collectCommands(draft.commands, lines, floor, head.line);
    sticky = readBlock(draft, search, block, floor, sticky, { format, index });
    index++;
    // The name of the block that cut this one off stands in what looked like this one's text.
    floor = block.ending === 'next-head' ? head.line + 1 : block.end + 1;
    at = next;
  }
  collectCommands(draft.commands, lines, floor, lines.length);
  return draft;
}

function findMarkers(lines: readonly string[]): Marker[] {
  const markers: Marker[] = [];
  for (let i = 0; i < lines.length; i++) {
    const marker = readMarker(lines[i] ?? '', i);
    if (marker) markers.push(marker);
  }
  return dropConflicts(markers);
}

/** `<<<<<<< HEAD` opens a block only when UPDATED or REPLACE closes it; otherwise it quotes a merge conflict. */
function dropConflicts(markers: readonly Marker[]): Marker[] {
  const kept: Marker[] = [];
  let next: Marker | undefined;
  for (const marker of markers.toReversed()) {
    if (marker.conflictStyle && next?.kind !== 'tail') continue;
    kept.push(marker);
    if (marker.kind !== 'divider' && !marker.bare) next = marker;
  }
  return dropInner(kept.reverse());
}

/** Inside an open block such a line is part of the text. */
function dropInner(markers: readonly Marker[]): Marker[] {
  let open = false;
  return markers.filter((marker) => {
    if (marker.conflictStyle && open) return false;
    if (marker.kind === 'head') open = true;
    else if (marker.kind === 'tail' && !marker.bare) open = false;
    return true;
  });
}

/**
 * Markers up to the block's end. A head longer than seven characters escapes shorter markers inside, when an end
 * marker of its own length follows: that is how a file about this very format is edited. A bare `>>>>>>>` ends the
 * block only when no end marker with its keyword does: it may be a quotation in the text.
 */
function gather(markers: readonly Marker[], at: number, total: number): { block: RawBlock; next: number } {
  const head = markers[at];
  if (!head) throw new Error('gather needs a head marker');
  const escaped = head.length > USUAL_LENGTH ? escapedEnd(markers, at, head.length) : undefined;
  const dividers: Marker[] = [];
  let bare: { block: RawBlock; next: number } | undefined;
  for (let i = at + 1; i < markers.length; i++) {
    const marker = markers[i];
    if (!marker) break;
    const block = (ending: RawBlock['ending']): RawBlock => ({ head, dividers, end: marker.line, ending });
    if (marker.kind === 'divider') dividers.push(marker);
    else if (escaped !== undefined && i < escaped && marker.length !== head.length) continue;
    else if (marker.kind === 'head') return bare ?? { block: block('next-head'), next: i };
    else if (!marker.bare) return { block: block('tail'), next: i + 1 };
    else if (dividers.length > 0)
      bare ??= { block: { ...block('tail'), dividers: [...dividers] }, next: i + 1 };
  }
  return bare ?? { block: { head, dividers, end: total, ending: 'end-of-text' }, next: markers.length };
}

/** The end marker of the head's own length, with a divider of that length before it; one alone is a slip of the pen. */
function escapedEnd(markers: readonly Marker[], at: number, length: number): number | undefined {
  let divided = false;
  for (let i = at + 1; i < markers.length; i++) {
    const marker = markers[i];
    if (marker?.length !== length) continue;
    if (marker.kind === 'head') return undefined;
    if (marker.kind === 'divider') divided = true;
    else return divided ? i : undefined;
  }
  return undefined;
}

/** Reads one block into the draft; returns the file name that a nameless next block inherits. */
function readBlock(
  draft: Draft,
  search: NameSearch,
  block: RawBlock,
  floor: number,
  sticky: string | undefined,
  source: OperationSource,
): string | undefined {
  const { lines, files } = search;
  const firstText = lines.slice(block.head.line + 1, block.dividers[0]?.line ?? block.head.line + 1);
  const name = findBlockName(search, block.head, floor, firstText, sticky);
  const path = name.path ?? '';
  if (path !== '') search.named.add(path);
  const file: TargetFile = {
    holds: (text) => path !== '' && files.count(path, text) > 0,
    underlines: isProseFile(path),
  };
  const split = splitBlock(lines, block, file);
  if (!split.ok) {
    const where = path === '' ? `Block ${source.index + 1}` : `Block ${source.index + 1} (${path})`;
    report(
      draft,
      split.code,
      path,
      `${where} was not applied: ${split.reason}. Send it again, complete.`,
      source,
      {
        sought: joinLines(firstText),
      },
    );
    return name.path ?? sticky;
  }
  if (name.path === undefined) {
    report(draft, 'NO_FILENAME', '', namelessMessage(source.index, name.reason), source, {
      sought: joinLines(split.search),
    });
    return sticky;
  }
  const notes = [
    ...(name.note === undefined ? [] : [name.note]),
    ...split.notes.map((note) => `${path}: ${note}`),
  ];
  const sought = split.search.every(isBlank) && files.isBlank(path) ? [] : split.search;
  const replace =
    sought.length === 0
      ? plainContent(split.replace, lines[block.head.line] ?? '', path, notes)
      : split.replace;
  draft.operations.push({
    kind: 'replace',
    path,
    // Blank lines are an empty SEARCH where there is nothing to find; in a file with content they stay what they are.
    oldText: joinLines(sought),
    newText: joinLines(replace),
    sequential: true,
    ...(name.inherited === true ? { inherited: true } : {}),
    source,
    notes,
  });
  draft.notes.push(...notes);
  return path;
}

function namelessMessage(index: number, reason: string): string {
  return (
    `Block ${index + 1} names no file: ${reason}. ` +
    'Send it again with the full path of the file alone on the line above the block.'
  );
}

/**
 * A new file has nothing to measure indentation or fences against, so both are taken off here: a block indented as
 * part of a list, and a fence written around the content (unless the file is one that holds fences itself).
 */
function plainContent(content: string[], head: string, path: string, notes: string[]): string[] {
  let text = content;
  const indent = indentOf(head);
  if (indent !== '' && text.every((line) => isBlank(line) || line.startsWith(indent))) {
    text = text.map((line) => (isBlank(line) ? '' : line.slice(indent.length)));
    notes.push(`${path}: the indentation of the whole block was taken off`);
  }
  const inner = isProseFile(path) ? undefined : insideFence(text);
  if (inner) notes.push(`${path}: the fence around the new text was taken off`);
  return inner ?? text;
}

function insideFence(text: readonly string[]): string[] | undefined {
  const first = text.findIndex((line) => !isBlank(line));
  const last = text.findLastIndex((line) => !isBlank(line));
  const open = readFence(text[first] ?? '');
  const close = readFence(text[last] ?? '');
  if (!open || !close || first >= last || !closes(open, close)) return undefined;
  const inner = text.slice(first + 1, last);
  return inner.some((line) => readFence(line)) ? undefined : inner;
}

/**
 * Markers outside any block. An end marker right after a block is a repetition; one with text above it ends a block
 * whose start is missing, or the true end of a block whose text held an end marker: either way an edit is damaged.
 */
function readStray(
  draft: Draft,
  lines: readonly string[],
  marker: Marker,
  floor: number,
  source: OperationSource,
): void {
  if (marker.kind !== 'tail' || marker.bare || !hasText(lines, floor, marker.line)) return;
  const message =
    `The >>>>>>> REPLACE in line ${marker.line + 1} of the reply belongs to no <<<<<<< SEARCH line. ` +
    'Send that block again, complete; when the text itself contains such markers, write the outer ones with nine characters.';
  report(draft, 'BAD_PATCH', '', message, source);
}

function hasText(lines: readonly string[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const line = lines[i] ?? '';
    if (!isBlank(line) && !readFence(line) && readMarker(line, i)?.kind !== 'divider') return true;
  }
  return false;
}
