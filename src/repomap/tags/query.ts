/** Runs a language's tag query over a tree. Captures are named `def.<role>`, `ref.<role>` and `span`. */
import type { Query, Tree } from 'web-tree-sitter';
import { deadline } from '../../../grammars/parser.ts';
import type { Tag } from '../types.ts';

/** More than this in one file is data in the shape of code. */
const mostTags = 50_000;
const longestName = 160;

interface Found {
  tag: Tag;
  pattern: number;
  /** Offsets of the name: what two patterns may not both claim. */
  start: number;
}

/**
 * The tags of a parsed text in order of position. `@span` marks the whole definition and gives its last line. Where
 * several patterns take the same name, a definition wins over a reference, then the earlier pattern.
 */
export function queryTags(query: Query, tree: Tree, text: string, milliseconds: number): Tag[] {
  const best = new Map<number, Found>();
  for (const match of query.matches(tree.rootNode, { progressCallback: deadline(milliseconds) })) {
    let endLine = -1;
    for (const capture of match.captures) if (capture.name === 'span') endLine = capture.node.endPosition.row;
    for (const { name: label, node } of match.captures) {
      const dot = label.indexOf('.');
      if (dot !== 3) continue;
      const kind = label.startsWith('def') ? 'def' : 'ref';
      const start = node.startIndex;
      const rival = best.get(start);
      if (rival && !wins(kind, match.patternIndex, rival)) continue;
      const name = cleanName(text.slice(start, Math.min(node.endIndex, start + longestName * 2)));
      if (name === '' || name.length > longestName) continue;
      const line = node.startPosition.row;
      const tag: Tag = {
        name,
        kind,
        role: label.slice(4),
        line,
        endLine: kind === 'def' ? Math.max(line, endLine) : line,
      };
      best.set(start, { tag, pattern: match.patternIndex, start });
    }
    if (best.size >= mostTags) break;
  }
  return [...best.values()].sort((left, right) => left.start - right.start).map((found) => found.tag);
}

function wins(kind: Tag['kind'], pattern: number, rival: Found): boolean {
  if (kind !== rival.tag.kind) return kind === 'def';
  return pattern < rival.pattern;
}

const quoted = /^(["'`<])(.*)(["'`>])$/;

/** First line only, without quotes, the colon of a symbol or the `#` of a private name. */
function cleanName(raw: string): string {
  const lineEnd = raw.search(/[\r\n]/);
  const line = (lineEnd < 0 ? raw : raw.slice(0, lineEnd)).trim();
  const first = line.charCodeAt(0);
  // Nearly every name is a plain word: letters, `_` and `$` need no cleaning.
  if (first >= 97 || (first >= 65 && first <= 90) || first === 95) return line;
  return line
    .replace(quoted, '$2')
    .replace(/^[:#]+/, '')
    .trim();
}
