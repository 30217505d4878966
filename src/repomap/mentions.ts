/** Joins what the request names (paths, modules, symbols) to the files of the repository. */
import type { RepoPath } from '../lib/types.ts';
import type { Digest } from './digest.ts';
import { HashFilter, scan } from './lexical.ts';
import type { Evidence, PathMention } from './request.ts';
import { hashOfName } from './words.ts';

/** Names shared by more files than this say nothing about any of them. */
const mostShared = 12;

/** Files by base name and by stem, lower-cased, for looking up parts of paths. */
export interface PathIndex {
  paths: readonly RepoPath[];
  byName: Map<string, number[]>;
  byStem: Map<string, number[]>;
}

function push(map: Map<string, number[]>, key: string, file: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [file]);
  else list.push(file);
}

/** A path without extension; files that stand for their folder (`__init__.py`, `index.js`, `mod.rs`) lose their name. */
export function moduleOf(path: string): string {
  return path.replace(/(\/(__init__|index|mod|lib|main))?\.\w+$/, '').toLowerCase();
}

export function indexPaths(paths: readonly RepoPath[]): PathIndex {
  const byName = new Map<string, number[]>();
  const byStem = new Map<string, number[]>();
  paths.forEach((path, file) => {
    push(byName, path.slice(path.lastIndexOf('/') + 1).toLowerCase(), file);
    const module = moduleOf(path);
    push(byStem, module.slice(module.lastIndexOf('/') + 1), file);
  });
  return { paths, byName, byStem };
}

/** How many whole components two paths share at their ends. */
function commonTail(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[a.length - 1 - count] === b[b.length - 1 - count]) count++;
  return count;
}

/** The files whose path ends with the most components of `named`; all with the same, longest tail. */
function bestTails(
  candidates: readonly number[],
  named: readonly string[],
  componentsOf: (file: number) => string[],
): { files: number[]; shared: number } {
  let shared = 0;
  let files: number[] = [];
  for (const file of candidates) {
    const tail = commonTail(componentsOf(file), named);
    if (tail > shared) [shared, files] = [tail, []];
    if (tail === shared) files.push(file);
  }
  return { files, shared };
}

export interface PathHit {
  file: number;
  /** 1 for the only file that fits the mention, less where several do. */
  weight: number;
  mention: PathMention;
}

/** How likely a name that differs in case means the file. */
const otherCase = 0.6;

/** Files that a mentioned path may mean. `/build/x/src/a.c` and `a.c` both find `src/a.c`; a folder alone finds nothing. */
export function resolvePath(index: PathIndex, mention: PathMention): PathHit[] {
  const named = mention.path.toLowerCase().split('/');
  const candidates = index.byName.get(named.at(-1) ?? '') ?? [];
  const exact = candidates.find((file) => index.paths[file] === mention.path);
  if (exact !== undefined) return [{ file: exact, weight: 1, mention }];
  const { files, shared } = bestTails(candidates, named, (file) =>
    (index.paths[file] ?? '').toLowerCase().split('/'),
  );
  if (shared === 0 || files.length > mostShared) return [];
  // "Node.js" in prose is rarely the file node.js
  const tail = mention.path.split('/').slice(-shared).join('/');
  const likeness = (file: number) => (index.paths[file]?.endsWith(tail) ? 1 : otherCase);
  return files.map((file) => ({ file, weight: likeness(file) / files.length, mention }));
}

export interface ModuleHit {
  file: number;
  weight: number;
  name: string;
}

/** Files that a dotted name may mean: `pkg.mod.Class.method` finds `pkg/mod.py`, `com.x.Thing` finds `com/x/Thing.java`. */
export function resolveQualified(index: PathIndex, parts: readonly string[]): ModuleHit[] {
  const named = parts.map((part) => part.toLowerCase());
  for (let end = named.length; end > 0; end--) {
    const candidates = index.byStem.get(named[end - 1] ?? '') ?? [];
    if (candidates.length === 0 || candidates.length > 400) continue;
    const tail = named.slice(0, end);
    const { files, shared } = bestTails(candidates, tail, (file) =>
      moduleOf(index.paths[file] ?? '').split('/'),
    );
    if (files.length > mostShared || (shared < 2 && end > 1 && files.length > 1)) continue;
    return files.map((file) => ({
      file,
      weight: Math.min(1, shared / 2) / files.length,
      name: parts.slice(0, end).join('.'),
    }));
  }
  return [];
}

export interface SymbolHit {
  file: number;
  symbol: string;
  /** The weight of the symbol in the request, divided among the files that define it. */
  weight: number;
}

/** Files that define a symbol which the request names. */
export function resolveSymbols(digests: readonly Digest[], evidence: Evidence): SymbolHit[] {
  const names = [...evidence.symbols.keys()];
  const filter = new HashFilter(names.map(hashOfName));
  const definers: number[][] = names.map(() => []);
  digests.forEach((digest, file) => {
    scan(digest.defs, filter, (word) => definers[word]?.push(file));
  });
  return names.flatMap((symbol, word) => {
    const files = definers[word] ?? [];
    const weight = Math.log2(1 + (evidence.symbols.get(symbol) ?? 0)) / files.length;
    return files.map((file) => ({ file, symbol, weight }));
  });
}

/** How much of the title's scope (`tpl/lang:`, `fix(parser):`) each path holds, 0 to 1. */
export function scopeSignal(index: PathIndex, evidence: Evidence): Float64Array {
  const signal = new Float64Array(index.paths.length);
  const { scopes } = evidence;
  if (scopes.length === 0) return signal;
  index.paths.forEach((path, file) => {
    const parts = path
      .toLowerCase()
      .replace(/\.\w+$/, '')
      .split('/');
    let found = 0;
    for (const scope of scopes) {
      if (parts.includes(scope)) found += 1;
      else if (scope.length > 3 && parts.some((part) => part.includes(scope))) found += 0.5;
    }
    signal[file] = found / scopes.length;
  });
  return signal;
}
