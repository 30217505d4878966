/** Weighs the evidence about files into one order, and says why in words. */
import type { RepoPath } from '../lib/types.ts';
import type { FileKind } from './kinds.ts';
import { bestPassages, passagesOf, type WantedWords } from './passages.ts';
import { type Gathered, gather, type Said, type SignalName, type Signals } from './signals.ts';
import type { RankedFile, Tag } from './types.ts';

export interface Ranking {
  files: RankedFile[];
  /** What the words of the request are worth in this repository: for choosing lines inside files. */
  words: WantedWords;
}

/** The content and tags of a file; undefined for one that cannot be shown (binary, generated, gone). */
export type LoadFile = (path: RepoPath) => Promise<{ bytes: Uint8Array; tags: Tag[] } | undefined>;

export type Weights = Record<SignalName | 'passage' | 'phrase', number>;

/**
 * How much each kind of evidence counts. Rounded from fits on fourteen repositories and checked on fourteen others; see
 * bench/README.md for what each adds.
 */
export const weights: Weights = {
  words: 2.5,
  title: 1,
  path: 2,
  trace: 1,
  symbol: 1,
  scope: 1.5,
  similar: 2,
  together: 1.5,
  tested: 1,
  near: 1,
  passage: 1,
  phrase: 1,
};

/** How likely a change goes into a file of the kind, as a factor on what the request says about it. */
const priors: Record<FileKind, number> = {
  source: 1,
  markup: 0.5,
  tooling: 0.25,
  config: 0.25,
  data: 0.25,
  example: 0.25,
  docs: 0.2,
  test: 0.25,
  generated: 0.1,
  vendored: 0.1,
  asset: 0.05,
};

/** The factor of a test file whose test is named: to be seen, though the fix rather goes into the code. */
const namedTest = 0.8;

/** So many of the best files are read for their passages. */
const mostRead = 80;

/**
 * Orders the files for a request with the files of `context`, best first; equal scores go by path, in which order those of the
 * ground have to be. The words of digests decide first; then the best files are read through `load`, and where the words stand in
 * them decides among them. Files that nothing speaks for score 0.
 */
export function rank(request: Said, context: readonly RepoPath[], load: LoadFile): Promise<Ranking> {
  return weigh(request.ground.paths, gather(request, context), load, weights);
}

/** The second half of `rank`, for measuring what each weight does. */
export async function weigh(
  paths: readonly RepoPath[],
  gathered: Gathered,
  load: LoadFile,
  given: Weights,
): Promise<Ranking> {
  const prior = paths.map((_, file) => {
    if (gathered.named.has(file)) return 1;
    return gathered.namedTests.has(file) ? namedTest : priors[gathered.kinds[file] ?? 'source'];
  });
  const scores = combined(gathered.signals, given).map((score, file) => score * (prior[file] ?? 1));
  // what nothing speaks for, most of a large repository, stays in the order of the paths and need not be sorted
  const spoken = [...scores.keys()].filter((file) => (scores[file] ?? 0) > 0);
  const silent = [...scores.keys()].filter((file) => (scores[file] ?? 0) <= 0);
  const byScore = (a: number, b: number) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b;
  const best = spoken.toSorted(byScore).slice(0, mostRead);
  for (const [file, bonus] of await passageBonus(best, paths, gathered.wanted, load, given))
    scores[file] = (scores[file] ?? 0) + bonus * (prior[file] ?? 1);
  const files = [...spoken.sort(byScore), ...silent].map((file): RankedFile => {
    const reasons = reasonsOf(gathered, file);
    const named = gathered.named.has(file) ? { named: true } : {};
    return { path: paths[file] ?? '', score: scores[file] ?? 0, reasons, ...named };
  });
  return { files, words: gathered.wanted };
}

function combined(signals: Signals, given: Weights): Float64Array {
  const sum = new Float64Array(signals.words.length);
  const add = (name: SignalName) => {
    const weight = given[name];
    if (weight !== 0)
      signals[name].forEach((value, file) => {
        sum[file] = (sum[file] ?? 0) + weight * value;
      });
  };
  for (const name of signalNames) add(name);
  return sum;
}

const signalNames: readonly SignalName[] = [
  'words',
  'title',
  'path',
  'trace',
  'symbol',
  'scope',
  'similar',
  'together',
  'tested',
  'near',
];

/** What the passages and phrases of the files in `best` add to their scores. */
async function passageBonus(
  best: readonly number[],
  paths: readonly RepoPath[],
  wanted: WantedWords,
  load: LoadFile,
  given: Weights,
): Promise<[file: number, bonus: number][]> {
  if (given.passage === 0 && given.phrase === 0) return [];
  const read = await Promise.all(
    best.map(async (file) => {
      const loaded = await load(paths[file] ?? '');
      if (loaded === undefined) return { file, passage: 0, phrase: 0 };
      const passages = passagesOf(loaded.bytes, wanted);
      return { file, passage: bestPassages(passages, wanted, loaded.tags), phrase: passages.phrases };
    }),
  );
  const most = (pick: (one: (typeof read)[number]) => number) => Math.max(...read.map(pick), 1e-9);
  const [passage, phrase] = [most((one) => one.passage), most((one) => one.phrase)];
  return read.map((one) => {
    return [one.file, (given.passage * one.passage) / passage + (given.phrase * one.phrase) / phrase];
  });
}

/** From this value on a signal is worth telling. */
const telling: [SignalName, number, string][] = [
  ['scope', 0.5, 'in the scope that the title names'],
  ['words', 0.3, 'shares many words with the request'],
  ['similar', 0.3, 'changed in commits with similar subjects'],
  ['tested', 0.4, 'a test that the request names or resembles is about this code'],
];

function reasonsOf({ signals, notes }: Gathered, file: number): string[] {
  const reasons = [...(notes.get(file) ?? [])].slice(0, 4);
  for (const [name, least, text] of telling) if ((signals[name][file] ?? 0) >= least) reasons.push(text);
  return reasons;
}
