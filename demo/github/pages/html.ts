/** HTML with everything escaped by default: `html` escapes what is put in, `raw` marks what is safe already. */

export interface Html {
  readonly html: string;
}

export type Part = Html | string | number | null | undefined | false | Part[];

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function text(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (Array.isArray(part)) return part.map(text).join('');
  return typeof part === 'object' ? part.html : escapeHtml(String(part));
}

export const raw = (safe: string): Html => ({ html: safe });

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return raw(strings.reduce((all, piece, at) => `${all}${text(parts[at - 1])}${piece}`));
}
