/**
 * Fences around code: backticks or tildes of any length from three, and the tags that stand in for them when
 * files contain backticks themselves.
 */
export interface Fence {
  /** '`' or '~', or the tag's name in lower case. */
  mark: string;
  /** Number of characters; 0 for a tag. */
  length: number;
  /** What follows the opening fence, trimmed: a language, a file name, or both. */
  info: string;
  /** White space before it. */
  indent: number;
  /** True for `</source>`. A bare backtick fence may open or close. */
  closingTag: boolean;
}

/** A line of HTML is longer, or has text between tags: neither is a fence. */
const LONGEST_TAG_LINE = 120;
const TAGS = new Set(['source', 'code', 'pre', 'codeblock', 'sourcecode']);

/** The fence that a line is, wherever it is indented, or undefined. */
export function readFence(line: string): Fence | undefined {
  const text = line.trim();
  const first = text[0];
  const fence =
    first === '`' || first === '~' ? charFence(text, first) : first === '<' ? tagFence(text) : undefined;
  return fence && { ...fence, indent: line.length - line.trimStart().length };
}

type Unplaced = Omit<Fence, 'indent'>;

function charFence(text: string, mark: string): Unplaced | undefined {
  let length = 0;
  while (text[length] === mark) length++;
  if (length < 3) return undefined;
  const info = text.slice(length).trim();
  // "```code``` and more" is inline code in a sentence, not a fence.
  if (mark === '`' && info.includes('`')) return undefined;
  return { mark, length, info, closingTag: false };
}

/** `<source>`, `</source>`, and the `<source>python` that models make of "fence, then language". */
function tagFence(text: string): Unplaced | undefined {
  const end = text.indexOf('>');
  if (end < 0 || text.length > LONGEST_TAG_LINE) return undefined;
  const closingTag = text[1] === '/';
  const [name = '', ...attributes] = text.slice(closingTag ? 2 : 1, end).split(' ');
  const mark = name.toLowerCase();
  const info = [...attributes, text.slice(end + 1)].join(' ').trim();
  if (!TAGS.has(mark) || info.includes('<')) return undefined;
  return { mark, length: 0, info, closingTag };
}

/** Whether a fence line can end what `open` began: same mark, no info, at least as long. */
export function closes(open: Fence, line: Fence): boolean {
  if (open.mark !== line.mark || line.info !== '') return false;
  return open.length === 0 ? line.closingTag : line.length >= open.length;
}
