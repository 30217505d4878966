/**
 * The grammar of apply_patch text ("V4A"): `*** Update File:` sections of context, `-` and `+` lines under `@@` anchors.
 * Wider than the published grammar wherever models are: padded markers, stacked anchors, a first chunk without `@@`,
 * blank lines between chunks, context lines that lost their leading blank.
 */
import type { HunkLine } from '../types.ts';

export interface Chunk {
  anchors: string[];
  lines: HunkLine[];
  eof: boolean;
  /** The last line lost its missing line end: `\\ No newline at end of file` stands under the old text only. */
  endsFile?: boolean;
  lineHint?: { start: number; end: number };
  /** The numbers say "before the first line" (`-0,0`). */
  top?: boolean;
  notes: string[];
}

export interface FileSection {
  action: 'add' | 'delete' | 'update';
  path: string;
  moveTo?: string;
  /** Content of an added file. */
  content: string[];
  chunks: Chunk[];
  notes: string[];
  /** What makes the section unusable, for the model. */
  fault?: string;
}

export interface ParsedPatch {
  sections: FileSection[];
  /** Whether an end marker closed it. */
  ended: boolean;
  /** Line after the patch. */
  next: number;
  faults: string[];
}

type Header =
  | { word: 'add' | 'delete' | 'update' | 'move'; path: string }
  | { word: 'begin' | 'end' | 'eof' | 'other' };

const HEADERS: readonly (readonly [RegExp, 'add' | 'delete' | 'update' | 'move'])[] = [
  [/^add file:/i, 'add'],
  [/^(?:create|new) file:/i, 'add'],
  [/^(?:delete|remove) file:/i, 'delete'],
  [/^(?:update|modify|edit) file:/i, 'update'],
  [/^(?:move|rename)(?: file)? to:/i, 'move'],
];

/** A `***` line, or undefined. Blanks around it do not matter (fixtures 017 and 018 of Codex). */
export function readHeader(line: string): Header | undefined {
  const text = line.trim();
  if (!text.startsWith('***')) return undefined;
  const rest = text.slice(3).trim();
  if (/^begin patch$/i.test(rest)) return { word: 'begin' };
  if (/^end patch$/i.test(rest)) return { word: 'end' };
  if (/^end of file$/i.test(rest)) return { word: 'eof' };
  for (const [pattern, word] of HEADERS) {
    const match = pattern.exec(rest);
    if (match) return { word, path: cleanPath(rest.slice(match[0].length)) };
  }
  return { word: 'other' };
}

