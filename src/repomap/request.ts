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
  /** Identifiers that read like code, with a weight. */
  symbols: Map<string, number>;
  /** Dotted names split at their separators: `pkg.module.Class.method`. */
  qualified: string[][];
  paths: PathMention[];
  /** Text in quotes or after an error's name, long enough to be looked for as a whole. */
  phrases: string[];
}

export interface BlockWeights extends Record<BlockKind, number> {}

export const blockWeights: BlockWeights = { title: 2, prose: 1, code: 0.5, trace: 0.5, noise: 0.1 };

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
const folder = /(?:[A-Za-z]:)?(?:[\w$@.+~()[\]-]*[\\/])+/.source;
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
  if (scale === 0) return;
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

/** All evidence of `text`, which may be a title and body, a thread of comments or a commit message. Linear in its length. */
export function evidenceOf(text: string, weights: BlockWeights = blockWeights): Evidence {
  const evidence: Evidence = { words: new Map(), symbols: new Map(), qualified: [], paths: [], phrases: [] };
  for (const block of blocksOf(text)) {
    addWords(evidence.words, block, weights[block.kind]);
    addSymbols(evidence.symbols, block);
    if (block.kind === 'noise') continue;
    addPaths(evidence.paths, block);
    for (const [name] of block.text.matchAll(qualifiedShape))
      evidence.qualified.push(name.split(/\.|::|\\|#/));
    for (const match of block.text.matchAll(quoted)) {
      const phrase = match.slice(1).find((part) => part !== undefined);
      if (phrase !== undefined && /\w\W+\w/.test(phrase)) evidence.phrases.push(phrase);
    }
    for (const [, message = ''] of block.text.matchAll(errorLine)) evidence.phrases.push(message);
  }
  return evidence;
}
