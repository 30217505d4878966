/**
 * web-tree-sitter, joined at its WebAssembly: the text of a file goes into the library's memory in one piece, and what a query found
 * is read there as numbers. Its JavaScript copies text character by character and makes an object of every node that a query finds,
 * a tenth of the time of all parsing. The functions used here are those of the pinned version; `openLibrary` fails when one is missing,
 * and a test holds what is read to what the library itself answers.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Parser, type Query, type Tree } from 'web-tree-sitter';

/** Asked now and then; true stops the work. */
export type Stop = () => boolean;

type Call = (...args: number[]) => number;

/** The names of the functions that the library exports for us. */
const exported = [
  'ts_init',
  'ts_tree_root_node_wasm',
  'ts_query_matches_wasm',
  'ts_node_end_index_wasm',
  'ts_node_end_point_wasm',
  'free',
] as const;

type Exports = Record<(typeof exported)[number], Call>;

/** One page is 64 KiB; the sizes that web-tree-sitter would ask for itself. Ours, so that its growth can be seen. */
const pages = { initial: 512, maximum: 32_768 };
/** The library takes text in pieces: its buffer holds so many UTF-16 units and a final zero. */
const pieceUnits = 5119;
/** Words of a node, and of a capture: the number of its name and its node. */
const nodeWords = 5;
const captureWords = 1 + nodeWords;
const noLimit = 0xffff_ffff;

export interface Library {
  parser: Parser;
  /** Bytes that the library holds; never shrinks. */
  held(): number;
  /** The tree of `text` by the grammar that the parser is set to; undefined when `stop` ended it. Throws when the grammar traps. */
  parse(text: string, stop: Stop): Tree | undefined;
  /** Calls `visit` for every match of `query`, in the order in which they were found, until it returns false. Throws on a trap. */
  eachMatch(query: Query, tree: Tree, text: string, stop: Stop, visit: (match: Match) => boolean): void;
}

/** Starts the library with a memory of its own. */
export async function openLibrary(): Promise<Library> {
  const memory = new WebAssembly.Memory(pages);
  const input = new Input(memory);
  const work: { stop: Stop | undefined } = { stop: undefined };
  const asked = () => (work.stop?.() === true ? 1 : 0);
  let calls: Exports | undefined;
  await Parser.init({
    wasmMemory: memory,
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (one: WebAssembly.Instance, module: object) => void,
    ) {
      const module = new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve(binary)));
      const env = {
        ...imports.env,
        tree_sitter_parse_callback: input.give,
        tree_sitter_progress_callback: asked,
        tree_sitter_query_progress_callback: asked,
      };
      const instance = new WebAssembly.Instance(module, { ...imports, env });
      calls = exportsOf(instance);
      receive(instance, module);
    },
  });
  if (calls === undefined) throw new Error('web-tree-sitter did not start as expected');
  return join(memory, input, calls, work);
}

const binary = 'web-tree-sitter/web-tree-sitter.wasm';

function isCall(value: unknown): value is Call {
  return typeof value === 'function';
}

function exportsOf(instance: WebAssembly.Instance): Exports {
  const call = (name: keyof Exports): Call => {
    const found = instance.exports[name];
    if (!isCall(found)) throw new Error(`this version of web-tree-sitter has no ${name}`);
    return found;
  };
  return {
    ts_init: call('ts_init'),
    ts_tree_root_node_wasm: call('ts_tree_root_node_wasm'),
    ts_query_matches_wasm: call('ts_query_matches_wasm'),
    ts_node_end_index_wasm: call('ts_node_end_index_wasm'),
    ts_node_end_point_wasm: call('ts_node_end_point_wasm'),
    free: call('free'),
  };
}

/** The text under way, as the UTF-16 units that the library reads. */
class Input {
  readonly #memory: WebAssembly.Memory;
  #buffer = Buffer.alloc(1 << 16);
  #length = 0;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  set(text: string): void {
    if (this.#buffer.length < text.length * 2) this.#buffer = Buffer.alloc(text.length * 3);
    this.#length = this.#buffer.write(text, 'utf16le');
  }

