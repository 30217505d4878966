import { cleanUserText } from '../lib/clean-text.ts';
import { closest, distance } from '../lib/closest.ts';
import { markdownLines } from '../lib/markdown-lines.ts';
import { type Addressed, type AddressOptions, lineReader } from './address-line.ts';
import { availableVerbs, offered } from './available.ts';
import { readFlags } from './read-flags.ts';
import { commandNamed, commandSpec, commandSpecs } from './registry/index.ts';
import type { Command, CommandSpec, ParsedComment, RejectionReason } from './types.ts';

export interface ParseOptions extends AddressOptions {
  /** Verbs worth suggesting; default: what the running version can do. */
  suggest?: ReadonlySet<string> | undefined;
  /** What of a command may be used; default: what the running version offers. */
  offer?: ((spec: CommandSpec) => CommandSpec) | undefined;
}

const mostCommands = 5;

interface Rejection {
  reason: RejectionReason;
  line: number;
  message: string;
}

/**
 * Reads the commands of a comment. A command starts a line (at most three spaces in), outside code, quotations and HTML
 * comments; the rest of its line and all lines up to the next command are its text. All or nothing: when one command
 * cannot be understood, none runs.
 *
 * @param body the comment as GitHub sent it, in Markdown
 */
export function parseCommands(body: string, options: ParseOptions): ParsedComment {
  const lines = markdownLines(body);
  const asked = lineReader(options);
  const starts: (Addressed & { index: number })[] = [];
  lines.forEach((line, index) => {
    if (line.kind !== 'text') return;
    const found = asked(line.text);
    if (found) starts.push({ ...found, index });
  });
  const [first] = starts;
  if (!first) return { kind: 'none' };
  if (starts.length > mostCommands) {
    const message = `One comment can hold ${mostCommands} commands; this one has ${starts.length}, so none of them was run. Please split it.`;
    return { kind: 'rejected', reason: 'too-many-commands', line: first.index + 1, message };
  }
  const commands: Command[] = [];
  for (const [order, start] of starts.entries()) {
    const following = lines.slice(start.index + 1, starts[order + 1]?.index).map((line) => line.text);
    const read = readCommand(start.rest, following, start.index + 1, options);
    if ('reason' in read) {
      const others = starts.length > 1 ? ' None of the commands in this comment was run.' : '';
      return { kind: 'rejected', ...read, message: read.message + others };
    }
    commands.push(read);
  }
  const [head, ...tail] = commands;
  return head ? { kind: 'commands', commands: [head, ...tail] } : { kind: 'none' };
}

function readCommand(
  rest: string,
  following: readonly string[],
  line: number,
  options: ParseOptions,
): Command | Rejection {
  const named = readVerb(rest, following, options);
  if ('message' in named) return { reason: 'unknown-verb', line, message: named.message };
  const { spec } = named;
  const flags = readFlags(named.argument, spec, (options.offer ?? offered)(spec), options.trigger);
  if (!flags.ok) return { reason: flags.reason, line, message: flags.message };
  const cleaned = cleanUserText([flags.text, ...following].join('\n'));
  if (spec.needsText && cleaned.text === '') {
    const message = `\`${options.trigger} ${spec.verb}\` needs some text: \`${options.trigger} ${spec.verb} ${spec.argument}\`.`;
    return { reason: 'missing-text', line, message };
  }
  const notes = [...named.notes, ...flags.notes, ...cleaned.notes];
  return { verb: spec.verb, text: cleaned.text, flags: flags.flags, line, notes };
}

type Named = { spec: CommandSpec; argument: string; notes: string[] } | { message: string };

/** A word without the punctuation at its end. Not by a pattern: one that is tried from every mark takes a minute for 60,000 of them. */
function withoutEndMarks(token: string): string {
  let end = token.length;
  while (end > 0 && ',.:;!?'.includes(token.charAt(end - 1))) end -= 1;
  return token.slice(0, end);
}

/** Chinese, Japanese, Thai and others write sentences without blanks. */
const spaceless = /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]{4}/;

/** Which command the first word names; a sentence that starts with no verb is an instruction for `fix`. */
function readVerb(rest: string, following: readonly string[], options: ParseOptions): Named {
  const [token = ''] = /^\S+/.exec(rest) ?? [];
  // Text copied from a page brings characters that nobody sees.
  const word = withoutEndMarks(token.replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, ''));
  const after = rest.slice(token.length).trim();
  const exact = commandNamed(word);
  if (exact) return { spec: exact, argument: after, notes: [] };

  const typo = closeVerb(word, 5);
  if (typo) {
    const note = `“${shown(word)}” was interpreted as \`${typo.verb}\`.`;
    return { spec: typo, argument: after, notes: [note] };
  }
  const hasFollowing = following.some((text) => text.trim() !== '');
  if (rest === '' && !hasFollowing) return { spec: commandSpec('help'), argument: '', notes: [] };
  const words = rest.split(/\s+/).filter((part) => part !== '' && !/^(?:--|[—–])/.test(part)).length;
  const isSentence =
    rest === '' || token.startsWith('--') || words > 2 || hasFollowing || spaceless.test(word);
  if (isSentence && !closeVerb(word, 3)) return { spec: commandSpec('fix'), argument: rest, notes: [] };
  return { message: unknownVerb(word, rest, options) };
}

/**
 * A verb of at least `shortest` letters, one slip away from the word. Slips in long verbs are forgiven with an echo;
 * a slip in a short one ("tets") is asked about, since the next nearest word may do something else.
 */
function closeVerb(word: string, shortest: number): CommandSpec | undefined {
  const sought = word.toLowerCase();
  if (sought.length < 2) return undefined;
  const near = commandSpecs.filter((spec) =>
    [spec.verb, ...spec.aliases].some((name) => name.length >= shortest && distance(name, sought) <= 1),
  );
  return near.length === 1 || shortest < 5 ? near[0] : undefined;
}

function unknownVerb(word: string, rest: string, options: ParseOptions): string {
  const { trigger } = options;
  const verbs = commandSpecs
    .map((spec) => spec.verb)
    .filter((verb) => (options.suggest ?? availableVerbs).has(verb));
  const nearest = closest(word, verbs, 3).map((verb) => `\`${trigger} ${verb}\``);
  const list =
    nearest.length > 1 ? `${nearest.slice(0, -1).join(', ')} or ${nearest.at(-1)}` : nearest.join('');
  const asText =
    rest === word ? '' : ` If it was meant as an instruction, write \`${trigger} fix …\` before it.`;
  return `There is no command “${shown(word)}”. Did you mean ${list}?${asText} \`${trigger} help\` lists them all.`;
}

/** A word of a stranger inside our own sentence: letters and digits only, and short. */
function shown(word: string): string {
  const plain = word.replace(/[^\p{L}\p{N}_-]/gu, '');
  return plain.length > 30 ? `${plain.slice(0, 30)}…` : plain;
}
