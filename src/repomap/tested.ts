/** From tests to the code that they are about, by the names of the files. */
import type { RepoPath } from '../lib/types.ts';
import type { PathIndex } from './mentions.ts';

/** So many tests are taken to be about what the request describes. */
const mostLikely = 12;
/** A test that shares the request's words proves less than one that the request names. */
const likelyShare = 0.5;

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
  const sources = new Map<string, number[]>();
  for (const [stem, files] of index.byStem) {
    const key = squeezed(stem);
    const found = files.filter(isSource);
    if (found.length > 0) sources.set(key, [...(sources.get(key) ?? []), ...found]);
  }
  index.paths.forEach((path, file) => {
    const score = scores[file] ?? 0;
    if (score === 0 || !isTest(file)) return;
    const stem = testedStem(path);
    const tested = stem.length > 2 ? (sources.get(stem) ?? []) : [];
    if (tested.length > 6) return;
    for (const source of tested)
      signal[source] = Math.max(signal[source] ?? 0, score / Math.sqrt(tested.length));
  });
  return signal;
}
