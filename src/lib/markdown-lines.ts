/**
 * Reads just enough of CommonMark's block structure to know, for every line of a comment, whether a reader sees it as
 * plain text, code, a quotation or nothing at all. Linear in the length of the text.
 * Block rules: CommonMark 0.31, sections 4.4 to 4.6 (HTML blocks of kinds 1 to 5), 5.1 and 5.2.
 */

type LineKind = 'text' | 'blank' | 'code' | 'quote' | 'hidden';

export interface MarkdownLine {
  /** The line as written, without its end. */
  text: string;
  /** The line without the HTML comments that GitHub does not show; equal to `text` inside code. */
  visible: string;
  kind: LineKind;
}

/** An HTML block whose lines are no Markdown up to the one that holds `end`. */
interface RawBlock {
  end: string;
  kind: 'code' | 'hidden';
}

interface Fence {
  mark: '`' | '~';
  length: number;
  /** Column at which the surrounding list item's content starts: less indentation ends the fence too. */
  container: number;
}

/** The kind of every line. Line ends may be `\n`, `\r\n` or `\r`. */
export function markdownLines(body: string): MarkdownLine[] {
  const lines = body.split(/\r\n|\n|\r/);
  const scanned: MarkdownLine[] = [];
  const scanner = new BlockScanner();
  for (let at = 0; at < lines.length; at++) {
    if (scanner.atTopLevel() && isQuote(lines[at] ?? '')) {
      const end = endOfQuote(lines, at);
      scanned.push(...quotedLines(lines.slice(at, end)));
      scanner.afterQuote();
      at = end - 1;
      continue;
    }
    scanned.push(scanner.next(lines[at] ?? '', () => paragraphHasCommentEnd(lines, at + 1)));
  }
  return scanned;
}

const quotePrefix = /^ {0,3}(?:> ?)+/;

function isQuote(line: string): boolean {
  return /^ {0,3}>/.test(line);
}

function endOfQuote(lines: readonly string[], start: number): number {
  let end = start;
  while (end < lines.length && isQuote(lines[end] ?? '')) end++;
  return end;
}

/** A quotation has its own fences and comments, and they end with it. */
function quotedLines(lines: readonly string[]): MarkdownLine[] {
  const inner = new BlockScanner();
  const contents = lines.map((line) => line.replace(quotePrefix, ''));
  return lines.map((text, index) => {
    const content = contents[index] ?? '';
    const line = inner.next(content, () => paragraphHasCommentEnd(contents, index + 1));
    const prefix = text.slice(0, text.length - content.length);
    return { text, visible: prefix + line.visible, kind: 'quote' };
  });
}

/** An inline comment may run over lines of its paragraph only; without an end it is shown as it is. */
function paragraphHasCommentEnd(lines: readonly string[], from: number): boolean {
  for (let at = from; at < lines.length && at < from + 200; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') return false;
    if (line.includes('-->')) return true;
  }
  return false;
}

class BlockScanner {
  #fence: Fence | undefined;
  #inComment = false;
  #raw: RawBlock | undefined;
  #containers: number[] = [];
  #afterBlank = true;

  atTopLevel(): boolean {
    return this.#fence === undefined && !this.#inComment && this.#raw === undefined;
  }

  afterQuote(): void {
    this.#containers = [];
    this.#afterBlank = false;
  }

