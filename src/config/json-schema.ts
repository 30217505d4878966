import { z } from 'zod';
import { repositorySchema } from './repository-schema.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The form of `.github/aider.yml` as JSON Schema (draft 2020-12), for editors. */
export function repositoryJsonSchema(): JsonSchema {
  return {
    title: 'Settings of aiderbot in a repository (.github/aider.yml)',
    ...z.toJSONSchema(repositorySchema, { io: 'input', target: 'draft-2020-12' }),
  };
}

/** One key of the file, as documentation shows it. */
export interface SettingKey {
  /** With dots: `verify.test`. */
  key: string;
  description: string;
  values: string;
  default: unknown;
}

export interface SettingSection {
  name: string;
  description: string;
  keys: SettingKey[];
}

/** The keys in the order of the file: first the single ones under an empty name, then section by section. */
export function settingSections(): SettingSection[] {
  const single: SettingKey[] = [];
  const sections: SettingSection[] = [];
  for (const [name, schema] of properties(repositoryJsonSchema())) {
    const inner = properties(schema);
    if (inner.length === 0) single.push(settingKey(name, schema));
    else {
      const keys = inner.map(([key, value]) => settingKey(`${name}.${key}`, value));
      sections.push({ name, description: schema.description ?? '', keys });
    }
  }
  return [{ name: '', description: '', keys: single }, ...sections];
}

function properties(schema: JsonSchema): [string, JsonSchema][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) =>
    isJsonSchema(value) ? [[name, value] satisfies [string, JsonSchema]] : [],
  );
}

function settingKey(key: string, schema: JsonSchema): SettingKey {
  return { key, description: schema.description ?? '', values: valuesOf(schema), default: schema.default };
}

function valuesOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  switch (schema.type) {
    case 'boolean':
      return '`true`, `false`';
    case 'integer':
      return `${schema.minimum ?? ''} to ${schema.maximum ?? ''}`;
    case 'array':
      return 'list';
    case 'number':
      return 'amount';
    default:
      return 'text';
  }
}
