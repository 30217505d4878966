/** Validators over large published documents: only the parts that are used are read, compiled and kept. */
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

export type Schema = Record<string, unknown>;

export interface Compiler {
  compile(schema: Schema): ValidateFunction;
}

export interface Source {
  /** References of this form point to a shared part; the first group is its name. */
  reference: RegExp;
  /** The shared part of that name as published. */
  find(name: string): unknown;
  /** Turns one object of a schema, whose children are done, into what ajv understands. */
  standard(schema: Schema): Schema;
  /** Reads numbers and booleans from text, for parameters. */
  coerce?: boolean;
}

/**
 * Shared parts are registered one by one when something refers to them. Giving ajv the whole document instead costs
 * seconds: it walks all of it, and compiles its root before it can resolve a reference below.
 */
export function createCompiler(source: Source): Compiler {
  const ajv = new Ajv({
    // Published schemas carry examples and vendor keywords.
    strict: false,
    validateSchema: false,
    logger: false,
    coerceTypes: source.coerce === true ? 'array' : false,
    // The code is run a few times only; making it smaller costs more than it saves.
    code: { optimize: false },
  });
  formats.default(ajv);
  const known = new Set<string>();

  function register(name: string): void {
    if (known.has(name)) return;
    known.add(name);
    ajv.addSchema(asSchema(prepare(source.find(name))), `shared:${name}`);
  }

  function prepare(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(prepare);
    if (!isRecord(value)) return value;
    const copy: Schema = {};
    for (const [key, item] of Object.entries(value)) {
      const name = key === '$ref' && typeof item === 'string' ? source.reference.exec(item)?.[1] : undefined;
      if (name !== undefined) register(name);
      copy[key] = name === undefined ? prepare(item) : `shared:${name}`;
    }
    return source.standard(copy);
  }

  return { compile: (schema) => ajv.compile(asSchema(prepare(schema))) };
}

export function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asSchema(value: unknown): Schema {
  if (isRecord(value)) return value;
  throw new Error('the published description refers to a schema that it does not hold');
}
