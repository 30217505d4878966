import { closest } from '../lib/closest.ts';
import { type Flags, flagSpec, readFlag } from './flags.ts';
import type { CommandSpec } from './types.ts';

export type ReadFlags =
  | { ok: true; text: string; flags: Flags; notes: string[] }
  | { ok: false; reason: 'unknown-flag' | 'bad-flag'; message: string };

interface Token {
  raw: string;
  /** Where it starts and ends in the line. */
  start: number;
  end: number;
}

/**
 * A word, with its quoted or back-ticked parts kept whole. Typographic quotes are what phones make of straight ones. A
 * second opening quote ends the search for the closing one: thousands of them would be searched through for each.
 */
const tokenPattern = /(?:"[^"]*"|“[^“”]*”|`[^`]*`|'[^']*'(?=\s|$)|\S)+/g;
/** Phones turn `--` into a dash. */
const flagPattern = /^(?:--|[—–])([A-Za-z][\w.-]*)(?:=([\s\S]*))?$/;

/**
 * Takes the flags out of a command's first line. Every `--word` outside quotes and back-ticks is a flag and must be
 * allowed for the command, so that a misspelt flag never passes unnoticed as text; ` -- ` ends the flags.
 *
 * @param offer the same command with what of it is available in this version
 */
export function readFlags(line: string, spec: CommandSpec, offer: CommandSpec, trigger: string): ReadFlags {
  const tokens = [...line.matchAll(tokenPattern)].map(
    (match): Token => ({ raw: match[0], start: match.index, end: match.index + match[0].length }),
  );
  let flags: Flags = {};
  const cuts: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) continue;
    if (token.raw === '--') {
      cuts.push(token);
      break;
    }
    const match = flagPattern.exec(token.raw);
    if (!match) continue;
    const name = (match[1] ?? '').toLowerCase();
    const known = flagSpec(name);
    if (!known && !token.raw.startsWith('--')) continue;
    if (!known || !spec.flags.includes(known.name)) return unknownFlag(name, offer, trigger);
    if (!offer.flags.includes(known.name)) return unavailable(name, offer, trigger);
    if (known.name in flags) return bad(`\`--${name}\` is given twice.`);
    let value = match[2];
    cuts.push(token);
    if (spec.bare?.[known.name] !== undefined) {
      if (value !== undefined) return bad(`\`--${name}\` takes no value here.`);
      flags = { ...flags, ...({ [known.name]: '' } satisfies Flags) };
      continue;
    }
    if (value === undefined && known.value !== undefined) {
      const next = tokens[++at];
      if (!next || flagPattern.test(next.raw))
        return bad(`\`--${name}\` needs a value: \`--${name}=${known.value}\`.`);
      value = next.raw;
      cuts.push(next);
    }
    const read = readFlag(known.name, unquoted(value ?? 'true'));
    if (read === false) {
      const form =
        known.value === undefined
          ? `\`--${name}\` takes no value`
          : `\`--${name}=${known.value}\` is the form`;
      return bad(`The value of \`--${name}\` cannot be used: ${form}.`);
    }
    flags = { ...flags, ...read };
  }
  return { ok: true, text: without(line, cuts), flags, notes: [] };
}

function bad(message: string): ReadFlags {
  return { ok: false, reason: 'bad-flag', message };
}

function unavailable(name: string, { verb, flags }: CommandSpec, trigger: string): ReadFlags {
  const can = flags.map((flag) => `\`--${flag}\``).join(', ');
  const message = `\`--${name}\` is not available in this version, so nothing was run. ${can === '' ? `\`${trigger} ${verb}\` takes no flags yet.` : `Available are ${can}.`}`;
  return { ok: false, reason: 'unknown-flag', message };
}

function unknownFlag(name: string, spec: CommandSpec, trigger: string): ReadFlags {
  const command = `\`${trigger} ${spec.verb}\``;
  const said = `${command} has no flag \`--${name.slice(0, 30)}\`.`;
  if (spec.flags.length === 0)
    return { ok: false, reason: 'unknown-flag', message: `${said} It takes none.` };
  const near = closest(name, spec.flags, 3).map((flag) => `\`--${flag}\``);
  const list = near.length > 1 ? `${near.slice(0, -1).join(', ')} or ${near.at(-1)}` : near.join('');
  const message = `${said} Did you mean ${list}? To use it as text, put it in back-ticks.`;
  return { ok: false, reason: 'unknown-flag', message };
}

function unquoted(value: string): string {
  return (
    /^(?:"([\s\S]*)"|“([\s\S]*)”|'([\s\S]*)'|`([\s\S]*)`)$/
      .exec(value)
      ?.slice(1)
      .find((part) => part !== undefined) ?? value
  );
}

function without(line: string, cuts: readonly Token[]): string {
  let text = '';
  let at = 0;
  for (const cut of cuts) {
    text += line.slice(at, cut.start).trimEnd();
    if (text !== '') text += ' ';
    at = cut.end;
    while (/\s/.test(line[at] ?? '')) at++;
  }
  return (text + line.slice(at)).trim();
}
