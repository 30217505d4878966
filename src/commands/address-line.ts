/** How a line speaks to the bot: by the trigger word, or by mentioning the App. */
import { commandNamed } from './registry/index.ts';

export interface AddressOptions {
  /** The word that starts a command, with its slash: `/aider`. */
  trigger: string;
  /** The App's slug, so that `@slug …` works too. */
  slug?: string | undefined;
}

export interface Addressed {
  /** What follows the trigger or the mention, trimmed. */
  rest: string;
}

/** Inline code. It starts where a run of back-ticks does: trying every tick of a long run takes a minute for 60,000 of them. */
const codeSpan = /(?<!`)(`+)(?!`)[^`]+\1(?!`)/g;

/**
 * Reads lines for one installation: what a line asks of the bot, or undefined. A mention in the middle of a sentence counts
 * only when a verb follows it directly: "thanks @aiderbot for that" is talk, "so @aiderbot fix the test" is a command.
 */
export function lineReader({ trigger, slug }: AddressOptions): (line: string) => Addressed | undefined {
  const mention = slug === undefined ? undefined : `@${escaped(slug)}(?:\\[bot\\])?`;
  const names = [escaped(trigger), ...(mention === undefined ? [] : [mention])];
  const start = new RegExp(`^ {0,3}(?:${names.join('|')})(?:[,:](?=\\s|$)|(?=\\s|$))(.*)$`, 'is');
  const within =
    mention === undefined
      ? undefined
      : new RegExp(`(?:^|[\\s(])${mention}[ \\t]+([a-z]+)(?=[\\s,.:;!?]|$)`, 'i');
  return (line) => {
    const atStart = start.exec(line);
    if (atStart) return { rest: (atStart[1] ?? '').trim() };
    if (within === undefined || !line.includes('@')) return undefined;
    const plain = line.replace(codeSpan, (code) => ' '.repeat(code.length));
    const match = within.exec(plain);
    const verb = match?.[1] ?? '';
    if (!match || !commandNamed(verb)) return undefined;
    return { rest: line.slice(match.index + match[0].length - verb.length).trim() };
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
