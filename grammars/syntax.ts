/**
 * Whether a file parses: the check before a changed file is kept. `initGrammars` must have ended; afterwards
 * everything here is synchronous. Bytes, never a path on disk, are looked at.
 */
import type { Tree, TreeCursor } from 'web-tree-sitter';
import { scriptOf } from './embedded.ts';
import { type Language, languageOfPath } from './languages.ts';
import { loadGrammar, parseText } from './parser.ts';
import { decodeText } from './text.ts';

/** `line` and `column` are 1-based; `text` says what is wrong there. */
export interface SyntaxFault {
  line: number;
  column: number;
  text: string;
}

const largest = 1_000_000;
const milliseconds = 2000;
const mostFaults = 20;
const longestExcerpt = 60;

/**
 * True when the file parses without an error, false when it does not, undefined when nobody can tell: no grammar,
 * too large, binary, or too slow.
 */
export function syntaxClean(path: string, bytes: Uint8Array): boolean | undefined {
  return withTree(path, bytes, (tree) => !tree.rootNode.hasError);
}

/** Where a file does not parse, top first, at most 20 places; empty when it is clean or nobody can tell. */
export function syntaxErrors(path: string, bytes: Uint8Array): SyntaxFault[] {
  return withTree(path, bytes, (tree, text) => (tree.rootNode.hasError ? faultsOf(tree, text) : [])) ?? [];
}

function withTree<T>(path: string, bytes: Uint8Array, use: (tree: Tree, text: string) => T): T | undefined {
  const host = languageOfPath(path);
  if (!host || bytes.length > largest) return undefined;
  const decoded = decodeText(bytes);
  if (decoded.kind === 'binary') return undefined;
  const part = parsable(host, decoded.text);
  const grammar = part && loadGrammar(part.language);
  if (!part || !grammar || typeof grammar === 'string') return undefined;
  const parsed = parseText(grammar, part.text, milliseconds);
  if (parsed.kind === 'failed') return undefined;
  try {
    return use(parsed.tree, part.text);
  } finally {
    parsed.tree.delete();
  }
}

/** Component files have no grammar of their own: their script block stands for them. */
function parsable(host: Language, text: string): { language: Language; text: string } | undefined {
  if (host.grammar) return { language: host, text };
  return host.embeds === undefined ? undefined : scriptOf(text, host);
}

function faultsOf(tree: Tree, text: string): SyntaxFault[] {
  const faults: SyntaxFault[] = [];
  const cursor = tree.walk();
  try {
    do collect(cursor, text, faults);
    while (faults.length < mostFaults && next(cursor));
  } finally {
    cursor.delete();
  }
  return faults;
}

function collect(cursor: TreeCursor, text: string, faults: SyntaxFault[]): void {
  if (cursor.nodeIsMissing) faults.push(faultAt(cursor, `missing ${cursor.nodeType}`));
  else if (cursor.nodeType === 'ERROR') faults.push(faultAt(cursor, unexpected(cursor, text)));
}

/** Moves to the next node that holds an error, in order; an ERROR node's own parts are not looked into. */
function next(cursor: TreeCursor): boolean {
  const node = cursor.currentNode;
  if (node.hasError && !node.isError && cursor.gotoFirstChild()) return true;
  while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return false;
  return true;
}

function unexpected(cursor: TreeCursor, text: string): string {
  const excerpt = text.slice(cursor.startIndex, cursor.endIndex).split('\n', 1)[0]?.trim() ?? '';
  const shown = excerpt.length > longestExcerpt ? `${excerpt.slice(0, longestExcerpt)}…` : excerpt;
  return shown === '' ? 'syntax error' : `unexpected ${shown}`;
}

function faultAt(cursor: TreeCursor, text: string): SyntaxFault {
  const { row, column } = cursor.startPosition;
  return { line: row + 1, column: column + 1, text };
}
