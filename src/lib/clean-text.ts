import { type Removed, removeInvisible } from './invisible.ts';
import { markdownLines } from './markdown-lines.ts';

export interface CleanText {
  text: string;
  /** One short sentence for each thing that was removed; shown to people, so that nobody is misled silently. */
  notes: string[];
}

/**
 * The input side of threat T3: what a person cannot see in a rendered comment must not reach a model either.
 * Removes invisible characters, HTML comments (our own signed markers are such comments), and attributes of HTML tags
 * that hold text nobody sees. Fenced and inline code is shown by GitHub as written, so HTML in it stays.
 */
export function cleanUserText(raw: string): CleanText {
  const seen = removeInvisible(raw);
  const notes = seen.removed.map(describe);
  let comments = 0;
  let attributes = 0;
  const kept: string[] = [];
  for (const line of markdownLines(seen.text)) {
    if (line.visible !== line.text) comments++;
    if (line.kind === 'hidden' && line.visible.trim() === '') continue;
    if (line.kind === 'code') {
      kept.push(line.text);
      continue;
    }
    const stripped = withoutHiddenAttributes(line.visible);
    attributes += stripped.removed;
    kept.push(stripped.text);
  }
  if (comments > 0) notes.push('HTML comments were removed.');
  if (attributes > 0) notes.push(`${plural(attributes, 'hidden HTML attribute')} removed.`);
  return { text: kept.join('\n').trim(), notes };
}

function describe(removed: Removed): string {
  const names: Record<Removed['kind'], string> = {
    tag: 'invisible tag character',
    bidirectional: 'bidirectional control character',
    'zero-width': 'zero-width character',
    variation: 'stray variation selector',
    control: 'control character',
    filler: 'invisible filler character',
  };
  return `${plural(removed.count, names[removed.kind])} removed.`;
}

function plural(count: number, word: string): string {
  return count === 1 ? `1 ${word} was` : `${count} ${word}s were`;
}

/** Tags end within 2,000 characters or are taken as text, which bounds the work on hostile input. */
const htmlTag = /<[a-z][a-z0-9-]{0,30}(?=[\s/])[^<>]{0,2000}>/gi;
/** Text in these is read by screen readers, tooltips or machines but is not part of what the page shows. */
const hiddenAttribute =
  /\s(?:alt|title|aria-[a-z-]+|data-[a-z-]+|style|class|id|name|hidden|summary|longdesc)\s*(?:=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?(?=[\s/>])/gi;

function withoutHiddenAttributes(line: string): { text: string; removed: number } {
  if (!line.includes('<')) return { text: line, removed: 0 };
  let removed = 0;
  const text = outsideCodeSpans(line, (plain) =>
    plain.replace(htmlTag, (tag) =>
      tag.replace(hiddenAttribute, () => {
        removed++;
        return '';
      }),
    ),
  );
  return { text, removed };
}

function outsideCodeSpans(line: string, change: (plain: string) => string): string {
  return line
    .split(/(`+[^`]+`+)/)
    .map((part) => (part.startsWith('`') ? part : change(part)))
    .join('');
}
