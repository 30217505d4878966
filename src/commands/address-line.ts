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

/**
 * What a line asks of the bot, or undefined. A mention in the middle of a sentence counts only when a verb follows it
 * directly: "thanks @aiderbot for that" is talk, "so @aiderbot fix the test" is a command.
 */
export function addressed(line: string, options: AddressOptions): Addressed | undefined {
  const names = [escaped(options.trigger)];
  if (options.slug !== undefined) names.push(`@${escaped(options.slug)}(?:\\[bot\\])?`);
  const atStart = new RegExp(`^ {0,3}(?:${names.join('|')})(?:[,:](?=\\s|$)|(?=\\s|$))(.*)$`, 'is').exec(
    line,
  );
  if (atStart) return { rest: (atStart[1] ?? '').trim() };
  if (options.slug === undefined) return undefined;
  const plain = line.replace(/(`+)[^`]+\1/g, (code) => ' '.repeat(code.length));
  const within = new RegExp(
    `(?:^|[\\s(])@${escaped(options.slug)}(?:\\[bot\\])?[ \\t]+([a-z]+)(?=[\\s,.:;!?]|$)`,
    'i',
  );
  const match = within.exec(plain);
  if (!match || !commandNamed(match[1] ?? '')) return undefined;
  const verbAt = match.index + match[0].length - (match[1] ?? '').length;
  return { rest: line.slice(verbAt).trim() };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
