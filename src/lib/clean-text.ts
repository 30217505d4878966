import { linkDefinition, withoutHiddenText } from './hidden-text.ts';
import { type InvisibleKind, type Removed, removeInvisible } from './invisible.ts';
import { markdownLines } from './markdown-lines.ts';

export interface CleanText {
  text: string;
  /** One short sentence for each thing that was removed; shown to people, so that nobody is misled silently. */
  notes: string[];
}

/**
 * The input side of threat T3: what a person cannot see in a rendered comment must not reach a model either. Removes
 * invisible characters, HTML comments (our own signed markers are such comments), descriptions, titles and other attributes
 * that nobody sees, and link definitions that nothing refers to. Fenced and inline code is shown by GitHub as written, so
 * it stays as it is.
 */
export function cleanUserText(raw: string): CleanText {
  const seen = removeInvisible(raw);
  const lines = markdownLines(seen.text);
  const shown = lines.filter((line) => line.kind !== 'hidden' || line.visible.trim() !== '');
  const used = usedLabels(seen.text);
  let hidden = 0;
  const kept: string[] = [];
  for (const line of shown) {
    if (line.kind === 'code') {
      kept.push(line.text);
      continue;
    }
    const link = linkDefinition(line.visible);
    if (link) {
      const isUsed = used.has(link.label.toLowerCase());
      if (link.titled || !isUsed) hidden++;
      if (isUsed) kept.push(link.bare);
      continue;
    }
    const { text, removed } = withoutHiddenText(line.visible);
    hidden += removed;
    kept.push(text);
  }
  const notes = seen.removed.map(describe);
  if (lines.some((line) => line.visible !== line.text)) notes.push('HTML comments were removed.');
  if (hidden > 0)
    notes.push(
      `${plural(hidden, 'hidden description or attribute', 'hidden descriptions or attributes')} removed.`,
    );
  return { text: kept.join('\n').trim(), notes };
}

/** Labels that stand in brackets more than once: in their definition, and where they are used. */
function usedLabels(text: string): ReadonlySet<string> {
  const once = new Set<string>();
  const used = new Set<string>();
  for (const [, label = ''] of text.matchAll(/\[([^[\]]{1,999})\]/g)) {
    const name = label.toLowerCase();
    if (once.has(name)) used.add(name);
    once.add(name);
  }
  return used;
}

const names: Record<InvisibleKind, string> = {
  tag: 'invisible tag character',
  bidirectional: 'bidirectional control character',
  'zero-width': 'zero-width character',
  variation: 'stray variation selector',
  control: 'control character',
  filler: 'invisible filler character',
};

function describe({ kind, count }: Removed): string {
  return `${plural(count, names[kind], `${names[kind]}s`)} removed.`;
}

function plural(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one} was` : `${count} ${many} were`;
}
