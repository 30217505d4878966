/** Evidence from recent commits: which files change often, which changed for a similar reason, which change together. */
import type { RepoPath } from '../lib/types.ts';
import type { Commit } from './types.ts';
import { wordsOf } from './words.ts';

/** A commit of more files is a sweep (formatting, renaming, a licence header) and links nothing. */
const mostFiles = 30;
/** Commits after which a change counts half. */
const halfLife = 400;

interface Change {
  files: number[];
  /** Distinct word hashes of the subject. */
  words: number[];
  /** 1 for the newest commit, falling with the number of commits since. */
  freshness: number;
}

export interface HistoryEvidence {
  /** How much the subjects of a file's commits resemble the request, 0 to 1. */
  similar: Float64Array;
  changes: Change[];
}

/** Reads the commits (newest first) against a request's words (hash → weight). */
export function historyEvidence(
  commits: readonly Commit[],
  paths: readonly RepoPath[],
  query: ReadonlyMap<number, number>,
): HistoryEvidence {
  const fileOf = new Map(paths.map((path, file) => [path, file]));
  const changes = commits.flatMap((commit, age): Change[] => {
    const files = commit.paths.flatMap((path) => fileOf.get(path) ?? []);
    if (files.length === 0 || commit.paths.length > mostFiles) return [];
    return [{ files, words: [...new Set(wordsOf(commit.subject))], freshness: 0.5 ** (age / halfLife) }];
  });
  return {
    similar: similarity(changes, paths.length, query),
    changes,
  };
}

function scaled(values: Float64Array): Float64Array {
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  return most > 0 ? values.map((value) => value / most) : values;
}

/** Each commit's subject is scored by the rarity of the words that it shares with the request; its files share the score. */
function similarity(
  changes: readonly Change[],
  files: number,
  query: ReadonlyMap<number, number>,
): Float64Array {
  const frequency = new Map<number, number>();
  for (const { words } of changes)
    for (const word of words) if (query.has(word)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const sum = new Float64Array(files);
  for (const { words, files: changed, freshness } of changes) {
    let score = 0;
    for (const word of words) {
      const count = frequency.get(word);
      if (count !== undefined)
        score += Math.log2(1 + (query.get(word) ?? 0)) * Math.log(1 + changes.length / (count + 0.5));
    }
    if (score === 0) continue;
    // a long subject matches by accident more easily
    const value = (score * (0.5 + 0.5 * freshness)) / Math.sqrt((words.length + 4) * changed.length);
    for (const file of changed) sum[file] = (sum[file] ?? 0) + value ** 2;
  }
  return scaled(sum.map(Math.sqrt));
}

export interface ChangedTogether {
  /** 0 to 1. */
  signal: Float64Array;
  /** In how many commits. */
  times: Uint32Array;
}

/** How often each file changed together with the seeds. */
export function changedTogether(
  { changes }: Pick<HistoryEvidence, 'changes'>,
  seeds: ReadonlySet<number>,
  files: number,
): ChangedTogether {
  const own = new Float64Array(files);
  const sum = new Float64Array(files);
  const times = new Uint32Array(files);
  for (const { files: changed } of changes) {
    for (const file of changed) own[file] = (own[file] ?? 0) + 1;
    const held = changed.filter((file) => seeds.has(file)).length;
    if (held === 0) continue;
    for (const file of changed) {
      const others = seeds.has(file) ? held - 1 : held;
      if (others === 0) continue;
      sum[file] = (sum[file] ?? 0) + others / (changed.length - 1);
      times[file] = (times[file] ?? 0) + 1;
    }
  }
  // confidence, not count: a file that changes with everything says nothing
  return { signal: scaled(sum.map((value, file) => value / Math.sqrt(3 + (own[file] ?? 0)))), times };
}
