/**
 * Writes the documentation that is made from code: docs/commands.md, docs/configuration.md and docs/aider.schema.json.
 * `npm run docs` after a change of a command or a setting; a test compares the files.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { availableVerbs, offered } from '../src/commands/available.ts';
import { flagSpec, flagSpecs } from '../src/commands/flags.ts';
import { helpSentences, usage, who } from '../src/commands/help.ts';
import { commandSpecs } from '../src/commands/registry/index.ts';
import type { CommandSpec, Place } from '../src/commands/types.ts';
import { honouredKeys } from '../src/config/honoured.ts';
import {
  isJsonSchema,
  type JsonSchema,
  repositoryJsonSchema,
  type SettingKey,
  settingSections,
} from '../src/config/json-schema.ts';

const trigger = '/aider';
const places: Record<Place, string> = {
  issue: 'issue',
  'pull-request': 'pull request',
  inline: 'review comment',
};

/** Path from the root of the project → content. */
export function generatedDocs(): Record<string, string> {
  return {
    'docs/commands.md': commandsPage(),
    'docs/configuration.md': configurationPage(),
    'docs/aider.schema.json': `${JSON.stringify(markedSchema(), null, 2)}\n`,
  };
}

function commandsPage(): string {
  const here = commandSpecs.filter((spec) => availableVerbs.has(spec.verb)).map(offered);
  const later = commandSpecs.filter((spec) => !availableVerbs.has(spec.verb));
  return [
    '<!-- Made from src/commands by scripts/docs.ts. Change it there. -->',
    '# Commands',
    '',
    `Comment on an issue or a pull request. A command starts a line, at most three blanks in; the rest of the line and the lines after it belong to it, up to the next command. Commands in code, quotations and HTML comments are not seen. One comment can hold five; when one of them is not understood, none runs.`,
    '',
    `- \`${trigger} <text>\` without a verb is a \`fix\`.`,
    '- One slip in a verb of five letters or more is forgiven and said; anything else is answered with the closest commands.',
    '- A `--word` is a flag and must be one of the command’s. In back-ticks or quotes, or after ` -- `, it is text.',
    '',
    '## Available in this version',
    '',
    '| Command | What it does | Where | Who |',
    '| --- | --- | --- | --- |',
    ...here.map(
      (spec) => `| ${cellCode(usage(spec, trigger))} | ${spec.summary} | ${where(spec)} | ${who(spec)} |`,
    ),
    '',
    ...here.flatMap((spec) => commandSection(spec)),
    '## Flags',
    '',
    '| Flag | Meaning | Commands |',
    '| --- | --- | --- |',
    ...flagSpecs.flatMap(({ name, value, help }) => {
      const users = here.filter((spec) => spec.flags.includes(name)).map((spec) => `\`${spec.verb}\``);
      const form = value === undefined ? `--${name}` : `--${name}=${value}`;
      return users.length === 0 ? [] : [`| ${cellCode(form)} | ${help} | ${users.join(', ')} |`];
    }),
    '',
    ...(later.length === 0
      ? []
      : [
          '## Not available yet',
          '',
          `These are understood and answered with a note that this version cannot do them: ${later.map((spec) => `\`${spec.verb}\``).join(', ')}.`,
          '',
        ]),
  ].join('\n');
}

function commandSection(spec: CommandSpec): string[] {
  const aliases = spec.aliases.map((alias) => `\`${alias}\``).join(', ');
  const flags = spec.flags.flatMap((name) => flagSpec(name) ?? []).map((flag) => `\`--${flag.name}\``);
  return [
    `### ${spec.verb}`,
    '',
    helpSentences(spec, trigger, availableVerbs),
    '',
    ...(aliases === '' ? [] : [`- Also: ${aliases}`]),
    ...(flags.length === 0 ? [] : [`- Flags: ${flags.join(', ')}`]),
    `- Examples: ${spec.examples.map((example) => `\`${trigger} ${example}\``).join(', ')}`,
    '',
  ];
}

function where(spec: CommandSpec): string {
  return spec.places.map((place) => places[place]).join(', ');
}

function configurationPage(): string {
  const sections = settingSections();
  const inForce = sections
    .map((section) => ({ ...section, keys: section.keys.filter(({ key }) => honouredKeys.has(key)) }))
    .filter((section) => section.keys.length > 0);
  const idle = sections.flatMap((section) => section.keys).filter(({ key }) => !honouredKeys.has(key));
  return [
    '<!-- Made from src/config by scripts/docs.ts. Change it there. -->',
    '# Configuration of a repository',
    '',
    'Settings live in `.github/aider.yml` on the **default branch**; a pull request cannot change them for itself. Every key is optional. An unknown key or a wrong value stops the bot from editing, its answer names the line, and an issue stays open until the file is mended. A pull request that changes the file gets a check that annotates mistakes and says what would change.',
    '',
    'Editors check and complete the file with [aider.schema.json](aider.schema.json). Anchors, aliases and tags of YAML are refused; the file may have 32 KiB.',
    '',
    '```yaml',
    example(inForce.flatMap((section) => section.keys)),
    '```',
    '',
    'These are the defaults of the keys below.',
    '',
    ...inForce.flatMap(({ name, description, keys }) => [
      `## ${name === '' ? 'The file' : name}`,
      '',
      ...(description === '' ? [] : [description, '']),
      '| Key | Values | Default | Meaning |',
      '| --- | --- | --- | --- |',
      ...keys.map(settingRow),
      '',
    ]),
    ...(idle.length === 0
      ? []
      : [
          '## Without effect in this version',
          '',
          'These keys are checked and then not used. A run that finds one says so.',
          '',
          '| Key | Meant for |',
          '| --- | --- |',
          ...idle.map(({ key, description }) => `| \`${key}\` | ${description} |`),
          '',
        ]),
  ].join('\n');
}

function settingRow({ key, values, default: value, description }: SettingKey): string {
  return `| \`${key}\` | ${values} | ${shownDefault(value)} | ${description} |`;
}

function shownDefault(value: unknown): string {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return 'none';
  return cellCode(Array.isArray(value) ? value.join(', ') : String(value));
}

function example(keys: readonly SettingKey[]): string {
  const file: Record<string, unknown> = {};
  for (const { key, default: value } of keys) {
    const [section = '', name] = key.split('.');
    if (name === undefined) file[section] = value;
    else file[section] = { ...(isJsonSchema(file[section]) ? file[section] : {}), [name]: value };
  }
  return stringify(file, { lineWidth: 100 }).trimEnd();
}

/** The schema with a word on each key that has no effect yet. */
function markedSchema(): JsonSchema {
  const schema = repositoryJsonSchema();
  const mark = (key: string, value: unknown): void => {
    if (!isJsonSchema(value)) return;
    const inner = Object.entries(value.properties ?? {});
    if (inner.length === 0 && !honouredKeys.has(key))
      value.description = `(No effect in this version.) ${value.description ?? ''}`.trim();
    for (const [name, below] of inner) mark(`${key}.${name}`, below);
  };
  for (const [name, value] of Object.entries(schema.properties ?? {})) mark(name, value);
  return schema;
}

/** A pipe ends a table cell even inside back-ticks. */
function cellCode(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  mkdirSync(`${root}docs`, { recursive: true });
  for (const [path, content] of Object.entries(generatedDocs())) writeFileSync(root + path, content);
}
