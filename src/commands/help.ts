import { offered } from './available.ts';
import { flagSpec } from './flags.ts';
import { commandNamed, commandSpec, commandSpecs } from './registry/index.ts';
import type { CommandSpec, Place, Verb } from './types.ts';

export interface HelpOptions {
  /** The word that starts a command, with its slash: `/aider`. */
  trigger: string;
  /** What the running version can do; nothing else is offered. */
  available: ReadonlySet<Verb>;
}

/** The reply to `help`, or to `help <command>`: Markdown. A topic that is no command gives the whole page. */
export function helpText(options: HelpOptions, topic = ''): string {
  const spec = commandNamed(topic.trim().split(/\s+/)[0] ?? '');
  if (!spec) return overview(options);
  if (!options.available.has(spec.verb)) return unavailableText(spec.verb, options);
  return detail(offered(spec), options);
}

/** The reply to a command that the grammar knows and the running version lacks. */
export function unavailableText(verb: Verb, options: HelpOptions): string {
  const { trigger, available } = options;
  const names = commandSpecs.filter((spec) => available.has(spec.verb)).map((spec) => `\`${spec.verb}\``);
  return `\`${trigger} ${verb}\` is not available in this version. Available are ${names.join(', ')}; \`${trigger} help\` tells what each does.`;
}

/** The reply to a command in a place where it has no meaning or does not work yet; undefined when it may stand there. */
export function misplacedText(verb: Verb, place: Place, trigger: string): string | undefined {
  const spec = commandSpec(verb);
  const { places } = offered(spec);
  if (places.includes(place)) return undefined;
  const names = places.map((known) => placeNames[known]);
  const later = spec.places.includes(place) ? ' in this version' : '';
  return `\`${trigger} ${verb}\` works ${names.join(' and ')}${later}, not ${placeNames[place]}.`;
}

const placeNames: Record<Place, string> = {
  issue: 'on an issue',
  'pull-request': 'on a pull request',
  inline: 'on a line of a review',
};

function overview({ trigger, available }: HelpOptions): string {
  const rows = commandSpecs
    .filter((spec) => available.has(spec.verb))
    .map((spec) => `| \`${usage(spec, trigger)}\` | ${spec.summary} |`);
  return [
    '**Commands**',
    '',
    '| Command | What it does |',
    '| --- | --- |',
    ...rows.map(escapePipesInCode),
    '',
    `A command starts a line; the lines after it belong to it. \`${trigger} <text>\` without a verb is a \`fix\`. \`${trigger} help fix\` shows one in detail.`,
  ].join('\n');
}

function detail(spec: CommandSpec, { trigger, available }: HelpOptions): string {
  const aliases = spec.aliases.map((alias) => `\`${alias}\``).join(', ');
  const flags = spec.flags.flatMap((name) => flagSpec(name) ?? []);
  const help = helpSentences(spec, trigger, available);
  return [
    `**\`${usage(spec, trigger)}\`**`,
    '',
    `${spec.summary} ${help}`,
    '',
    `- Where: ${spec.places.map((place) => placeNames[place]).join(', ')}`,
    `- Who: ${who(spec)}`,
    ...(aliases === '' ? [] : [`- Also: ${aliases}`]),
    `- Examples: ${spec.examples.map((example) => `\`${trigger} ${example}\``).join(' · ')}`,
    ...(flags.length === 0 ? [] : ['', '| Flag | Meaning |', '| --- | --- |']),
    ...flags.map((flag) =>
      escapePipesInCode(
        `| \`--${flag.name}${flag.value === undefined || spec.bare?.[flag.name] !== undefined ? '' : `=${flag.value}`}\` | ${spec.bare?.[flag.name] ?? flag.help} |`,
      ),
    ),
  ].join('\n');
}

export function usage(spec: CommandSpec, trigger: string): string {
  return [trigger, spec.verb, spec.argument].filter((part) => part !== '').join(' ');
}

export function who(spec: CommandSpec): string {
  return spec.role === 'read'
    ? 'anybody who can read the repository'
    : `people with the role ${spec.role} or higher`;
}

/** What a command does, without what points to commands and places that this version lacks. */
export function helpSentences(spec: CommandSpec, trigger: string, available: ReadonlySet<Verb>): string {
  const has = (needed: Verb | Place) =>
    needed in placeNames
      ? spec.places.some((place) => place === needed)
      : [...available].some((verb) => verb === needed);
  return spec.help
    .filter(({ needs }) => needs === undefined || has(needs))
    .map(({ text }) => text.replaceAll('{trigger}', trigger))
    .join(' ');
}

/** A pipe ends a table cell even inside back-ticks (GitHub Flavored Markdown 4.10). */
function escapePipesInCode(row: string): string {
  return row.replace(/`[^`]*`/g, (code) => code.replaceAll('|', '\\|'));
}
