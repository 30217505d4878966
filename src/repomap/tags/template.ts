/** What the markup of a component file (Vue, Svelte, Astro) refers to, and the component that the file defines. */
import { sections } from '../../../grammars/embedded.ts';
import type { Tag } from '../types.ts';

const componentTag = /<([A-Z][\w.]{0,80}|[a-z][a-z0-9]{0,40}(?:-[a-z0-9]{1,40}){1,6})(?=[\s/>])/g;
const expression =
  /\{\{([^{}]{1,500})\}\}|(?:v-[\w-]{1,40}(?::[\w.-]{1,80})?|[:@#][\w.:-]{1,80})="([^"]{1,500})"|\{([^{}]{1,500})\}/g;
const word = /[A-Za-z_$][\w$]*/g;

/**
 * What a component file's template refers to: components by tag (`my-button` as `MyButton`) and the identifiers of
 * its expressions; and the component that the file itself defines, named like the file.
 */
export function templateTags(path: string, text: string): Tag[] {
  const tags: Tag[] = [];
  const lineAt = lineCounter(text);
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  if (/^[A-Za-z][\w-]*$/.test(stem))
    tags.push({ name: pascal(stem), kind: 'def', role: 'component', line: 0, endLine: lineAt(text.length) });
  let at = 0;
  for (const section of [...sections(text), { start: text.length, end: text.length }]) {
    markup(text.slice(at, section.start), at, lineAt, tags);
    at = section.end;
  }
  return tags;
}

function markup(part: string, offset: number, lineAt: (offset: number) => number, tags: Tag[]): void {
  for (const match of part.matchAll(componentTag)) {
    const line = lineAt(offset + match.index);
    tags.push({ name: pascal(match[1] ?? ''), kind: 'ref', role: 'component', line, endLine: line });
  }
  for (const match of part.matchAll(expression)) {
    const line = lineAt(offset + match.index);
    const code = (match[1] ?? match[2] ?? match[3] ?? '').replace(/'[^']*'|"[^"]*"|`[^`]*`/g, ' ');
    for (const [name] of code.matchAll(word))
      if (name.length > 1) tags.push({ name, kind: 'ref', role: 'name', line, endLine: line });
  }
}

function pascal(name: string): string {
  return name
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

/** The 0-based line of an offset, by binary search over the line ends. */
function lineCounter(text: string): (offset: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at);
  return (offset) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
