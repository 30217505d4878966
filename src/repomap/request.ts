/** Evidence that the text of a request holds about the files it is about. Pure: knows nothing of the repository. */
import { type Block, type BlockKind, blocksOf } from './request-blocks.ts';
import { eachWord, hashOfWhole } from './words.ts';

/** A path, a part of one or a bare file name that the text names. */
export interface PathMention {
  /** With `/`, without leading `./`, `/` or drive. */
  path: string;
  /** 1-based, when the text names one. */
  line?: number;
  /** `trace`: stands in a stack trace. */
  where: BlockKind;
}

export interface Evidence {
  /** Weight of each word hash, from all blocks. */
  words: Map<number, number>;
  /** The same for the title alone: the first line with words. */
  title: Map<number, number>;
  /** Two words in a row, by `pairHash`, with a weight: 2 inside quotes and error messages, else 1. */
  pairs: Map<number, number>;
  /** Identifiers that read like code, with a weight. */
  symbols: Map<string, number>;
  /** Dotted names split at their separators: `pkg.module.Class.method`. */
  qualified: string[][];
  paths: PathMention[];
  /** What the title says it is about before its colon: "net/http: …", "fix(parser): …", "[docs] …". */
  scopes: string[];
}

/** How much a word counts by where it stands. Code in a request is mostly the reporter's own: it calls what is broken and much else. */
const blockWeights: Record<BlockKind, number> = { title: 2, prose: 1, code: 0.25, trace: 0.5, noise: 0.05 };

const stopWords = new Set(
  `a about above actual actually add added after again all already also always am an and any anything are aren as at be because been before
  behavior behaviour being below better between both bug but by call can cannot case cases change changed changes check code could
  couldn current currently describe description did didn do does doesn doing don done due during each either else ensure error even
  ever every example expect expected expects fail failed failing fails few first fix fixed fixes following for found from get gets
  getting give given go going good got had has have haven having he help her here him his how however i if in instead into is isn
  issue issues it its itself just know last latest least less let like line lines ll look looks made make makes making many may maybe
  me might more most much must my need needed needs never new no non none not nothing now of off often on once one only or other our
  out over own please possible probably problem properly re really reproduce result results return returns run running said same
  see seem seems several she should shouldn show shows similar simple since so some something sometimes still steps such support sure
  take than thanks that the their them then there these they thing things this those though through thus to together too try trying
  two under unless until up us use used user users uses using ve version very want was wasn way we well were what when where whether
  which while who why will with within without won work working works would wouldn yet you your`.split(/\s+/),
);
const stopHashes = new Set<number>();
for (const word of stopWords) eachWord(new TextEncoder().encode(word), (hash) => stopHashes.add(hash));

const encoder = new TextEncoder();

function addWords(words: Map<number, number>, block: Block, weight: number): void {
  const add = (hash: number, amount: number) => {
    if (!stopHashes.has(hash)) words.set(hash, (words.get(hash) ?? 0) + amount);
  };
  eachWord(encoder.encode(block.text), (hash) => add(hash, weight));
  // Two plain words in a row may be one identifier in the code: "signal handler" is `SignalHandler`.
  const plain = block.text.match(/[A-Za-z]{2,24}|[^A-Za-z\s]+/g) ?? [];
  plain.forEach((word, index) => {
    const next = plain[index + 1];
    if (next === undefined || !/^[a-z]/i.test(word) || !/^[a-z]/i.test(next)) return;
    if (!stopWords.has(word.toLowerCase()) && !stopWords.has(next.toLowerCase()))
      add(hashOfWhole([word, next]), weight);
  });
}

const fileName = /[\w$@+~-][\w$@.+~-]*\.[A-Za-z][A-Za-z0-9]{0,9}/.source;
/** A pasted log can name thousands of files; each is looked for among all of the repository's. */
const mostNames = 200;

