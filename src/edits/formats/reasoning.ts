/** What a model thought aloud before its answer. A block drafted there is not an answer. */

const TAGS = ['think', 'thinking', 'thought', 'reasoning'];

/** How some tools write a recorded reply: the thoughts, then this heading, then the answer. */
const ANSWER_HEADING = '\u25ba **ANSWER**';
const THINKING_HEADING = '\u25ba **THINKING**';

/** The text behind the thoughts that it begins with; empty when it never leaves them. */
export function withoutReasoning(text: string): string {
  const start = text.slice(0, 200).trimStart();
  const tag = TAGS.find((name) => start.toLowerCase().startsWith(`<${name}>`));
  if (tag !== undefined) return afterTag(text, `</${tag}>`);
  if (!start.includes(THINKING_HEADING)) return text;
  const at = text.lastIndexOf(ANSWER_HEADING);
  return at < 0 ? '' : text.slice(at + ANSWER_HEADING.length);
}

function afterTag(text: string, closing: string): string {
  const at = text.toLowerCase().indexOf(closing);
  return at < 0 ? '' : text.slice(at + closing.length);
}