function cleanPath(text: string): string {
  const path = text.trim();
  const quoted = /^(["'`])(.{1,500})\1$/.exec(path);
  return quoted?.[2] ?? path;
}

/** Reads one patch from the line after its begin marker (or from its first header when that marker is missing). */
export function readPatch(
  lines: readonly string[],
  from: number,
  stop: (line: string) => boolean,
): ParsedPatch {
  const patch: ParsedPatch = { sections: [], ended: false, next: lines.length, faults: [] };
  let i = from;
  while (i < lines.length) {
    const line = lines[i] ?? '';
    const header = readHeader(line);
    if (header?.word === 'end' || stop(line)) {
      return { ...patch, ended: true, next: i + 1 };
    }
    if (header?.word === 'begin') return { ...patch, next: i };
    if (header && 'path' in header && header.word !== 'move') {
      const section: FileSection = {
        action: header.word,
        path: header.path,
        content: [],
        chunks: [],
        notes: [],
      };
      patch.sections.push(section);
      i = readSection(section, lines, i + 1, stop);
      continue;
    }
    if (header?.word === 'other' && !/^\*+\s*environment id:/i.test(line.trim())) {
      patch.faults.push(`'${line.trim().slice(0, 120)}' is no header. ${VALID}`);
    }
    i++;
  }
  return patch;
}

const VALID = "Valid ones are '*** Add File: path', '*** Delete File: path' and '*** Update File: path'.";

function readSection(section: FileSection, lines: readonly string[], from: number, stop: Stop): number {
  if (section.action === 'delete') return from;
  const start = section.action === 'update' ? readMove(section, lines, from) : from;
  let end = start;
  while (end < lines.length && !endsSection(lines[end] ?? '', stop)) end++;
  const body = lines.slice(start, end);
  if (section.action === 'add') readAdded(section, body);
  else readUpdate(section, body);
  return end;
}

type Stop = (line: string) => boolean;

/** Only a `***` line without a prefix ends a section: "+*** x" is content. */
function endsSection(line: string, stop: Stop): boolean {
  if (stop(line)) return true;
  if (!line.startsWith('*') && !/^\s{1,8}\*{3}\s?(?:begin|end|add|update|delete)\b/i.test(line)) return false;
  const header = readHeader(line);
  return header !== undefined && header.word !== 'eof' && (line.startsWith('***') || header.word !== 'other');
}

function readMove(section: FileSection, lines: readonly string[], from: number): number {
  let i = from;
  while ((lines[i] ?? 'x').trim() === '') i++;
  const header = readHeader(lines[i] ?? '');
  if (header?.word !== 'move') return from;
  section.moveTo = header.path;
  return i + 1;
}

/** The body of an added file; also the `diff` of a native create operation. */
export function readAdded(section: FileSection, body: readonly string[]): void {
  const lines = trimBlank(body.filter((line) => !/^@@/.test(line)));
  const plain = lines.length > 0 && lines.every((line) => !line.startsWith('+'));
  if (plain) section.notes.push(`${section.path}: the lines of the new file had no leading plus sign`);
  for (const line of lines) {
    if (plain) section.content.push(line);
    else if (line.startsWith('+')) section.content.push(line.slice(1));
    else if (line.trim() === '') section.content.push('');
    else section.fault ??= `the line '${line.slice(0, 120)}' of the new file has no leading '+'`;
  }
}

/**
 * The body of an update, also used for the `diff` of a native operation, which has no header. A wholly empty line is
 * an empty context line between others; at either end of a chunk it only separates.
 */
export function readUpdate(section: FileSection, body: readonly string[]): void {
  let blanks = 0;
  for (const line of body) {
    const chunk = currentChunk(section, line.startsWith('@@'));
    if (line === '') {
      blanks++;
      continue;
    }
    if (line.startsWith('@@')) readAnchor(chunk, line);
    else if (readHeader(line)?.word === 'eof') chunk.eof = true;
    else {
      for (; blanks > 0 && chunk.lines.length > 0; blanks--) chunk.lines.push({ kind: 'context', text: '' });
      readLine(chunk, line, section.path);
    }
    blanks = 0;
  }
  for (const each of section.chunks) dropOwnAnchor(each);
  section.chunks = section.chunks.filter((each) => each.lines.length > 0 || each.anchors.length > 0);
  anchorByContext(section.chunks);
  if (section.chunks.some((each) => each.lines.length === 0))
    section.fault = 'a section under @@ has no lines';
  else if (section.chunks.length === 0 && section.moveTo === undefined)
    section.fault = 'the update has no changes';
}

/**
 * A chunk of unchanged lines only says where the next one belongs, as an anchor does: `@@`, the head of a function, `@@`, the change.
 * It stays a chunk as well, so that lines which the file does not have are refused.
 */
function anchorByContext(chunks: readonly Chunk[]): void {
  let lead: string[] = [];
  for (const chunk of chunks) {
    chunk.anchors.unshift(...lead);
    const only = chunk.lines.length > 0 && chunk.lines.every((line) => line.kind === 'context');
    const telling = chunk.lines.map((line) => line.text.trim()).filter((text) => /[\p{L}\p{N}]/u.test(text));
    lead = only ? [...chunk.anchors, ...telling] : [];
  }
}

/** Anchors stack until lines follow; the first chunk needs none. */
function currentChunk(section: FileSection, anchor: boolean): Chunk {
  const last = section.chunks.at(-1);
  if (last && !(anchor && (last.lines.length > 0 || last.eof))) return last;
  const chunk = newChunk();
  section.chunks.push(chunk);
  return chunk;
}

function newChunk(): Chunk {
  return { anchors: [], lines: [], eof: false, notes: [] };
}

/** `@@ text` names a line above; `@@ -12,3 +12,4 @@ text` carries line numbers, which only choose between places. */
function readAnchor(chunk: Chunk, line: string): void {
  const text = line.replace(/^@+/, '').trim();
  const numbers = /^-(\d{1,9})(?:,(\d{1,9}))? \+\d{1,9}(?:,\d{1,9})?(?: ?@@)?/.exec(text);
  if (numbers) {
    const start = Number(numbers[1]);
    const count = numbers[2] === undefined ? 1 : Number(numbers[2]);
    if (start === 0) chunk.top = true;
    else chunk.lineHint = { start, end: Math.max(start, start + count - 1) };
  }
  const anchor = text
    .slice(numbers?.[0].length ?? 0)
    .replace(/\s*@@$/, '')
    .trim();
  if (anchor !== '' && !/^\.{3}/.test(anchor)) chunk.anchors.push(anchor);
}

function readLine(chunk: Chunk, line: string, path: string): void {
  const mark = line[0];
  if (mark === '+') chunk.lines.push({ kind: 'add', text: line.slice(1) });
  else if (mark === '-') chunk.lines.push({ kind: 'delete', text: line.slice(1) });
  else if (mark === ' ') chunk.lines.push({ kind: 'context', text: line.slice(1) });
  else if (line.startsWith('\\ No newline')) chunk.endsFile = chunk.lines.at(-1)?.kind === 'delete';
  else {
    // A context line that lost its leading blank; if the file has no such line the chunk will not be found.
    chunk.lines.push({ kind: 'context', text: line });
    chunk.notes.push(`${path}: a line without a leading blank, plus or minus was read as an unchanged line`);
  }
}

/** An anchor that is the chunk's own first line would be sought above itself. */
function dropOwnAnchor(chunk: Chunk): void {
  const own = chunk.anchors.at(-1);
  if (own !== undefined && chunk.lines.find((line) => line.kind !== 'add')?.text.trim() === own)
    chunk.anchors.pop();
}

function trimBlank(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first < 0 ? [] : lines.slice(first, last + 1);
}
