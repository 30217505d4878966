/** Runs a parsed operation over objects whose fields are values or functions of arguments. */
import type { Field, Operation, Selection, Value } from './parse.ts';

/** `type` is the GraphQL type name, for fragments and `__typename`. */
export interface GraphObject {
  type: string;
  fields: Record<string, GraphValue | ((args: Record<string, unknown>) => GraphValue | Promise<GraphValue>)>;
}

export type GraphValue = string | number | boolean | null | GraphObject | GraphObject[];

export interface GraphError {
  type: string;
  message: string;
  path?: string[];
}

/** An error that becomes an entry of `errors`; GitHub answers these with status 200. */
export class GraphFailure extends Error {
  readonly type: string;
  constructor(type: 'NOT_FOUND' | 'FORBIDDEN' | 'UNPROCESSABLE' | 'undefinedField', message: string) {
    super(message);
    this.type = type;
  }
}

export async function execute(
  operation: Operation,
  root: GraphObject,
  variables: Record<string, unknown>,
): Promise<{ data: Record<string, unknown> | null; errors: GraphError[] }> {
  const errors: GraphError[] = [];
  const data: Record<string, unknown> = {};
  for (const field of fieldsOf(operation.selection, root)) {
    try {
      data[field.alias] = await resolve(field, root, variables);
    } catch (error) {
      if (!(error instanceof GraphFailure)) throw error;
      errors.push({ type: error.type, message: error.message, path: [field.alias] });
      data[field.alias] = null;
    }
  }
  return { data, errors };
}

async function resolve(
  field: Field,
  object: GraphObject,
  variables: Record<string, unknown>,
): Promise<unknown> {
  if (field.name === '__typename') return object.type;
  const found = Object.hasOwn(object.fields, field.name) ? object.fields[field.name] : undefined;
  if (found === undefined)
    throw new GraphFailure('undefinedField', `Field '${field.name}' doesn't exist on type '${object.type}'`);
  const args = Object.fromEntries(
    Object.entries(field.args).map(([name, value]) => [name, plain(value, variables)]),
  );
  const value = typeof found === 'function' ? await found(args) : found;
  if (Array.isArray(value)) return Promise.all(value.map((item) => select(field.selection, item, variables)));
  if (typeof value === 'object' && value !== null) return select(field.selection, value, variables);
  return value;
}

async function select(selection: Selection[], object: GraphObject, variables: Record<string, unknown>) {
  const picked: Record<string, unknown> = {};
  for (const field of fieldsOf(selection, object))
    picked[field.alias] = await resolve(field, object, variables);
  return picked;
}

function fieldsOf(selection: Selection[], object: GraphObject): Field[] {
  return selection.flatMap((it) => {
    if (it.kind === 'field') return [it];
    return it.on === object.type ? fieldsOf(it.selection, object) : [];
  });
}

function plain(value: Value, variables: Record<string, unknown>): unknown {
  switch (value.kind) {
    case 'variable':
      return variables[value.name];
    case 'literal':
      return value.value;
    case 'list':
      return value.items.map((item) => plain(item, variables));
    case 'object':
      return Object.fromEntries(
        Object.entries(value.fields).map(([name, item]) => [name, plain(item, variables)]),
      );
  }
}
