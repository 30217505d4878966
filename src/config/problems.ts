/** What is wrong with a settings file, in words for whoever wrote it. */
import type { z } from 'zod';
import { closest, distance } from '../lib/closest.ts';
import { isJsonSchema, type JsonSchema, repositoryJsonSchema } from './json-schema.ts';

export type Path = readonly PropertyKey[];

type Issue = z.core.$ZodIssue;

export interface Described {
  path: Path;
  message: string;
  key?: string;
}

/** Every problem of an issue, with where it is: a message is a sentence without its full stop. */
export function described(issue: Issue): Described[] {
  const name = issue.path.length === 0 ? 'the file' : `\`${dotted(issue.path)}\``;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .slice(0, 200)
        .map((key) => ({ path: issue.path, key, message: unknownKey(issue.path, key) }));
    case 'invalid_type':
      if (issue.input === undefined) return [{ path: issue.path, message: `${name} is missing` }];
      return [{ path: issue.path, message: `${name} must be ${kinds[issue.expected] ?? issue.expected}` }];
    case 'invalid_value':
      return [{ path: issue.path, message: `${name} must be ${choices(issue.values)}` }];
    default:
      return [{ path: issue.path, message: `${name} ${issue.message}` }];
  }
}

const kinds: Record<string, string> = {
  string: 'text (in quotes when it looks like a number)',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'a group of keys',
};

function choices(values: readonly unknown[]): string {
  const words = values.map((value) => `\`${String(value)}\``);
  return words.length === 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function unknownKey(path: Path, key: string): string {
  const shown = key.replace(/[`\p{C}]/gu, '').slice(0, 40);
  const known = knownKeys(path);
  const [nearest] = closest(key, known, 1);
  const where = path.length === 0 ? '' : ` in \`${dotted(path)}\``;
  const near =
    nearest !== undefined && distance(key.toLowerCase(), nearest) <= Math.max(2, nearest.length / 3);
  const help = near
    ? `did you mean \`${nearest}\`?`
    : `known are ${known.map((name) => `\`${name}\``).join(', ')}`;
  return `there is no key \`${shown}\`${where}; ${help}`;
}

function dotted(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step + 1}]` : String(step)))
    .join('.')
    .replaceAll('.[', '[');
}

function knownKeys(path: Path): string[] {
  let schema: JsonSchema | undefined = repositoryJsonSchema();
  for (const step of path) {
    const inner: unknown = typeof step === 'number' ? schema?.items : schema?.properties?.[String(step)];
    schema = isJsonSchema(inner) ? inner : undefined;
  }
  return Object.keys(schema?.properties ?? {});
}
