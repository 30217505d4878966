/** Definitions by line patterns, for languages without a grammar that can be had. */
import type { CommentStyle } from '../../../grammars/comments.ts';
import type { LinePattern } from '../../../grammars/patterns/index.ts';
import type { Tag } from '../types.ts';

/** No definition that a person wrote starts after this many characters of a line. */
const lineWindow = 400;

/**
 * One tag for the first pattern that fits each line. A definition ends before the next one that is indented no
 * deeper, since without a grammar only layout tells.
 */
export function patternTags(text: string, comments: CommentStyle, patterns: readonly LinePattern[]): Tag[] {
  const tags: (Tag & { indent: number })[] = [];
  const lines = uncommented(text, comments).split('\n');
  lines.forEach((full, line) => {
    const shown = full.length > lineWindow ? full.slice(0, lineWindow) : full;
    if (shown.trim() === '') return;
    for (const pattern of patterns) {
      const match = pattern.match.exec(shown);
      const name = match?.groups?.name;
      if (name === undefined || name === '') continue;
      tags.push({
        name: name.replace(/^(["'`])(.*)\1$/, '$2'),
        kind: pattern.kind,
        role: pattern.role,
        line,
        endLine: line,
        indent: shown.search(/\S/),
      });
      break;
    }
  });
  closeSpans(tags, lines);
  return tags.map(({ indent: _indent, ...tag }) => tag);
}

function closeSpans(tags: (Tag & { indent: number })[], lines: readonly string[]): void {
  const open: (Tag & { indent: number })[] = [];
  const close = (indent: number, line: number) => {
    while ((open.at(-1)?.indent ?? -1) >= indent) {
      const tag = open.pop();
      if (tag) tag.endLine = lastFilled(lines, tag.line, line - 1);
    }
  };
  for (const tag of tags) {
    if (tag.kind !== 'def') continue;
    close(tag.indent, tag.line);
    open.push(tag);
  }
  close(0, lines.length);
}

function lastFilled(lines: readonly string[], first: number, last: number): number {
  let line = last;
  while (line > first && (lines[line] ?? '').trim() === '') line--;
  return Math.max(first, line);
}

/** Block comments blanked out and line comments cut, outside of strings; lines stay where they are. */
function uncommented(text: string, comments: CommentStyle): string {
  if (comments.block.length === 0) return text;
  let result = text;
  for (const [open, close] of comments.block) {
    const parts: string[] = [];
    let at = 0;
    for (let start = result.indexOf(open); start >= 0; start = result.indexOf(open, at)) {
      const found = result.indexOf(close, start + open.length);
      if (found < 0) break;
      const end = found + close.length;
      parts.push(result.slice(at, start), result.slice(start, end).replace(/[^\r\n]/g, ' '));
      at = end;
    }
    parts.push(result.slice(at));
    result = parts.join('');
  }
  return result;
}