  /** The library asks for the units from `index` on: they go to `target`, their number to `lengthAt`. */
  readonly give = (target: number, index: number, _row: number, _column: number, lengthAt: number): void => {
    const { buffer } = this.#memory;
    const start = Math.min(index * 2, this.#length);
    const end = Math.min(start + pieceUnits * 2, this.#length);
    new Uint8Array(buffer, target, pieceUnits * 2).set(this.#buffer.subarray(start, end));
    new Int32Array(buffer, lengthAt, 1)[0] = (end - start) / 2;
  };
}

function join(
  memory: WebAssembly.Memory,
  input: Input,
  calls: Exports,
  work: { stop: Stop | undefined },
): Library {
  const parser = new Parser();
  /** Where nodes are handed over. */
  const desk = calls.ts_init() >> 2;
  const parse: Library['parse'] = (text, stop) => {
    input.set(text);
    work.stop = stop;
    const tree = parser.parse(text);
    work.stop = undefined;
    if (tree !== null) return tree;
    parser.reset();
    return undefined;
  };
  const eachMatch: Library['eachMatch'] = (query, tree, text, stop, visit) => {
    const treeAt = addressOf(tree);
    calls.ts_tree_root_node_wasm(treeAt);
    work.stop = stop;
    calls.ts_query_matches_wasm(addressOf(query), treeAt, ...wholeTree, noLimit, noLimit);
    work.stop = undefined;
    const words = new Int32Array(memory.buffer);
    const found = words[desk] ?? 0;
    const address = words[desk + 1] ?? 0;
    const match = new Match(words, desk, treeAt, calls, query, text);
    match.to(address >> 2);
    try {
      for (let number = 0; number < found; number++) {
        if (match.holds() && !visit(match)) break;
        match.to(match.next);
      }
    } finally {
      calls.free(address);
    }
  };
  return { parser, held: () => memory.buffer.byteLength, parse, eachMatch };
}

/** No range of rows, columns or bytes: four points and four offsets. */
const wholeTree: readonly number[] = new Array(12).fill(0);

/** The library's objects keep the address of what they stand for under the key 0. */
function addressOf(object: object): number {
  const address: unknown = Reflect.get(object, 0);
  if (typeof address !== 'number')
    throw new Error('this version of web-tree-sitter keeps addresses elsewhere');
  return address;
}

/** A predicate of a query (`#eq?`, `#match?`, …) as the library compiled it. */
type Predicate = (captures: { name: string; node: { text: string } }[]) => boolean;

function isPredicates(value: unknown): value is Predicate[][] {
  return Array.isArray(value) && value.every((own) => Array.isArray(own) && own.every(isCall));
}

function predicatesOf(query: Query): Predicate[][] {
  const found: unknown = Reflect.get(query, 'textPredicates');
  if (!isPredicates(found)) throw new Error('this version of web-tree-sitter keeps predicates elsewhere');
  return found;
}

const predicates = new WeakMap<Query, Predicate[][]>();

/** One match, read in place. The same object stands for one after the other; captures are numbered from 0. */
export class Match {
  readonly #words: Int32Array;
  readonly #desk: number;
  readonly #tree: number;
  readonly #calls: Exports;
  readonly #names: readonly string[];
  readonly #predicates: Predicate[][];
  readonly #text: string;
  #at = 0;

  constructor(words: Int32Array, desk: number, tree: number, calls: Exports, query: Query, text: string) {
    this.#words = words;
    this.#desk = desk;
    this.#tree = tree;
    this.#calls = calls;
    this.#names = query.captureNames;
    this.#text = text;
    this.#predicates = predicates.get(query) ?? predicatesOf(query);
    predicates.set(query, this.#predicates);
  }

  /** Goes to the match at a word. */
  to(at: number): void {
    this.#at = at;
  }

  get next(): number {
    return this.#at + 2 + this.size * captureWords;
  }

  /** The number of the pattern in the query. */
  get pattern(): number {
    return this.#words[this.#at] ?? 0;
  }

  /** How many captures it has. */
  get size(): number {
    return this.#words[this.#at + 1] ?? 0;
  }

  label(capture: number): string {
    return this.#names[this.#words[this.#capture(capture)] ?? 0] ?? '';
  }

  /** Offset in UTF-16 units. */
  start(capture: number): number {
    return this.#words[this.#capture(capture) + 2] ?? 0;
  }

  row(capture: number): number {
    return this.#words[this.#capture(capture) + 3] ?? 0;
  }

  end(capture: number): number {
    this.#lay(capture);
    return this.#calls.ts_node_end_index_wasm(this.#tree);
  }

  endRow(capture: number): number {
    this.#lay(capture);
    this.#calls.ts_node_end_point_wasm(this.#tree);
    return this.#words[this.#desk] ?? 0;
  }

  /** Whether the predicates of its pattern are true. */
  holds(): boolean {
    const own = this.#predicates[this.pattern] ?? [];
    if (own.length === 0) return true;
    const captures = Array.from({ length: this.size }, (_, capture) => ({
      name: this.label(capture),
      node: { text: this.#text.slice(this.start(capture), this.end(capture)) },
    }));
    return own.every((predicate) => predicate(captures));
  }

  #capture(number: number): number {
    return this.#at + 2 + number * captureWords;
  }

  /** Hands a capture's node to the library. */
  #lay(capture: number): void {
    const node = this.#capture(capture) + 1;
    this.#words.copyWithin(this.#desk, node, node + nodeWords);
  }
}
