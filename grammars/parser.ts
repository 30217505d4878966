/**
 * Loads tree-sitter grammars (WebAssembly) and parses with limits. `initGrammars` is asynchronous and runs once;
 * afterwards every grammar is loaded on first use, synchronously. Nothing here throws on hostile input.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { Query, type Tree, Language as TreeLanguage } from 'web-tree-sitter';
import { grammarModule, type Language } from './languages.ts';
import { type Library, type Match, openLibrary } from './library.ts';

export type { Match } from './library.ts';

/** A grammar ready for use, with our query compiled against it. */
export interface LoadedGrammar {
  tree: TreeLanguage;
  query: Query;
}

export type ParseOutcome = { kind: 'parsed'; tree: Tree } | { kind: 'failed'; reason: string };

const require = createRequire(import.meta.url);
const loaded = new Map<string, LoadedGrammar | string>();
let library: Library | undefined;
let starting: Promise<void> | undefined;
/** After a WebAssembly trap the shared memory cannot be trusted: every later parse is refused. */
let trapped = false;

/** Starts the parser library. Safe to call often; only the first call works. */
export function initGrammars(): Promise<void> {
  starting ??= start();
  return starting;
}

async function start(): Promise<void> {
  library = await openLibrary();
}

/** Bytes that the parser library holds; never shrinks. */
export function grammarMemory(): number {
  return library?.held() ?? 0;
}

/** True when a grammar crashed: this thread parses no more. */
export function grammarsTrapped(): boolean {
  return trapped;
}

/** The text of a language's query. */
function queryText(language: Language): string {
  return readFileSync(new URL(`./${language.query ?? language.id}/tags.scm`, import.meta.url), 'utf8');
}

/**
 * The grammar of a language, loaded on first use; a sentence when it cannot be had. `initGrammars` must have ended.
 */
export function loadGrammar(language: Language): LoadedGrammar | string {
  const known = loaded.get(language.id);
  if (known !== undefined) return known;
  const result = load(language);
  loaded.set(language.id, result);
  return result;
}

function load(language: Language): LoadedGrammar | string {
  if (!language.grammar) return `no grammar for ${language.title}`;
  if (!library) return 'grammars are not started';
  try {
    const bytes = readFileSync(require.resolve(grammarModule(language.grammar)));
    const tree = TreeLanguage.loadSync(new WebAssembly.Module(bytes));
    if (language.hugeLexer) compileForGood(library, tree);
    return { tree, query: new Query(tree, queryText(language)) };
  } catch (error) {
    return `the grammar of ${language.title} does not load: ${error instanceof Error ? error.message : error}`;
  }
}

/**
 * Has V8 compile the lexer of `grammar` without the means to optimise it later: for the largest lexers that takes up to three
 * gigabytes of memory and some seconds, in the middle of a run. Functions are compiled when they are first called, so parsing two
 * words under the flag is enough. Another thread that compiles something in this moment would stay slower; nothing else can happen.
 */
function compileForGood({ parser, parse }: Library, grammar: TreeLanguage): void {
  const noFunction = 1_000_000;
  setFlagsFromString(`--wasm-tier-up-filter=${noFunction}`);
  try {
    parser.setLanguage(grammar);
    parse('x y\n', () => false)?.delete();
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1');
  }
}

/** Processor time of this thread in milliseconds; wall-clock time where Node cannot tell. */
function threadTime(): number {
  const usage = process.threadCpuUsage?.();
  return usage ? (usage.user + usage.system) / 1000 : performance.now();
}

/** The library asks every few microseconds; reading the clock each time would cost a twentieth of all parsing. */
const asksPerLook = 32;

/**
 * Says when `milliseconds` of processor time are used up, so that a busy machine does not change what is found. Looks at
 * the cheap clock first: no thread uses more time than passes.
 */
function deadline(milliseconds: number): () => boolean {
  const start = threadTime();
  const earliest = performance.now() + milliseconds;
  let asked = 0;
  return () =>
    ++asked % asksPerLook === 0 && performance.now() > earliest && threadTime() > start + milliseconds;
}

/**
 * Parses text within a time limit. The caller must delete the tree.
 */
export function parseText(grammar: LoadedGrammar, text: string, milliseconds: number): ParseOutcome {
  if (!library || trapped) return { kind: 'failed', reason: 'the parser is out of order' };
  try {
    library.parser.setLanguage(grammar.tree);
    const tree = library.parse(text, deadline(milliseconds));
    if (tree) return { kind: 'parsed', tree };
    return { kind: 'failed', reason: `parsing took more than ${milliseconds} ms` };
  } catch (error) {
    return { kind: 'failed', reason: noteTrap(error) };
  }
}

/**
 * Calls `visit` for every match of the grammar's query in `tree`, the tree of `text`, until it returns false or the time is up.
 * Throws when the library traps: see `noteTrap`.
 */
export function eachMatch(
  grammar: LoadedGrammar,
  tree: Tree,
  text: string,
  milliseconds: number,
  visit: (match: Match) => boolean,
): void {
  library?.eachMatch(grammar.query, tree, text, deadline(milliseconds), visit);
}

/** Records a crash inside WebAssembly; returns the sentence for the notes. */
export function noteTrap(error: unknown): string {
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) trapped = true;
  return `the grammar failed: ${error instanceof Error ? error.message : error}`;
}