  next(text: string, commentEndsLater: () => boolean): MarkdownLine {
    const line = expandIndent(text);
    const indent = indentOf(line);
    const blank = line.trim() === '';
    if (this.#fence) {
      if (blank || indent >= this.#fence.container) {
        if (closes(line.slice(this.#fence.container), this.#fence)) this.#fence = undefined;
        this.#afterBlank = blank;
        return { text, visible: text, kind: 'code' };
      }
      this.#fence = undefined;
    }
    if (this.#raw) {
      const { end, kind } = this.#raw;
      if (line.toLowerCase().includes(end)) this.#raw = undefined;
      return { text, visible: kind === 'code' ? text : '', kind };
    }
    if (this.#inComment) return this.#insideComment(text, commentEndsLater);
    if (blank) {
      this.#afterBlank = true;
      return { text, visible: text, kind: 'blank' };
    }
    return this.#outside(text, line, indent, commentEndsLater);
  }

  #insideComment(text: string, commentEndsLater: () => boolean): MarkdownLine {
    const end = text.indexOf('-->');
    if (end < 0) return { text, visible: '', kind: 'hidden' };
    this.#inComment = false;
    const rest = this.#withoutComments(text.slice(end + 3), commentEndsLater);
    return { text, visible: rest, kind: 'hidden' };
  }

  #outside(text: string, line: string, indent: number, commentEndsLater: () => boolean): MarkdownLine {
    const lazy = !this.#afterBlank && !/^ *(?:[-*+]|\d{1,9}[.)])(?: |$)/.test(line);
    if (!lazy) this.#containers = this.#containers.filter((column) => column <= indent);
    this.#afterBlank = false;
    let column = this.#container();
    if (indent - column >= 4) return { text, visible: text, kind: lazy ? 'text' : 'code' };
    let rest = line.slice(Math.min(column, indent));
    const isRule = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/.test(rest);
    for (let depth = 0; depth < 100 && !isRule; depth++) {
      const marker = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?: {1,4}(?! )| |$)/.exec(rest);
      if (!marker) break;
      column += marker[0].length;
      this.#containers.push(column);
      rest = rest.slice(marker[0].length);
      if (rest === '') break;
    }
    const fence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(rest);
    const run = fence?.[1] ?? fence?.[2];
    if (run !== undefined) {
      if (lazy) this.#containers = this.#containers.filter((start) => start <= indent);
      this.#fence = {
        mark: run.startsWith('~') ? '~' : '`',
        length: run.length,
        container: this.#container(),
      };
      return { text, visible: text, kind: 'code' };
    }
    const raw = startOfRaw(rest);
    if (raw) {
      if (!rest.toLowerCase().includes(raw.end)) this.#raw = raw;
      return { text, visible: raw.kind === 'code' ? text : '', kind: raw.kind };
    }
    const visible = this.#withoutComments(text, commentEndsLater);
    return { text, visible, kind: visible.trim() === '' ? 'hidden' : 'text' };
  }

  #container(): number {
    return this.#containers.at(-1) ?? 0;
  }

  /** Cuts HTML comments out of a line, leaving inline code alone; remembers a comment that stays open. */
  #withoutComments(text: string, commentEndsLater: () => boolean): string {
    if (!text.includes('<!--')) return text;
    let kept = '';
    let at = 0;
    const token = /(`+)|<!--/g;
    for (let match = token.exec(text); match; match = token.exec(text)) {
      if (match[1] !== undefined) {
        const end = endOfCodeSpan(text, token.lastIndex, match[1].length);
        if (end > 0) token.lastIndex = end;
        continue;
      }
      const end = endOfComment(text, match.index);
      if (end > 0) {
        kept += text.slice(at, match.index);
        at = end;
        token.lastIndex = end;
        continue;
      }
      const startsBlock = text.slice(0, match.index).trim() === '';
      if (!startsBlock && !commentEndsLater()) break;
      this.#inComment = true;
      return kept + text.slice(at, match.index);
    }
    return kept + text.slice(at);
  }
}

/** Processing instructions, declarations and CDATA are not shown; what stands behind one on its last line is not either. */
function startOfRaw(rest: string): RawBlock | undefined {
  const tag = /^ {0,3}<(pre|script|style|textarea)(?:[\s>]|$)/i.exec(rest)?.[1];
  if (tag !== undefined) return { end: `</${tag.toLowerCase()}`, kind: 'code' };
  if (/^ {0,3}<\?/.test(rest)) return { end: '?>', kind: 'hidden' };
  if (/^ {0,3}<!\[CDATA\[/.test(rest)) return { end: ']]>', kind: 'hidden' };
  if (/^ {0,3}<![A-Za-z]/.test(rest)) return { end: '>', kind: 'hidden' };
  return undefined;
}

function endOfComment(text: string, start: number): number {
  if (text.startsWith('<!-->', start)) return start + 5;
  if (text.startsWith('<!--->', start)) return start + 6;
  const end = text.indexOf('-->', start + 4);
  return end < 0 ? -1 : end + 3;
}

function endOfCodeSpan(text: string, from: number, length: number): number {
  const ticks = /`+/g;
  ticks.lastIndex = from;
  for (let match = ticks.exec(text); match; match = ticks.exec(text)) {
    if (match[0].length === length) return ticks.lastIndex;
  }
  return -1;
}

function closes(line: string, fence: Fence): boolean {
  const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1];
  return run?.startsWith(fence.mark) === true && run.length >= fence.length;
}

/** Tabs at the start count to the next multiple of four columns (CommonMark 2.2). */
function expandIndent(line: string): string {
  if (!/^ *\t/.test(line)) return line;
  let column = 0;
  let at = 0;
  for (; at < line.length; at++) {
    if (line[at] === ' ') column++;
    else if (line[at] === '\t') column += 4 - (column % 4);
    else break;
  }
  return ' '.repeat(column) + line.slice(at);
}

function indentOf(line: string): number {
  const first = line.search(/[^ ]/);
  return first < 0 ? line.length : first;
}
