import {
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';
import { honouredKeys } from './honoured.ts';
import { described, type Path } from './problems.ts';
import { type RepositoryConfig, repositorySchema } from './repository-schema.ts';

export type { RepositoryConfig } from './repository-schema.ts';

/** Where a settings file is wrong. `line` and `column` count from 1; `message` is a sentence without its full stop. */
interface ConfigProblem {
  line: number;
  column: number;
  message: string;
}

/**
 * `notes`: settings that are right and have no effect in this version. `written`: what the file itself sets, by dotted key.
 * Problems come in the order of the file.
 */
export type ParsedConfig =
  | { ok: true; config: RepositoryConfig; notes: string[]; written: ReadonlyMap<string, unknown> }
  | { ok: false; problems: [ConfigProblem, ...ConfigProblem[]] };

const largest = 32 * 1024;
const deepest = 20;
const mostProblems = 200;
const deepFault = `this is nested more than ${deepest} levels deep`;

/**
 * Reads the text of `.github/aider.yml`. Whoever can push to a branch can write this file, so it is bounded in size and
 * depth, cannot hold anchors (which multiply) or tags, and every key is checked; it never throws.
 */
export function parseRepositoryConfig(
  yamlText: string,
  honoured: ReadonlySet<string> = honouredKeys,
): ParsedConfig {
  if (yamlText.length > largest) return problem(`the file is larger than ${largest / 1024} KiB`);
  try {
    return read(yamlText, honoured);
  } catch (error) {
    // The YAML library recurses; whatever defeats it is not a settings file.
    if (error instanceof RangeError) return problem('the file is nested too deeply');
    if (error instanceof Error)
      return problem(`the file cannot be read as YAML: ${error.message.split('\n')[0]}`);
    throw error;
  }
}

function problem(message: string): ParsedConfig {
  return { ok: false, problems: [{ line: 1, column: 1, message }] };
}

function read(text: string, honoured: ReadonlySet<string>): ParsedConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    schema: 'core',
    version: '1.2',
    prettyErrors: false,
  });
  const at = (offset: number, message: string): ConfigProblem => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col), message };
  };
  const faults = [...document.errors, ...document.warnings].map((fault) =>
    at(fault.pos[0], faultWords(fault)),
  );
  visit(document, {
    Alias: (_, node) => void faults.push(at(start(node), 'anchors and aliases (`&`, `*`) are not supported')),
    Pair: (_, pair) => {
      if (!isScalar(pair.key))
        faults.push(at(isNode(pair.key) ? start(pair.key) : 0, 'a key must be a plain word'));
    },
    Collection: (_, node, path) => {
      const depth = path.filter(isCollection).length;
      if (depth >= deepest) faults.push(at(start(node), deepFault));
      return depth >= deepest ? visit.BREAK : undefined;
    },
  });
  const tooDeep = faults.find((fault) => fault.message === deepFault);
  if (tooDeep) return { ok: false, problems: [tooDeep] };
  if (isNonEmpty(faults)) return { ok: false, problems: inOrder(faults) };

  const root = document.contents;
  if (root !== null && !isMap(root) && !(isScalar(root) && root.value === null))
    return { ok: false, problems: [at(start(root), 'the file must hold keys, such as `verify:`')] };
  const values: unknown = isMap(root) ? withoutEmpty(document.toJS({ maxAliasCount: 0 })) : {};
  const checked = repositorySchema.safeParse(values, { reportInput: true });
  if (!checked.success) {
    const problems = checked.error.issues.flatMap((issue) =>
      described(issue).map(({ path, message, key }) => at(place(root, path, key), message)),
    );
    if (isNonEmpty(problems)) return { ok: false, problems: inOrder(problems) };
  }
  if (!checked.success) return problem('the settings are not valid');
  const written = new Map(leaves(values));
  const idle = [...written.keys()].filter((key) => !honoured.has(key));
  const notes = idle.map((key) => `\`${key}\` in \`.github/aider.yml\` has no effect in this version.`);
  return { ok: true, config: checked.data, notes, written };
}

/** The library speaks of its own options; a reader has a file to mend. */
function faultWords({ code, message }: YAMLError): string {
  switch (code) {
    case 'DUPLICATE_KEY':
      return 'this key stands here a second time';
    case 'MULTIPLE_DOCS':
      return 'the file holds more than one document (`---`)';
    case 'TAG_RESOLVE_FAILED':
      return 'tags (`!…`) are not supported';
    default:
      return (message.split('\n')[0] ?? '').replace(/\.$/, '');
  }
}

function isNonEmpty<T>(items: T[]): items is [T, ...T[]] {
  return items.length > 0;
}

function inOrder([first, ...others]: [ConfigProblem, ...ConfigProblem[]]): [
  ConfigProblem,
  ...ConfigProblem[],
] {
  const sorted = [first, ...others]
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .slice(0, mostProblems);
  return isNonEmpty(sorted) ? sorted : [first];
}

function start(node: Node): number {
  return node.range?.[0] ?? 0;
}

/** A key whose values are all commented out is not set. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => [key, withoutEmpty(inner)]),
  );
}

/** What a file sets, by key with dots: sections are looked into, lists are values. */
function leaves(value: unknown, above: readonly string[] = []): [key: string, value: unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[above.join('.'), value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...above, key]));
}

/** Where a value stands, or the key itself; the nearest thing above when it is not there. */
function place(root: unknown, path: Path, key: string | undefined): number {
  let node: unknown = root;
  let offset = 0;
  for (const step of path) {
    const pair = isMap(node)
      ? node.items.find((item) => isScalar(item.key) && item.key.value === step)
      : undefined;
    const next = pair ? pair.value : isCollection(node) ? node.items[Number(step)] : undefined;
    if (pair && isNode(pair.key)) offset = start(pair.key);
    if (isPair(next) || !isNode(next)) return offset;
    offset = start(next);
    node = next;
  }
  if (key !== undefined && isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    if (pair && isNode(pair.key)) return start(pair.key);
  }
  return offset;
}
