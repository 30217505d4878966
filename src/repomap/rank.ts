/** Joins all evidence about files into one order, and keeps the reasons. */
import type { RepoPath } from '../lib/types.ts';
import type { Digest } from './digest.ts';
import { type FileKind, kindOf } from './kinds.ts';
import { lexicalScores, type WordValues } from './lexical.ts';
import { indexPaths, resolvePath, resolveQualified, resolveSymbols } from './mentions.ts';
import type { Evidence } from './request.ts';
import type { Commit, RankedFile } from './types.ts';
import { wordsOf } from './words.ts';

/** Everything that ranking reads; arrays are parallel to `paths`. */
export interface RankInput {
  paths: readonly RepoPath[];
  digests: readonly Digest[];
  history: readonly Commit[];
  evidence: Evidence;
  chat: readonly RepoPath[];
}

export interface Ranking {
  files: RankedFile[];
  /** What the words of the request are worth in this repository: for choosing lines inside files. */
  words: WordValues;
}

/** How likely a change goes into a file of the kind, as a factor on what the request says about it. */
const priors: Record<FileKind, number> = {
  source: 1,
  tooling: 0.35,
  config: 0.3,
  data: 0.3,
  example: 0.25,
  docs: 0.25,
  test: 0.3,
  generated: 0.1,
  vendored: 0.1,
  asset: 0.05,
};

/** Orders the files, best first; equal scores go by path. Files that nothing speaks for score 0. */
export function rank(input: RankInput): Ranking {
  const { paths, digests, evidence } = input;
  const kinds = paths.map(kindOf);
  const index = indexPaths(paths);
  const pathWords = paths.map((path) => wordsOf(path));
  const { scores: lexical, words: wordValues } = lexicalScores(
    digests,
    evidence.words,
    pathWords,
    (file) => kinds[file] === 'source',
  );
  const best = lexical.reduce((a, b) => Math.max(a, b), 0) || 1;
  const mention = new Float64Array(paths.length);
  const named = new Uint8Array(paths.length);
  const reasons: Set<string>[] = paths.map(() => new Set());
  for (const path of evidence.paths)
    for (const hit of resolvePath(index, path)) {
      mention[hit.file] = Math.max(mention[hit.file] ?? 0, hit.weight * (path.where === 'trace' ? 0.6 : 1));
      if (path.where !== 'trace' && hit.weight === 1) named[hit.file] = 1;
      reasons[hit.file]?.add(
        path.where === 'trace' ? 'in the stack trace' : `named in the request: ${path.path}`,
      );
    }
  for (const parts of evidence.qualified)
    for (const hit of resolveQualified(index, parts)) {
      mention[hit.file] = Math.max(mention[hit.file] ?? 0, hit.weight * 0.5);
      reasons[hit.file]?.add(`module \`${hit.name}\` is named`);
    }
  const symbols = new Float64Array(paths.length);
  for (const hit of resolveSymbols(digests, evidence)) {
    symbols[hit.file] = (symbols[hit.file] ?? 0) + hit.weight;
    reasons[hit.file]?.add(`defines \`${hit.symbol}\``);
  }
  const ranked = paths.map((path, file): RankedFile => {
    const words = (lexical[file] ?? 0) / best;
    const prior = named[file] === 1 ? 1 : priors[kinds[file] ?? 'source'];
    const score = prior * (words + (mention[file] ?? 0) + 0.3 * Math.min(1, symbols[file] ?? 0));
    const why = [...(reasons[file] ?? [])];
    if (words > 0.2) why.push('shares words with the request');
    return { path, score, reasons: why, ...(named[file] === 1 ? { named: true } : {}) };
  });
  ranked.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  return { files: ranked, words: wordValues };
}
