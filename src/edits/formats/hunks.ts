/** Hunks and patch sections as operations. */

import { isForeign } from '../paths.ts';
import type { HunkLine, OperationSource, ParseContext, Replace } from '../types.ts';
import { type Draft, report } from './draft.ts';
import { joinLines } from './lines.ts';
import { normalisePath } from './paths.ts';
import type { Chunk, FileSection } from './v4a.ts';

/** Adds one chunk to the draft, or says why it has no place. */
export function addChunk(draft: Draft, chunk: Chunk, path: string, source: OperationSource): void {
  if (floats(chunk)) {
    const message =
      `A hunk for ${path} only adds lines and shows no unchanged line next to them; line numbers alone are not trusted. ` +
      'Send it again with the line above or below the insertion.';
    report(draft, 'BAD_PATCH', path, message, source, { sought: textOf(chunk.lines) });
    return;
  }
  const operation = chunkOperation(chunk, path, source);
  draft.operations.push(operation);
  draft.notes.push(...operation.notes);
}

/** Added lines with nothing but a line number to place them; models count badly, and a wrong place is a wrong edit. */
function floats(chunk: Chunk): boolean {
  return chunk.lineHint !== undefined && chunk.lines.every((line) => line.kind === 'add');
}

/** One chunk as a `replace`: context stays in `segments`, so that unchanged lines keep the file's own bytes. */
function chunkOperation(chunk: Chunk, path: string, source: OperationSource): Replace {
  const before = chunk.lines.filter((line) => line.kind !== 'add');
  const after = chunk.lines.filter((line) => line.kind !== 'delete');
  const atTop = before.length === 0 && chunk.top === true;
  // Added lines alone, under no anchor, go to the end (fixture 016 of Codex).
  const atEnd = chunk.eof || (before.length === 0 && chunk.anchors.length === 0 && !atTop);
  return {
    kind: 'replace',
    path,
    oldText: textOf(before),
    newText: textOf(after),
    segments: chunk.lines,
    ...(chunk.anchors.length > 0 ? { anchors: chunk.anchors } : {}),
    ...(chunk.lineHint ? { lineHint: chunk.lineHint } : {}),
    ...(atEnd ? { eof: true } : {}),
    ...(atTop ? { afterLine: 0 } : {}),
    ...(chunk.endsFile === true ? { terminated: true } : {}),
    source,
    notes: chunk.notes,
  };
}

function textOf(lines: readonly HunkLine[]): string {
  return joinLines(lines.map((line) => line.text));
}

/** Adds a section's operations to the draft, or says why it cannot be used. A move comes after the edits. */
export function addSection(
  draft: Draft,
  section: FileSection,
  context: ParseContext,
  prefix: string,
  source: OperationSource,
): void {
  const path = inFolder(prefix, section.path, context);
  if (path === '') {
    report(
      draft,
      'NO_FILENAME',
      '',
      'A header of the patch names no file. Write it as *** Update File: path.',
      source,
    );
    return;
  }
  if (section.fault !== undefined) {
    report(
      draft,
      'BAD_PATCH',
      path,
      `The patch of ${path} was not applied: ${section.fault}. Send it again.`,
      source,
    );
    return;
  }
  const { notes } = section;
  draft.notes.push(...notes);
  if (section.action === 'delete') draft.operations.push({ kind: 'delete', path, source, notes });
  else if (section.action === 'add') {
    draft.operations.push({ kind: 'create', path, content: joinLines(section.content), source, notes });
  }
  for (const chunk of section.chunks) addChunk(draft, chunk, path, source);
  const toPath = section.moveTo === undefined ? path : inFolder(prefix, section.moveTo, context);
  if (toPath !== path) draft.operations.push({ kind: 'rename', path, toPath, source, notes });
}

/** A path below the folder that `cd DIR && apply_patch` named. */
function inFolder(prefix: string, path: string, context: ParseContext): string {
  const plain = normalisePath(path, context);
  if (prefix === '' || plain === '' || plain.startsWith('/') || isForeign(plain)) return plain;
  return normalisePath(`${prefix}/${plain}`, context);
}
