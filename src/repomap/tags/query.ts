/** Runs a language's tag query over a tree. Captures are named `def.<role>`, `ref.<role>` and `span`. */
import type { Tree } from 'web-tree-sitter';
import { eachMatch, type LoadedGrammar, type Match } from '../../../grammars/parser.ts';
import type { Tag } from '../types.ts';
import { isKeyword } from './lexer.ts';

/** More than this in one file is data in the shape of code. */
const mostTags = 50_000;
const longestName = 160;

interface Found {
  tag: Tag;
  pattern: number;
  /** Offset of the name: what two patterns may not both claim. */
  start: number;
}

export interface QueryInput {
  grammar: LoadedGrammar;
  tree: Tree;
  text: string;
  /** Marks that belong to the language's names but not to the word that people write: `$` of a Perl scalar. */
  sigils: string;
  milliseconds: number;
}

/**
 * The tags of a parsed text in order of position. `@span` marks the whole definition and gives its last line. Where
 * several patterns take the same name, a definition wins over a reference, then the earlier pattern.
 */
export function queryTags({ grammar, tree, text, sigils, milliseconds }: QueryInput): Tag[] {
  const best = new Map<number, Found>();
  const split: Tag[] = [];
  eachMatch(grammar, tree, text, milliseconds, (match) => {
    const pattern = match.pattern;
    for (let capture = 0; capture < match.size; capture++) {
      const label = labelOf(match.label(capture));
      if (label === undefined) continue;
      const { kind, role } = label;
      const start = match.start(capture);
      const rival = best.get(start);
      if (rival && !wins(kind, pattern, rival)) continue;
      const raw = text.slice(start, Math.min(match.end(capture), start + longestName * 2));
      const line = match.row(capture);
      if (role === 'classes' || role === 'code') {
        split.push(...wordsOf(raw, role, line));
        continue;
      }
      const name = role === 'import' ? cleanImport(raw) : cleanName(raw, sigils);
      if (name === '' || name.length > longestName || (kind === 'ref' && saysNothing(name))) continue;
      const endLine = kind === 'def' ? Math.max(line, spanEnd(match, text)) : line;
      best.set(start, { tag: { name, kind, role, line, endLine }, pattern, start });
    }
    return best.size < mostTags;
  });
  const found = [...best.values()].sort((left, right) => left.start - right.start).map(({ tag }) => tag);
  return split.length === 0 ? found : [...found, ...split].sort((left, right) => left.line - right.line);
}

/** The last line of the match's `@span`; -1 without one. */
function spanEnd(match: Match, text: string): number {
  for (let capture = match.size - 1; capture >= 0; capture--)
    if (match.label(capture) === 'span') return lastLine(match, capture, text);
  return -1;
}

interface Label {
  kind: Tag['kind'];
  role: string;
}

const labels = new Map<string, Label | undefined>();

/** What the name of a capture says; undefined for those that mark no name. The few that there are are read once. */
function labelOf(name: string): Label | undefined {
  if (labels.has(name)) return labels.get(name);
  const [, kind, role = ''] = /^(def|ref)\.(.+)$/.exec(name) ?? [];
  const label: Label | undefined = kind === 'def' || kind === 'ref' ? { kind, role } : undefined;
  labels.set(name, label);
  return label;
}

function wins(kind: Tag['kind'], pattern: number, rival: Found): boolean {
  if (kind !== rival.tag.kind) return kind === 'def';
  return pattern < rival.pattern;
}

const plainName = /^[A-Za-z_][\w]*$/;
const quoted = /^(["'`])(.*)\1$/;
const scope = /^(?:script|global|local|private|env|using|variable):/i;

/** First line only, without quotes, sigils, the colon of a symbol or the `#` of a private name. */
function cleanName(raw: string, sigils: string): string {
  if (plainName.test(raw)) return raw;
  const lineEnd = raw.search(/[\r\n]/);
  let name = (lineEnd < 0 ? raw : raw.slice(0, lineEnd)).trim().replace(quoted, '$2');
  if (sigils !== '' && sigils.includes(name.charAt(0))) name = name.slice(1).replace(scope, '');
  return (
    name
      .replace(/^[:#]+(?=\S)/, '')
      .replace(/=$/, '')
      .trim() || name
  );
}

/** A whole import statement, where the grammar has no node for its path: without its keyword and selectors. */
function cleanImport(raw: string): string {
  const path = raw.replace(/^(?:import|open|use)\s+/, '').replace(/\s*[.:]*\{[\s\S]*$/, '');
  return cleanName(path.replace(/^<([^<>]*)>$/, '$1'), '');
}

/** References to oneself, to nothing, and operators that every file uses. */
function saysNothing(name: string): boolean {
  if (name === 'self' || name === 'this' || name === 'cls' || name === '_') return true;
  return name.length < 3 && !/[\p{L}_$]/u.test(name);
}

/** A class attribute's classes, or the identifiers of a piece of code inside an attribute. */
function wordsOf(raw: string, role: 'classes' | 'code', line: number): Tag[] {
  const words = role === 'classes' ? raw.split(/\s+/) : (raw.match(/[A-Za-z_$][\w$]*/g) ?? []);
  return words
    .filter((word) => word !== '' && (role === 'classes' || !isKeyword(word)) && !saysNothing(word))
    .map((name) => ({ name, kind: 'ref', role: role === 'classes' ? 'class' : 'name', line, endLine: line }));
}

/** The last line of a capture with anything on it: many grammars count the blank lines that follow as a part. */
function lastLine(match: Match, capture: number, text: string): number {
  let line = match.endRow(capture);
  const start = match.start(capture);
  for (let at = Math.min(match.end(capture), text.length) - 1; at > start; at--) {
    const code = text.charCodeAt(at);
    if (code > 32) break;
    if (code === 10) line--;
  }
  return line;
}
