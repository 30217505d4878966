/** A small reader of GraphQL documents: one operation, variables, arguments, aliases and inline fragments. */

export type Value =
  | { kind: 'variable'; name: string }
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'list'; items: Value[] }
  | { kind: 'object'; fields: Record<string, Value> };

export interface Field {
  kind: 'field';
  /** The key in the answer. */
  alias: string;
  name: string;
  args: Record<string, Value>;
  selection: Selection[];
}

export interface Fragment {
  kind: 'fragment';
  on: string;
  selection: Selection[];
}

export type Selection = Field | Fragment;

export interface Operation {
  type: 'query' | 'mutation';
  selection: Selection[];
}

const token =
  /\s*(?:#[^\n]*\n\s*|,\s*)*("""[\s\S]*?"""|"(?:\\.|[^"\\])*"|\.\.\.|-?\d+(?:\.\d+)?|[A-Za-z_]\w*|[{}()[\]:!=$@])/y;

/** Throws an Error that says what was not understood. */
export function parseGraphql(source: string): Operation {
  const tokens = tokenize(source);
  let at = 0;
  const peek = () => tokens[at];
  const take = () => tokens[at++] ?? fail('the end');
  const expect = (wanted: string) => (take() === wanted ? undefined : fail(`no '${wanted}'`));

  function operation(): Operation {
    const first = peek();
    const type = first === 'mutation' ? 'mutation' : 'query';
    if (first === 'query' || first === 'mutation') {
      at += 1;
      while (peek() !== '{') take();
    }
    return { type, selection: selectionSet() };
  }

  function selectionSet(): Selection[] {
    expect('{');
    const found: Selection[] = [];
    while (peek() !== '}') found.push(peek() === '...' ? fragment() : field());
    expect('}');
    return found;
  }

  function fragment(): Fragment {
    expect('...');
    expect('on');
    return { kind: 'fragment', on: take(), selection: selectionSet() };
  }

  function field(): Field {
    const first = take();
    const aliased = peek() === ':';
    if (aliased) at += 1;
    const name = aliased ? take() : first;
    const args = peek() === '(' ? argumentsIn('(', ')') : {};
    return { kind: 'field', alias: first, name, args, selection: peek() === '{' ? selectionSet() : [] };
  }

  function argumentsIn(open: string, close: string): Record<string, Value> {
    expect(open);
    const found: Record<string, Value> = {};
    while (peek() !== close) {
      const name = take();
      expect(':');
      found[name] = value();
    }
    expect(close);
    return found;
  }

  function value(): Value {
    const next = peek() ?? fail('the end');
    if (next === '{') return { kind: 'object', fields: argumentsIn('{', '}') };
    at += 1;
    if (next === '$') return { kind: 'variable', name: take() };
    if (next === '[') {
      const items: Value[] = [];
      while (peek() !== ']') items.push(value());
      at += 1;
      return { kind: 'list', items };
    }
    return { kind: 'literal', value: literal(next) };
  }

  const found = operation();
  if (at < tokens.length) fail(`'${tokens[at]}' after the operation`);
  return found;
}

function literal(text: string): string | number | boolean | null {
  if (text.startsWith('"""')) return text.slice(3, -3).trim();
  if (text.startsWith('"')) return String(JSON.parse(text));
  if (/^-?\d/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return text === 'null' ? null : text;
}

function tokenize(source: string): string[] {
  const tokens: string[] = [];
  const text = source.trimEnd();
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const found = token.exec(text);
    if (!found) fail(`'${text.slice(at, at + 20)}'`);
    else tokens.push(found[1] ?? '');
  }
  return tokens;
}

function fail(what: string): never {
  throw new Error(`Parse error on ${what}`);
}
