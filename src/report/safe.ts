/**
 * The output side of threats T3 and T13. Whatever a model, a repository or a person wrote passes through one of these
 * functions before it is posted: `plain` for words in our sentences, `code` and `fenced` for anything literal, `prose` for a
 * model's Markdown. All are linear in the length of the text, and their results can be put together freely.
 */
import { removeInvisible } from '../lib/invisible.ts';

/** GitHub takes 65,536 characters; four-byte characters may count more than once. */
export const longestBody = 60_000;

/** A zero width space as an entity: renders as nothing, stops mentions, references and links, and stays visible in the source. */
const breaker = '&#8203;';

/** Text as a reader would see it: no invisible characters, no towers of accents, `\n` line ends. */
export function visible(text: string): string {
  return removeInvisible(text)
    .text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/(\p{M}{6})\p{M}+/gu, '$1');
}

/** Cuts at most `max` UTF-16 units from the start, never inside a character, and says so with an ellipsis. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text
    .slice(0, Math.max(0, max - 1))
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd()}…`;
}

/** One line of words inside our own sentence or table cell: every mark is shown as typed, nothing links or pings. */
export function plain(text: string, max = 300): string {
  return escapedLine(oneLine(text, max));
}

/** As `plain`, but inline code stays code: for sentences of the harness that quote names of others. */
export function inline(text: string, max = 300): string {
  return codeSpans(oneLine(text, max))
    .map((part) => (part.code ? code(part.text, 500) : escapedLine(part.text)))
    .join('');
}

function oneLine(text: string, max: number): string {
  return shorten(visible(text).replace(/\s+/g, ' ').trim(), max);
}

