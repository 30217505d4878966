/**
 * GitHub's published description of its REST API (@octokit/openapi), read at first use.
 *
 * The dereferenced file has 73 MB; the one with references has 13 MB and is parsed in about a tenth of a second.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { type Compiler, createCompiler, isRecord, type Schema } from './ajv.ts';
import { asIn, nullToo } from './corrections.ts';

const shape = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});

let parsed: z.infer<typeof shape> | undefined;

const file = () => createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');

export function description(): z.infer<typeof shape> {
  parsed ??= shape.parse(JSON.parse(readFileSync(file(), 'utf8')));
  return parsed;
}

export function compilerFor(values: 'json' | 'text'): Compiler {
  return createCompiler({
    reference: /^#\/components\/schemas\/(.+)$/,
    find: (name) => corrected(name, description().components.schemas?.[name]),
    standard,
    coerce: values === 'text',
  });
}

function corrected(name: string, schema: unknown): unknown {
  if (!isRecord(schema) || !isRecord(schema.properties)) return schema;
  const properties = { ...schema.properties };
  for (const field of nullToo[name] ?? [])
    properties[field] = { anyOf: [{ type: 'null' }, properties[field]] };
  for (const [field, other] of Object.entries(asIn[name] ?? {})) {
    const right = description().components.schemas?.[other];
    if (isRecord(right) && isRecord(right.properties)) properties[field] = right.properties[field];
  }
  return { ...schema, properties };
}

/**
 * OpenAPI 3.0 says `nullable: true` beside `oneOf`, `anyOf`, `allOf` or an enum without null, which JSON Schema does
 * not know; ajv understands it only beside `type`.
 */
function standard(schema: Schema): Schema {
  if (schema.nullable !== true) return schema;
  const { nullable, ...rest } = schema;
  if (Array.isArray(rest.enum) && !rest.enum.includes(null)) rest.enum = [...rest.enum, null];
  return rest.type === undefined ? { anyOf: [{ type: 'null' }, rest] } : { nullable, ...rest };
}
