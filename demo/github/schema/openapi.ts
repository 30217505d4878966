/**
 * Checks requests and answers against GitHub's published description. Each operation's schemas are compiled when first
 * needed and kept for the whole process.
 */
import type { ValidateFunction } from 'ajv';
import { z } from 'zod';
import { type Compiler, isRecord, type Schema } from './ajv.ts';
import { misdescribed, undocumented } from './corrections.ts';
import { compilerFor, description } from './description.ts';
import { describe } from './violations.ts';

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().optional(),
  schema: z.record(z.string(), z.unknown()),
});
type Parameter = z.infer<typeof parameter>;

const media = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()).optional() }));
const body = z.object({ required: z.boolean().optional(), content: media });
const response = z.object({ content: media.optional() });
const reference = z.object({ $ref: z.string() });

const operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.union([reference, parameter])).default([]),
  requestBody: z.union([reference, body]).optional(),
  responses: z.record(z.string(), z.union([reference, response])),
});
type Operation = z.infer<typeof operation>;

const strict = compilerFor('json');
const coercing = compilerFor('text');
const validators = new Map<string, ValidateFunction | null>();
const operations = new Map<string, Operation | null>();

function resolve<T>(value: T | { $ref: string }, schema: z.ZodType<T>): T {
  const isReference = reference.safeParse(value);
  if (!isReference.success) return schema.parse(value);
  const [, , kind = '', name = ''] = isReference.data.$ref.split('/');
  return schema.parse(description().components[kind]?.[name]);
}

function operationOf(method: string, path: string): Operation | undefined {
  const key = `${method} ${path}`;
  const known = operations.get(key);
  if (known !== undefined) return known ?? undefined;
  // The description writes the root of the contents endpoint as `{path}` too.
  const template = path.endsWith('/contents') ? `${path}/{path}` : path;
  const raw = description().paths[template]?.[method.toLowerCase()] ?? undocumented[`${method} ${path}`];
  const read = raw === undefined ? null : operation.parse(raw);
  operations.set(key, read);
  return read ?? undefined;
}

function compile(key: string, compiler: Compiler, schema: () => Schema | undefined) {
  const known = validators.get(key);
  if (known !== undefined) return known ?? undefined;
  const found = schema();
  const made = found === undefined ? null : compiler.compile(found);
  validators.set(key, made);
  return made ?? undefined;
}

function problems(validate: ValidateFunction | undefined, value: unknown): string | undefined {
  if (!validate || validate(value)) return undefined;
  return describe(validate.errors ?? []);
}

function parametersOf(found: Operation, place: 'path' | 'query'): Parameter[] {
  return found.parameters.map((it) => resolve<Parameter>(it, parameter)).filter((it) => it.in === place);
}

/** Query parameters every list takes, although some operations forget to say so. */
const everywhere = new Set(['per_page', 'page']);

export interface RequestParts {
  method: string;
  /** The template. */
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  /** Undefined when the request had no body. */
  body: unknown;
}

/** What is wrong with a request, or undefined. Unknown query and body fields are wrong too: GitHub ignores typos silently. */
export function requestProblem(request: RequestParts): string | undefined {
  const found = operationOf(request.method, request.path);
  if (!found) return 'the published description has no such operation';
  return (
    parameterProblem(request, found, 'path', { ...request.params }) ??
    parameterProblem(request, found, 'query', Object.fromEntries(request.query)) ??
    bodyProblem(request, found)
  );
}

function parameterProblem(
  { method, path }: RequestParts,
  found: Operation,
  place: 'path' | 'query',
  values: Record<string, string>,
): string | undefined {
  const known = parametersOf(found, place);
  if (place === 'query') {
    const unknown = Object.keys(values).find(
      (key) => !everywhere.has(key) && !known.some((it) => it.name === key),
    );
    if (unknown !== undefined) return `unknown query parameter '${unknown}'`;
  }
  const validate = compile(`${method} ${path} ${place}`, coercing, () => ({
    type: 'object',
    properties: Object.fromEntries(known.map((it) => [it.name, it.schema])),
    required: known.filter((it) => it.required === true && it.name !== 'path').map((it) => it.name),
  }));
  const problem = problems(validate, values);
  return problem && `${place} ${problem}`;
}

function bodyProblem({ method, path, body: value }: RequestParts, found: Operation): string | undefined {
  const declared = found.requestBody && resolve(found.requestBody, body);
  if (!declared) return isRecord(value) && Object.keys(value).length > 0 ? 'takes no body' : undefined;
  if (value === undefined) return declared.required === true ? 'a body is required' : undefined;
  const schema = declared.content['application/json']?.schema;
  const validate = compile(`${method} ${path} body`, strict, () => schema);
  const problem = problems(validate, value);
  if (problem !== undefined) return `body ${problem}`;
  const fields = knownFields(schema);
  const unknown = fields && isRecord(value) ? Object.keys(value).find((key) => !fields.has(key)) : undefined;
  return unknown === undefined ? undefined : `unknown field '${unknown}' in the body`;
}

/** The top-level fields a body may have, or undefined when it may have any. */
function knownFields(schema: Schema | undefined): Set<string> | undefined {
  if (schema === undefined) return undefined;
  const names = new Set<string>();
  const alternatives = [schema.oneOf, schema.anyOf, schema.allOf].filter(Array.isArray).flat();
  for (const part of [schema, ...alternatives])
    if (isRecord(part) && isRecord(part.properties))
      for (const name of Object.keys(part.properties)) names.add(name);
  return names.size > 0 ? names : undefined;
}

/** What is wrong with one of our answers, or undefined. `value` is the body as it goes over the wire. */
export function answerProblem(
  method: string,
  path: string,
  status: number,
  value: unknown,
): string | undefined {
  const found = operationOf(method, path);
  if (!found) return undefined;
  const declared = found.responses[String(status)];
  // Any operation may answer these, listed or not.
  if (declared === undefined)
    return status >= 400
      ? problems(
          compile('error', strict, () => ({ $ref: '#/components/schemas/basic-error' })),
          value,
        )
      : `status ${status} is not documented`;
  const content = resolve(declared, response).content?.['application/json'];
  const key = `${method} ${path} ${status}`;
  const validate = compile(key, strict, () => misdescribed[key] ?? content?.schema);
  return problems(validate, value);
}