function escapedLine(line: string): string {
  return defused(line.replace(/[\\`*_[\]<~|$&]|^[#+\-=>]|(?<=^\d{1,9})[.)](?=\s|$)/g, escapedMark));
}

function escapedMark(mark: string): string {
  if (mark === '<') return '&lt;';
  if (mark === '&') return '&amp;';
  return `\\${mark}`;
}

/** One line of words inside HTML of ours (a `<summary>`), where Markdown's escapes are not read. */
export function plainHtml(text: string, max = 300): string {
  const escaped = oneLine(text, max).replace(
    /[&<>]/g,
    (mark) => ({ '&': '&amp;', '<': '&lt;' })[mark] ?? '&gt;',
  );
  return defused(escaped).replace(/^\\\//, '/');
}

/** Literal text in a line. Safe in a table cell too. */
export function code(text: string, max = 200): string {
  const line = withoutMarkers(oneLine(text, max));
  if (line === '') return '';
  // A pipe ends a table cell even in back-ticks, and a backslash before it cannot be written there: use entities.
  if (line.includes('|')) return `<code>${line.replace(/[^A-Za-z0-9 ]/gu, entity)}</code>`;
  const ticks = '`'.repeat(longestRun(line, '`') + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

function entity(character: string): string {
  // GitHub's parser looks for e-mail addresses in the text of HTML, after entities are read.
  return `&#${character.codePointAt(0) ?? 0};${character === '@' ? breaker : ''}`;
}

/** Literal text on lines of its own, in a fence that it cannot close. `max` counts UTF-16 units; the middle is left out. */
export function fenced(text: string, options: { language?: string; max?: number } = {}): string {
  const whole = visible(text).replace(/^\n+|\s+$/g, '');
  const content = quietCommands(withoutMarkers(withoutMiddle(whole, options.max ?? 4_000)));
  const fence = '`'.repeat(Math.max(3, longestRun(content, '`') + 1));
  return `${fence}${language(options.language ?? '')}\n${content}\n${fence}`;
}

/** Keeps a third at the start and two thirds at the end, where commands print what went wrong. */
function withoutMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, Math.floor(max / 3)).toWellFormed();
  const tail = text.slice(text.length - Math.ceil((max * 2) / 3)).toWellFormed();
  const first = head.slice(0, head.lastIndexOf('\n') + 1) || `${head}\n`;
  const last = tail.slice(tail.indexOf('\n') + 1) || tail;
  return `${first}… ${text.length - first.length - last.length} characters left out …\n${last}`;
}

/** Languages of a fence that GitHub renders as something else than text (diagrams, maps, formulas, applicable suggestions). */
const active = new Set(['mermaid', 'geojson', 'topojson', 'stl', 'math', 'suggestion']);

function language(info: string): string {
  const word = /^[A-Za-z0-9+#.-]{1,20}$/.exec(info.trim().split(/[\s,{]/)[0] ?? '')?.[0] ?? '';
  return active.has(word.toLowerCase()) ? 'text' : word;
}

/**
 * A model's Markdown with its paragraphs, lists, emphasis and code kept, and the rest made inert: images and links become
 * text, HTML is shown as typed, headings become bold lines (so that no text can pose as a section of ours), boxes cannot be
 * ticked, and every fence is closed.
 */
export function prose(markdown: string, max = 8_000): string {
  const source = shorten(visible(markdown).trim(), max);
  const out: string[] = [];
  let open: { mark: string; lines: string[]; language: string } | undefined;
  for (const line of source.split('\n')) {
    if (open) {
      if (isClosing(line, open.mark)) {
        out.push(...closedFence(open));
        open = undefined;
      } else open.lines.push(line);
      continue;
    }
    const fence = /^\s*(?:(`{3,})([^`]*)|(~{3,})(.*))$/.exec(line);
    const mark = fence?.[1] ?? fence?.[3];
    if (mark === undefined) out.push(proseLine(line));
    else open = { mark, lines: [], language: fence?.[2] ?? fence?.[4] ?? '' };
  }
  if (open) out.push(...closedFence(open));
  return out.join('\n');
}

function isClosing(line: string, mark: string): boolean {
  const run = /^\s*(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return run?.startsWith(mark) === true;
}

function closedFence(open: { lines: string[]; language: string }): string[] {
  return fenced(open.lines.join('\n'), { language: open.language, max: Number.MAX_SAFE_INTEGER }).split('\n');
}

/** Quotation marks and list markers in front of a line; headings and rules may follow them too. */
const markers = /^(?:\s*(?:>|(?:[-*+]|\d{1,9}[.)])(?=\s)))*\s*/;

function proseLine(line: string): string {
  const [found = ''] = markers.exec(line) ?? [];
  const rest = line.slice(found.length).trimEnd();
  // Underlines of headings and rules would turn the line above into a heading.
  if (/^(?:=+|-+|(?:[-*_]\s*){3,})$/.test(rest)) return '';
  // Four blanks would start indented code, in which entities are not read.
  const prefix = found.replace(/\s+/g, (gap) => ' '.repeat(Math.min(gap.length, 3)));
  if (/^#{1,6}(?:\s|$)/.test(rest)) return prefix + bold(rest.replace(/^#+|#+$|\*/g, '').trim());
  return prefix + inlineProse(rest);
}

function bold(words: string): string {
  return words === '' ? '' : `**${inlineProse(words)}**`;
}

function inlineProse(line: string): string {
  return codeSpans(line)
    .map((part) => (part.code ? code(part.text, 500) : inertText(part.text)))
    .join('');
}

function codeSpans(line: string): { text: string; code: boolean }[] {
  const parts: { text: string; code: boolean }[] = [];
  let at = 0;
  for (const match of line.matchAll(/(?<!`)(`{1,5})(?!`)([^`]+)\1(?!`)/g)) {
    parts.push({ text: line.slice(at, match.index), code: false }, { text: match[2] ?? '', code: true });
    at = match.index + match[0].length;
  }
  parts.push({ text: line.slice(at), code: false });
  return parts;
}

const link = /!?\[([^[\]]{0,500})\]\(\s*<?([^()\s<>]{0,2000})>?[^()]{0,500}\)/g;

/** Backslash escapes of the author stay, except before what we write as an entity; a last one must not escape our next mark. */
function inertText(text: string): string {
  const body = text.replace(link, (_, label: string, target: string) => {
    const words = label.trim();
    return words === '' || words === target ? target : `${words} (${target})`;
  });
  const escaped = body.replace(/\\[!-/:-@[-`{-~]|\\$|[&<`[\]$]/g, (mark) => {
    if (mark.length === 1) return escapedMark(mark);
    return mark === '\\&' || mark === '\\<' ? escapedMark(mark.slice(1)) : mark;
  });
  return defused(escaped);
}

/** Stops mentions, references, links and slash commands of other bots; expects marks to be escaped already. References first: the entity has a `#` itself. */
function defused(text: string): string {
  return text
    .replace(/#(?=\d)/g, `#${breaker}`)
    .replace(/@(?=[\p{L}\p{N}])/gu, `@${breaker}`)
    .replace(/(GH\\?-)(?=\d)/gi, `$1${breaker}`)
    .replace(/:(?=\/\/)|(?<=mailto|xmpp):/gi, `:${breaker}`)
    .replace(/(www)(?=\.)/gi, `$1${breaker}`)
    .replace(/^(\s*)\/(?=[a-z])/i, '$1\\/');
}

/** Other bots obey lines such as `/approve`; one blank in front makes it a quotation of a command. */
function quietCommands(text: string): string {
  return text.replace(/^(?=\/[a-z][a-z-]*(?:\s|$))/gim, ' ');
}

/** Nobody but us writes our markers: a forged one inside literal text would move the borders of our section. */
function withoutMarkers(text: string): string {
  return text.replace(/<!--+(?=\s*aiderbot)/gi, '<!-');
}

function longestRun(text: string, mark: string): number {
  let longest = 0;
  let run = 0;
  for (const character of text) {
    run = character === mark ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** A GitHub login that really is one is mentioned as such; anything else is words. */
export function person(login: string): string {
  return /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?:\[bot\])?$/.test(login) ? `@${login}` : plain(login, 60);
}

/** A link to a page of ours or of GitHub; text only when the address is not plain http. */
export function ownLink(label: string, address: string): string {
  return /^https?:\/\/[^\s()<>[\]"'`\\|]{1,2000}$/.test(address) ? `[${label}](${address})` : label;
}

/**
 * The longest rendering that fits. `render` gets a share between 1 and 0 by which it scales the lengths of its lists and
 * quotations, so that markers, tables and fences are always whole however much there is to tell.
 */
export function fitting(render: (share: number) => string, max = longestBody): string {
  for (let share = 1; share > 1 / 512; share /= 2) {
    const text = render(share);
    if (text.length <= max) return text;
  }
  return render(0);
}
