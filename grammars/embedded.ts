/**
 * Script blocks of Vue, Svelte, Astro and HTML files. Everything else is blanked out, line ends kept, so that the
 * script's own grammar gives right line numbers in the whole file.
 */
import { type Language, languageById } from './languages.ts';

export interface Script {
  language: Language;
  text: string;
}

export interface Section {
  kind: 'script' | 'style';
  attributes: string;
  start: number;
  end: number;
}

const openTag = /<(script|style)\b([^<>]{0,500})>/gi;
const languageAttribute = /\blang\s*=\s*["']?([a-z]+)/i;
const typeAttribute = /\btype\s*=\s*["']?([^"'\s>]+)/i;

/** Bodies of `<script>` and `<style>` in order; one pass, and an unclosed one runs to the end. */
export function sections(text: string): Section[] {
  const found: Section[] = [];
  const closing = { script: /<\/script\s{0,20}>/gi, style: /<\/style\s{0,20}>/gi };
  openTag.lastIndex = 0;
  for (let open = openTag.exec(text); open; open = openTag.exec(text)) {
    const kind = open[1]?.toLowerCase() === 'style' ? 'style' : 'script';
    const close = closing[kind];
    const start = openTag.lastIndex;
    close.lastIndex = start;
    const end = close.exec(text)?.index ?? text.length;
    found.push({ kind, attributes: open[2] ?? '', start, end });
    openTag.lastIndex = end === text.length ? end : close.lastIndex;
    if (end === text.length) break;
  }
  return found;
}

/** All script blocks of a file as one text of the file's length; undefined when it has none. */
export function scriptOf(text: string, host: Language): Script | undefined {
  let id: string = host.embeds ?? 'javascript';
  const kept: { start: number; end: number }[] = [];
  if (host.id === 'astro' && text.startsWith('---')) {
    const end = text.indexOf('\n---', 3);
    if (end > 0) kept.push({ start: 3, end });
  }
  for (const section of sections(text)) {
    if (section.kind !== 'script' || !isScript(section.attributes)) continue;
    id = scriptLanguage(section.attributes) ?? id;
    kept.push(section);
  }
  const language = languageById(id);
  return kept.length === 0 || !language ? undefined : { language, text: only(text, kept) };
}

/** Templates and JSON in a `<script type=…>` are data. */
function isScript(attributes: string): boolean {
  const type = typeAttribute.exec(attributes)?.[1]?.toLowerCase();
  return type === undefined || type === 'module' || /javascript|ecmascript|typescript|babel|jsx/.test(type);
}

function scriptLanguage(attributes: string): string | undefined {
  const named = languageAttribute.exec(attributes)?.[1]?.toLowerCase();
  if (named === 'ts' || named === 'typescript') return 'typescript';
  if (named === 'tsx') return 'tsx';
  return named === 'js' || named === 'jsx' ? 'javascript' : undefined;
}

/** The text with all but the given ranges blanked out: same length, same lines. */
function only(text: string, ranges: readonly { start: number; end: number }[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    parts.push(blank(text.slice(at, start)), text.slice(start, end));
    at = end;
  }
  parts.push(blank(text.slice(at)));
  return parts.join('');
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
