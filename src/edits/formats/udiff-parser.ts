/** The parser behind `udiff` and `udiff-simple`: unified diffs, with or without line numbers, fenced or bare. */
import type { EditReply, FormatName, OperationSource, ParseContext, ParsedReply } from '../types.ts';
import { type Draft, newDraft, report } from './draft.ts';
import { closes, type Fence, readFence } from './fences.ts';
import { pathOfLine } from './filenames.ts';
import { addChunk } from './hunks.ts';
import { isBlank, joinLines, splitLines } from './lines.ts';
import { collectCommands } from './shell.ts';
import { type DiffPaths, readDiffPaths } from './udiff-paths.ts';
import { type Chunk, type FileSection, readUpdate } from './v4a.ts';

interface FileDiff {
  paths: DiffPaths;
  body: string[];
  /** The text ended inside it. */
  cut: boolean;
}

/**
 * Reads the diffs of a reply, file by file. Text behind line numbers is dropped: a diff tool writes the function around
 * the hunk there, which may begin far above, and the numbers choose better between equal places. A fence with any language, or none, may enclose them; a hunk without a
 * file belongs to the file before it, or to the path on the line above its fence.
 */
export function parseUdiff(reply: EditReply, context: ParseContext, format: FormatName): ParsedReply {
  const lines = splitLines(reply.text);
  const draft = newDraft(format);
  collectCommands(draft.commands, lines, 0, lines.length);
  let index = 0;
  for (const file of findDiffs(lines, reply, context)) {
    index = readFile(draft, file, { format, index });
  }
  return draft;
}

/** One walk over the lines; `file` is the diff being read, `fence` what encloses it. */
function findDiffs(lines: readonly string[], reply: EditReply, context: ParseContext): FileDiff[] {
  const found: FileDiff[] = [];
  let fence: Fence | undefined;
  let file: FileDiff | undefined;
  let lastPath: string | undefined;
  const begin = (paths: DiffPaths) => {
    file = { paths, body: [], cut: false };
    found.push(file);
    lastPath = paths.newPath ?? paths.oldPath ?? lastPath;
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const here = readFence(line);
    if (here && !/^[ +-]/.test(line)) {
      if (fence && closes(fence, here)) {
        fence = undefined;
        file = undefined;
      } else if (!fence) {
        fence = here;
        const path = nameAbove(lines, i, context);
        file = undefined;
        if (isDiffFence(here) && !startsWithHeader(lines, i + 1))
          begin({ oldPath: path ?? lastPath, newPath: path ?? lastPath });
      }
      continue;
    }
    const header = readDiffPaths(lines, i, file !== undefined, context);
    if (header) {
      begin(header.paths);
      i = header.next - 1;
      continue;
    }
    if (!file) continue;
    if (!fence && !isHunkLine(line)) file = undefined;
    else file.body.push(line);
  }
  markCut(file, fence, reply);
  return found;
}

function isDiffFence(fence: Fence): boolean {
  return /^(?:u?diff|patch)\b/i.test(fence.info);
}

function startsWithHeader(lines: readonly string[], from: number): boolean {
  let i = from;
  while (i < lines.length && isBlank(lines[i] ?? '')) i++;
  return /^(?:--- |diff --git |Index: )/.test(lines[i] ?? '');
}

function nameAbove(lines: readonly string[], i: number, context: ParseContext): string | undefined {
  const above = isBlank(lines[i - 1] ?? '') ? lines[i - 2] : lines[i - 1];
  return above === undefined ? undefined : pathOfLine(above, context);
}

/** Outside a fence the first line that cannot be part of a hunk ends the diff: it is prose again. */
function isHunkLine(line: string): boolean {
  return line === '' || /^(?:[ +\-\\]|@@)/.test(line);
}

/** An unclosed fence, or a reply that hit the limit, leaves the last hunk in doubt (aider drops its last line: F22). */
function markCut(file: FileDiff | undefined, fence: Fence | undefined, reply: EditReply): void {
  if (file && (fence !== undefined || reply.cutOff === true)) file.cut = true;
}

function readFile(draft: Draft, file: FileDiff, source: OperationSource): number {
  const { oldPath, newPath, deleted, created, renamed } = file.paths;
  const section: FileSection = {
    action: 'update',
    path: oldPath ?? newPath ?? '',
    content: [],
    chunks: [],
    notes: [],
  };
  readUpdate(section, file.body);
  for (const chunk of section.chunks) if (chunk.lineHint) chunk.anchors = [];
  const path = created ? (newPath ?? '') : section.path;
  const chunks = section.chunks.filter((chunk) => chunk.lines.some((line) => line.kind !== 'context'));
  if (path === '' && chunks.length > 0) {
    report(draft, 'NO_FILENAME', '', NAMELESS, source, { sought: joinLines(file.body.slice(0, 20)) });
    return source.index + 1;
  }
  if (file.cut) {
    const message = `The last hunk for ${path} was not applied: the reply ends inside it. Send it again, complete.`;
    report(draft, 'TRUNCATED', path, message, {
      ...source,
      index: source.index + Math.max(0, chunks.length - 1),
    });
    chunks.pop();
  }
  if (deleted) draft.operations.push({ kind: 'delete', path, source, notes: [] });
  else if (created && !file.cut) addCreated(draft, path, chunks, source);
  else if (!created) addEdits(draft, path, chunks, source);
  if (renamed && newPath !== undefined) {
    draft.operations.push({ kind: 'rename', path, toPath: newPath, source, notes: [] });
  }
  return source.index + Math.max(1, section.chunks.length);
}

const NAMELESS =
  'A diff names no file. Begin it with the two lines "--- path/to/file" and "+++ path/to/file", then the hunks.';

function addCreated(draft: Draft, path: string, chunks: readonly Chunk[], source: OperationSource): void {
  const lines = chunks.flatMap((chunk) =>
    chunk.lines.filter((line) => line.kind !== 'delete').map((line) => line.text),
  );
  draft.operations.push({ kind: 'create', path, content: joinLines(lines), source, notes: [] });
}

function addEdits(draft: Draft, path: string, chunks: readonly Chunk[], source: OperationSource): void {
  chunks.forEach((chunk, i) => {
    addChunk(draft, chunk, path, { ...source, index: source.index + i });
  });
}