/** Components in brackets are those of routers that put parameters into folder names: `(shop)/[slug]/page.tsx`. */
const folder = /(?:[A-Za-z]:)?(?:(?:[\w$@.+~-]*|\([\w.-]+\)|\[[\w.-]+\])[\\/])+/.source;
const lineNumber = /(?:"?,? (?:on )?line |:line |#L|[:(])(\d{1,6})/.source;
const pathShape = new RegExp(`((?:${folder})?${fileName}|${folder}[\\w$@.+~-]+)(?:${lineNumber})?`, 'g');
const forge = /^(?:https?:\/\/)?[\w.-]+\/[^/]+\/[^/]+\/(?:-\/)?(?:blob|tree|raw|src|edit|blame)\/[^/]+\//;

function addPaths(paths: PathMention[], block: Block): void {
  for (const [, raw = '', line] of block.text.replace(/https?:\/\/\S+/g, linkPath).matchAll(pathShape)) {
    const path = raw
      .replaceAll('\\', '/')
      .replace(/^[A-Za-z]:/, '')
      .replace(/^(?:\.{0,2}\/)+/, '');
    if (path === '' || path.length > 300) continue;
    const known = paths.some(
      (one) => one.path === path && one.where === block.kind && String(one.line ?? '') === (line ?? ''),
    );
    if (known || paths.length >= mostNames) continue;
    paths.push({ path, where: block.kind, ...(line === undefined ? {} : { line: Number(line) }) });
  }
}

/** A link to a file on a forge becomes the file's path; any other link is no evidence of a path. */
function linkPath(link: string): string {
  const found = forge.exec(link);
  if (found === null) return ' ';
  return ` ${link
    .slice(found[0].length)
    .replace(/[)\]>"'.,;]+$/, '')
    .replace(/\?[^#]*/, '')} `;
}

const symbolShape = /[A-Za-z_$][\w$]{2,60}/g;

function looksLikeCode(name: string): boolean {
  return /[a-z0-9][A-Z]|[A-Za-z]_[A-Za-z]|^[A-Z][a-z]+[A-Z]|^__?\w+/.test(name);
}

function addSymbols(symbols: Map<string, number>, block: Block): void {
  const add = (name: string, weight: number) => symbols.set(name, (symbols.get(name) ?? 0) + weight);
  const scale = { title: 2, prose: 1, code: 0.5, trace: 1, noise: 0 }[block.kind];
  const ticked = new Set<string>();
  for (const [, span = ''] of block.text.matchAll(/`([^`\n]{2,120})`/g))
    for (const [name] of span.matchAll(symbolShape)) ticked.add(name);
  for (const match of block.text.matchAll(symbolShape)) {
    const [name] = match;
    if (stopWords.has(name.toLowerCase())) continue;
    const called = block.text[match.index + name.length] === '(';
    if (looksLikeCode(name)) add(name, scale);
    else if (ticked.has(name) || called) add(name, scale * 0.7);
    else if (block.kind !== 'prose') add(name, scale * 0.2);
  }
}

const qualifiedShape = /[A-Za-z_$][\w$]*(?:(?:\.|::|\\|#)[A-Za-z_$][\w$]*)+/g;
const quoted = /"([^"\n]{8,200})"|'([^'\n]{8,200})'|“([^”\n]{8,200})”|`([^`\n]{8,200})`/g;
const errorLine =
  /^[^\w\n]*(?:[\w.]*(?:Error|Exception|Warning|Fault|Panic)|error|panic|fatal|warning)\b[^:\n]{0,40}: ?(.{8,200})$/gim;

/** A hash for two words in a row. */
export function pairHash(first: number, second: number): number {
  return (Math.imul(first, 0x9e3779b1) ^ second) >>> 0;
}

function addPairs(pairs: Map<number, number>, text: string, weight: number): void {
  let before: number | undefined;
  eachWord(encoder.encode(text), (hash, _at, whole) => {
    if (whole) return;
    if (before !== undefined && !stopHashes.has(hash) && !stopHashes.has(before)) {
      const key = pairHash(before, hash);
      pairs.set(key, Math.max(pairs.get(key) ?? 0, weight));
    }
    before = hash;
  });
}

const scopeShape = /^\W*(?:\w+\(([^)]{2,60})\)!?:|\[([^\]]{2,40})\]|([\w./,-]+(?: ?[,&] ?[\w./-]+)*):)\s/;
const noScope = new Set([
  'fix',
  'bug',
  'bugfix',
  'feat',
  'feature',
  'chore',
  'refactor',
  'perf',
  'error',
  'question',
]);

/** The parts of a title's scope, lower-cased: `tpl/lang` gives `tpl` and `lang`. */
function scopesOf(title: string): string[] {
  const [, bracket, square, plain] = scopeShape.exec(title) ?? [];
  const scope = (bracket ?? square ?? plain ?? '').toLowerCase();
  return scope.split(/[,/& ]+/).filter((part) => part.length > 1 && !noScope.has(part));
}

/** All evidence of `text`, which may be a title and body, a thread of comments or a commit message. Near linear in its length. */
export function evidenceOf(text: string): Evidence {
  const evidence: Evidence = {
    words: new Map(),
    title: new Map(),
    pairs: new Map(),
    symbols: new Map(),
    qualified: [],
    paths: [],
    scopes: [],
  };
  const qualified = new Set<string>();
  for (const block of blocksOf(text)) {
    addWords(evidence.words, block, blockWeights[block.kind]);
    if (block.kind === 'noise') continue;
    if (block.kind === 'title') {
      addWords(evidence.title, block, 1);
      evidence.scopes.push(...scopesOf(block.text));
    }
    addSymbols(evidence.symbols, block);
    addPaths(evidence.paths, block);
    addPairs(evidence.pairs, block.text, 1);
    for (const [name] of block.text.matchAll(qualifiedShape)) qualified.add(name);
    for (const phrase of phrasesOf(block.text)) addPairs(evidence.pairs, phrase, 2);
  }
  evidence.qualified = [...qualified].slice(0, mostNames).map((name) => name.split(/\.|::|\\|#/));
  return evidence;
}

/** Text in quotes and behind the name of an error: the code holds it, or most of it, as it stands. */
function phrasesOf(text: string): string[] {
  const quotes = [...text.matchAll(quoted)].map(
    (match) => match.slice(1).find((part) => part !== undefined) ?? '',
  );
  return [...quotes, ...Array.from(text.matchAll(errorLine), ([, message = '']) => message)];
}
