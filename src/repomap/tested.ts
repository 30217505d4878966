/** From tests to the code that they are about, by the names of the files. */
import type { RepoPath } from '../lib/types.ts';
import type { PathIndex } from './mentions.ts';

/** So many tests are taken to be about what the request describes. */
const mostLikely = 12;
/** A test that shares the request's words proves less than one that the request names. */
const likelyShare = 0.5;
/** A test named like more files than this is about none of them. */
const mostTested = 6;

/** How likely each test file is about the request, 0 to a half, from its share of the request's words (`words`: any scale). */
export function likelyTests(words: Float64Array, isTest: (file: number) => boolean): Float64Array {
  const signal = new Float64Array(words.length);
  const best = [...words.keys()]
    .filter((file) => isTest(file) && (words[file] ?? 0) > 0)
    .sort((a, b) => (words[b] ?? 0) - (words[a] ?? 0) || a - b)
    .slice(0, mostLikely);
  const most = words[best[0] ?? 0] ?? 0;
  for (const file of best) signal[file] = likelyShare * ((words[file] ?? 0) / most) ** 2;
  return signal;
}

/** The stem of the code that a test file is named after: `test_date.py`, `date_test.go`, `DateTests.cs` give `date`. */
export function testedStem(path: RepoPath): string {
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.\w+$/, '')
    .toLowerCase();
  return squeezed(name.replace(/^tests?[_-]?|[._-]?(tests?|specs?|testcase|e2e|it)$/g, ''));
}

function squeezed(stem: string): string {
  return stem.replace(/[_.-]/g, '');
}

/** Passes the score of each test file on to the source files that it is named after; the best test counts. */
export function testedSignal(
  index: PathIndex,
  scores: Float64Array,
  isTest: (file: number) => boolean,
  isSource: (file: number) => boolean,
): Float64Array {
  const signal = new Float64Array(index.paths.length);
  const stems = new Map<string, number>();
  scores.forEach((score, test) => {
    if (score === 0 || !isTest(test)) return;
    const stem = testedStem(index.paths[test] ?? '');
    if (stem.length > 2) stems.set(stem, Math.max(stems.get(stem) ?? 0, score));
  });
  if (stems.size === 0) return signal;
  const sources = new Map<string, number[]>();
  for (const [stem, files] of index.byStem) {
    const key = squeezed(stem);
    if (stems.has(key)) sources.set(key, [...(sources.get(key) ?? []), ...files.filter(isSource)]);
  }
  for (const [stem, tested] of sources) {
    if (tested.length > mostTested) continue;
    const score = (stems.get(stem) ?? 0) / Math.sqrt(tested.length);
    for (const source of tested) signal[source] = Math.max(signal[source] ?? 0, score);
  }
  return signal;
}
